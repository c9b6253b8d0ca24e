import { Button } from "@kit/button";
import { formatDate } from "@kit/clock";
import type { Writer } from "@kit/data";
import { Problem } from "@kit/fields";
import type { Checkout } from "../../api/types";
import { TotalsList } from "../../parts/totals";

interface Props {
  checkout: Checkout;
  writer: Writer;
  /** A choice was just made and the sums are being worked out anew. */
  refreshing: boolean;
  onOrder: () => void;
}

function Chosen({ checkout }: { checkout: Checkout }) {
  const address = checkout.addresses.find((one) => one.id === checkout.address_id);
  const method = checkout.payment_methods.find((one) => one.id === checkout.payment_method_id);
  const option = checkout.delivery_options.find((one) => one.id === checkout.delivery_method);
  const day = checkout.delivery_date ?? option?.date;
  return (
    <dl class="facts small">
      <dt>To</dt>
      <dd>{address ? `${address.label}, ${address.postcode}` : "No address chosen"}</dd>
      <dt>Arrives</dt>
      <dd>{day ? formatDate(day, "day") : "No day chosen"}</dd>
      <dt>Paid with</dt>
      <dd>{method ? method.text : "No payment method chosen"}</dd>
    </dl>
  );
}

export function SummaryBox({ checkout, writer, refreshing, onOrder }: Props) {
  return (
    <aside class="panel stack summary" aria-label="Order summary" aria-busy={refreshing}>
      <h2>Order summary</h2>
      <Chosen checkout={checkout} />
      <TotalsList totals={checkout.totals} coupon={checkout.coupon?.code ?? null} grand="Order total" />
      {checkout.problems.length > 0 && (
        <ul class="note warn small stack" style={{ "--gap": "4px" }}>
          {checkout.problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      )}
      <Button kind="primary" wide disabled={writer.busy || refreshing} onClick={onOrder}>
        Place order
      </Button>
      <Problem error={writer.error} />
      <p class="muted small">
        By placing the order you buy at the price shown. Most things can be returned within 30 days.
      </p>
    </aside>
  );
}
