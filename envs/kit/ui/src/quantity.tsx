import { useEffect, useState } from "preact/hooks";
import { useDraft } from "./draft";
import { Icon } from "./icons";

interface Props {
  /** What is counted, for the names of the controls. */
  label: string;
  value: number;
  min?: number;
  max: number;
  disabled?: boolean;
  /** May return a promise; meanwhile the wanted number is shown. */
  onValue: (value: number) => unknown;
}

/** A whole number with buttons for one more and one fewer. Typing counts when the field is left or on Enter. */
export function Quantity({ label, value, min = 1, max, disabled, onValue }: Props) {
  const [shown, change] = useDraft(value, onValue);
  const [text, setText] = useState(String(value));
  useEffect(() => setText(String(shown)), [shown]);
  const commit = (typed: string) => {
    const wanted = Math.round(Number(typed));
    setText(String(shown));
    if (typed.trim() === "" || Number.isNaN(wanted) || wanted === shown) return;
    change(Math.max(min, wanted));
  };
  return (
    <div class="stepper">
      <button
        type="button"
        class="icon-btn"
        aria-label={`One fewer: ${label}`}
        disabled={disabled || shown <= min}
        onClick={() => change(shown - 1)}
      >
        <Icon name="minus" />
      </button>
      <input
        type="number"
        inputMode="numeric"
        aria-label={`Quantity: ${label}`}
        min={min}
        max={max}
        value={text}
        disabled={disabled}
        onInput={(event) => setText(event.currentTarget.value)}
        onBlur={(event) => commit(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter") {
            event.preventDefault();
            commit(event.currentTarget.value);
          }
        }}
      />
      <button
        type="button"
        class="icon-btn"
        aria-label={`One more: ${label}`}
        disabled={disabled || shown >= max}
        onClick={() => change(shown + 1)}
      >
        <Icon name="plus" />
      </button>
    </div>
  );
}
