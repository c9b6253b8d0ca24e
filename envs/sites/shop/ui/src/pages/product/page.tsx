import { ProductArt, VIEWS } from "@kit/art/index";
import { Carousel } from "@kit/carousel";
import { useReading } from "@kit/data";
import { RadioPills } from "@kit/fields";
import { Icon } from "@kit/icons";
import { Breadcrumbs, Loaded, Skeleton, Stars } from "@kit/pieces";
import { Link, useGo, usePlace, withQuery } from "@kit/router";
import { useEffect } from "preact/hooks";
import { useRoute } from "preact-iso";
import { getProduct, listRelated, markViewed } from "../../api/endpoints";
import { links } from "../../api/links";
import type { Product, Variant } from "../../api/types";
import { CompareBar, useCompared } from "../../parts/compare";
import { Price } from "../../parts/price";
import { Shelf } from "../../parts/product-card";
import { usePageTitle } from "../../site";
import { BuyBox } from "./buy-box";
import { ProductTabs } from "./tabs";

/** The variant that the address names, else the first one that can be bought. Pure. */
export function chosenVariant(product: Product, id: string | null): Variant | null {
  const named = product.variants.find((one) => one.id === id);
  return named ?? product.variants.find((one) => one.in_stock) ?? product.variants[0] ?? null;
}

/** The variant nearest to the present one with `value` for `name`. Pure. */
export function variantWith(
  product: Product,
  present: Variant | null,
  name: string,
  value: string,
): Variant | undefined {
  const fits = product.variants.filter((one) => one.options[name] === value);
  const same = (one: Variant) =>
    Object.entries(one.options).filter(([key, has]) => present?.options[key] === has).length;
  return fits.sort((a, b) => same(b) - same(a))[0];
}

function Options({ product, variant }: { product: Product; variant: Variant | null }) {
  const { path, query } = usePlace();
  const go = useGo();
  const choose = (name: string, value: string) => {
    const next = variantWith(product, variant, name, value);
    if (next) go(withQuery(path, query, { variant: next.id }), true);
  };
  return (
    <>
      {Object.entries(product.options).map(([name, values]) => (
        <RadioPills
          key={name}
          legend={name}
          name={`option-${name}`}
          value={variant?.options[name] ?? ""}
          onValue={(value) => choose(name, value)}
          choices={values.map((value) => {
            const found = variantWith(product, variant, name, value);
            const out = !found?.in_stock;
            return { value, title: value, disabled: out, text: out ? "out of stock" : undefined };
          })}
        />
      ))}
    </>
  );
}

function CompareToggle({ slug }: { slug: string }) {
  const { slugs, toggle } = useCompared();
  const on = slugs.includes(slug);
  return (
    <button type="button" class="btn small" aria-pressed={on} onClick={() => toggle(slug)}>
      <Icon name={on ? "check" : "swap"} />
      {on ? "In comparison" : "Compare"}
    </button>
  );
}

function About({ product, variant }: { product: Product; variant: Variant | null }) {
  const bought = product.last_bought;
  return (
    <div class="about stack">
      <div>
        <Link href={`${links.search}?brand=${encodeURIComponent(product.brand)}`}>{product.brand}</Link>
        <h1>{product.title}</h1>
      </div>
      <div class="row">
        <Stars value={product.rating} count={product.ratings} />
        <span class="small muted">{product.review_count} written reviews</span>
        <CompareToggle slug={product.slug} />
      </div>
      <Price price={variant?.price ?? product.price} before={product.list_price} large />
      {bought && (
        <p class="note">
          You bought this before. <Link href={links.order(bought.order_id)}>See order {bought.number}</Link>
        </p>
      )}
      <Options product={product} variant={variant} />
      <ul class="bullets">
        {product.bullets.map((bullet) => (
          <li key={bullet}>{bullet}</li>
        ))}
      </ul>
    </div>
  );
}

function Related({ slug }: { slug: string }) {
  const reading = useReading(`related:${slug}`, () => listRelated(slug));
  if (!reading.data?.items.length) return null;
  return (
    <section class="stack" aria-label="You may also like">
      <h2>You may also like</h2>
      <Shelf products={reading.data.items} />
    </section>
  );
}

function Shown({ product }: { product: Product }) {
  const variant = chosenVariant(product, usePlace().query.get("variant"));
  usePageTitle(product.title);
  useEffect(() => {
    // A page view is bookkeeping of the shop: nobody waits for it, and a lost one is no matter.
    markViewed(product.id).catch(() => undefined);
  }, [product.id]);
  return (
    <div class="stack" style={{ "--gap": "36px" }}>
      <Breadcrumbs
        crumbs={[
          { text: "Home", href: "/" },
          { text: product.department_title, href: links.department(product.department) },
          {
            text: product.category,
            href: `${links.department(product.department)}?category=${encodeURIComponent(product.category)}`,
          },
          { text: product.title },
        ]}
      />
      <CompareBar />
      <div class="product-top">
        <Carousel
          label={`Pictures of ${product.title}`}
          slides={VIEWS.map(({ view, name }) => ({
            name,
            content: (size) => (
              <ProductArt
                icon={product.icon}
                tone={product.tone}
                view={view}
                alt={size === "large" ? `${product.title}, ${name}` : undefined}
              />
            ),
          }))}
        />
        <About product={product} variant={variant} />
        <BuyBox product={product} variant={variant} />
      </div>
      <ProductTabs product={product} />
      <Related slug={product.slug} />
    </div>
  );
}

export function ProductPage() {
  const slug = useRoute().params.slug ?? "";
  const reading = useReading(`product:${slug}`, () => getProduct(slug));
  return (
    <div class="page">
      <Loaded reading={reading} skeleton={<Skeleton lines={14} height={28} />}>
        {(product) => <Shown key={product.id} product={product} />}
      </Loaded>
    </div>
  );
}
