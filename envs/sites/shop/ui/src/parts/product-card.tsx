import { ProductArt } from "@kit/art/index";
import { Button } from "@kit/button";
import { Problem } from "@kit/fields";
import { Icon } from "@kit/icons";
import { savedPercent } from "@kit/money";
import { Stars } from "@kit/pieces";
import { ButtonLink, Link } from "@kit/router";
import { useId } from "preact/hooks";
import { links } from "../api/links";
import type { ProductCard as Card } from "../api/types";
import { useAddToCart } from "./cart-actions";
import { useCompared } from "./compare";
import { Price } from "./price";

function AddButton({ product, cart }: { product: Card; cart: ReturnType<typeof useAddToCart> }) {
  if (product.has_variants) {
    return (
      <ButtonLink class="small" href={links.product(product.slug)} aria-label={`Choose options for ${product.title}`}>
        Choose options
      </ButtonLink>
    );
  }
  if (!product.in_stock) {
    return (
      <ButtonLink class="small" href={links.product(product.slug)} aria-label={`Out of stock: see ${product.title}`}>
        See details
      </ButtonLink>
    );
  }
  return (
    <Button
      kind="soft"
      size="small"
      disabled={cart.busy}
      aria-label={`Add ${product.title} to cart`}
      onClick={() => void cart.add({ product_id: product.id }, product.title)}
    >
      Add to cart
    </Button>
  );
}

function CompareButton({ product }: { product: Card }) {
  const { slugs, toggle } = useCompared();
  const on = slugs.includes(product.slug);
  return (
    <button
      type="button"
      class="icon-btn"
      aria-pressed={on}
      aria-label={`Compare ${product.title}`}
      title={on ? "Take out of comparison" : "Compare"}
      onClick={() => toggle(product.slug)}
    >
      <Icon name={on ? "check" : "swap"} />
    </button>
  );
}

export function ProductCard({ product }: { product: Card }) {
  const id = useId();
  const cart = useAddToCart();
  const href = links.product(product.slug);
  return (
    <article class="product-card" aria-labelledby={id}>
      <a href={href} tabIndex={-1} aria-hidden="true">
        <ProductArt icon={product.icon} tone={product.tone} />
      </a>
      <div class="flags">
        {product.list_price && <span class="flag-sale">−{savedPercent(product.price, product.list_price)}%</span>}
        {!product.in_stock && <span class="badge">Out of stock</span>}
      </div>
      <div class="body">
        <span class="brand">{product.brand}</span>
        <h3 id={id}>
          <Link href={href}>{product.title}</Link>
        </h3>
        <Stars value={product.rating} count={product.ratings} />
        <Price price={product.price} before={product.list_price} />
        <div class="foot">
          <AddButton product={product} cart={cart} />
          <CompareButton product={product} />
        </div>
        <Problem error={cart.error} />
      </div>
    </article>
  );
}

export function ProductGrid({ products }: { products: readonly Card[] }) {
  return (
    <div class="product-grid">
      {products.map((product) => (
        <ProductCard key={product.id} product={product} />
      ))}
    </div>
  );
}

/** One row of products; how many show depends on the width. */
export function Shelf({ products }: { products: readonly Card[] }) {
  return (
    <div class="shelf">
      {products.slice(0, 6).map((product) => (
        <ProductCard key={product.id} product={product} />
      ))}
    </div>
  );
}

export function GridSkeleton({ count = 8 }: { count?: number }) {
  return (
    <div class="product-grid" aria-hidden="true">
      {Array.from({ length: count }, (_, index) => (
        <div key={String(index)} class="skeleton" style={{ height: "330px" }} />
      ))}
    </div>
  );
}
