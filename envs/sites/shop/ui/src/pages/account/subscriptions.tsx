import { useReading } from "@kit/data";
import { formatMoney } from "@kit/money";
import { EmptyState, Loaded } from "@kit/pieces";
import { ButtonLink } from "@kit/router";
import { listSubscriptions } from "../../api/endpoints";
import { links } from "../../api/links";
import type { Subscription } from "../../api/types";
import { ProductLine } from "../../parts/line";
import { SubscriptionBadge } from "../../parts/order-status";
import { spokenDay } from "./details";
import { AccountPage } from "./layout";
import { SkipButton } from "./subscription-actions";

export const everyWeeks = (weeks: number) => `Every ${weeks} weeks`;

/** What comes next, in a line. Pure, but for the clock. */
export function nextText(sub: Subscription): string {
  if (sub.status === "cancelled") return "No further deliveries";
  if (sub.status === "paused") return sub.resume_date ? `Goes on: ${spokenDay(sub.resume_date)}` : "Paused for now";
  return sub.next_date ? `Next delivery: ${spokenDay(sub.next_date)}` : "No delivery planned";
}

function Card({ sub }: { sub: Subscription }) {
  return (
    <li class="panel">
      <ProductLine
        product={sub.product}
        title={sub.title}
        end={
          <div class="stack" style={{ "--gap": "6px", alignItems: "flex-end" }}>
            <span class="strong num">{formatMoney(sub.total)}</span>
            <SubscriptionBadge status={sub.status} />
          </div>
        }
      >
        <p class="strong">{nextText(sub)}</p>
        <p class="muted small">
          {everyWeeks(sub.every_weeks)} · Quantity {sub.quantity} · To {sub.address_label} · {sub.payment_label}
        </p>
        <div class="actions">
          <ButtonLink
            kind="soft"
            class="small"
            href={links.subscription(sub.id)}
            aria-label={`Manage subscription ${sub.title}`}
          >
            Manage
          </ButtonLink>
          {sub.status === "active" && <SkipButton sub={sub} />}
        </div>
      </ProductLine>
    </li>
  );
}

export function SubscriptionsPage() {
  const reading = useReading("subscriptions", listSubscriptions);
  return (
    <AccountPage
      title="Subscriptions"
      lead="Things that come by themselves, with 10% off. Change, skip or stop them at any time."
      actions={<ButtonLink href={`${links.search}?subscribe=yes`}>Find things to subscribe to</ButtonLink>}
    >
      <Loaded reading={reading}>
        {(list) =>
          list.items.length === 0 ? (
            <EmptyState title="You have no subscriptions" />
          ) : (
            <>
              <h2 class="sr-only">Your subscriptions</h2>
              <ul class="stack">
                {list.items.map((sub) => (
                  <Card key={sub.id} sub={sub} />
                ))}
              </ul>
            </>
          )
        }
      </Loaded>
    </AccountPage>
  );
}
