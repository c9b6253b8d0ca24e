"""Every write of the API once: it answers in its shape, and changes what it should and nothing else that is graded."""

from collections.abc import Callable
from typing import Any

import pytest

from envs.sites.shop.site import SITE

Facts = Callable[[Any], str]
CARD = {"number": "4111 1111 1111 1111", "expires": "2029-04", "holder": "Maya Okafor", "nickname": "New"}
PLACE = {"label": "Gym", "recipient": "Maya Okafor", "line1": "2 Pump Lane", "city": "Bristol", "postcode": "bs15tt"}
REVIEW = {"stars": 4, "title": "Does its job", "body": "Heavy, but it browns well."}


def row(collection: str, **where: Any) -> Facts:
    """The id of the row with these fields, once there is a shop to look in."""
    return lambda shop: shop.id(collection, **where)


def of(collection: str, owner: str, **where: Any) -> Facts:
    """The id of the row in a collection that belongs to the product with this slug."""
    return lambda shop: shop.id(collection, product_id=shop.id("products", slug=owner), **where)


def slug(name: str) -> Facts:
    return row("products", slug=name)


OPEN_ORDER, SENT = row("orders", number="TW-318-4391"), row("orders", number="TW-299-0462")
GARDEN, MINE = row("wishlists", name="Garden plans"), row("wishlists", name="My list")
RED = row("products", slug="globe-filament-bulb-e27")
RETURN = row("returns", number="R-58213")
FILTERS = of("subscriptions", "cone-filters-size-4")
TIPS = of("subscriptions", "replacement-ear-tips")
CART, SAVED = of("cart_items", "globe-filament-bulb-e27"), of("saved_items", "slowdrip-coffee-maker")
POT = of("wishlist", "claybarrow-terracotta-pot-40")
OTHERS = row("reviews", title="Pours like a dream")

# (method, path, ids for its gaps, body, graded collections that change)
WRITES: list[tuple[str, str, list[Facts], dict[str, Any], set[str]]] = [
    ("POST", "/api/products/{}/reviews", [slug("cast-iron-skillet-26")], REVIEW, {"reviews"}),
    ("PATCH", "/api/reviews/{}", [row("reviews", title="Fine for podcasts")], {"stars": 2}, {"reviews"}),
    ("DELETE", "/api/reviews/{}", [row("reviews", title="Fine for podcasts")], {}, {"reviews"}),
    ("POST", "/api/reviews/{}/helpful", [lambda s: s.other_review()], {}, {"helpful_votes"}),
    ("DELETE", "/api/reviews/{}/helpful", [lambda s: s.voted_review()], {}, {"helpful_votes"}),
    ("POST", "/api/products/{}/questions", [slug("rapid-kettle")], {"question": "Is the lid hinged?"}, {"questions"}),
    ("DELETE", "/api/questions/{}", [of("questions", "arc-desk-lamp-mini-brass", mine=True)], {}, {"questions"}),
    ("POST", "/api/stock-alerts", [], {"product_id": slug("side-plates-four")}, {"stock_alerts"}),
    ("DELETE", "/api/stock-alerts/{}", [of("stock_alerts", "cluster-pendant-three")], {}, {"stock_alerts"}),
    ("POST", "/api/recently-viewed", [], {"product_id": slug("rapid-kettle")}, set()),
    ("DELETE", "/api/recently-viewed/{}", [of("recently_viewed", "ledge-soundbar")], {}, set()),
    ("DELETE", "/api/recently-viewed", [], {}, set()),
    ("POST", "/api/cart/items", [], {"product_id": slug("rapid-kettle"), "quantity": 2}, {"cart_items"}),
    ("PATCH", "/api/cart/items/{}", [CART], {"quantity": 3, "gift_wrap": True}, {"cart_items"}),
    ("DELETE", "/api/cart/items/{}", [CART], {}, {"cart_items"}),
    ("DELETE", "/api/cart", [], {}, {"cart_items"}),
    ("POST", "/api/cart/items/{}/save", [CART], {}, {"cart_items", "saved_items"}),
    ("POST", "/api/saved/{}/move", [SAVED], {}, {"cart_items", "saved_items"}),
    ("DELETE", "/api/saved/{}", [SAVED], {}, {"saved_items"}),
    ("POST", "/api/cart/coupon", [], {"code": "loyal5"}, set()),
    ("DELETE", "/api/cart/coupon", [lambda s: s.apply("LOYAL5")], {}, set()),
    ("POST", "/api/wishlists", [], {"name": "Attic", "private": False}, {"wishlists"}),
    ("PATCH", "/api/wishlists/{}", [GARDEN], {"name": "Balcony"}, {"wishlists"}),
    ("DELETE", "/api/wishlists/{}", [GARDEN], {}, {"wishlists", "wishlist"}),
    ("POST", "/api/wishlists/{}/items", [GARDEN], {"product_id": slug("rapid-kettle"), "note": "Tea"}, {"wishlist"}),
    ("PATCH", "/api/wishlist-items/{}", [POT], {"note": "One is enough", "quantity": 1}, {"wishlist"}),
    ("POST", "/api/wishlist-items/{}/move", [POT], {"wishlist_id": MINE}, {"wishlist"}),
    ("POST", "/api/wishlist-items/{}/cart", [POT], {}, {"wishlist", "cart_items"}),
    ("DELETE", "/api/wishlist-items/{}", [POT], {}, {"wishlist"}),
    (
        "POST",
        "/api/orders",
        [],
        {
            "address_id": row("addresses", label="Office"),
            "payment_method_id": row("payment_methods", nickname="Rainy day"),
            "delivery_method": "standard",
        },
        {"orders", "cart_items"},
    ),
    ("POST", "/api/orders/{}/cancel", [OPEN_ORDER], {"reason": "mistake"}, {"orders"}),
    ("POST", "/api/orders/{}/items/{}/cancel", [OPEN_ORDER, lambda s: "2"], {"reason": "mistake"}, {"orders"}),
    ("PUT", "/api/orders/{}/address", [OPEN_ORDER], {"address_id": row("addresses", label="Home")}, {"orders"}),
    ("PUT", "/api/orders/{}/delivery-date", [OPEN_ORDER], {"date": "2027-03-20"}, {"orders"}),
    ("PUT", "/api/orders/{}/gift-message", [OPEN_ORDER], {"message": "Hello Mum"}, {"orders"}),
    ("POST", "/api/orders/{}/reorder", [row("orders", number="TW-309-1174")], {}, {"cart_items"}),
    (
        "POST",
        "/api/returns",
        [],
        {
            "order_id": row("orders", number="TW-312-6630"),
            "items": [{"line_id": "1", "quantity": 1, "reason": "changed_mind"}],
            "method": "drop_off",
            "refund_to": "original",
        },
        {"returns"},
    ),
    ("PATCH", "/api/returns/{}", [RETURN], {"method": "in_store", "store_id": "bath"}, {"returns"}),
    ("POST", "/api/returns/{}/cancel", [RETURN], {}, {"returns"}),
    (
        "POST",
        "/api/subscriptions",
        [],
        {
            "product_id": slug("beeswax-wraps-three"),
            "every_weeks": 12,
            "first_date": "2027-03-20",
            "address_id": row("addresses", label="Home"),
            "payment_method_id": row("payment_methods", nickname="Direct debit"),
        },
        {"subscriptions"},
    ),
    ("PATCH", "/api/subscriptions/{}", [FILTERS], {"every_weeks": 8, "next_date": "2027-04-01"}, {"subscriptions"}),
    ("POST", "/api/subscriptions/{}/skip", [FILTERS], {}, {"subscriptions"}),
    ("POST", "/api/subscriptions/{}/pause", [FILTERS], {"resume_date": "2027-05-04"}, {"subscriptions"}),
    ("POST", "/api/subscriptions/{}/resume", [TIPS], {}, {"subscriptions"}),
    ("POST", "/api/subscriptions/{}/cancel", [FILTERS], {}, {"subscriptions"}),
    ("PATCH", "/api/profile", [], {"phone": "07700 900123", "language": "cy"}, {"profile"}),
    ("PATCH", "/api/preferences", [], {"marketing_email": False, "order_updates": "both"}, {"profile"}),
    ("POST", "/api/addresses", [], {**PLACE, "default": True}, {"addresses"}),
    ("PATCH", "/api/addresses/{}", [row("addresses", label="Mum")], {"line1": "6 Lavender Close"}, {"addresses"}),
    ("DELETE", "/api/addresses/{}", [row("addresses", label="Old flat")], {}, {"addresses"}),
    ("POST", "/api/addresses/{}/default", [row("addresses", label="Office")], {}, {"addresses"}),
    ("POST", "/api/payment-methods", [], CARD, {"payment_methods"}),
    (
        "PATCH",
        "/api/payment-methods/{}",
        [row("payment_methods", nickname="Travel")],
        {"expires": "2031-01"},
        {"payment_methods"},
    ),
    ("DELETE", "/api/payment-methods/{}", [row("payment_methods", nickname="Travel")], {}, {"payment_methods"}),
    ("POST", "/api/payment-methods/{}/default", [row("payment_methods", nickname="Joint")], {}, {"payment_methods"}),
    ("POST", "/api/gift-cards", [], {"code": "tide h3zq 8lna"}, {"gift_cards"}),
    ("PATCH", "/api/notifications/{}", [row("notifications", title="Out for delivery")], {"read": True}, set()),
    ("POST", "/api/notifications/read-all", [], {}, set()),
    ("DELETE", "/api/notifications/{}", [row("notifications", title="Out for delivery")], {}, set()),
    (
        "POST",
        "/api/messages",
        [],
        {"topic": "order", "subject": "My desk", "body": "When exactly does it come?", "order_id": OPEN_ORDER},
        {"messages"},
    ),
]


class Rows:
    """Rows that cannot be named by their fields alone."""

    def __init__(self, shop: Any) -> None:
        self.shop, self.id = shop, shop.id

    def voted_review(self) -> str:
        return str(self.shop.world.rows("helpful_votes")[0]["review_id"])

    def other_review(self) -> str:
        voted = {vote["review_id"] for vote in self.shop.world.rows("helpful_votes")}
        return next(str(r["id"]) for r in self.shop.world.rows("reviews") if not r["mine"] and r["id"] not in voted)

    def apply(self, code: str) -> str:
        self.shop.world.update("coupons", self.id("coupons", code=code), {"applied_at": "2027-03-10T09:00:00+00:00"})
        return ""


def graded(state: Any) -> Any:
    """The part of a state that is compared without being asked for."""
    return {
        name: {key: {f: v for f, v in row.items() if f not in c.incidental} for key, row in state[name].items()}
        for name, c in SITE.collections.items()
        if c.graded
    }


def test_every_write_of_the_api_is_here(contract: Any) -> None:
    there = {(method, path) for method, path, _ in contract.endpoints if method != "GET"}
    assert {(method, path) for method, path, *_ in WRITES} == there


@pytest.mark.parametrize(("method", "path", "ids", "body", "changed"), WRITES, ids=[f"{w[0]} {w[1]}" for w in WRITES])
async def test_a_write_answers_in_its_shape_and_changes_nothing_else(
    contract: Any, shop: Any, method: str, path: str, ids: list[Facts], body: dict[str, Any], changed: set[str]
) -> None:
    rows = Rows(shop)
    address = path.format(*[fact(rows) for fact in ids])
    sent = {key: value(rows) if callable(value) else value for key, value in body.items()}
    before, clock = shop.world.state(), shop.world.now
    answer = await shop.send(method, address, **sent)
    after = shop.world.state()
    kind = next(kind for m, p, kind in contract.endpoints if (m, p) == (method, path))
    assert contract.faults(kind, answer) == []
    old, new = graded(before), graded(after)
    assert {name for name in new if new[name] != old[name]} == changed
    assert before != after
    assert (shop.world.now - clock).total_seconds() == 1


async def test_what_a_page_sends_by_mistake_is_refused(shop: Any) -> None:
    for method, path, *_ in WRITES:
        answer = await shop.http.request(method, path.replace("{}", "nothing"), json={"no_such_field": 1})
        if answer.status_code == 200:
            assert (method, path) in {
                ("DELETE", "/api/cart"),
                ("DELETE", "/api/recently-viewed"),
                ("POST", "/api/notifications/read-all"),
            }
        else:
            assert answer.status_code in (404, 422), (method, path, answer.text)
            assert answer.json()["error"]["reason"]
