import { Link } from "@kit/router";
import { links } from "../api/links";
import { useDepartments } from "../site";
import { Logo } from "./logo";

const ACCOUNT = [
  ["Your account", links.account],
  ["Orders", links.orders],
  ["Returns", links.returns],
  ["Subscriptions", links.subscriptions],
  ["Wishlists", links.wishlists],
] as const;

const HELP = [
  ["Help centre", links.help],
  ["Contact us", links.contact],
  ["Messages to us", "/messages"],
  ["Compare products", links.compare],
  ["Coupons", links.coupons],
  ["Gift cards", links.giftCards],
] as const;

function List({ title, items }: { title: string; items: readonly (readonly [string, string])[] }) {
  return (
    <nav aria-label={title}>
      <h2>{title}</h2>
      <ul>
        {items.map(([text, href]) => (
          <li key={text}>
            <Link href={href}>{text}</Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

export function Footer() {
  const departments = useDepartments();
  return (
    <footer class="site-footer">
      <div class="inner">
        <div class="stack">
          <Logo />
          <p class="small">
            Tidewell is a general store for the house and the hill: a few good choices of everything, honest reviews,
            and people who answer.
          </p>
        </div>
        <List title="Shop" items={departments.map((one) => [one.title, links.department(one.slug)] as const)} />
        <List title="Your Tidewell" items={ACCOUNT} />
        <List title="Help" items={HELP} />
      </div>
      <p class="legal">Tidewell Stores Ltd, 4 Harbour Row, Bristol. Prices include VAT.</p>
    </footer>
  );
}
