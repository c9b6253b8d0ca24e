// Addresses of the shop's pages. The server links to the same ones (envs/sites/shop/links.py).
const id = encodeURIComponent;

export const links = {
  home: "/",
  department: (slug: string) => `/department/${id(slug)}`,
  search: "/search", // with the filters of SearchQuery as query values: /search?q=lamp&department=lighting
  product: (slug: string) => `/product/${id(slug)}`,
  compare: "/compare", // ?product=slug&product=slug
  deals: "/deals",
  cart: "/cart",
  checkout: "/checkout", // buy now: ?product_id=…&variant_id=…&quantity=…
  orderPlaced: (order: string) => `/orders/${id(order)}/placed`,
  orders: "/orders",
  order: (order: string) => `/orders/${id(order)}`,
  tracking: (order: string) => `/orders/${id(order)}/tracking`,
  invoice: (order: string) => `/orders/${id(order)}/invoice`,
  newReturn: (order: string) => `/orders/${id(order)}/return`,
  returns: "/returns",
  ret: (ret: string) => `/returns/${id(ret)}`,
  subscriptions: "/subscriptions",
  subscription: (sub: string) => `/subscriptions/${id(sub)}`,
  wishlists: "/wishlists",
  wishlist: (list: string) => `/wishlists/${id(list)}`,
  recent: "/recently-viewed",
  notifications: "/notifications",
  account: "/account",
  profile: "/account/profile",
  preferences: "/account/preferences",
  addresses: "/account/addresses",
  payment: "/account/payment",
  giftCards: "/account/gift-cards",
  coupons: "/account/coupons",
  reviews: "/account/reviews",
  alerts: "/account/stock-alerts",
  security: "/account/security",
  help: "/help",
  article: (slug: string) => `/help/${id(slug)}`,
  contact: "/contact",
};
