/** First step of a return: which items, how many, why. */
import { ProductArt } from "@kit/art/index";
import { formatDate } from "@kit/clock";
import { Checkbox, SelectField } from "@kit/fields";
import { formatMoney } from "@kit/money";
import type { ReturnableLine, ReturnOptions } from "../../api/types";
import type { ChosenLine } from "./amounts";

type Chosen = Record<string, ChosenLine>;
type Reasons = ReturnOptions["reasons"];

function lineNote(line: ReturnableLine): string {
  if (!line.eligible) return line.reason ?? "This cannot be returned.";
  const until = line.return_by ? `Return by ${formatDate(line.return_by)}. ` : "";
  const only = line.faulty_only ? "Only if it is faulty, damaged or not what you ordered. " : "";
  return `${until}${only}Refund ${formatMoney(line.unit_refund)} each.`;
}

interface LineProps {
  line: ReturnableLine;
  reasons: Reasons;
  chosen: ChosenLine | undefined;
  onChosen: (chosen: ChosenLine | undefined) => void;
}

function Choices({ line, reasons, chosen, onChosen }: LineProps & { chosen: ChosenLine }) {
  const offered = reasons.filter((reason) => reason.fault || !line.faulty_only);
  const counts = Array.from({ length: line.quantity }, (_, index) => String(index + 1));
  return (
    <div class="form-grid">
      <SelectField
        label="Reason"
        name={`reason-${line.line_id}`}
        value={chosen.reason}
        onValue={(reason) => onChosen({ ...chosen, reason })}
        options={[
          { value: "", label: "Choose a reason" },
          ...offered.map((reason) => ({ value: reason.id, label: reason.label })),
        ]}
      />
      <SelectField
        label="How many"
        name={`quantity-${line.line_id}`}
        value={String(chosen.quantity)}
        onValue={(count) => onChosen({ ...chosen, quantity: Number(count) })}
        options={counts.map((count) => ({ value: count, label: `${count} of ${line.quantity}` }))}
      />
    </div>
  );
}

function Line(props: LineProps) {
  const { line, chosen, onChosen } = props;
  return (
    <li class="line">
      <span class="thumb">
        <ProductArt icon={line.icon} tone={line.tone} />
      </span>
      <fieldset class="grow stack" style={{ "--gap": "8px" }}>
        <legend class="sr-only">{line.title}</legend>
        <Checkbox
          label={<span class="strong">Return {line.title}</span>}
          name={`line-${line.line_id}`}
          checked={chosen !== undefined}
          disabled={!line.eligible}
          onChecked={(on) => onChosen(on ? { quantity: line.quantity, reason: "" } : undefined)}
        />
        <p class="muted small">{lineNote(line)}</p>
        {chosen && <Choices {...props} chosen={chosen} />}
      </fieldset>
    </li>
  );
}

export function ReturnLines(props: {
  lines: readonly ReturnableLine[];
  reasons: Reasons;
  chosen: Chosen;
  onChosen: (chosen: Chosen) => void;
}) {
  const { lines, reasons, chosen, onChosen } = props;
  const set = (id: string, one: ChosenLine | undefined) => {
    const rest = Object.fromEntries(Object.entries(chosen).filter(([key]) => key !== id));
    onChosen(one ? { ...rest, [id]: one } : rest);
  };
  return (
    <section class="panel checkout-step" aria-label="What you are returning">
      <h2>
        <span class="n">1</span> What are you returning?
      </h2>
      <ul>
        {lines.map((line) => (
          <Line
            key={line.line_id}
            line={line}
            reasons={reasons}
            chosen={chosen[line.line_id]}
            onChosen={(one) => set(line.line_id, one)}
          />
        ))}
      </ul>
    </section>
  );
}
