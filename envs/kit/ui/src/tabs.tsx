import { normalizeProps, useMachine } from "@zag-js/preact";
import * as zag from "@zag-js/tabs";
import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";

export interface Tab {
  id: string;
  title: string;
  content: () => ComponentChildren;
}

interface Props {
  label: string;
  tabs: readonly Tab[];
  value: string;
  onValue: (id: string) => void;
}

export function Tabs({ label, tabs, value, onValue }: Props) {
  const service = useMachine(zag.machine, {
    id: useId(),
    value,
    translations: { listLabel: label },
    onValueChange: (details) => onValue(details.value),
  });
  const api = zag.connect(service, normalizeProps);
  const current = tabs.find((tab) => tab.id === api.value) ?? tabs[0];
  return (
    <div {...api.getRootProps()} class="tabs">
      <div {...api.getListProps()}>
        {tabs.map((tab) => (
          <button key={tab.id} {...api.getTriggerProps({ value: tab.id })}>
            {tab.title}
          </button>
        ))}
      </div>
      {current && (
        <div key={current.id} {...api.getContentProps({ value: current.id })}>
          {current.content()}
        </div>
      )}
    </div>
  );
}
