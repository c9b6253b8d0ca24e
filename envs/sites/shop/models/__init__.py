"""The shop's tables. A table's name carries the site's, because all sites share one process."""

from envs.sites.shop.models.account import (
    Address,
    Article,
    Coupon,
    GiftCard,
    Message,
    Notification,
    PaymentMethod,
    Profile,
)
from envs.sites.shop.models.basket import CartItem, SavedItem, Wishlist, WishlistItem
from envs.sites.shop.models.catalog import (
    HelpfulVote,
    Product,
    Question,
    RecentlyViewed,
    Review,
    StockAlert,
    Variant,
)
from envs.sites.shop.models.orders import Order, Return, Subscription

__all__ = [
    "Address",
    "Article",
    "CartItem",
    "Coupon",
    "GiftCard",
    "HelpfulVote",
    "Message",
    "Notification",
    "Order",
    "PaymentMethod",
    "Product",
    "Profile",
    "Question",
    "RecentlyViewed",
    "Return",
    "Review",
    "SavedItem",
    "StockAlert",
    "Subscription",
    "Variant",
    "Wishlist",
    "WishlistItem",
]
