/** Form fields: a visible label, an optional hint, and the mark of a refusal that names the field. */
import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";
import { useDraft } from "./draft";
import type { ApiError } from "./http";
import { Icon } from "./icons";
import { Link } from "./router";

/** Why something was refused. */
export function Problem({ error, linkText = "Put this right" }: { error: ApiError | undefined; linkText?: string }) {
  if (!error) return null;
  return (
    <div class="problem" role="alert">
      <span>{error.reason}</span>
      {error.link && <Link href={error.link}>{linkText}</Link>}
    </div>
  );
}

interface Shell {
  label: string;
  hint?: string;
  class?: string;
  /** A refusal; the field is marked when it is about `name`. */
  error?: ApiError | undefined;
  name: string;
}

function useField({ hint, error, name }: Pick<Shell, "hint" | "error" | "name">) {
  const id = useId();
  const wrong = error?.field === name;
  const aria = {
    "aria-describedby": hint ? `${id}-hint` : undefined,
    "aria-invalid": wrong ? true : undefined,
  } as const;
  return { id, aria };
}

function FieldShell(props: Pick<Shell, "label" | "hint" | "class"> & { id: string; children: ComponentChildren }) {
  return (
    <div class={["field", props.class].filter(Boolean).join(" ")}>
      <label for={props.id}>{props.label}</label>
      {props.children}
      {props.hint && (
        <span class="hint" id={`${props.id}-hint`}>
          {props.hint}
        </span>
      )}
    </div>
  );
}

/** What a caller may say about the native control. */
interface Control {
  type?: "text" | "email" | "tel" | "number" | "password" | "search";
  inputMode?: "numeric" | "decimal" | "text";
  required?: boolean;
  disabled?: boolean;
  placeholder?: string;
  maxLength?: number;
  rows?: number;
  autocomplete?: string;
}

interface TextProps extends Shell {
  value: string;
  onValue: (value: string) => void;
}

export function TextField({ label, hint, class: extra, error, name, value, onValue, ...rest }: TextProps & Control) {
  const { id, aria } = useField({ hint, error, name });
  return (
    <FieldShell id={id} label={label} hint={hint} class={extra}>
      <input
        id={id}
        class="input"
        name={name}
        value={value}
        autocomplete="off"
        {...aria}
        {...(rest as object)}
        onInput={(event) => onValue(event.currentTarget.value)}
      />
    </FieldShell>
  );
}

export function TextArea({ label, hint, class: extra, error, name, value, onValue, ...rest }: TextProps & Control) {
  const { id, aria } = useField({ hint, error, name });
  return (
    <FieldShell id={id} label={label} hint={hint} class={extra}>
      <textarea
        id={id}
        class="input"
        name={name}
        value={value}
        {...aria}
        {...rest}
        onInput={(event) => onValue(event.currentTarget.value)}
      />
    </FieldShell>
  );
}

export interface Option {
  value: string;
  label: string;
  disabled?: boolean;
}

export function SelectField(
  props: TextProps & { options: readonly Option[] } & Pick<Control, "required" | "disabled">,
) {
  const { label, hint, class: extra, error, name, value, onValue, options, ...rest } = props;
  const { id, aria } = useField({ hint, error, name });
  return (
    <FieldShell id={id} label={label} hint={hint} class={extra}>
      <select
        id={id}
        class="input"
        name={name}
        value={value}
        {...aria}
        {...rest}
        onChange={(event) => onValue(event.currentTarget.value)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            {option.label}
          </option>
        ))}
      </select>
    </FieldShell>
  );
}

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
