import { ProductArt } from "@kit/art/index";
import { formatDate } from "@kit/clock";
import { useReading } from "@kit/data";
import { formatMoney } from "@kit/money";
import { EmptyState, Loaded } from "@kit/pieces";
import { ButtonLink, Link } from "@kit/router";
import { useId } from "preact/hooks";
import { listReturns } from "../../api/endpoints";
import { links } from "../../api/links";
import type { Return } from "../../api/types";
import { ReturnBadge } from "../../parts/order-status";
import { AccountPage } from "./layout";

function ReturnCard({ ret }: { ret: Return }) {
  const id = useId();
  return (
    <article class="order" aria-labelledby={id}>
      <header>
        <span>
          <span class="muted">Requested</span> {formatDate(ret.created_at, "short")}
        </span>
        <span>
          <span class="muted">From order</span> <Link href={links.order(ret.order_id)}>{ret.order_number}</Link>
        </span>
        <span>
          <span class="muted">Refund</span> <span class="num">{formatMoney(ret.refund_amount)}</span>
        </span>
        <span class="last">
          <ReturnBadge status={ret.status} />
        </span>
      </header>
      <div class="inside row between">
        <div class="stack" style={{ "--gap": "8px" }}>
          <h2 id={id}>
            <Link href={links.ret(ret.id)}>Return {ret.number}</Link>
          </h2>
          <p class="muted small">
            {ret.status_text} · {ret.method_text}
          </p>
          <ul class="stack" style={{ "--gap": "8px" }}>
            {ret.items.map((item) => (
              <li key={item.line_id} class="row">
                <span class="thumb" style={{ "--thumb": "44px" }}>
                  <ProductArt icon={item.icon} tone={item.tone} />
                </span>
                <span>
                  {item.quantity > 1 && `${item.quantity} × `}
                  {item.title}
                </span>
              </li>
            ))}
          </ul>
        </div>
        <ButtonLink href={links.ret(ret.id)} aria-label={`View return ${ret.number}`}>
          View return
        </ButtonLink>
      </div>
    </article>
  );
}

export function ReturnsPage() {
  const reading = useReading("returns", listReturns);
  return (
    <AccountPage
      title="Returns"
      lead="To start a new one, open the order and choose Return items."
      actions={<ButtonLink href={`${links.orders}?status=delivered`}>Choose an order to return</ButtonLink>}
    >
      <Loaded reading={reading}>
        {(list) =>
          list.items.length === 0 ? (
            <EmptyState title="You have not returned anything" />
          ) : (
            list.items.map((ret) => <ReturnCard key={ret.id} ret={ret} />)
          )
        }
      </Loaded>
    </AccountPage>
  );
}
