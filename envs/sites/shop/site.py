"""The shop as a value: its collections, routes, roles and where its clock begins."""

from datetime import UTC, datetime
from pathlib import Path

from envs.kit.common import COMMON_COLLECTIONS
from envs.kit.site import Collection, Role, Site
from envs.sites.shop import models as m
from envs.sites.shop.routes import ROUTERS
from envs.sites.shop.seed import seed

ORDER_ITEMS = {
    "items.line_id": "id",
    "items.product_id": "id",
    "items.variant_id": "id",
    "items.title": "text",
    "items.variant": "text",
    "items.quantity": "number",
    "items.unit_price": "money",
    "items.total": "money",
    "items.gift_wrap": "bool",
    "items.status": "text",
    "gift_cards.gift_card_id": "id",
    "gift_cards.amount": "money",
    "tracking.at": "instant",
}
RETURN_ITEMS = {
    "items.line_id": "id",
    "items.product_id": "id",
    "items.variant_id": "id",
    "items.title": "text",
    "items.quantity": "number",
    "items.reason": "text",
    "items.refund": "money",
    "events.at": "instant",
}

# Notes, views and stock move by themselves when something else is done; a coupon's mark goes when it is used.
COLLECTIONS = {
    "products": Collection(m.Product, graded=False),
    "variants": Collection(m.Variant, graded=False),
    "reviews": Collection(m.Review, incidental=frozenset({"helpful", "updated_at"})),
    "helpful_votes": Collection(m.HelpfulVote),
    "questions": Collection(m.Question, nested={"answers.at": "instant", "answers.seller": "bool"}),
    "stock_alerts": Collection(m.StockAlert),
    "recently_viewed": Collection(m.RecentlyViewed, graded=False),
    "cart_items": Collection(m.CartItem, incidental=frozenset({"added_at"})),
    "saved_items": Collection(m.SavedItem, incidental=frozenset({"saved_at"})),
    "wishlists": Collection(m.Wishlist),
    "wishlist": Collection(m.WishlistItem, incidental=frozenset({"added_at"})),
    "orders": Collection(m.Order, incidental=frozenset({"tracking"}), nested=ORDER_ITEMS),
    "returns": Collection(m.Return, incidental=frozenset({"events"}), nested=RETURN_ITEMS),
    "subscriptions": Collection(m.Subscription),
    "profile": Collection(m.Profile),
    "addresses": Collection(m.Address),
    "payment_methods": Collection(m.PaymentMethod),
    "gift_cards": Collection(m.GiftCard),
    "coupons": Collection(m.Coupon, incidental=frozenset({"applied_at"})),
    "messages": Collection(m.Message),
    "notifications": Collection(m.Notification, graded=False),
    "articles": Collection(m.Article, graded=False),
    **COMMON_COLLECTIONS,
}

PRODUCT_PARTS = {"variants": "product_id", "reviews": "product_id", "questions": "product_id"}
ROLES = {
    "item": Role("products", "title", ("price", "rating", "ratings"), "description", PRODUCT_PARTS),
    "variant": Role("variants", "label", ("price", "stock")),
    "review": Role("reviews", "title", ("stars", "helpful"), "body", {"helpful_votes": "review_id"}),
    "question": Role("questions", "question"),
    "order": Role("orders", "number", ("total", "placed_at"), "gift_message", {"returns": "order_id"}),
    "return": Role("returns", "number", ("refund_amount", "created_at"), "comment"),
    "subscription": Role("subscriptions", "id", ("every_weeks", "unit_price", "next_date")),
    "address": Role("addresses", "label", (), "line1"),
    "payment": Role("payment_methods", "nickname", ("expires",)),
    "coupon": Role("coupons", "code", ("value", "min_spend", "expires_at"), "description"),
    "gift_card": Role("gift_cards", "code", ("balance", "expires")),
    "wishlist": Role("wishlists", "name", (), None, {"wishlist": "wishlist_id"}),
    "wishlist_item": Role("wishlist", "note", ("quantity",), "note"),
    "cart_item": Role("cart_items", "product_id", ("quantity",)),
    "notification": Role("notifications", "title", ("created_at",), "body"),
    "message": Role("messages", "subject", ("created_at",), "body"),
    "article": Role("articles", "title", ("updated",), "summary"),
}

SITE = Site(
    name="shop",
    host="shop.test",
    title="Tidewell",
    starts_at=datetime(2027, 3, 10, 9, 40, tzinfo=UTC),
    time_zone="Europe/London",
    collections=COLLECTIONS,
    routers=ROUTERS,
    seed=seed,
    ui=Path(__file__).parent / "ui" / "dist",
    roles=ROLES,
)
