/** Buttons that write: at once, or after a question. */
import { Button } from "@kit/button";
import { useWriter, type Writer } from "@kit/data";
import { Dialog } from "@kit/dialog";
import { Problem } from "@kit/fields";
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";

interface AskedProps {
  /** On the button that opens the question. */
  label: ComponentChildren;
  /** Accessible name of that button, unique on the page. */
  name: string;
  title: string;
  children: ComponentChildren;
  /** On the button that does it. */
  yes: string;
  no?: string;
  kind?: "quiet" | "danger" | "soft";
  size?: "small";
  busy: boolean;
  error: Writer["error"];
  /** Resolves to whether it was done; the question closes then. */
  onYes: () => Promise<boolean>;
  onOpen?: () => void;
}

/** A button that asks before it acts. A refusal is shown in the question. */
export function AskedButton(props: AskedProps) {
  const [open, setOpen] = useState(false);
  const show = () => {
    props.onOpen?.();
    setOpen(true);
  };
  const act = async (event: Event) => {
    event.preventDefault();
    if (await props.onYes()) setOpen(false);
  };
  return (
    <>
      <Button kind={props.kind} size={props.size} aria-label={props.name} onClick={show}>
        {props.label}
      </Button>
      <Dialog title={props.title} open={open} onClose={() => setOpen(false)}>
        <form class="stack" onSubmit={act} noValidate>
          {props.children}
          <Problem error={props.error} />
          <div class="dialog-actions">
            <Button onClick={() => setOpen(false)}>{props.no ?? "Go back"}</Button>
            <Button kind="danger" type="submit" disabled={props.busy}>
              {props.yes}
            </Button>
          </div>
        </form>
      </Dialog>
    </>
  );
}

/** A write that needs a yes first, with nothing else to choose. */
export function DeleteButton(props: {
  name: string;
  label?: string;
  title: string;
  text: ComponentChildren;
  yes: string;
  said: string;
  job: () => Promise<unknown>;
}) {
  const writer = useWriter();
  return (
    <AskedButton
      kind="quiet"
      size="small"
      label={props.label ?? "Delete"}
      name={props.name}
      title={props.title}
      yes={props.yes}
      busy={writer.busy}
      error={writer.error}
      onOpen={writer.clear}
      onYes={async () => (await writer.run(props.job, props.said)) !== undefined}
    >
      <p>{props.text}</p>
    </AskedButton>
  );
}

/** A button that acts at once; a refusal is told beneath it. */
export function ActButton(props: {
  name: string;
  label: ComponentChildren;
  said: string;
  job: () => Promise<unknown>;
  kind?: "primary" | "soft" | "quiet";
  size?: "small";
}) {
  const writer = useWriter();
  return (
    <>
      <Button
        kind={props.kind}
        size={props.size}
        aria-label={props.name}
        disabled={writer.busy}
        onClick={() => writer.run(props.job, props.said)}
      >
        {props.label}
      </Button>
      <Problem error={writer.error} />
    </>
  );
}
