import { Icon, type IconName } from "@kit/icons";
import { Link, usePlace } from "@kit/router";
import type { ComponentChildren } from "preact";
import { links } from "../api/links";
import { usePageTitle } from "../site";

const PLACES: readonly (readonly [string, string, IconName])[] = [
  ["Your account", links.account, "user"],
  ["Orders", links.orders, "box"],
  ["Returns", links.returns, "return"],
  ["Subscriptions", links.subscriptions, "repeat"],
  ["Wishlists", links.wishlists, "heart"],
  ["Recently viewed", links.recent, "clock"],
  ["Your reviews", links.reviews, "star"],
  ["Stock alerts", links.alerts, "bell"],
  ["Profile", links.profile, "edit"],
  ["Addresses", links.addresses, "pin"],
  ["Payment methods", links.payment, "card"],
  ["Gift cards", links.giftCards, "gift"],
  ["Coupons", links.coupons, "tag"],
  ["Preferences", links.preferences, "grid"],
  ["Sign-in & security", links.security, "shield"],
  ["Help centre", links.help, "help"],
];

function SideNav() {
  const { path } = usePlace();
  const here = (href: string) => path === href || (href !== links.account && path.startsWith(`${href}/`));
  return (
    <nav class="account-nav" aria-label="Your account">
      <ul>
        {PLACES.map(([text, href, icon]) => (
          <li key={href}>
            <Link href={href} aria-current={here(href) ? "page" : undefined}>
              <Icon name={icon} />
              {text}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

interface Props {
  title: string;
  /** Under the title. */
  intro?: ComponentChildren;
  /** At the right of the title: the page's main action. */
  action?: ComponentChildren;
  children: ComponentChildren;
}

/** A page of the account: navigation at the side, a heading, what the page is for. */
export function AccountLayout({ title, intro, action, children }: Props) {
  usePageTitle(title);
  return (
    <div class="page sidebar-left">
      <SideNav />
      <div class="stack" style={{ "--gap": "20px" }}>
        <div class="page-head" style={{ marginBottom: 0 }}>
          <div>
            <h1>{title}</h1>
            {intro && <p class="muted">{intro}</p>}
          </div>
          {action}
        </div>
        {children}
      </div>
    </div>
  );
}
