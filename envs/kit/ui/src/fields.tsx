/** Form fields: a visible label, an optional hint, and the mark of a refusal that names the field. */
import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";
import type { ApiError } from "./http";
import { Link } from "./router";

export { Checkbox, type Choice, RadioCards, RadioList, RadioPills, RatingInput, Switch } from "./choices";

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
