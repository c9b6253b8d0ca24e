// One typed function per endpoint of the shop. Lists have a fixed order, named in the comment.
import { del, get, patch, post, put } from "@kit/http";
import type * as T from "./types";

const id = encodeURIComponent;

// Turns a flat object into "?a=1&b=2"; arrays repeat the key; undefined, null, "" and false are left out.
function query(values: object): string {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(values)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null && one !== "" && one !== false) search.append(key, String(one));
    }
  }
  const text = search.toString();
  return text ? `?${text}` : "";
}

// ---- Header and catalogue --------------------------------------------------------------------------------------

/** Who is signed in, cart count, unread notifications. */
export const getSession = () => get<T.SessionInfo>("/api/session");
/** The sections of the home page. */
export const getHome = () => get<T.Home>("/api/home");
/** All departments, in the menu's order. */
export const listDepartments = () => get<T.Listed<T.Department>>("/api/departments");
/** One department with its categories. */
export const getDepartment = (slug: string) => get<T.Department>(`/api/departments/${id(slug)}`);
/** Search and browse; `facets` count what each further filter would leave. */
export const searchProducts = (q: T.SearchQuery) => get<T.SearchResult>(`/api/products${query(q)}`);
/** Suggestions for the search box, at most 8, best first. */
export const suggest = (q: string) => get<T.Listed<T.Suggestion>>(`/api/search/suggestions${query({ q })}`);
/** Products with an earlier price, biggest saving first. */
export const listDeals = (department?: string) => get<T.Listed<T.ProductCard>>(`/api/deals${query({ department })}`);
/** A product by slug or id. */
export const getProduct = (slug: string) => get<T.Product>(`/api/products/${id(slug)}`);
/** Up to 8 related products, nearest first. */
export const listRelated = (slug: string) => get<T.Listed<T.ProductCard>>(`/api/products/${id(slug)}/related`);
/** When it could arrive at an address, or at a postcode. */
export const getDeliveryEstimate = (slug: string, where: { address_id?: T.Id; postcode?: string }) =>
  get<T.DeliveryEstimate>(`/api/products/${id(slug)}/delivery${query(where)}`);
/** 2 to 4 products side by side, in the order asked for (slugs or ids). */
export const compareProducts = (slugs: string[]) => get<T.Comparison>(`/api/compare${query({ product: slugs })}`);

// ---- Reviews, questions, alerts, recently viewed ---------------------------------------------------------------

/** Written reviews of a product, 10 a page. */
export const listReviews = (
  slug: string,
  q: { sort?: T.ReviewSort; stars?: number; verified?: boolean; q?: string; page?: number },
) => get<T.ReviewPage>(`/api/products/${id(slug)}/reviews${query(q)}`);
/** My review of something I bought. */
export const writeReview = (slug: string, body: T.ReviewDraft) =>
  post<T.Review>(`/api/products/${id(slug)}/reviews`, body);
/** My reviews, newest first. */
export const listMyReviews = () => get<T.Listed<T.MyReview>>("/api/reviews");
/** Delivered products that I have not reviewed, last bought first. */
export const listToReview = () => get<T.Listed<T.ProductCard>>("/api/reviews/waiting");
export const editReview = (review: T.Id, body: Partial<T.ReviewDraft>) =>
  patch<T.Review>(`/api/reviews/${id(review)}`, body);
export const deleteReview = (review: T.Id) => del<T.Removed>(`/api/reviews/${id(review)}`);
/** Marks someone else's review as helpful. */
export const voteHelpful = (review: T.Id) => post<T.Review>(`/api/reviews/${id(review)}/helpful`, {});
export const unvoteHelpful = (review: T.Id) => del<T.Review>(`/api/reviews/${id(review)}/helpful`);
/** Questions of a product, newest first. */
export const listQuestions = (slug: string, q = "") =>
  get<T.Listed<T.Question>>(`/api/products/${id(slug)}/questions${query({ q })}`);
/** Asks a question (10 to 300 characters). */
export const askQuestion = (slug: string, question: string) =>
  post<T.Question>(`/api/products/${id(slug)}/questions`, { question });
/** Takes back my own unanswered question. */
export const deleteQuestion = (question: T.Id) => del<T.Removed>(`/api/questions/${id(question)}`);
/** Asks for a message when it is back in stock. */
export const addStockAlert = (product_id: T.Id, variant_id?: T.Id | null) =>
  post<T.StockAlert>("/api/stock-alerts", { product_id, variant_id });
/** My stock alerts, newest first. */
export const listStockAlerts = () => get<T.Listed<T.StockAlert>>("/api/stock-alerts");
export const removeStockAlert = (alert: T.Id) => del<T.Removed>(`/api/stock-alerts/${id(alert)}`);
/** Recently viewed, newest first, at most 24. */
export const listRecentlyViewed = () => get<T.Listed<T.RecentlyViewed>>("/api/recently-viewed");
/** Sent once when a product page opens. */
export const markViewed = (product_id: T.Id) => post<T.RecentlyViewed>("/api/recently-viewed", { product_id });
export const removeViewed = (viewed: T.Id) => del<T.Removed>(`/api/recently-viewed/${id(viewed)}`);
export const clearViewed = () => del<{ removed: number }>("/api/recently-viewed");

// ---- Cart ------------------------------------------------------------------------------------------------------

/** Cart lines (oldest first), saved lines (newest first), coupon, totals. */
export const getCart = () => get<T.Cart>("/api/cart");
/** Adds, or raises the quantity of the same product and variant. */
export const addToCart = (body: T.AddToCart) => post<T.CartLine>("/api/cart/items", body);
export const changeCartLine = (line: T.Id, body: T.CartLinePatch) =>
  patch<T.CartLine>(`/api/cart/items/${id(line)}`, body);
export const removeCartLine = (line: T.Id) => del<T.Removed>(`/api/cart/items/${id(line)}`);
export const emptyCart = () => del<{ removed: number }>("/api/cart");
/** Moves a line out of the cart to "saved for later". */
export const saveForLater = (line: T.Id) => post<T.SavedLine>(`/api/cart/items/${id(line)}/save`, {});
/** Saved for later, newest first. */
export const listSaved = () => get<T.Listed<T.SavedLine>>("/api/saved");
export const moveToCart = (saved: T.Id) => post<T.CartLine>(`/api/saved/${id(saved)}/move`, {});
export const removeSaved = (saved: T.Id) => del<T.Removed>(`/api/saved/${id(saved)}`);
/** Applies a coupon to the cart (and to buy now). One at a time. */
export const applyCoupon = (code: string) => post<T.Coupon>("/api/cart/coupon", { code });
export const removeCoupon = () => del<T.Removed>("/api/cart/coupon");

// ---- Wishlists -------------------------------------------------------------------------------------------------

/** My lists: the default one first, then by name. */
export const listWishlists = () => get<T.Listed<T.Wishlist>>("/api/wishlists");
export const getWishlist = (list: T.Id) => get<T.WishlistDetail>(`/api/wishlists/${id(list)}`);
export const createWishlist = (body: { name: string; private?: boolean }) => post<T.Wishlist>("/api/wishlists", body);
export const changeWishlist = (list: T.Id, body: { name?: string; private?: boolean }) =>
  patch<T.Wishlist>(`/api/wishlists/${id(list)}`, body);
/** Deletes a list and what is on it; never the default one. */
export const deleteWishlist = (list: T.Id) => del<T.Removed>(`/api/wishlists/${id(list)}`);
export const addToWishlist = (
  list: T.Id,
  body: { product_id: T.Id; variant_id?: T.Id | null; note?: string; quantity?: number },
) => post<T.WishlistItem>(`/api/wishlists/${id(list)}/items`, body);
export const changeWishlistItem = (item: T.Id, body: { note?: string; quantity?: number }) =>
  patch<T.WishlistItem>(`/api/wishlist-items/${id(item)}`, body);
/** Moves an item to another list of mine. */
export const moveWishlistItem = (item: T.Id, wishlist_id: T.Id) =>
  post<T.WishlistItem>(`/api/wishlist-items/${id(item)}/move`, { wishlist_id });
/** Puts the item into the cart and takes it off the list. */
export const wishlistItemToCart = (item: T.Id) => post<T.CartLine>(`/api/wishlist-items/${id(item)}/cart`, {});
export const removeWishlistItem = (item: T.Id) => del<T.Removed>(`/api/wishlist-items/${id(item)}`);

// ---- Checkout --------------------------------------------------------------------------------------------------

/** Summary for the choices made so far; re-read it after each choice. With product_id: buy now. */
export const getCheckout = (choice: T.CheckoutChoice) => get<T.Checkout>(`/api/checkout${query(choice)}`);
/** Delivery options for an address, with dates and fees. */
export const listDeliveryOptions = (choice: T.CheckoutChoice) =>
  get<T.Listed<T.DeliveryOption>>(`/api/checkout/delivery-options${query(choice)}`);
/** Places the order. The cart (or nothing, for buy now) is emptied, the coupon is used up. */
export const placeOrder = (body: T.PlaceOrder) => post<T.Order>("/api/orders", body);

// ---- Orders ----------------------------------------------------------------------------------------------------

/** Orders, newest first, 10 a page. */
export const listOrders = (q: T.OrderQuery) => get<T.OrderPage>(`/api/orders${query(q)}`);
export const getOrder = (order: T.Id) => get<T.Order>(`/api/orders/${id(order)}`);
/** Timeline of an order, newest event first. */
export const getTracking = (order: T.Id) => get<T.Tracking>(`/api/orders/${id(order)}/tracking`);
export const getInvoice = (order: T.Id) => get<T.Invoice>(`/api/orders/${id(order)}/invoice`);
/** Cancels the whole order before it is dispatched. */
export const cancelOrder = (order: T.Id, reason: string) =>
  post<T.Order>(`/api/orders/${id(order)}/cancel`, { reason });
/** Reasons for a cancellation. */
export const listCancelReasons = () => get<T.Listed<{ id: string; label: string }>>("/api/orders/cancel-reasons");
/** Cancels one line before dispatch. */
export const cancelOrderLine = (order: T.Id, line: string, reason: string) =>
  post<T.Order>(`/api/orders/${id(order)}/items/${id(line)}/cancel`, { reason });
export const changeOrderAddress = (order: T.Id, address_id: T.Id) =>
  put<T.Order>(`/api/orders/${id(order)}/address`, { address_id });
/** Days to which the delivery of an order can be moved. */
export const listOrderDates = (order: T.Id) =>
  get<{ first_date: T.Day; last_date: T.Day; closed: T.Day[] }>(`/api/orders/${id(order)}/delivery-dates`);
export const changeOrderDate = (order: T.Id, date: T.Day) =>
  put<T.Order>(`/api/orders/${id(order)}/delivery-date`, { date });
export const changeGiftMessage = (order: T.Id, message: string) =>
  put<T.Order>(`/api/orders/${id(order)}/gift-message`, { message });
/** Puts an order's items into the cart again, as far as they are in stock. */
export const reorder = (order: T.Id) => post<T.Reordered>(`/api/orders/${id(order)}/reorder`, {});

// ---- Returns ---------------------------------------------------------------------------------------------------

/** What of an order can be returned, and until when. */
export const getReturnable = (order: T.Id) => get<T.Returnable>(`/api/orders/${id(order)}/returnable`);
/** Reasons, methods, stores, refund ways, collection days. */
export const getReturnOptions = () => get<T.ReturnOptions>("/api/returns/options");
/** Returns, newest first. */
export const listReturns = () => get<T.Listed<T.Return>>("/api/returns");
export const getReturn = (ret: T.Id) => get<T.Return>(`/api/returns/${id(ret)}`);
export const createReturn = (body: T.ReturnDraft) => post<T.Return>("/api/returns", body);
/** Changes how a requested return comes back. */
export const changeReturn = (
  ret: T.Id,
  body: { method?: T.ReturnMethod; collection_date?: T.Day; store_id?: string; refund_to?: T.RefundTo },
) => patch<T.Return>(`/api/returns/${id(ret)}`, body);
export const cancelReturn = (ret: T.Id) => post<T.Return>(`/api/returns/${id(ret)}/cancel`, {});

// ---- Subscriptions ---------------------------------------------------------------------------------------------

/** Active ones first, then paused, then cancelled; within each by next date. */
export const listSubscriptions = () => get<T.Listed<T.Subscription>>("/api/subscriptions");
export const getSubscription = (sub: T.Id) => get<T.Subscription>(`/api/subscriptions/${id(sub)}`);
export const createSubscription = (body: T.SubscriptionDraft) => post<T.Subscription>("/api/subscriptions", body);
export const changeSubscription = (sub: T.Id, body: T.SubscriptionPatch) =>
  patch<T.Subscription>(`/api/subscriptions/${id(sub)}`, body);
/** Leaves out the next delivery. */
export const skipSubscription = (sub: T.Id) => post<T.Subscription>(`/api/subscriptions/${id(sub)}/skip`, {});
/** Pauses, with or without a date on which it goes on. */
export const pauseSubscription = (sub: T.Id, resume_date?: T.Day | null) =>
  post<T.Subscription>(`/api/subscriptions/${id(sub)}/pause`, { resume_date });
export const resumeSubscription = (sub: T.Id, next_date?: T.Day | null) =>
  post<T.Subscription>(`/api/subscriptions/${id(sub)}/resume`, { next_date });
export const cancelSubscription = (sub: T.Id) => post<T.Subscription>(`/api/subscriptions/${id(sub)}/cancel`, {});

// ---- Account ---------------------------------------------------------------------------------------------------

export const getProfile = () => get<T.Profile>("/api/profile");
export const changeProfile = (body: Partial<Pick<T.Profile, "name" | "email" | "phone" | "language">>) =>
  patch<T.Profile>("/api/profile", body);
export const getPreferences = () => get<T.Preferences>("/api/preferences");
export const changePreferences = (body: Partial<Omit<T.Preferences, "id">>) =>
  patch<T.Preferences>("/api/preferences", body);
/** Addresses: the default one first, then by label. */
export const listAddresses = () => get<T.Listed<T.Address>>("/api/addresses");
export const getAddress = (address: T.Id) => get<T.Address>(`/api/addresses/${id(address)}`);
export const addAddress = (body: T.AddressDraft) => post<T.Address>("/api/addresses", body);
export const changeAddress = (address: T.Id, body: Partial<T.AddressDraft>) =>
  patch<T.Address>(`/api/addresses/${id(address)}`, body);
export const deleteAddress = (address: T.Id) => del<T.Removed>(`/api/addresses/${id(address)}`);
export const setDefaultAddress = (address: T.Id) => post<T.Address>(`/api/addresses/${id(address)}/default`, {});
/** Payment methods: the default one first, then by nickname. */
export const listPaymentMethods = () => get<T.Listed<T.PaymentMethod>>("/api/payment-methods");
export const addCard = (body: T.CardDraft) => post<T.PaymentMethod>("/api/payment-methods", body);
export const changeCard = (method: T.Id, body: T.CardPatch) =>
  patch<T.PaymentMethod>(`/api/payment-methods/${id(method)}`, body);
export const deletePaymentMethod = (method: T.Id) => del<T.Removed>(`/api/payment-methods/${id(method)}`);
export const setDefaultPaymentMethod = (method: T.Id) =>
  post<T.PaymentMethod>(`/api/payment-methods/${id(method)}/default`, {});
/** Gift cards on the account, first to expire first, and the usable balance. */
export const listGiftCards = () => get<T.GiftCards>("/api/gift-cards");
/** Adds a gift card by its code (TIDE-XXXX-XXXX). */
export const redeemGiftCard = (code: string) => post<T.GiftCard>("/api/gift-cards", { code });
/** Coupons: usable ones first, then by expiry. */
export const listCoupons = () => get<T.Listed<T.Coupon>>("/api/coupons");

// ---- Notifications ---------------------------------------------------------------------------------------------

/** Notifications, newest first, 15 a page. */
export const listNotifications = (q: { kind?: string; unread?: boolean; page?: number }) =>
  get<T.NotificationPage>(`/api/notifications${query(q)}`);
/** Marks one as read or unread. */
export const markNotification = (note: T.Id, read: boolean) =>
  patch<T.Notification>(`/api/notifications/${id(note)}`, { read });
export const markAllRead = () => post<{ changed: number }>("/api/notifications/read-all", {});
export const deleteNotification = (note: T.Id) => del<T.Removed>(`/api/notifications/${id(note)}`);

// ---- Help ------------------------------------------------------------------------------------------------------

/** Help articles: with q best match first, else by topic and title. */
export const searchHelp = (q: { q?: string; topic?: string }) => get<T.HelpResult>(`/api/help/articles${query(q)}`);
export const getArticle = (slug: string) => get<T.Article>(`/api/help/articles/${id(slug)}`);
/** Topics for the contact form. */
export const listContactTopics = () => get<T.Listed<{ id: string; label: string }>>("/api/help/contact-topics");
/** My messages to customer care, newest first. */
export const listMessages = () => get<T.Listed<T.Message>>("/api/messages");
export const sendMessage = (body: T.MessageDraft) => post<T.Message>("/api/messages", body);
