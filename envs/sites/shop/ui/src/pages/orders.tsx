import { Button } from "@kit/button";
import { formatDate } from "@kit/clock";
import { useReading, useWriter } from "@kit/data";
import { Problem, SelectField, TextField } from "@kit/fields";
import { formatMoney, plural } from "@kit/money";
import { EmptyState, Loaded, Pagination } from "@kit/pieces";
import { ButtonLink, Link, useGo, usePlace, withQuery } from "@kit/router";
import { useEffect, useState } from "preact/hooks";
import { listOrders, reorder } from "../api/endpoints";
import { links } from "../api/links";
import type { OrderCard, OrderLine, OrderQuery, Reordered } from "../api/types";
import { useBuyNow } from "../parts/cart-actions";
import { ProductLine } from "../parts/line";
import { ORDER_STATUSES, StatusBadge } from "../parts/order-status";
import { AccountPage } from "./account/layout";

function OrderedItem({ item }: { item: OrderLine }) {
  const buyNow = useBuyNow();
  return (
    <li>
      <ProductLine product={item} title={item.title}>
        <p class="muted small">
          {item.variant && `${item.variant}, `}quantity {item.quantity}, {formatMoney(item.unit_price)} each
          {item.returned > 0 && `, ${item.returned} returned`}
        </p>
        {item.status === "cancelled" && <span class="badge bad">Cancelled</span>}
        <div class="actions">
          <Button
            size="small"
            aria-label={`Buy now: ${item.title}`}
            onClick={() => buyNow(item.product_id, item.variant_id, 1)}
          >
            Buy now
          </Button>
        </div>
      </ProductLine>
    </li>
  );
}

function said(answer: Partial<Reordered>): string {
  const skipped = answer.skipped ?? [];
  if (skipped.length === 0) return "Everything of this order is in your cart again";
  return `In your cart again, except: ${skipped.map((one) => `${one.title} (${one.reason})`).join("; ")}`;
}

function OrderActions({ order }: { order: OrderCard }) {
  const writer = useWriter();
  const again = () =>
    void writer.run(
      () => reorder(order.id),
      (answer) => ({ text: said(answer), link: { text: "View cart", href: links.cart } }),
    );
  return (
    <div class="stack" style={{ "--gap": "8px" }}>
      <div class="row" style={{ "--gap": "8px" }}>
        <ButtonLink class="small" href={links.order(order.id)} aria-label={`View order ${order.number}`}>
          View order
        </ButtonLink>
        {order.status !== "cancelled" && (
          <ButtonLink class="small" href={links.tracking(order.id)} aria-label={`Track order ${order.number}`}>
            Track
          </ButtonLink>
        )}
        {order.can_return && (
          <ButtonLink
            class="small"
            href={links.newReturn(order.id)}
            aria-label={`Return items of order ${order.number}`}
          >
            Return items
          </ButtonLink>
        )}
        <ButtonLink class="small" href={links.invoice(order.id)} aria-label={`Invoice of order ${order.number}`}>
          Invoice
        </ButtonLink>
        <Button
          kind="soft"
          size="small"
          disabled={writer.busy}
          aria-label={`Buy order ${order.number} again`}
          onClick={again}
        >
          Buy it again
        </Button>
      </div>
      <Problem error={writer.error} />
    </div>
  );
}

function OneOrder({ order }: { order: OrderCard }) {
  return (
    <article class="order" aria-label={`Order ${order.number}`}>
      <header>
        <span>
          <span class="muted">Placed</span> {formatDate(order.placed_at, "short")}
        </span>
        <span>
          <span class="muted">Total</span> {formatMoney(order.total_paid)}
        </span>
        <span>
          <span class="muted">To</span> {order.recipient}
        </span>
        <Link class="last" href={links.order(order.id)}>
          Order {order.number}
        </Link>
      </header>
      <div class="inside stack">
        <div class="row">
          <h2>{order.status_text}</h2>
          <StatusBadge status={order.status} />
        </div>
        <ul>
          {order.items.map((item) => (
            <OrderedItem key={item.line_id} item={item} />
          ))}
        </ul>
        <OrderActions order={order} />
      </div>
    </article>
  );
}

function Filters({ years }: { years: readonly string[] }) {
  const { path, query } = usePlace();
  const go = useGo();
  const asked = query.get("q") ?? "";
  const [words, setWords] = useState(asked);
  useEffect(() => setWords(asked), [asked]);
  const set = (change: Record<string, string>) => go(withQuery(path, query, { ...change, page: null }));
  const submit = (event: Event) => {
    event.preventDefault();
    set({ q: words.trim() });
  };
  return (
    <form class="row" style={{ alignItems: "flex-end" }} onSubmit={submit} aria-label="Find orders">
      <TextField label="Search orders" name="q" type="search" value={words} onValue={setWords} />
      <Button type="submit">Search orders</Button>
      <SelectField
        label="Status"
        name="status"
        value={query.get("status") ?? ""}
        onValue={(status) => set({ status })}
        options={[{ value: "", label: "All orders" }, { value: "open", label: "Not delivered yet" }, ...ORDER_STATUSES]}
      />
      <SelectField
        label="Year"
        name="year"
        value={query.get("year") ?? ""}
        onValue={(year) => set({ year })}
        options={[{ value: "", label: "Any year" }, ...years.map((year) => ({ value: year, label: year }))]}
      />
    </form>
  );
}

/** The list that an address asks for. Pure. */
export function ordersOf(query: URLSearchParams): OrderQuery {
  return {
    q: query.get("q") ?? undefined,
    status: (query.get("status") as OrderQuery["status"]) ?? undefined,
    year: query.get("year") ?? undefined,
    page: Number(query.get("page") ?? 1),
  };
}

export function OrdersPage() {
  const { query } = usePlace();
  const asked = ordersOf(query);
  const reading = useReading(`orders:${JSON.stringify(asked)}`, () => listOrders(asked), { keep: true });
  return (
    <AccountPage title="Your orders" lead="Track, change, return or buy again.">
      <Loaded reading={reading}>
        {(page) => (
          <>
            <Filters years={page.years} />
            <p class="muted small" role="status">
              {plural(page.total, "order")}
            </p>
            {page.items.length === 0 && <EmptyState title="No orders match" />}
            {page.items.map((order) => (
              <OneOrder key={order.id} order={order} />
            ))}
            <Pagination page={page.page} pages={page.pages} label="Pages of orders" />
          </>
        )}
      </Loaded>
    </AccountPage>
  );
}
