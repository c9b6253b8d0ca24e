import { useEffect, useState } from "preact/hooks";
import { Icon } from "./icons";

interface Props {
  /** What is counted, for the names of the controls. */
  label: string;
  value: number;
  min?: number;
  max: number;
  disabled?: boolean;
  onValue: (value: number) => void;
}

/** A whole number with buttons for one more and one fewer. Typing counts when the field is left or on Enter. */
export function Quantity({ label, value, min = 1, max, disabled, onValue }: Props) {
  const [draft, setDraft] = useState(String(value));
  useEffect(() => setDraft(String(value)), [value]);
  const commit = (text: string) => {
    const wanted = Math.round(Number(text));
    setDraft(String(value));
    if (text.trim() === "" || Number.isNaN(wanted) || wanted === value) return;
    onValue(Math.max(min, wanted));
  };
  return (
    <div class="stepper">
      <button
        type="button"
        class="icon-btn"
        aria-label={`One fewer: ${label}`}
        disabled={disabled || value <= min}
        onClick={() => onValue(value - 1)}
      >
        <Icon name="minus" />
      </button>
      <input
        type="number"
        inputMode="numeric"
        aria-label={`Quantity: ${label}`}
        min={min}
        max={max}
        value={draft}
        disabled={disabled}
        onInput={(event) => setDraft(event.currentTarget.value)}
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
        disabled={disabled || value >= max}
        onClick={() => onValue(value + 1)}
      >
        <Icon name="plus" />
      </button>
    </div>
  );
}
