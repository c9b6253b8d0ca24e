import { Button } from "@kit/button";
import { Problem } from "@kit/fields";
import { formatMoney, plural } from "@kit/money";
import { useState } from "preact/hooks";
import type { Order, OrderLine } from "../../api/types";
import { useAddToCart } from "../../parts/cart-actions";
import { ProductLine } from "../../parts/line";
import { ReviewDialog } from "../../parts/review-dialog";
import { CancelLine } from "./order-actions";
import { Panel } from "./parts";

function AddAgain({ line }: { line: OrderLine }) {
  const { add, busy, error } = useAddToCart();
  const body = { product_id: line.product_id, variant_id: line.variant_id, quantity: 1 };
  return (
    <>
      <Button
        kind="soft"
        size="small"
        disabled={busy}
        aria-label={`Add ${line.title} to cart`}
        onClick={() => add(body, line.title)}
      >
        Add to cart
      </Button>
      <Problem error={error} />
    </>
  );
}

function ReviewButton({ line }: { line: OrderLine }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button kind="quiet" size="small" aria-label={`Review ${line.title}`} onClick={() => setOpen(true)}>
        Write a review
      </Button>
      <ReviewDialog product={line} open={open} onClose={() => setOpen(false)} />
    </>
  );
}

/** Facts about a line, in small print: its variant, how many, what became of it. Pure. */
export function lineFacts(line: OrderLine): string {
  const facts = [line.variant, `Quantity ${line.quantity}`];
  if (line.gift_wrap) facts.push("Gift wrapped");
  if (line.returned > 0) facts.push(`${line.returned} of ${line.quantity} returned`);
  return facts.filter(Boolean).join(" · ");
}

function Line({ order, line }: { order: Order; line: OrderLine }) {
  const gone = line.status === "cancelled";
  const alone = order.items.filter((one) => one.status !== "cancelled").length < 2;
  return (
    <ProductLine
      product={line}
      title={line.title}
      end={
        <span class="num">
          <span class="strong">{formatMoney(line.total)}</span>
          {line.quantity > 1 && <span class="muted small"> ({formatMoney(line.unit_price)} each)</span>}
        </span>
      }
    >
      <p class="muted small">{lineFacts(line)}</p>
      {gone && <span class="badge bad">Cancelled</span>}
      <div class="actions">
        <AddAgain line={line} />
        {order.status === "delivered" && !gone && <ReviewButton line={line} />}
        {order.can_cancel && !gone && !alone && <CancelLine order={order} line={line} />}
      </div>
    </ProductLine>
  );
}

export function OrderItems({ order }: { order: Order }) {
  return (
    <Panel title={plural(order.items.length, "item")} icon="box">
      <div>
        {order.items.map((line) => (
          <Line key={line.line_id} order={order} line={line} />
        ))}
      </div>
    </Panel>
  );
}
