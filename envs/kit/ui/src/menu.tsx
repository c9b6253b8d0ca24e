import * as zag from "@zag-js/menu";
import { normalizeProps, useMachine } from "@zag-js/preact";
import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";
import { Portal } from "./portal";

export interface MenuItem {
  id: string;
  text: string;
  hint?: ComponentChildren;
  /** Where it leads, or what it does. */
  href?: string;
  act?: () => void;
  disabled?: boolean;
  /** A line above it. */
  apart?: boolean;
}

interface Props {
  label: ComponentChildren;
  /** Accessible name where the label does not say enough. */
  name?: string;
  items: readonly MenuItem[];
  class?: string;
  disabled?: boolean;
}

function Entry({ api, item }: { api: zag.Api; item: MenuItem }) {
  const props = api.getItemProps({ value: item.id, disabled: item.disabled ?? false });
  const content = (
    <>
      <span>{item.text}</span>
      {item.hint && <span class="small muted">{item.hint}</span>}
    </>
  );
  return (
    <>
      {item.apart && <hr />}
      {item.href ? (
        <a {...props} href={item.href}>
          {content}
        </a>
      ) : (
        <div {...props}>{content}</div>
      )}
    </>
  );
}

/** A button that opens a list of links and actions. */
export function Menu({ label, name, items, class: extra = "btn", disabled }: Props) {
  const service = useMachine(zag.machine, {
    id: useId(),
    positioning: { placement: "bottom-end", gutter: 6 },
    onSelect: ({ value }) => items.find((item) => item.id === value)?.act?.(),
  });
  const api = zag.connect(service, normalizeProps);
  return (
    <>
      <button {...api.getTriggerProps()} class={extra} aria-label={name} disabled={disabled}>
        {label}
      </button>
      {api.open && (
        <Portal>
          <div {...api.getPositionerProps()}>
            <div {...api.getContentProps()} class="menu">
              {items.map((item) => (
                <Entry key={item.id} api={api} item={item} />
              ))}
            </div>
          </div>
        </Portal>
      )}
    </>
  );
}
