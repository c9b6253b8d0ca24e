import * as zag from "@zag-js/combobox";
import { normalizeProps, useMachine } from "@zag-js/preact";
import { useEffect, useId, useMemo, useRef, useState } from "preact/hooks";
import { Icon } from "./icons";

export interface Suggested {
  id: string;
  label: string;
  detail: string;
}

interface Props<T extends Suggested> {
  label: string;
  placeholder: string;
  text: string;
  onText: (text: string) => void;
  suggest: (text: string) => Promise<readonly T[]>;
  onPick: (picked: T) => void;
  onSubmit: (text: string) => void;
  submitLabel: string;
}

/** Asks for suggestions, one question at a time: while one is out, only the newest text waits its turn. */
function useSuggestions<T>(suggest: (text: string) => Promise<readonly T[]>) {
  const [found, setFound] = useState<readonly T[]>([]);
  const state = useRef({ busy: false, wanted: null as string | null, alive: true, round: 0 });
  useEffect(() => {
    state.current.alive = true;
    return () => {
      state.current.alive = false;
    };
  }, []);
  const ask = async (text: string) => {
    const here = state.current;
    here.wanted = text;
    if (here.busy) return;
    here.busy = true;
    while (here.wanted !== null) {
      const now: string = here.wanted;
      here.wanted = null;
      const round = here.round;
      const list = now.trim() ? await suggest(now.trim()).catch(() => []) : [];
      if (here.alive && here.wanted === null && round === here.round) setFound(list);
    }
    here.busy = false;
  };
  /** Forgets what is out: an answer that comes after the search was sent must not open the list again. */
  const drop = () => {
    state.current.wanted = null;
    state.current.round += 1;
    setFound([]);
  };
  return { found, ask, drop };
}

/** A search field with suggestions. Enter without a marked suggestion submits the text as it is. */
export function SearchCombobox<T extends Suggested>(props: Props<T>) {
  const { found, ask, drop } = useSuggestions(props.suggest);
  const collection = useMemo(
    () => zag.collection({ items: [...found], itemToValue: (item) => item.id, itemToString: (item) => item.label }),
    [found],
  );
  const service = useMachine(zag.machine, {
    id: useId(),
    collection,
    value: [],
    inputValue: props.text,
    allowCustomValue: true,
    selectionBehavior: "preserve",
    openOnClick: false,
    placeholder: props.placeholder,
    positioning: { sameWidth: true, gutter: 6, placement: "bottom-start" },
    onInputValueChange: ({ inputValue, reason }) => {
      if (reason !== "input-change") return;
      props.onText(inputValue);
      void ask(inputValue);
    },
    onSelect: ({ itemValue }) => {
      const picked = found.find((item) => item.id === itemValue);
      if (picked) props.onPick(picked);
    },
  });
  const api = zag.connect(service, normalizeProps);
  const used = useRef(false);
  used.current ||= api.focused || api.open;
  const submit = (event: Event) => {
    event.preventDefault();
    api.setOpen(false);
    drop();
    props.onSubmit(props.text.trim());
  };
  return (
    <search class="combo" {...api.getRootProps()}>
      <form onSubmit={submit}>
        <div {...api.getControlProps()} class="combo-control">
          <input {...(api.getInputProps() as object)} aria-label={props.label} type="text" enterKeyHint="search" />
          <button type="submit" aria-label={props.submitLabel}>
            <Icon name="search" />
          </button>
        </div>
      </form>
      {/* There from the first focus on, because the machine measures it before suggestions have come; not before,
          because a machine that starts scrolls its list to the top, and so has the browser lay out the page. */}
      {used.current && (
        <div {...api.getPositionerProps()} hidden={!api.open || found.length === 0}>
          <div {...api.getContentProps()} class="listbox">
            {found.map((item) => (
              <div key={item.id} {...api.getItemProps({ item })}>
                <span>{item.label}</span>
                {item.detail && <span class="hint">{item.detail}</span>}
              </div>
            ))}
          </div>
        </div>
      )}
    </search>
  );
}
