import { useReading } from "@kit/data";
import { Icon, type IconName } from "@kit/icons";
import { formatMoney, plural } from "@kit/money";
import { Loaded } from "@kit/pieces";
import { Link } from "@kit/router";
import { listAddresses, listGiftCards, listOrders, listPaymentMethods, listSubscriptions } from "../../api/endpoints";
import { links } from "../../api/links";
import type { OrderPage } from "../../api/types";
import { ProductLine } from "../../parts/line";
import { StatusBadge } from "../../parts/order-status";
import { useSession } from "../../site";
import { AddressBlock, spokenDay } from "./details";
import { AccountPage, MESSAGES } from "./layout";
import { Panel } from "./parts";

const TILES: readonly (readonly [string, string, IconName, string])[] = [
  ["Orders", links.orders, "box", "Track, return or buy again"],
  ["Returns", links.returns, "return", "See refunds and collections"],
  ["Addresses", links.addresses, "pin", "Where your parcels go"],
  ["Payment methods", links.payment, "card", "Cards and direct debit"],
  ["Sign-in & security", links.security, "shield", "Details to confirm"],
  ["Coupons", links.coupons, "tag", "Savings on your account"],
  ["Contact preferences", links.preferences, "bell", "What we may send you"],
  ["Messages", MESSAGES, "help", "Your questions to us"],
];

function Tiles() {
  return (
    <ul class="tile-links" aria-label="Parts of your account">
      {TILES.map(([text, href, icon, hint]) => (
        <li key={href}>
          <Link class="tile-link" href={href}>
            <Icon name={icon} />
            <span>
              <span class="strong">{text}</span> <span class="muted small">{hint}</span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

function RecentOrders({ page }: { page: OrderPage }) {
  return (
    <div>
      {page.items.slice(0, 3).map((order) => {
        const first = order.items[0];
        if (!first) return null;
        const more = order.items.length - 1;
        return (
          <ProductLine
            key={order.id}
            product={first}
            title={first.title}
            size={56}
            end={<StatusBadge status={order.status} />}
          >
            <p class="small">
              {order.status_text}
              {more > 0 && <span class="muted"> · and {plural(more, "more item")}</span>}
            </p>
            <Link class="small" href={links.order(order.id)}>
              Order {order.number}
            </Link>
          </ProductLine>
        );
      })}
    </div>
  );
}

function Defaults() {
  const addresses = useReading("addresses", listAddresses);
  const methods = useReading("payment-methods", listPaymentMethods);
  return (
    <div class="halves">
      <Panel title="Default address" icon="pin" actions={<Link href={links.addresses}>All addresses</Link>}>
        <Loaded reading={addresses}>
          {(list) => {
            const chosen = list.items.find((one) => one.default);
            return chosen ? <AddressBlock address={chosen} /> : <p class="muted">None yet</p>;
          }}
        </Loaded>
      </Panel>
      <Panel title="Default payment" icon="card" actions={<Link href={links.payment}>All payment methods</Link>}>
        <Loaded reading={methods}>
          {(list) => <p>{list.items.find((one) => one.default)?.text ?? "None yet"}</p>}
        </Loaded>
      </Panel>
    </div>
  );
}

function Soon() {
  const subscriptions = useReading("subscriptions", listSubscriptions);
  const cards = useReading("gift-cards", listGiftCards);
  return (
    <div class="halves">
      <Panel
        title="Next subscription"
        icon="repeat"
        actions={<Link href={links.subscriptions}>All subscriptions</Link>}
      >
        <Loaded reading={subscriptions}>
          {(list) => {
            const next = list.items.find((one) => one.status === "active" && one.next_date);
            if (!next?.next_date) return <p class="muted">Nothing planned</p>;
            return (
              <p>
                <Link href={links.subscription(next.id)}>{next.title}</Link>
                <span class="muted own-line">{spokenDay(next.next_date)}</span>
              </p>
            );
          }}
        </Loaded>
      </Panel>
      <Panel title="Gift card balance" icon="gift" actions={<Link href={links.giftCards}>Gift cards</Link>}>
        <Loaded reading={cards}>{(list) => <p class="balance">{formatMoney(list.balance)}</p>}</Loaded>
      </Panel>
    </div>
  );
}

export function OverviewPage() {
  const session = useSession();
  const orders = useReading("orders:recent", () => listOrders({}));
  return (
    <AccountPage title="Your account" lead={session && `${session.name} · ${session.email}`}>
      <Tiles />
      <Panel title="Recent orders" icon="box" actions={<Link href={links.orders}>All orders</Link>}>
        <Loaded reading={orders}>{(page) => <RecentOrders page={page} />}</Loaded>
      </Panel>
      <Soon />
      <Defaults />
    </AccountPage>
  );
}
