/** Addresses of the account and help pages. */
import type { ComponentType } from "preact";
import { ArticlePage } from "../help/article";
import { HelpPage } from "../help/centre";
import { ContactPage } from "../help/contact";
import { MessagesPage } from "../help/messages";
import { EditAddressPage, NewAddressPage } from "./address-form";
import { AddressesPage } from "./addresses";
import { EditCardPage, NewCardPage } from "./card-form";
import { CouponsPage } from "./coupons";
import { GiftCardsPage } from "./gift-cards";
import { InvoicePage } from "./invoice";
import { NotificationsPage } from "./notifications";
import { OrderPage } from "./order";
import { OverviewPage } from "./overview";
import { PaymentPage } from "./payment";
import { PreferencesPage } from "./preferences";
import { ProfilePage } from "./profile";
import { ReturnPage } from "./return";
import { NewReturnPage } from "./return-new";
import { ReturnsPage } from "./returns";
import { SecurityPage } from "./security";
import { SubscriptionPage } from "./subscription";
import { SubscriptionsPage } from "./subscriptions";
import { TrackingPage } from "./tracking";

export const ACCOUNT_ROUTES: readonly { path: string; component: ComponentType }[] = [
  { path: "/orders/:id", component: OrderPage },
  { path: "/orders/:id/tracking", component: TrackingPage },
  { path: "/orders/:id/invoice", component: InvoicePage },
  { path: "/orders/:id/return", component: NewReturnPage },
  { path: "/returns", component: ReturnsPage },
  { path: "/returns/:id", component: ReturnPage },
  { path: "/subscriptions", component: SubscriptionsPage },
  { path: "/subscriptions/:id", component: SubscriptionPage },
  { path: "/notifications", component: NotificationsPage },
  { path: "/account", component: OverviewPage },
  { path: "/account/profile", component: ProfilePage },
  { path: "/account/preferences", component: PreferencesPage },
  { path: "/account/addresses", component: AddressesPage },
  { path: "/account/addresses/new", component: NewAddressPage },
  { path: "/account/addresses/:id", component: EditAddressPage },
  { path: "/account/payment", component: PaymentPage },
  { path: "/account/payment/new", component: NewCardPage },
  { path: "/account/payment/:id", component: EditCardPage },
  { path: "/account/gift-cards", component: GiftCardsPage },
  { path: "/account/coupons", component: CouponsPage },
  { path: "/account/security", component: SecurityPage },
  { path: "/help", component: HelpPage },
  { path: "/help/:slug", component: ArticlePage },
  { path: "/contact", component: ContactPage },
  { path: "/messages", component: MessagesPage },
];
