import { ProductArt } from "@kit/art/index";
import { useReading } from "@kit/data";
import { Loaded } from "@kit/pieces";
import { ButtonLink, Link } from "@kit/router";
import { getHome } from "../api/endpoints";
import { links } from "../api/links";
import type { Home, HomeSection, ProductCard } from "../api/types";
import { StatusBadge } from "../parts/order-status";
import { GridSkeleton, Shelf } from "../parts/product-card";
import { usePageTitle } from "../site";

function Hero({ greeting, picks }: { greeting: string; picks: readonly ProductCard[] }) {
  return (
    <section class="hero" aria-label="Welcome">
      <div class="stack">
        <h1>{greeting}</h1>
        <p>Good things for the house and the hill, picked with care and sent from Bristol.</p>
        <div class="row">
          <ButtonLink kind="primary" href={links.deals}>
            See today’s deals
          </ButtonLink>
          <ButtonLink href={`${links.search}?sort=newest`}>What’s new</ButtonLink>
        </div>
      </div>
      <div class="pictures">
        {picks.map((product) => (
          <Link key={product.id} href={links.product(product.slug)} aria-label={product.title}>
            <ProductArt icon={product.icon} tone={product.tone} />
          </Link>
        ))}
      </div>
    </section>
  );
}

function Section({ section }: { section: HomeSection }) {
  return (
    <section aria-label={section.title}>
      <div class="section-head">
        <h2>{section.title}</h2>
        {section.href && (
          <Link href={section.href} aria-label={`See all: ${section.title}`}>
            See all
          </Link>
        )}
      </div>
      <Shelf products={section.items} />
    </section>
  );
}

function OnTheWay({ orders }: { orders: Home["on_the_way"] }) {
  if (orders.length === 0) return null;
  return (
    <section class="panel stack" aria-label="On the way to you" style={{ "--gap": "12px" }}>
      <div class="section-head">
        <h2>On the way to you</h2>
        <Link href={links.orders}>All orders</Link>
      </div>
      <ul class="stack" style={{ "--gap": "10px" }}>
        {orders.slice(0, 3).map((order) => (
          <li key={order.id} class="row">
            <span class="thumb" style={{ "--thumb": "48px" }}>
              <ProductArt icon={order.items[0]?.icon ?? ""} tone={order.items[0]?.tone ?? ""} />
            </span>
            <span>
              <span class="strong own-line">{order.status_text}</span>
              <Link href={links.order(order.id)}>
                Order {order.number}: {order.items.map((item) => item.title).join(", ")}
              </Link>
            </span>
            <StatusBadge status={order.status} />
          </li>
        ))}
      </ul>
    </section>
  );
}

export function HomePage() {
  usePageTitle(undefined);
  const reading = useReading("home", getHome);
  return (
    <div class="page">
      <Loaded reading={reading} skeleton={<GridSkeleton count={12} />}>
        {(home) => (
          <div class="stack" style={{ "--gap": "36px" }}>
            <Hero greeting={home.greeting} picks={heroPicks(home)} />
            <OnTheWay orders={home.on_the_way} />
            <nav aria-label="Shop by department" class="tiles">
              {home.departments.map((department) => (
                <Link key={department.id} class="tile" href={links.department(department.slug)}>
                  <ProductArt icon={department.icon} tone={TONES[department.slug] ?? "#3f7f7a"} />
                  {department.title}
                </Link>
              ))}
            </nav>
            {home.sections
              .filter((section) => section.items.length > 0)
              .map((section) => (
                <Section key={section.key} section={section} />
              ))}
          </div>
        )}
      </Loaded>
    </div>
  );
}

const TONES: Record<string, string> = {
  lighting: "#d9a13b",
  kitchen: "#b4552d",
  audio: "#41546b",
  office: "#6b7a4c",
  outdoors: "#2f7d6b",
  "bed-bath": "#8fa7c4",
  "toys-games": "#c94f6a",
  garden: "#5d8a54",
};

/** One product from each of three departments, so that the welcome shows the breadth of the range. */
function heroPicks(home: Home): ProductCard[] {
  const all = home.sections.filter((section) => section.key !== "recent").flatMap((section) => section.items);
  const picks: ProductCard[] = [];
  for (const product of all) {
    if (picks.length < 3 && !picks.some((one) => one.department === product.department)) picks.push(product);
  }
  return picks;
}
