/** Addresses of the account and help pages. */
import type { ComponentType } from "preact";
import { late } from "../late";

export const ACCOUNT_ROUTES: readonly { path: string; component: ComponentType }[] = [
  { path: "/orders/:id", component: late("OrderPage") },
  { path: "/orders/:id/tracking", component: late("TrackingPage") },
  { path: "/orders/:id/invoice", component: late("InvoicePage") },
  { path: "/orders/:id/return", component: late("NewReturnPage") },
  { path: "/returns", component: late("ReturnsPage") },
  { path: "/returns/:id", component: late("ReturnPage") },
  { path: "/subscriptions", component: late("SubscriptionsPage") },
  { path: "/subscriptions/:id", component: late("SubscriptionPage") },
  { path: "/notifications", component: late("NotificationsPage") },
  { path: "/account", component: late("OverviewPage") },
  { path: "/account/profile", component: late("ProfilePage") },
  { path: "/account/preferences", component: late("PreferencesPage") },
  { path: "/account/addresses", component: late("AddressesPage") },
  { path: "/account/addresses/new", component: late("NewAddressPage") },
  { path: "/account/addresses/:id", component: late("EditAddressPage") },
  { path: "/account/payment", component: late("PaymentPage") },
  { path: "/account/payment/new", component: late("NewCardPage") },
  { path: "/account/payment/:id", component: late("EditCardPage") },
  { path: "/account/gift-cards", component: late("GiftCardsPage") },
  { path: "/account/coupons", component: late("CouponsPage") },
  { path: "/account/security", component: late("SecurityPage") },
  { path: "/help", component: late("HelpPage") },
  { path: "/help/:slug", component: late("ArticlePage") },
  { path: "/contact", component: late("ContactPage") },
  { path: "/messages", component: late("MessagesPage") },
];
