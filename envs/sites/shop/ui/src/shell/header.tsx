import { Icon, type IconName } from "@kit/icons";
import { Menu, type MenuItem } from "@kit/menu";
import { plural } from "@kit/money";
import { Link, usePlace } from "@kit/router";
import { links } from "../api/links";
import { useDepartments, useSession } from "../site";
import { Logo } from "./logo";
import { SearchBox } from "./search-box";

const ACCOUNT: readonly MenuItem[] = [
  { id: "account", text: "Your account", href: links.account },
  { id: "orders", text: "Orders", href: links.orders },
  { id: "returns", text: "Returns", href: links.returns },
  { id: "subscriptions", text: "Subscriptions", href: links.subscriptions },
  { id: "recent", text: "Recently viewed", href: links.recent },
  { id: "addresses", text: "Addresses", href: links.addresses, apart: true },
  { id: "payment", text: "Payment methods", href: links.payment },
  { id: "gift-cards", text: "Gift cards", href: links.giftCards },
  { id: "coupons", text: "Coupons", href: links.coupons },
  { id: "help", text: "Help centre", href: links.help, apart: true },
];

function HeaderLink(props: { href: string; icon: IconName; text: string; count?: number; name: string }) {
  return (
    <Link class="header-link" href={props.href} aria-label={props.name}>
      <Icon name={props.icon} />
      {props.text}
      {props.count ? <span class="count">{props.count}</span> : null}
    </Link>
  );
}

function PromiseBar() {
  const session = useSession();
  const place = session?.default_address;
  return (
    <section class="promise" aria-label="Where we deliver">
      <div class="inner">
        <span>A British general store. Made well, kept long.</span>
        {place ? (
          <Link href={links.addresses}>
            Delivering to {place.label}, {place.postcode}
          </Link>
        ) : (
          <Link href={links.help}>Help centre</Link>
        )}
      </div>
    </section>
  );
}

function Departments() {
  const { path } = usePlace();
  const departments = useDepartments();
  return (
    <nav class="departments" aria-label="Departments">
      <ul>
        {departments.map((one) => (
          <li key={one.id}>
            <Link
              href={links.department(one.slug)}
              aria-current={path === links.department(one.slug) ? "page" : undefined}
            >
              {one.title}
            </Link>
          </li>
        ))}
        <li>
          <Link class="sale" href={links.deals} aria-current={path === links.deals ? "page" : undefined}>
            Deals
          </Link>
        </li>
      </ul>
    </nav>
  );
}

export function Header() {
  const session = useSession();
  const cart = session?.cart_count ?? 0;
  const unread = session?.unread ?? 0;
  return (
    <>
      <PromiseBar />
      <header class="site-header">
        <div class="bar">
          <Logo />
          <SearchBox />
          <Menu
            class="header-link"
            name={session ? `Account menu of ${session.name}` : "Account menu"}
            label={
              <>
                <Icon name="user" />
                {session?.first_name ?? "Account"}
              </>
            }
            items={ACCOUNT}
          />
          <HeaderLink href={links.wishlists} icon="heart" text="Wishlists" name="Wishlists" />
          <HeaderLink
            href={links.notifications}
            icon="bell"
            text="Notifications"
            count={unread}
            name={unread ? `Notifications, ${unread} unread` : "Notifications"}
          />
          <HeaderLink href={links.cart} icon="cart" text="Cart" count={cart} name={`Cart, ${plural(cart, "item")}`} />
        </div>
        <Departments />
      </header>
    </>
  );
}
