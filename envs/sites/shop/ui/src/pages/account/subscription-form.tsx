import { useReading } from "@kit/data";
import { DatePicker } from "@kit/datepicker";
import { Problem, RadioPills, SelectField } from "@kit/fields";
import { Loaded } from "@kit/pieces";
import { changeSubscription, listAddresses, listPaymentMethods } from "../../api/endpoints";
import type { Subscription, SubscriptionPatch } from "../../api/types";
import { addressOptions, paymentOptions } from "./details";
import { type Draft, useDraft, useSettledWriter } from "./drafts";
import { FormActions } from "./parts";

const WEEKS = [2, 4, 6, 8, 12];
const MOST = 6;

type Fields = Required<SubscriptionPatch>;

function stored(sub: Subscription): Fields {
  return {
    quantity: sub.quantity,
    every_weeks: sub.every_weeks,
    next_date: sub.next_date ?? "",
    address_id: sub.address_id,
    payment_method_id: sub.payment_method_id,
  };
}

function WhatAndWhen({ sub, draft }: { sub: Subscription; draft: Draft<Fields> }) {
  const counts = Array.from({ length: MOST }, (_, index) => String(index + 1));
  return (
    <>
      <RadioPills
        legend="How often"
        name="every_weeks"
        value={String(draft.value.every_weeks)}
        onValue={(weeks) => draft.set("every_weeks", Number(weeks))}
        choices={WEEKS.map((weeks) => ({ value: String(weeks), title: `Every ${weeks} weeks` }))}
      />
      <div class="form-grid">
        <SelectField
          label="Quantity"
          name="quantity"
          value={String(draft.value.quantity)}
          onValue={(count) => draft.set("quantity", Number(count))}
          options={counts.map((count) => ({ value: count, label: count }))}
        />
        {sub.status === "active" && (
          <DatePicker
            label="Next delivery"
            name="next_date"
            value={draft.value.next_date}
            onValue={(day) => draft.set("next_date", day)}
            min={sub.dates.first_date}
            max={sub.dates.last_date}
            closed={sub.dates.closed}
          />
        )}
      </div>
    </>
  );
}

function WhereAndHow({ draft }: { draft: Draft<Fields> }) {
  const addresses = useReading("addresses", listAddresses);
  const methods = useReading("payment-methods", listPaymentMethods);
  return (
    <>
      <Loaded reading={addresses}>
        {(list) => (
          <SelectField
            label="Deliver to"
            name="address_id"
            value={draft.value.address_id}
            onValue={(address) => draft.set("address_id", address)}
            options={addressOptions(list.items)}
          />
        )}
      </Loaded>
      <Loaded reading={methods}>
        {(list) => (
          <SelectField
            label="Pay with"
            name="payment_method_id"
            value={draft.value.payment_method_id}
            onValue={(method) => draft.set("payment_method_id", method)}
            options={paymentOptions(list.items)}
          />
        )}
      </Loaded>
    </>
  );
}

/** Sends only what was changed; afterwards shows what is stored. */
export function SubscriptionForm({ sub }: { sub: Subscription }) {
  const draft = useDraft(stored(sub));
  const writer = useSettledWriter();
  const save = async (event: Event) => {
    event.preventDefault();
    const said = `Subscription changed: ${sub.title}`;
    if (await writer.run(() => changeSubscription(sub.id, draft.changes), said)) draft.reset();
  };
  const emptied = sub.status === "active" && draft.value.next_date === "";
  return (
    <form class="stack" onSubmit={save} noValidate>
      <WhatAndWhen sub={sub} draft={draft} />
      <WhereAndHow draft={draft} />
      <Problem error={writer.error} />
      <FormActions
        save="Save changes"
        busy={writer.busy}
        disabled={!draft.changed || emptied}
        onCancel={draft.changed ? draft.reset : undefined}
      />
    </form>
  );
}
