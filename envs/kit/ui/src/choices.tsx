/** Choices: check boxes, switches, radios and stars. Each shows what was wanted while it is being stored. */
import type { ComponentChildren } from "preact";
import { useDraft } from "./draft";
import { Icon } from "./icons";

interface CheckProps {
  label: ComponentChildren;
  checked: boolean;
  /** May return a promise; meanwhile the wanted state is shown. */
  onChecked: (checked: boolean) => unknown;
  disabled?: boolean;
  name?: string;
  hint?: string;
}

export function Checkbox({ label, checked, onChecked, disabled, name, hint }: CheckProps) {
  const [shown, change] = useDraft(checked, onChecked);
  return (
    <label class={disabled ? "choice disabled" : "choice"}>
      <input
        type="checkbox"
        name={name}
        checked={shown}
        disabled={disabled}
        onChange={(event) => change(event.currentTarget.checked)}
      />
      <span>
        {label}
        {hint && <span class="muted small"> {hint}</span>}
      </span>
    </label>
  );
}

/** An on/off setting that takes effect at once. */
export function Switch({ label, checked, onChecked, disabled, name, hint }: CheckProps) {
  const [shown, change] = useDraft(checked, onChecked);
  return (
    <label class="switch">
      <span>
        <span class="strong">{label}</span>
        {hint && <span class="muted small"> {hint}</span>}
      </span>
      <input
        type="checkbox"
        role="switch"
        name={name}
        checked={shown}
        disabled={disabled}
        onChange={(event) => change(event.currentTarget.checked)}
      />
    </label>
  );
}

export interface Choice {
  value: string;
  title: string;
  text?: ComponentChildren;
  badge?: ComponentChildren;
  disabled?: boolean;
}

interface GroupProps {
  legend: string;
  /** The legend is for assistive technology only, because a heading shows it. */
  legendHidden?: boolean;
  name: string;
  value: string;
  /** May return a promise; meanwhile the wanted choice is shown. */
  onValue: (value: string) => unknown;
  choices: readonly Choice[];
}

function Legend({ legend, legendHidden }: Pick<GroupProps, "legend" | "legendHidden">) {
  return <legend class={legendHidden ? "sr-only" : "legend"}>{legend}</legend>;
}

/** One of several, each a card that says what it is. */
export function RadioCards({ legend, legendHidden, name, value, onValue, choices }: GroupProps) {
  const [shown, change] = useDraft(value, onValue);
  return (
    <fieldset class="stack" style={{ "--gap": "8px" }}>
      <Legend legend={legend} legendHidden={legendHidden} />
      <div class="radio-cards">
        {choices.map((choice) => (
          <label class="radio-card" key={choice.value}>
            <input
              type="radio"
              name={name}
              value={choice.value}
              checked={choice.value === shown}
              disabled={choice.disabled}
              onChange={() => change(choice.value)}
            />
            <span class="stack" style={{ "--gap": "2px" }}>
              <span class="card-title">
                {choice.title} {choice.badge}
              </span>
              {choice.text && <span class="card-text">{choice.text}</span>}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** One of a few short values, such as colours or sizes. */
export function RadioPills({ legend, legendHidden, name, value, onValue, choices }: GroupProps) {
  const [shown, change] = useDraft(value, onValue);
  return (
    <fieldset class="stack" style={{ "--gap": "8px" }}>
      <Legend legend={legend} legendHidden={legendHidden} />
      <div class="pill-group">
        {choices.map((choice) => (
          <label class={choice.disabled ? "pill out" : "pill"} key={choice.value}>
            <input
              type="radio"
              name={name}
              value={choice.value}
              checked={choice.value === shown}
              onChange={() => change(choice.value)}
            />
            <span>{choice.title}</span>
            {choice.text && <span class="small muted">{choice.text}</span>}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** One of a few, as a plain list. */
export function RadioList({ legend, legendHidden, name, value, onValue, choices }: GroupProps) {
  const [shown, change] = useDraft(value, onValue);
  return (
    <fieldset class="stack" style={{ "--gap": "8px" }}>
      <Legend legend={legend} legendHidden={legendHidden} />
      <div class="choices">
        {choices.map((choice) => (
          <label class={choice.disabled ? "choice disabled" : "choice"} key={choice.value}>
            <input
              type="radio"
              name={name}
              value={choice.value}
              checked={choice.value === shown}
              disabled={choice.disabled}
              onChange={() => change(choice.value)}
            />
            <span>
              {choice.title} {choice.text && <span class="muted small">{choice.text}</span>}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

const STAR_WORDS = ["", "1 star", "2 stars", "3 stars", "4 stars", "5 stars"];

/** Picks one to five stars; 0 is no answer yet. */
export function RatingInput({
  legend,
  name,
  value,
  onValue,
}: {
  legend: string;
  name: string;
  value: number;
  onValue: (stars: number) => void;
}) {
  return (
    <fieldset class="stack" style={{ "--gap": "4px" }}>
      <Legend legend={legend} />
      <div class="rating-input">
        {[1, 2, 3, 4, 5].map((stars) => (
          <label key={stars} class={stars <= value ? "on" : ""}>
            <input
              type="radio"
              name={name}
              value={stars}
              checked={stars === value}
              onChange={() => onValue(stars)}
              aria-label={STAR_WORDS[stars]}
            />
            <Icon name="star" filled={stars <= value} />
          </label>
        ))}
      </div>
    </fieldset>
  );
}
