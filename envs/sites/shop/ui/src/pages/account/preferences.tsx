import { useReading, useWriter } from "@kit/data";
import { Problem, RadioList, Switch } from "@kit/fields";
import { Loaded } from "@kit/pieces";
import { changePreferences, getPreferences } from "../../api/endpoints";
import type { Preferences } from "../../api/types";
import { useDraft, useSettledWriter } from "./drafts";
import { AccountPage } from "./layout";
import { FormActions, Panel } from "./parts";

type Setting = Exclude<keyof Preferences, "id" | "order_updates">;
type Row = readonly [key: Setting, label: string, hint: string];

const ALERTS: readonly Row[] = [
  ["price_alerts", "Price alerts", "When something on your wishlists gets cheaper"],
  ["stock_alerts", "Stock alerts", "When something you are waiting for is back"],
  ["review_reminders", "Review reminders", "Two weeks after a delivery"],
];

const MARKETING: readonly Row[] = [
  ["marketing_email", "Offers by email", "At most one a week"],
  ["marketing_post", "Offers by post", "Our catalogue, four times a year"],
  ["marketing_sms", "Offers by text message", "Only for sales"],
];

function Switches({ title, rows, stored }: { title: string; rows: readonly Row[]; stored: Preferences }) {
  const writer = useWriter();
  return (
    <Panel title={title}>
      <div class="settings">
        {rows.map(([key, label, hint]) => (
          <Switch
            key={key}
            label={label}
            hint={hint}
            name={key}
            checked={stored[key]}
            disabled={writer.busy}
            onChecked={(on) =>
              writer.run(() => changePreferences({ [key]: on }), `${label} turned ${on ? "on" : "off"}`)
            }
          />
        ))}
      </div>
      <Problem error={writer.error} />
    </Panel>
  );
}

function OrderUpdates({ stored }: { stored: Preferences }) {
  const draft = useDraft({ order_updates: stored.order_updates });
  const writer = useSettledWriter();
  const save = async (event: Event) => {
    event.preventDefault();
    if (await writer.run(() => changePreferences(draft.changes), "Order updates saved")) draft.reset();
  };
  return (
    <Panel title="How we tell you about your orders">
      <form class="stack" onSubmit={save}>
        <RadioList
          legend="How we tell you about your orders"
          legendHidden
          name="order_updates"
          value={draft.value.order_updates}
          onValue={(value) => draft.set("order_updates", value as Preferences["order_updates"])}
          choices={[
            { value: "email", title: "By email" },
            { value: "sms", title: "By text message" },
            { value: "both", title: "By email and text message" },
          ]}
        />
        <Problem error={writer.error} />
        <FormActions save="Save order updates" busy={writer.busy} disabled={!draft.changed} />
      </form>
    </Panel>
  );
}

export function PreferencesPage() {
  const reading = useReading("preferences", getPreferences);
  return (
    <AccountPage title="Contact preferences" lead="What we may send you, and how. Switches take effect at once.">
      <Loaded reading={reading}>
        {(stored) => (
          <>
            <OrderUpdates stored={stored} />
            <div class="halves">
              <Switches title="Reminders" rows={ALERTS} stored={stored} />
              <Switches title="Offers and news" rows={MARKETING} stored={stored} />
            </div>
          </>
        )}
      </Loaded>
    </AccountPage>
  );
}
