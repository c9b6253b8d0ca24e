import { formatDate } from "@kit/clock";
import { useReading } from "@kit/data";
import { Problem, SelectField, TextField } from "@kit/fields";
import { Loaded } from "@kit/pieces";
import { changeProfile, getProfile } from "../../api/endpoints";
import type { Profile } from "../../api/types";
import { useDraft, useSettledWriter } from "./drafts";
import { AccountPage } from "./layout";
import { FormActions, Panel } from "./parts";

function Form({ profile }: { profile: Profile }) {
  const { name, email, phone, language } = profile;
  const draft = useDraft({ name, email, phone, language });
  const writer = useSettledWriter();
  const save = async (event: Event) => {
    event.preventDefault();
    if (await writer.run(() => changeProfile(draft.changes), "Profile saved")) draft.reset();
  };
  const error = writer.error;
  return (
    <form class="stack" onSubmit={save} noValidate>
      <div class="form-grid">
        <TextField
          label="Full name"
          name="name"
          value={draft.value.name}
          onValue={(value) => draft.set("name", value)}
          error={error}
        />
        <SelectField
          label="Language of our messages"
          name="language"
          value={draft.value.language}
          onValue={(value) => draft.set("language", value)}
          options={profile.languages.map((one) => ({ value: one.id, label: one.label }))}
          error={error}
        />
        <TextField
          label="Email"
          name="email"
          type="email"
          value={draft.value.email}
          onValue={(value) => draft.set("email", value)}
          error={error}
        />
        <TextField
          label="Phone"
          name="phone"
          type="tel"
          value={draft.value.phone}
          onValue={(value) => draft.set("phone", value)}
          error={error}
        />
      </div>
      <Problem error={error} />
      <FormActions
        save="Save profile"
        busy={writer.busy}
        disabled={!draft.changed}
        onCancel={draft.changed ? draft.reset : undefined}
      />
    </form>
  );
}

export function ProfilePage() {
  const reading = useReading("profile", getProfile);
  const since = reading.data?.member_since;
  return (
    <AccountPage title="Profile" lead={since && `With Tidewell since ${formatDate(since, "month")}`}>
      <Panel title="About you" icon="user">
        <Loaded reading={reading}>{(profile) => <Form profile={profile} />}</Loaded>
      </Panel>
    </AccountPage>
  );
}
