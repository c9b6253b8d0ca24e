/** Small pieces that several account pages share. */
import { Button } from "@kit/button";
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
