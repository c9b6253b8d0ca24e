import { formatDate } from "@kit/clock";
import { useReading } from "@kit/data";
import { Icon } from "@kit/icons";
import { formatMoney } from "@kit/money";
import { ButtonLink } from "@kit/router";
import { useRoute } from "preact-iso";
import { getOrder } from "../api/endpoints";
import { links } from "../api/links";
import type { Order } from "../api/types";
import { ProductLine } from "../parts/line";
import { usePageTitle } from "../site";

function Facts({ order }: { order: Order }) {
  return (
    <div class="panel stack" style={{ width: "min(640px, 100%)", textAlign: "left" }}>
      <dl class="facts">
        <dt>Order number</dt>
        <dd class="strong">{order.number}</dd>
        <dt>Arrives</dt>
        <dd>{formatDate(order.delivery_date, "day")}</dd>
        <dt>Delivered to</dt>
        <dd>{order.address_text}</dd>
        <dt>Paid with</dt>
        <dd>{order.payment_text}</dd>
        <dt>Total</dt>
        <dd>{formatMoney(order.totals.total)}</dd>
      </dl>
      <ul>
        {order.items.map((item) => (
          <li key={item.line_id}>
            <ProductLine product={item} title={item.title}>
              <p class="muted small">
                {item.variant && `${item.variant}, `}quantity {item.quantity}
              </p>
            </ProductLine>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The page after "Place order". Without an order number it says no more than that the order was taken. */
export function OrderPlacedPage() {
  usePageTitle("Order placed");
  const id = useRoute().params.id ?? "";
  const { data } = useReading(id ? `order:${id}` : null, () => getOrder(id));
  return (
    <div class="page placed">
      <span class="tick">
        <Icon name="check" />
      </span>
      <h1>Order placed</h1>
      <p class="muted">Thank you. We will write to you when it is on its way.</p>
      {data && <Facts order={data} />}
      <div class="row">
        {data && (
          <ButtonLink kind="primary" href={links.order(data.id)}>
            View order
          </ButtonLink>
        )}
        <ButtonLink href={links.orders}>Your orders</ButtonLink>
        <ButtonLink href={links.home}>Continue shopping</ButtonLink>
      </div>
    </div>
  );
}
