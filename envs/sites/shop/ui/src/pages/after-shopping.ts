/** Checkout, orders and lists: one script, loaded when the first of them is opened. */
export { CheckoutPage } from "./checkout/page";
export { ComparePage } from "./compare";
export { MyReviewsPage } from "./my-reviews";
export { OrderPlacedPage } from "./order-placed";
export { OrdersPage } from "./orders";
export { StockAlertsPage } from "./stock-alerts";
export { WishlistPage } from "./wishlist";
export { WishlistsPage } from "./wishlists";
