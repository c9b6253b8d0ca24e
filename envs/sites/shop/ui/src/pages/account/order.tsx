import { formatDate } from "@kit/clock";
import { useReading } from "@kit/data";
import { Loaded, Steps } from "@kit/pieces";
import { ButtonLink, Link } from "@kit/router";
import { useRoute } from "preact-iso";
import { getOrder, getTracking } from "../../api/endpoints";
import { links } from "../../api/links";
import type { Order } from "../../api/types";
import { ReturnBadge, StatusBadge } from "../../parts/order-status";
import { TotalsList } from "../../parts/totals";
import { AccountPage } from "./layout";
import { CancelOrder, CancelReason, Reorder } from "./order-actions";
import { OrderAddress, OrderDay, OrderGift } from "./order-changes";
import { OrderItems } from "./order-items";
import { Panel } from "./parts";

function Status({ order }: { order: Order }) {
  const reading = useReading(`tracking:${order.id}`, () => getTracking(order.id));
  const latest = order.tracking[0];
  return (
    <section class="panel stack" aria-label="Status of the order" style={{ "--gap": "12px" }}>
      <div class="row between">
        <h2>{order.status_text}</h2>
        <StatusBadge status={order.status} />
      </div>
      {reading.data && <Steps steps={reading.data.steps} label="Progress of the order" />}
      {latest && (
        <p class="muted small">
          {formatDate(latest.at, "datetime")}: {latest.text}
        </p>
      )}
      {order.cancel_reason && <CancelReason reason={order.cancel_reason} />}
      <div class="row">
        <ButtonLink kind="soft" href={links.tracking(order.id)}>
          Track this order
        </ButtonLink>
        {order.can_return && <ButtonLink href={links.newReturn(order.id)}>Return items</ButtonLink>}
        <Reorder order={order} />
        {order.can_cancel && <CancelOrder order={order} />}
        <ButtonLink kind="quiet" href={`${links.contact}?order=${encodeURIComponent(order.id)}`}>
          Ask about this order
        </ButtonLink>
      </div>
    </section>
  );
}

function Returns({ order }: { order: Order }) {
  if (order.returns.length === 0) return null;
  return (
    <Panel title="Returns of this order" icon="return">
      <ul class="stack" style={{ "--gap": "8px" }}>
        {order.returns.map((one) => (
          <li key={one.id} class="row">
            <Link href={links.ret(one.id)}>Return {one.number}</Link> <ReturnBadge status={one.status} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function Payment({ order }: { order: Order }) {
  return (
    <Panel title="Payment" icon="card">
      <div class="stack" style={{ "--gap": "12px" }}>
        <p>{order.payment_text}</p>
        <TotalsList totals={order.totals} coupon={order.coupon_code} grand="Order total" />
        {order.status !== "cancelled" && <Link href={links.invoice(order.id)}>View invoice</Link>}
      </div>
    </Panel>
  );
}

function Details({ order }: { order: Order }) {
  return (
    <>
      <Status order={order} />
      <div class="split">
        <div class="stack">
          <OrderItems order={order} />
          <Returns order={order} />
        </div>
        <div class="stack">
          <OrderAddress order={order} />
          <OrderDay order={order} />
          <OrderGift order={order} />
          <Payment order={order} />
        </div>
      </div>
    </>
  );
}

export function OrderPage() {
  const id = useRoute().params.id ?? "";
  const reading = useReading(`order:${id}`, () => getOrder(id));
  const order = reading.data;
  return (
    <AccountPage
      title={order ? `Order ${order.number}` : "Order"}
      lead={order && `Placed on ${formatDate(order.placed_at)} for ${order.recipient}`}
      crumbs={[{ text: "Orders", href: links.orders }]}
    >
      <Loaded reading={reading}>{(found) => <Details order={found} />}</Loaded>
    </AccountPage>
  );
}
