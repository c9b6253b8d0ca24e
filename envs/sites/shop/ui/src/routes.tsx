/** Which page stands at which address. */
import { Route, Router } from "@kit/router";
import { ACCOUNT_ROUTES } from "./pages/account/routes";
import { CartPage } from "./pages/cart";
import { DealsPage } from "./pages/deals";
import { DepartmentPage } from "./pages/department";
import { HomePage } from "./pages/home";
import { late } from "./pages/late";
import { NotFoundPage } from "./pages/not-found";
import { ProductPage } from "./pages/product/page";
import { RecentPage } from "./pages/recent";
import { SearchPage } from "./pages/search";

const CheckoutPage = late("CheckoutPage");
const ComparePage = late("ComparePage");
const MyReviewsPage = late("MyReviewsPage");
const OrderPlacedPage = late("OrderPlacedPage");
const OrdersPage = late("OrdersPage");
const StockAlertsPage = late("StockAlertsPage");
const WishlistPage = late("WishlistPage");
const WishlistsPage = late("WishlistsPage");

export function Routes() {
  return (
    <Router>
      <Route path="/" component={HomePage} />
      <Route path="/search" component={SearchPage} />
      <Route path="/deals" component={DealsPage} />
      <Route path="/department/:slug" component={DepartmentPage} />
      <Route path="/product/:slug" component={ProductPage} />
      <Route path="/compare" component={ComparePage} />
      <Route path="/cart" component={CartPage} />
      <Route path="/checkout" component={CheckoutPage} />
      <Route path="/order-placed" component={OrderPlacedPage} />
      <Route path="/orders/:id/placed" component={OrderPlacedPage} />
      <Route path="/orders" component={OrdersPage} />
      <Route path="/wishlists" component={WishlistsPage} />
      <Route path="/wishlists/:id" component={WishlistPage} />
      <Route path="/recently-viewed" component={RecentPage} />
      <Route path="/account/reviews" component={MyReviewsPage} />
      <Route path="/account/stock-alerts" component={StockAlertsPage} />
      {ACCOUNT_ROUTES.map(({ path, component }) => (
        <Route key={path} path={path} component={component} />
      ))}
      <Route default component={NotFoundPage} />
    </Router>
  );
}
