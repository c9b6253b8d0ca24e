// Shapes of every answer of the shop's API. Money is a decimal string ("64.90", pounds), an Instant is ISO 8601 with
// offset, a Day is "YYYY-MM-DD" in the shop's own time zone (Europe/London). Ids are opaque strings.

export type Money = string;
export type Instant = string;
export type Day = string;
export type Id = string;

// A list that is cut into pages; `page` counts from 1.
export interface Paged<T> {
  items: T[];
  total: number;
  page: number;
  pages: number;
}

// A list that is answered whole.
export interface Listed<T> {
  items: T[];
  total: number;
}

// What a delete answers.
export interface Removed {
  id: Id;
  removed: true;
}

// ---- Header ----------------------------------------------------------------------------------------------------

export interface SessionInfo {
  name: string; // full name
  first_name: string;
  email: string;
  cart_count: number; // pieces in the cart
  unread: number; // unread notifications
  default_address: Address | null;
  time_zone: string;
}

// ---- Catalogue -------------------------------------------------------------------------------------------------

export interface Department {
  id: string; // the slug
  slug: string;
  title: string;
  icon: string;
  blurb: string;
  count: number;
  categories: { name: string; count: number }[];
}

export interface ProductCard {
  id: Id;
  slug: string;
  title: string;
  brand: string;
  department: string; // slug
  category: string;
  price: Money; // lowest of its variants
  list_price: Money | null; // earlier price, when on offer
  rating: number; // 0 to 5, one decimal
  ratings: number;
  icon: string;
  tone: string; // "#rrggbb"
  in_stock: boolean;
  has_variants: boolean; // then choose on the product page before adding to the cart
  subscribe: boolean;
  tags: string[];
  added: Day;
}

export interface Variant {
  id: Id;
  sku: string;
  options: Record<string, string>; // {"Colour": "Brass"}
  label: string; // "Brass" or "Brass, Large"
  price: Money;
  stock: number;
  in_stock: boolean;
}

export interface Product extends ProductCard {
  department_title: string;
  bullets: string[];
  description: string;
  specs: Record<string, string>;
  options: Record<string, string[]>; // option name -> values in display order
  variants: Variant[];
  stock: number; // of the product, or summed over its variants
  max_per_order: number;
  ships_in_days: number;
  return_days: number; // 0 = cannot be returned
  gift_wrap: boolean;
  bulky: boolean;
  delivery: DeliveryEstimate;
  review_count: number; // written reviews
  question_count: number;
  stars: Record<string, number>; // written reviews by stars, "5" to "1"
  my_review: Review | null;
  can_review: boolean; // bought, delivered and not yet reviewed
  last_bought: { order_id: Id; number: string; at: Instant } | null;
  wishlist_ids: Id[]; // lists of mine that hold it
  stock_alert: boolean;
}

export interface DeliveryEstimate {
  deliverable: boolean;
  reason: string | null; // why not
  address_id: Id | null;
  place: string; // "Bristol BS6 5QA"
  earliest: Day | null; // express, where offered, else standard
  standard: Day | null;
  express: Day | null;
  free_from: Money; // standard delivery is free from this spend
}

export interface FacetValue {
  value: string; // what to send as the filter
  label: string;
  count: number; // with the other filters as they are
  selected: boolean;
}

export interface Facets {
  department: FacetValue[];
  category: FacetValue[];
  brand: FacetValue[];
  price: FacetValue[]; // bands, value "0-25"
  rating: FacetValue[]; // "4" = 4 and up
  tag: FacetValue[];
  stock: FacetValue[]; // "in"
  offer: FacetValue[]; // "yes"
}

export type ProductSort = "relevance" | "price-asc" | "price-desc" | "rating" | "newest";

export interface SearchQuery {
  q?: string;
  department?: string;
  category?: string[]; // repeatable filters are OR within one filter
  brand?: string[];
  tag?: string[]; // AND
  price?: string; // a band "25-50", "200-" or "-25"
  rating?: string; // "4"
  stock?: "in";
  offer?: "yes";
  subscribe?: "yes";
  sort?: ProductSort;
  page?: number;
  size?: number; // 1 to 48, default 24
}

export interface SearchResult extends Paged<ProductCard> {
  q: string;
  sort: ProductSort;
  facets: Facets;
}

export interface Suggestion {
  id: string;
  kind: "product" | "category" | "brand" | "department";
  label: string;
  detail: string;
  href: string; // page to open
}

export interface HomeSection {
  key: "continue" | "deals" | "new" | "recent" | "top";
  title: string;
  href: string | null;
  items: ProductCard[];
}

export interface Home {
  greeting: string;
  sections: HomeSection[];
  departments: Department[];
  on_the_way: OrderCard[];
}

export interface Comparison {
  items: (Product & { spec_values: string[] })[];
  total: number;
  spec_names: string[]; // rows of the table; spec_values follow this order ("–" where missing)
}

export interface Review {
  id: Id;
  product_id: Id;
  author: string;
  stars: number;
  title: string;
  body: string;
  created_at: Instant;
  updated_at: Instant | null;
  helpful: number;
  verified: boolean;
  mine: boolean;
  voted: boolean; // I found it helpful
}

export interface MyReview extends Review {
  product: ProductCard;
}

export type ReviewSort = "helpful" | "newest" | "oldest" | "highest" | "lowest";

export interface ReviewPage extends Paged<Review> {
  average: number;
  stars: Record<string, number>;
  sort: ReviewSort;
}

export interface ReviewDraft {
  stars: number; // 1 to 5
  title: string; // 3 to 80 characters
  body: string; // 10 to 2000 characters
}

export interface Answer {
  body: string;
  by: string;
  at: Instant;
  seller: boolean;
}

export interface Question {
  id: Id;
  product_id: Id;
  question: string;
  asked_by: string;
  asked_at: Instant;
  answers: Answer[];
  mine: boolean;
}

export interface RecentlyViewed {
  id: Id;
  viewed_at: Instant;
  product: ProductCard;
}

export interface StockAlert {
  id: Id;
  created_at: Instant;
  product: ProductCard;
  variant: Variant | null;
}

// ---- Cart ------------------------------------------------------------------------------------------------------

export interface CartLine {
  id: Id;
  product: ProductCard;
  variant: Variant | null;
  title: string; // product title and variant label
  quantity: number;
  unit_price: Money;
  total: Money;
  gift_wrap: boolean;
  gift_wrap_offered: boolean;
  stock: number;
  max_quantity: number;
  problem: string | null; // "Only 2 left", "Out of stock"
  added_at: Instant;
}

export interface SavedLine {
  id: Id;
  product: ProductCard;
  variant: Variant | null;
  title: string;
  quantity: number;
  unit_price: Money;
  in_stock: boolean;
  saved_at: Instant;
}

export interface Totals {
  subtotal: Money;
  discount: Money; // positive, taken off
  gift_wrap_fee: Money;
  delivery_fee: Money;
  total: Money;
  gift_card_used: Money;
  to_pay: Money; // on the payment method
}

export interface AppliedCoupon {
  id: Id;
  code: string;
  title: string;
  discount: Money;
  problem: string | null; // why it does nothing at the moment
}

export interface Cart {
  items: CartLine[];
  total: number; // lines
  count: number; // pieces
  saved: SavedLine[];
  coupon: AppliedCoupon | null;
  totals: Totals; // delivery_fee is the standard one
  free_delivery_gap: Money; // what is missing to free standard delivery, "0.00" when reached
  can_check_out: boolean;
}

export interface AddToCart {
  product_id: Id;
  variant_id?: Id | null;
  quantity?: number; // default 1
  gift_wrap?: boolean;
}

export interface CartLinePatch {
  quantity?: number;
  gift_wrap?: boolean;
}

// ---- Wishlists -------------------------------------------------------------------------------------------------

export interface Wishlist {
  id: Id;
  name: string;
  private: boolean;
  is_default: boolean;
  count: number;
  created_at: Instant;
  preview: { icon: string; tone: string }[]; // up to 4
}

export interface WishlistItem {
  id: Id;
  wishlist_id: Id;
  product: ProductCard;
  variant: Variant | null;
  title: string;
  note: string;
  quantity: number;
  added_at: Instant;
}

export interface WishlistDetail extends Wishlist {
  items: WishlistItem[]; // newest first
  total: number;
}

// ---- Checkout --------------------------------------------------------------------------------------------------

export type DeliveryMethod = "standard" | "express" | "chosen";

export interface DeliveryOption {
  id: DeliveryMethod;
  title: string;
  description: string;
  fee: Money;
  available: boolean;
  reason: string | null; // why not
  date: Day | null; // when it comes; null for "chosen" until a date is picked
  first_date: Day | null; // of "chosen": limits for the date picker
  last_date: Day | null;
  closed: Day[]; // days between them on which nothing is delivered (Sundays, bank holidays)
}

export interface CheckoutLine {
  product_id: Id;
  variant_id: Id | null;
  product: ProductCard;
  title: string;
  quantity: number;
  unit_price: Money;
  total: Money;
  gift_wrap: boolean;
  gift_wrap_offered: boolean;
  problem: string | null;
}

// What the page holds while the customer chooses. Without product_id the cart is checked out.
export interface CheckoutChoice {
  product_id?: Id;
  variant_id?: Id | null;
  quantity?: number;
  address_id?: Id;
  payment_method_id?: Id;
  delivery_method?: DeliveryMethod;
  delivery_date?: Day; // for "chosen"
  gift_wrap?: boolean; // wrap everything that can be wrapped (buy now), or keep each line's own choice (cart)
  use_gift_card?: boolean;
}

export interface Checkout {
  items: CheckoutLine[];
  total: number;
  source: "cart" | "buy_now";
  addresses: Address[];
  payment_methods: PaymentMethod[];
  delivery_options: DeliveryOption[];
  address_id: Id | null; // chosen or default
  payment_method_id: Id | null;
  delivery_method: DeliveryMethod;
  delivery_date: Day | null;
  coupon: AppliedCoupon | null;
  gift_card_balance: Money;
  use_gift_card: boolean;
  totals: Totals;
  problems: string[]; // what stands in the way of placing the order
}

export interface PlaceOrder extends CheckoutChoice {
  address_id: Id;
  payment_method_id?: Id; // may be left out when a gift card covers all
  delivery_method: DeliveryMethod;
  gift_message?: string; // up to 240 characters
  expected_total?: Money; // the `to_pay` that the page showed; refused (total_changed) when it is another by now
}

// ---- Orders ----------------------------------------------------------------------------------------------------

export type OrderStatus =
  | "placed"
  | "packed"
  | "delayed"
  | "dispatched"
  | "out_for_delivery"
  | "delivered"
  | "cancelled";

export interface OrderLine {
  line_id: string; // "1", "2": within the order
  product_id: Id;
  variant_id: Id | null;
  title: string;
  variant: string; // label, "" without variants
  quantity: number;
  unit_price: Money;
  total: Money;
  gift_wrap: boolean;
  status: "ordered" | "cancelled";
  returned: number; // pieces in returns that are not cancelled
  icon: string;
  tone: string;
  slug: string;
}

export interface OrderCard {
  id: Id;
  number: string; // "TW-204-7731"
  status: OrderStatus;
  status_text: string; // "Arriving Thursday 12 March"
  placed_at: Instant;
  delivery_date: Day;
  total_paid: Money;
  items: OrderLine[];
  recipient: string;
  can_cancel: boolean;
  can_return: boolean;
}

export interface Order extends OrderCard {
  address_id: Id;
  address_text: string; // frozen when ordered or changed
  payment_method_id: Id | null;
  payment_text: string;
  delivery_method: DeliveryMethod;
  delivered_at: Instant | null;
  cancelled_at: Instant | null;
  cancel_reason: string | null;
  coupon_code: string | null;
  gift_message: string;
  totals: Totals;
  can_change: boolean; // address, delivery day, gift message
  returns: { id: Id; number: string; status: ReturnStatus }[];
  tracking: TrackingEvent[];
  carrier: string | null;
  tracking_number: string | null;
}

export interface TrackingEvent {
  id: string;
  at: Instant;
  status: string;
  text: string;
  place: string;
}

export interface Tracking {
  id: Id;
  number: string;
  status: OrderStatus;
  status_text: string;
  delivery_date: Day;
  carrier: string | null;
  tracking_number: string | null;
  items: TrackingEvent[]; // newest first
  total: number;
  steps: { key: string; title: string; done: boolean; current: boolean }[];
}

export interface Invoice {
  id: Id;
  invoice_number: string;
  order_number: string;
  issued: Instant;
  seller: string[]; // lines of the seller's address
  bill_to: string[];
  items: OrderLine[];
  total: number;
  totals: Totals;
  vat: Money; // contained in the total at 20%
  payment_text: string;
}

export interface OrderQuery {
  q?: string; // in titles and numbers
  status?: "open" | OrderStatus;
  year?: string; // "2026"
  page?: number; // 10 a page
}

export interface OrderPage extends Paged<OrderCard> {
  years: string[];
}

export interface Reordered {
  added: { product_id: Id; title: string; quantity: number }[];
  skipped: { product_id: Id; title: string; reason: string }[];
  cart_count: number;
}

// ---- Returns ---------------------------------------------------------------------------------------------------

export type ReturnStatus = "requested" | "in_transit" | "received" | "refunded" | "cancelled";
export type ReturnMethod = "drop_off" | "collection" | "in_store";
export type RefundTo = "original" | "gift_card";

export interface ReturnableLine {
  line_id: string;
  product_id: Id;
  title: string;
  variant: string;
  quantity: number; // that can still be returned
  unit_refund: Money; // what one piece gives back, after its share of the discount
  eligible: boolean;
  faulty_only: boolean; // only with a reason whose `fault` is true
  reason: string | null; // why it is not eligible
  return_by: Day | null;
  icon: string;
  tone: string;
  slug: string;
}

export interface Returnable {
  id: Id; // of the order
  number: string;
  items: ReturnableLine[];
  total: number;
}

export interface ReturnOptions {
  reasons: { id: string; label: string; fault: boolean; comment_required: boolean }[];
  methods: { id: ReturnMethod; title: string; description: string; fee: Money }[];
  stores: { id: string; name: string; address: string }[];
  refunds: { id: RefundTo; title: string; description: string }[];
  collection: { first_date: Day; last_date: Day; closed: Day[] };
}

export interface ReturnDraft {
  order_id: Id;
  items: { line_id: string; quantity: number; reason: string }[];
  method: ReturnMethod;
  refund_to: RefundTo;
  collection_date?: Day; // for "collection"
  store_id?: string; // for "in_store"
  comment?: string;
}

export interface Return {
  id: Id;
  number: string; // "R-58213"
  order_id: Id;
  order_number: string;
  status: ReturnStatus;
  status_text: string;
  created_at: Instant;
  items: {
    line_id: string;
    product_id: Id;
    variant_id: Id | null;
    title: string;
    quantity: number;
    reason: string; // id
    reason_label: string;
    refund: Money;
    icon: string;
    tone: string;
    slug: string;
  }[];
  method: ReturnMethod;
  method_text: string;
  collection_date: Day | null;
  store_id: string | null;
  refund_to: RefundTo;
  refund_amount: Money;
  fee: Money;
  comment: string;
  events: TrackingEvent[]; // newest first
  can_cancel: boolean;
}

// ---- Subscriptions ---------------------------------------------------------------------------------------------

export interface Subscription {
  id: Id;
  product: ProductCard;
  variant: Variant | null;
  title: string;
  quantity: number;
  every_weeks: number; // 2, 4, 6, 8 or 12
  next_date: Day | null; // null when paused or cancelled
  upcoming: Day[]; // next three dates
  status: "active" | "paused" | "cancelled";
  resume_date: Day | null; // of a pause with an end
  unit_price: Money; // with 10% off
  total: Money;
  address_id: Id;
  address_label: string;
  payment_method_id: Id;
  payment_label: string;
  created_at: Instant;
  skipped: Day[];
  dates: { first_date: Day; last_date: Day; closed: Day[] }; // limits for next_date
}

export interface SubscriptionDraft {
  product_id: Id;
  variant_id?: Id | null;
  quantity?: number;
  every_weeks: number;
  first_date: Day;
  address_id: Id;
  payment_method_id: Id;
}

export interface SubscriptionPatch {
  quantity?: number;
  every_weeks?: number;
  next_date?: Day;
  address_id?: Id;
  payment_method_id?: Id;
}

// ---- Account ---------------------------------------------------------------------------------------------------

export interface Profile {
  id: Id;
  name: string;
  email: string;
  phone: string;
  language: string; // "en-GB" | "cy" | "fr" | "pl"
  member_since: Day;
  languages: { id: string; label: string }[];
}

export interface Preferences {
  id: Id;
  marketing_email: boolean;
  marketing_post: boolean;
  marketing_sms: boolean;
  order_updates: "email" | "sms" | "both";
  price_alerts: boolean;
  stock_alerts: boolean;
  review_reminders: boolean;
}

export interface Address {
  id: Id;
  label: string; // "Home", "Office"
  recipient: string;
  line1: string;
  line2: string;
  city: string;
  postcode: string;
  area: "mainland" | "highlands" | "northern_ireland" | "isle_of_man" | "channel_islands"; // from the postcode
  phone: string;
  instructions: string;
  default: boolean;
}

export interface AddressDraft {
  label: string;
  recipient: string;
  line1: string;
  line2?: string;
  city: string;
  postcode: string;
  phone?: string;
  instructions?: string;
  default?: boolean;
}

export interface PaymentMethod {
  id: Id;
  kind: "card" | "bank"; // a bank account pays by direct debit
  brand: string; // "Visa"
  last_four: string;
  expires: string; // "2028-05"; "" for a bank account
  expired: boolean;
  holder: string;
  nickname: string; // "Everyday"
  default: boolean;
  text: string; // "Everyday: Visa ending 4417"
}

export interface CardDraft {
  number: string; // 13 to 19 digits; only brand and last four are kept
  expires: string; // "2029-04"
  holder: string;
  nickname: string;
  default?: boolean;
}

export interface CardPatch {
  expires?: string;
  holder?: string;
  nickname?: string;
}

export interface GiftCard {
  id: Id;
  code: string; // masked: "•••• 7Q4K"
  initial: Money;
  balance: Money;
  expires: Day;
  expired: boolean;
  redeemed_at: Instant;
  from: string;
}

export interface GiftCards extends Listed<GiftCard> {
  balance: Money; // usable now
}

export interface Coupon {
  id: Id;
  code: string;
  title: string;
  description: string;
  kind: "percent" | "amount" | "delivery";
  value: Money; // percent or pounds
  min_spend: Money;
  department: string | null;
  expires_at: Instant;
  status: "available" | "applied" | "used" | "expired" | "upcoming";
  reason: string | null; // why it cannot be used on the cart now
}

export interface Notification {
  id: Id;
  kind: "order" | "return" | "offer" | "subscription" | "account" | "stock";
  title: string;
  body: string;
  href: string | null;
  created_at: Instant;
  read: boolean;
}

export interface NotificationPage extends Paged<Notification> {
  unread: number;
}

// ---- Help ------------------------------------------------------------------------------------------------------

export interface ArticleCard {
  id: Id;
  slug: string;
  title: string;
  topic: string;
  summary: string;
}

export interface Article extends ArticleCard {
  body: string[]; // paragraphs
  updated: Day;
  related: ArticleCard[];
}

export interface HelpTopic {
  id: string;
  name: string;
  count: number;
}

export interface HelpResult extends Listed<ArticleCard> {
  q: string;
  topics: HelpTopic[];
}

export interface Message {
  id: Id;
  topic: string;
  subject: string;
  body: string;
  order_id: Id | null;
  order_number: string | null;
  created_at: Instant;
  status: "sent" | "answered";
  reply: string | null;
}

export interface MessageDraft {
  topic: string; // id of ContactTopics
  subject: string;
  body: string;
  order_id?: Id | null;
}
