/** The frame of the account's pages: where one is, the account's own navigation, a heading. */
import { Icon, type IconName } from "@kit/icons";
import { Breadcrumbs, type Crumb } from "@kit/pieces";
import { Link, usePlace } from "@kit/router";
import type { ComponentChildren } from "preact";
import { links } from "../../api/links";
import { usePageTitle } from "../../site";
import "./account.css";

export const MESSAGES = "/messages";

type Entry = readonly [text: string, href: string, icon: IconName];

const GROUPS: readonly (readonly [title: string, entries: readonly Entry[]])[] = [
  [
    "Buying",
    [
      ["Orders", links.orders, "box"],
      ["Returns", links.returns, "return"],
      ["Subscriptions", links.subscriptions, "repeat"],
      ["Wishlists", links.wishlists, "heart"],
      ["Your reviews", links.reviews, "star"],
      ["Recently viewed", links.recent, "clock"],
    ],
  ],
  [
    "Your details",
    [
      ["Account overview", links.account, "grid"],
      ["Profile", links.profile, "user"],
      ["Addresses", links.addresses, "pin"],
      ["Payment methods", links.payment, "card"],
      ["Sign-in & security", links.security, "shield"],
    ],
  ],
  [
    "Savings",
    [
      ["Gift cards", links.giftCards, "gift"],
      ["Coupons", links.coupons, "tag"],
    ],
  ],
  [
    "Keeping in touch",
    [
      ["Notifications", links.notifications, "bell"],
      ["Contact preferences", links.preferences, "edit"],
      ["Stock alerts", links.alerts, "clock"],
      ["Messages", MESSAGES, "help"],
    ],
  ],
];

/** Whether a page lies under an entry of the navigation. The overview stands only for itself. Pure. */
export function isUnder(path: string, href: string): boolean {
  return path === href || (href !== links.account && path.startsWith(`${href}/`));
}

function AccountNav() {
  const { path } = usePlace();
  return (
    <nav class="account-nav" aria-label="Your account">
      {GROUPS.map(([title, entries]) => (
        <div key={title}>
          <p class="group">{title}</p>
          <ul>
            {entries.map(([text, href, icon]) => (
              <li key={href}>
                <Link href={href} aria-current={isUnder(path, href) ? "page" : undefined}>
                  <Icon name={icon} />
                  {text}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

interface Props {
  title: string;
  /** A sentence under the heading. */
  lead?: ComponentChildren;
  /** Beside the heading. */
  actions?: ComponentChildren;
  /** Pages between the account and this one. */
  crumbs?: readonly Crumb[];
  children: ComponentChildren;
}

export function AccountPage({ title, lead, actions, crumbs = [], children }: Props) {
  const { path } = usePlace();
  usePageTitle(title);
  const trail: Crumb[] = [{ text: "Home", href: links.home }];
  if (path !== links.account) trail.push({ text: "Your account", href: links.account });
  return (
    <div class="page account-page">
      <Breadcrumbs crumbs={[...trail, ...crumbs, { text: title }]} />
      <div class="sidebar-left">
        <AccountNav />
        <div class="account-main">
          <div class="page-head">
            <div class="stack" style={{ "--gap": "4px" }}>
              <h1>{title}</h1>
              {lead && <p class="muted">{lead}</p>}
            </div>
            {actions && <div class="row">{actions}</div>}
          </div>
          {children}
        </div>
      </div>
    </div>
  );
}
