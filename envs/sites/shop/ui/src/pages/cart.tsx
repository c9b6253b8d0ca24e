import { Button } from "@kit/button";
import { useReading, useWriter } from "@kit/data";
import { Checkbox, Problem } from "@kit/fields";
import { formatMoney, isZero, plural } from "@kit/money";
import { EmptyState, Loaded } from "@kit/pieces";
import { Quantity } from "@kit/quantity";
import { ButtonLink } from "@kit/router";
import { changeCartLine, emptyCart, getCart, removeCartLine, saveForLater } from "../api/endpoints";
import { links } from "../api/links";
import type { Cart, CartLine } from "../api/types";
import { CouponForm } from "../parts/coupon-form";
import { ProductLine } from "../parts/line";
import { TotalsList } from "../parts/totals";
import { usePageTitle } from "../site";
import { Saved } from "./saved";

function Line({ line }: { line: CartLine }) {
  const writer = useWriter();
  const { title, id } = line;
  return (
    <li>
      <ProductLine
        product={line.product}
        title={title}
        size={104}
        end={
          <div style={{ textAlign: "right" }}>
            <p class="strong num">{formatMoney(line.total)}</p>
            {line.quantity > 1 && <p class="muted small num">{formatMoney(line.unit_price)} each</p>}
          </div>
        }
      >
        <p class="muted small">{line.product.brand}</p>
        {line.problem ? <p class="no-stock small">{line.problem}</p> : <p class="in-stock small">In stock</p>}
        {line.gift_wrap_offered && (
          <Checkbox
            label={
              <>
                Gift wrap<span class="sr-only"> {title}</span>
              </>
            }
            checked={line.gift_wrap}
            disabled={writer.busy}
            onChecked={(gift_wrap) =>
              writer.run(() => changeCartLine(id, { gift_wrap }), gift_wrap ? "Gift wrap added" : "Gift wrap removed")
            }
          />
        )}
        <div class="actions">
          <Quantity
            label={title}
            value={line.quantity}
            max={line.max_quantity}
            disabled={writer.busy}
            onValue={(quantity) =>
              writer.run(() => changeCartLine(id, { quantity }), `Quantity changed to ${quantity}: ${title}`)
            }
          />
          <Button
            kind="quiet"
            size="small"
            disabled={writer.busy}
            aria-label={`Save for later: ${title}`}
            onClick={() => void writer.run(() => saveForLater(id), `Saved for later: ${title}`)}
          >
            Save for later
          </Button>
          <Button
            kind="quiet"
            size="small"
            disabled={writer.busy}
            aria-label={`Remove ${title} from cart`}
            onClick={() => void writer.run(() => removeCartLine(id), `Removed from cart: ${title}`)}
          >
            Remove
          </Button>
        </div>
        <Problem error={writer.error} />
      </ProductLine>
    </li>
  );
}

function Summary({ cart }: { cart: Cart }) {
  const gap = cart.free_delivery_gap;
  return (
    <aside class="panel stack summary" aria-label="Cart summary">
      <h2>Summary</h2>
      <TotalsList totals={cart.totals} coupon={cart.coupon?.code ?? null} deliveryNote="Standard delivery" />
      {isZero(gap) ? (
        <p class="note good small">Standard delivery is free for this cart.</p>
      ) : (
        <p class="note small">Add {formatMoney(gap)} more for free standard delivery.</p>
      )}
      {cart.can_check_out ? (
        <ButtonLink kind="primary" class="wide" href={links.checkout}>
          Go to checkout
        </ButtonLink>
      ) : (
        <p class="note warn small">Something in the cart cannot be bought as it is. Change or remove it to go on.</p>
      )}
      <CouponForm coupon={cart.coupon} />
    </aside>
  );
}

function Items({ cart }: { cart: Cart }) {
  const writer = useWriter();
  if (cart.items.length === 0) {
    return (
      <EmptyState title="Your cart is empty">
        <p class="muted">What you add will wait for you here.</p>
        <ButtonLink kind="primary" href={links.home}>
          Start shopping
        </ButtonLink>
      </EmptyState>
    );
  }
  return (
    <section class="panel" aria-label="Items in your cart">
      <h2 class="sr-only">Items in your cart</h2>
      <ul>
        {cart.items.map((line) => (
          <Line key={line.id} line={line} />
        ))}
      </ul>
      <div class="row between" style={{ marginTop: "12px" }}>
        <Button
          kind="quiet"
          size="small"
          disabled={writer.busy}
          onClick={() => void writer.run(emptyCart, "Your cart was emptied")}
        >
          Remove everything
        </Button>
        <span class="muted small">{plural(cart.count, "item")}</span>
      </div>
      <Problem error={writer.error} />
    </section>
  );
}

export function CartPage() {
  usePageTitle("Cart");
  const reading = useReading("cart", getCart);
  return (
    <div class="page">
      <div class="page-head">
        <h1>Your cart</h1>
      </div>
      <Loaded reading={reading}>
        {(cart) => (
          <div class={cart.items.length ? "columns" : "stack"}>
            <div class="stack" style={{ "--gap": "24px" }}>
              <Items cart={cart} />
              <Saved lines={cart.saved} />
            </div>
            {cart.items.length > 0 && <Summary cart={cart} />}
          </div>
        )}
      </Loaded>
    </div>
  );
}
