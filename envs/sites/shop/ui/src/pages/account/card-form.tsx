import { today } from "@kit/clock";
import { useReading, useWriter } from "@kit/data";
import { Checkbox, Problem, SelectField, TextField } from "@kit/fields";
import type { ApiError } from "@kit/http";
import { EmptyState, Loaded } from "@kit/pieces";
import { useGo } from "@kit/router";
import { useRoute } from "preact-iso";
import { addCard, changeCard, listPaymentMethods } from "../../api/endpoints";
import { links } from "../../api/links";
import type { CardDraft, PaymentMethod } from "../../api/types";
import { useSession } from "../../site";
import { type Draft, useDraft } from "./drafts";
import { AccountPage } from "./layout";
import { FormActions } from "./parts";

type Fields = Required<CardDraft>;

const MONTHS = Array.from({ length: 12 }, (_, index) => String(index + 1).padStart(2, "0"));
const AHEAD = 12;

/** The years a card may name, with the one it has. Pure. */
export function cardYears(first: number, own: string): string[] {
  const years = Array.from({ length: AHEAD }, (_, index) => String(first + index));
  return own && !years.includes(own) ? [own, ...years] : years;
}

function Expiry({ draft, error }: { draft: Draft<Fields>; error: ApiError | undefined }) {
  const [year = "", month = ""] = draft.value.expires.split("-");
  const set = (newYear: string, newMonth: string) => draft.set("expires", `${newYear}-${newMonth}`);
  const options = (first: string, values: readonly string[]) => [
    { value: "", label: first },
    ...values.map((value) => ({ value, label: value })),
  ];
  return (
    <>
      <SelectField
        label="Expiry month"
        name="expires"
        value={month}
        onValue={(value) => set(year, value)}
        options={options("Month", MONTHS)}
        error={error}
      />
      <SelectField
        label="Expiry year"
        name="expires"
        value={year}
        onValue={(value) => set(value, month)}
        options={options("Year", cardYears(Number(today().slice(0, 4)), year))}
        error={error}
      />
    </>
  );
}

interface Props {
  stored: Fields;
  isNew: boolean;
  kind: PaymentMethod["kind"];
  send: (changes: Partial<Fields>, all: Fields) => Promise<unknown>;
  said: string;
}

function CardForm({ stored, isNew, kind, send, said }: Props) {
  const draft = useDraft(stored);
  const writer = useWriter();
  const go = useGo();
  const submit = async (event: Event) => {
    event.preventDefault();
    const words = { text: said, keep: true };
    if (await writer.run(() => send(draft.changes, draft.value), words)) go(links.payment);
  };
  const text = (key: "number" | "holder" | "nickname", label: string, hint?: string) => (
    <TextField
      class="full"
      label={label}
      hint={hint}
      name={key}
      inputMode={key === "number" ? "numeric" : "text"}
      value={draft.value[key]}
      onValue={(value) => draft.set(key, value)}
      error={writer.error}
    />
  );
  return (
    <form class="panel stack narrow" onSubmit={submit} noValidate>
      <div class="form-grid">
        {isNew && text("number", "Card number", "13 to 19 digits. Only the brand and the last four are kept.")}
        {kind === "card" && <Expiry draft={draft} error={writer.error} />}
        {text("holder", kind === "card" ? "Name on the card" : "Account holder")}
        {text("nickname", "Nickname", "What you call it, for example Everyday")}
      </div>
      {isNew && (
        <Checkbox
          label="Make this my default payment method"
          name="default"
          checked={draft.value.default}
          onChecked={(on) => draft.set("default", on)}
        />
      )}
      <Problem error={writer.error} />
      <FormActions save={isNew ? "Add card" : "Save changes"} busy={writer.busy} onCancel={() => go(links.payment)} />
    </form>
  );
}

const CRUMBS = [{ text: "Payment methods", href: links.payment }];

export function NewCardPage() {
  const name = useSession()?.name;
  const stored = { number: "", expires: "-", holder: name ?? "", nickname: "", default: false };
  return (
    <AccountPage title="Add card" crumbs={CRUMBS}>
      {name && <CardForm stored={stored} isNew kind="card" send={(_, all) => addCard(all)} said="Card added" />}
    </AccountPage>
  );
}

export function EditCardPage() {
  const id = useRoute().params.id ?? "";
  const reading = useReading("payment-methods", listPaymentMethods);
  const found = reading.data?.items.find((one) => one.id === id);
  return (
    <AccountPage title={found ? `Edit ${found.nickname}` : "Edit payment method"} crumbs={CRUMBS}>
      <Loaded reading={reading}>
        {() =>
          found ? (
            <CardForm
              key={found.id}
              stored={{ number: "", ...found }}
              isNew={false}
              kind={found.kind}
              send={(changes) => changeCard(id, changes)}
              said={`Payment method saved: ${found.nickname}`}
            />
          ) : (
            <EmptyState title="We do not know this payment method" />
          )
        }
      </Loaded>
    </AccountPage>
  );
}
