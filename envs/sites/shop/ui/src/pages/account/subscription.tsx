import { formatDate } from "@kit/clock";
import { useReading } from "@kit/data";
import { formatMoney } from "@kit/money";
import { Loaded } from "@kit/pieces";
import { useRoute } from "preact-iso";
import { getSubscription } from "../../api/endpoints";
import { links } from "../../api/links";
import type { Subscription } from "../../api/types";
import { ProductLine } from "../../parts/line";
import { SubscriptionBadge } from "../../parts/order-status";
import { spokenDay } from "./details";
import { AccountPage } from "./layout";
import { Panel } from "./parts";
import { SubscriptionActions } from "./subscription-actions";
import { SubscriptionForm } from "./subscription-form";
import { everyWeeks, nextText } from "./subscriptions";

function Upcoming({ sub }: { sub: Subscription }) {
  if (sub.upcoming.length === 0) return null;
  return (
    <div class="stack" style={{ "--gap": "6px" }}>
      <h3 class="small">Next deliveries</h3>
      <ul class="dates" aria-label="Next deliveries">
        {sub.upcoming.map((day) => (
          <li key={day}>{formatDate(day, "weekday")}</li>
        ))}
      </ul>
    </div>
  );
}

function Summary({ sub }: { sub: Subscription }) {
  return (
    <section class="panel stack" aria-label="At a glance" style={{ "--gap": "12px" }}>
      <ProductLine
        product={sub.product}
        title={sub.title}
        end={<span class="strong num">{formatMoney(sub.total)}</span>}
        size={96}
      >
        <p class="strong">{nextText(sub)}</p>
        <p class="muted small">
          {everyWeeks(sub.every_weeks)} · Quantity {sub.quantity} at {formatMoney(sub.unit_price)}
        </p>
        <p class="muted small">
          To {sub.address_label}, paid with {sub.payment_label}
        </p>
      </ProductLine>
      <Upcoming sub={sub} />
      {sub.skipped.length > 0 && (
        <p class="muted small">Skipped: {sub.skipped.map((day) => formatDate(day, "weekday")).join(", ")}</p>
      )}
    </section>
  );
}

function Details({ sub }: { sub: Subscription }) {
  return (
    <div class="split">
      <div class="stack">
        <Summary sub={sub} />
        {sub.status !== "cancelled" && (
          <Panel title="Change this subscription" icon="edit">
            <SubscriptionForm sub={sub} />
          </Panel>
        )}
      </div>
      <div class="stack">
        <SubscriptionActions sub={sub} />
        {sub.next_date && (
          <p class="note">
            Changes to the delivery of {spokenDay(sub.next_date)} are possible until two days before it.
          </p>
        )}
      </div>
    </div>
  );
}

export function SubscriptionPage() {
  const id = useRoute().params.id ?? "";
  const reading = useReading(`subscription:${id}`, () => getSubscription(id));
  const sub = reading.data;
  return (
    <AccountPage
      title={sub?.title ?? "Subscription"}
      lead={sub && `Subscription since ${formatDate(sub.created_at)}`}
      actions={sub && <SubscriptionBadge status={sub.status} />}
      crumbs={[{ text: "Subscriptions", href: links.subscriptions }]}
    >
      <Loaded reading={reading}>{(found) => <Details sub={found} />}</Loaded>
    </AccountPage>
  );
}
