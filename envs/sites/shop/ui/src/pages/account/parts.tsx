/** Small pieces that several account pages share. */
import { Button } from "@kit/button";
import { useWriter, type Writer } from "@kit/data";
import { Dialog } from "@kit/dialog";
import { Problem } from "@kit/fields";
import { Icon, type IconName } from "@kit/icons";
import type { ComponentChildren } from "preact";
import { useId, useState } from "preact/hooks";

/** A white box with a heading, and what can be done with it at its right. */
export function Panel(props: {
  title: string;
  icon?: IconName;
  actions?: ComponentChildren;
  children: ComponentChildren;
  class?: string;
}) {
  const id = useId();
  return (
    <section class={["panel", props.class].filter(Boolean).join(" ")} aria-labelledby={id}>
      <div class="panel-head">
        <h2 id={id}>
          {props.icon && <Icon name={props.icon} />}
          {props.title}
        </h2>
        {props.actions && <div class="row panel-actions">{props.actions}</div>}
      </div>
      {props.children}
    </section>
  );
}

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

/** The last row of a form: send it, or leave things as they are. */
export function FormActions(props: { save: string; busy: boolean; disabled?: boolean; onCancel?: () => void }) {
  return (
    <div class="row form-actions">
      <Button kind="primary" type="submit" disabled={props.busy || props.disabled}>
        {props.save}
      </Button>
      {props.onCancel && (
        <Button kind="quiet" onClick={props.onCancel}>
          Cancel
        </Button>
      )}
    </div>
  );
}

export interface Draft<T> {
  value: T;
  /** Only what differs from what is stored. */
  changes: Partial<T>;
  changed: boolean;
  set: <K extends keyof T>(key: K, value: T[K]) => void;
  reset: () => void;
}

/** What differs from what is stored. Pure. */
export function changesOf<T extends object>(stored: T, edits: Partial<T>): Partial<T> {
  const keys = Object.keys(edits) as (keyof T)[];
  return Object.fromEntries(
    keys.filter((key) => edits[key] !== stored[key]).map((key) => [key, edits[key]]),
  ) as Partial<T>;
}

/** A form over something stored: after `reset` it shows again what the server says. */
export function useDraft<T extends object>(stored: T): Draft<T> {
  const [edits, setEdits] = useState<Partial<T>>({});
  const changes = changesOf(stored, edits);
  return {
    value: { ...stored, ...edits },
    changes,
    changed: Object.keys(changes).length > 0,
    set: (key, value) => setEdits((old) => ({ ...old, [key]: value })),
    reset: () => setEdits({}),
  };
}

/** Something stored with a button that opens a form for it in the same place. */
export function Editable(props: {
  title: string;
  icon?: IconName;
  /** Accessible name of the button; none where it cannot be changed. */
  change: string | null;
  view: ComponentChildren;
  form: (close: () => void) => ComponentChildren;
}) {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  const button = props.change && !open && (
    <Button kind="quiet" size="small" aria-label={props.change} onClick={() => setOpen(true)}>
      Change
    </Button>
  );
  return (
    <Panel title={props.title} icon={props.icon} actions={button}>
      {open && props.change ? props.form(close) : props.view}
    </Panel>
  );
}
