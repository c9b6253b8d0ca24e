/** Skipping, pausing, going on, ending. */
import { Button } from "@kit/button";
import { addDays, today } from "@kit/clock";
import { DatePicker } from "@kit/datepicker";
import { Problem } from "@kit/fields";
import { useState } from "preact/hooks";
import { cancelSubscription, pauseSubscription, resumeSubscription, skipSubscription } from "../../api/endpoints";
import type { Subscription } from "../../api/types";
import { ActButton, DeleteButton } from "./asking";
import { useSettledWriter } from "./drafts";
import { FormActions, Panel } from "./parts";

export function SkipButton({ sub }: { sub: Subscription }) {
  return (
    <ActButton
      kind="quiet"
      size="small"
      label="Skip next delivery"
      name={`Skip next delivery of ${sub.title}`}
      said={`Next delivery skipped: ${sub.title}`}
      job={() => skipSubscription(sub.id)}
    />
  );
}

interface FormProps {
  sub: Subscription;
  close: () => void;
}

function PauseForm({ sub, close }: FormProps) {
  const [day, setDay] = useState("");
  const writer = useSettledWriter();
  const pause = async (event: Event) => {
    event.preventDefault();
    if (await writer.run(() => pauseSubscription(sub.id, day || null), `Paused: ${sub.title}`)) close();
  };
  return (
    <form class="stack" onSubmit={pause} noValidate>
      <DatePicker
        label="Go on from (optional)"
        name="resume_date"
        value={day}
        onValue={setDay}
        min={addDays(today(), 1)}
        max={sub.dates.last_date}
        closed={sub.dates.closed}
        hint="Leave it empty to pause until you go on yourself."
      />
      <Problem error={writer.error} />
      <FormActions save="Pause subscription" busy={writer.busy} onCancel={close} />
    </form>
  );
}

function ResumeForm({ sub, close }: FormProps) {
  const [day, setDay] = useState("");
  const writer = useSettledWriter();
  const resume = async (event: Event) => {
    event.preventDefault();
    if (await writer.run(() => resumeSubscription(sub.id, day || null), `Going on again: ${sub.title}`)) close();
  };
  return (
    <form class="stack" onSubmit={resume} noValidate>
      <DatePicker
        label="First delivery (optional)"
        name="next_date"
        value={day}
        onValue={setDay}
        min={sub.dates.first_date}
        max={sub.dates.last_date}
        closed={sub.dates.closed}
        hint="Leave it empty for the first possible day."
      />
      <Problem error={writer.error} />
      <FormActions save="Resume subscription" busy={writer.busy} onCancel={close} />
    </form>
  );
}

function CancelButton({ sub }: { sub: Subscription }) {
  return (
    <DeleteButton
      label="Cancel subscription"
      name={`Cancel subscription ${sub.title}`}
      title="Cancel this subscription?"
      text={`${sub.title} will not come any more. A cancelled subscription cannot be started again; you can begin a new one.`}
      yes="Yes, cancel subscription"
      said={`Subscription cancelled: ${sub.title}`}
      job={() => cancelSubscription(sub.id)}
    />
  );
}

export function SubscriptionActions({ sub }: { sub: Subscription }) {
  const [open, setOpen] = useState(false);
  const paused = sub.status === "paused";
  const close = () => setOpen(false);
  if (sub.status === "cancelled") return null;
  return (
    <Panel title={paused ? "Paused" : "Take a break"} icon="clock">
      {open ? (
        paused ? (
          <ResumeForm sub={sub} close={close} />
        ) : (
          <PauseForm sub={sub} close={close} />
        )
      ) : (
        <div class="stack" style={{ "--gap": "10px", alignItems: "flex-start" }}>
          {!paused && <SkipButton sub={sub} />}
          <Button
            kind={paused ? "primary" : undefined}
            aria-label={`${paused ? "Resume" : "Pause"} ${sub.title}`}
            onClick={() => setOpen(true)}
          >
            {paused ? "Resume…" : "Pause…"}
          </Button>
          <CancelButton sub={sub} />
        </div>
      )}
    </Panel>
  );
}
