import { Button } from "@kit/button";
import { formatDate } from "@kit/clock";
import { useWriter } from "@kit/data";
import { Checkbox, Problem } from "@kit/fields";
import { Icon } from "@kit/icons";
import { formatMoney } from "@kit/money";
import { Quantity } from "@kit/quantity";
import { useState } from "preact/hooks";
import { addStockAlert } from "../../api/endpoints";
import type { DeliveryEstimate, Product, Variant } from "../../api/types";
import { useAddToCart, useBuyNow } from "../../parts/cart-actions";
import { Price } from "../../parts/price";
import { WishlistMenu } from "../../parts/wishlist-menu";
import { DeliveryCheck } from "./delivery-check";
import { SubscribeDialog } from "./subscribe-dialog";

const FEW = 5;

function Stock({ left }: { left: number }) {
  if (left === 0) return <p class="no-stock">Out of stock</p>;
  if (left <= FEW) return <p class="low-stock">Only {left} left in stock</p>;
  return <p class="in-stock">In stock</p>;
}

function Delivery({ estimate }: { estimate: DeliveryEstimate }) {
  if (!estimate.deliverable) return <p class="note warn small">{estimate.reason}</p>;
  return (
    <p class="facts-line">
      <Icon name="truck" />
      <span>
        {estimate.standard && (
          <>
            Delivered by <strong>{formatDate(estimate.standard, "day")}</strong>
          </>
        )}
        {estimate.express && <>, or {formatDate(estimate.express, "weekday")} with express</>} to {estimate.place}. Free
        from {formatMoney(estimate.free_from)}.
      </span>
    </p>
  );
}

function Returns({ days }: { days: number }) {
  return (
    <p class="facts-line">
      <Icon name="return" />
      <span>{days > 0 ? `Return within ${days} days` : "Cannot be returned"}</span>
    </p>
  );
}

function StockAlert({ product, variant }: { product: Product; variant: Variant | null }) {
  const writer = useWriter();
  if (product.stock_alert) return <p class="note small">We will tell you when it is back in stock.</p>;
  return (
    <>
      <Button
        kind="primary"
        wide
        disabled={writer.busy}
        onClick={() =>
          void writer.run(() => addStockAlert(product.id, variant?.id), "We will tell you when it is back in stock")
        }
      >
        Tell me when it is back
      </Button>
      <Problem error={writer.error} />
    </>
  );
}

function BuyButtons({ product, variant, left }: { product: Product; variant: Variant | null; left: number }) {
  const [quantity, setQuantity] = useState(1);
  const [wrap, setWrap] = useState(false);
  const { add, busy, error } = useAddToCart();
  const buyNow = useBuyNow();
  const title = variant ? `${product.title} (${variant.label})` : product.title;
  const most = Math.min(left, product.max_per_order);
  return (
    <>
      <div class="row">
        <span class="strong small">Quantity</span>
        <Quantity label={product.title} value={quantity} max={most} onValue={setQuantity} />
      </div>
      {product.gift_wrap && <Checkbox label="Gift wrap this" checked={wrap} onChecked={setWrap} />}
      <Button
        kind="primary"
        wide
        disabled={busy}
        onClick={() =>
          void add({ product_id: product.id, variant_id: variant?.id ?? null, quantity, gift_wrap: wrap }, title)
        }
      >
        Add to cart
      </Button>
      <Button kind="soft" wide onClick={() => buyNow(product.id, variant?.id, quantity)}>
        Buy now
      </Button>
      <Problem error={error} />
    </>
  );
}

export function BuyBox({ product, variant }: { product: Product; variant: Variant | null }) {
  const [subscribing, setSubscribing] = useState(false);
  const left = variant ? variant.stock : product.stock;
  return (
    <aside class="buy-box" aria-label="Buy">
      <Price price={variant?.price ?? product.price} before={product.list_price} />
      <Stock left={left} />
      {left > 0 && <Delivery estimate={product.delivery} />}
      <Returns days={product.return_days} />
      {left > 0 && <DeliveryCheck product={product} />}
      {left > 0 ? (
        <BuyButtons key={variant?.id} product={product} variant={variant} left={left} />
      ) : (
        <StockAlert product={product} variant={variant} />
      )}
      {product.subscribe && (
        <Button wide onClick={() => setSubscribing(true)}>
          Subscribe and save 10%
        </Button>
      )}
      <WishlistMenu product={product} variantId={variant?.id ?? null} />
      <SubscribeDialog product={product} variant={variant} open={subscribing} onClose={() => setSubscribing(false)} />
    </aside>
  );
}
