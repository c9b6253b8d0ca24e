import { Button } from "@kit/button";
import { addDays, today } from "@kit/clock";
import { useWriter } from "@kit/data";
import { DatePicker } from "@kit/datepicker";
import { Problem, SelectField } from "@kit/fields";
import { Quantity } from "@kit/quantity";
import { useGo } from "@kit/router";
import { useState } from "preact/hooks";
import { createSubscription } from "../../api/endpoints";
import { links } from "../../api/links";
import type { Address, PaymentMethod, Product, Variant } from "../../api/types";

const WEEKS = [2, 4, 6, 8, 12];
/** How far ahead a first delivery can be asked for; the server has the last word. */
const AHEAD_DAYS = 60;

interface FormProps {
  product: Product;
  variant: Variant | null;
  onClose: () => void;
  addresses: readonly Address[];
  methods: readonly PaymentMethod[];
}

/** What a subscription needs to be known. With its calendar too large for the first script. */
export function SubscribeForm({ product, variant, onClose, addresses, methods }: FormProps) {
  const first = addDays(today(), Math.max(2, product.ships_in_days + 1));
  const [quantity, setQuantity] = useState(1);
  const [weeks, setWeeks] = useState("4");
  const [day, setDay] = useState(first);
  const [address, setAddress] = useState(addresses[0]?.id ?? "");
  const [method, setMethod] = useState(methods[0]?.id ?? "");
  const writer = useWriter();
  const go = useGo();
  const submit = async (event: Event) => {
    event.preventDefault();
    const body = {
      product_id: product.id,
      variant_id: variant?.id ?? null,
      quantity,
      every_weeks: Number(weeks),
      first_date: day,
      address_id: address,
      payment_method_id: method,
    };
    const done = await writer.run(() => createSubscription(body), {
      text: `Subscribed to ${product.title}`,
      keep: true,
    });
    if (!done) return;
    onClose();
    go(links.subscriptions);
  };
  return (
    <form class="stack" onSubmit={(event) => void submit(event)}>
      <p class="muted">10% off each delivery. Change, skip or cancel whenever you like.</p>
      <div class="row">
        <span class="strong small">Quantity</span>
        <Quantity
          label={`each delivery of ${product.title}`}
          value={quantity}
          max={product.max_per_order}
          onValue={setQuantity}
        />
      </div>
      <SelectField
        label="How often"
        name="every_weeks"
        value={weeks}
        onValue={setWeeks}
        error={writer.error}
        options={WEEKS.map((one) => ({ value: String(one), label: `Every ${one} weeks` }))}
      />
      <DatePicker label="First delivery" value={day} onValue={setDay} min={first} max={addDays(today(), AHEAD_DAYS)} />
      <SelectField
        label="Deliver to"
        name="address_id"
        value={address}
        onValue={setAddress}
        error={writer.error}
        options={addresses.map((one) => ({ value: one.id, label: `${one.label}, ${one.line1}, ${one.postcode}` }))}
      />
      <SelectField
        label="Pay with"
        name="payment_method_id"
        value={method}
        onValue={setMethod}
        error={writer.error}
        options={methods.map((one) => ({ value: one.id, label: one.text + (one.expired ? " (expired)" : "") }))}
      />
      <Problem error={writer.error} />
      <div class="dialog-actions">
        <Button onClick={onClose}>Not now</Button>
        <Button kind="primary" type="submit" disabled={writer.busy || !day}>
          Start subscription
        </Button>
      </div>
    </form>
  );
}
