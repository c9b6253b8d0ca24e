import { addDays, formatDate, today } from "@kit/clock";
import { useReading } from "@kit/data";
import { formatMoney } from "@kit/money";
import { Loaded } from "@kit/pieces";
import { ButtonLink } from "@kit/router";
import { useRoute } from "preact-iso";
import { getSubscription } from "../../api/endpoints";
import { links } from "../../api/links";
import type { Subscription } from "../../api/types";
import { ProductLine } from "../../parts/line";
import { SubscriptionBadge } from "../../parts/order-status";
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
      <h2 class="sr-only">At a glance</h2>
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

/** Until when the next delivery can be changed; the parcel is packed the day before. */
function Hint({ sub }: { sub: Subscription }) {
  if (sub.status === "cancelled") {
    return (
      <Panel title="Cancelled">
        <div class="stack">
          <p>Nothing more will come. You can begin a new subscription on the page of the product.</p>
          <ButtonLink kind="soft" href={links.product(sub.product.slug)}>
            View product
          </ButtonLink>
        </div>
      </Panel>
    );
  }
  if (!sub.next_date) return null;
  if (sub.next_date <= addDays(today(), 1)) {
    return <p class="note warn">The next delivery is already being packed and can no longer be changed.</p>;
  }
  return <p class="note">You can change the next delivery until {formatDate(addDays(sub.next_date, -2), "day")}.</p>;
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
        <Hint sub={sub} />
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
