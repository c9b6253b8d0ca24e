"""Finding, buying, cancelling, returning: what a customer does, seen in the rows it leaves."""

from decimal import Decimal
from typing import Any

import pytest


async def order_of(shop: Any, number: str) -> Any:
    return await shop.get(f"/api/orders/{shop.id('orders', number=number)}")


async def buy(shop: Any, slug: str, **more: Any) -> dict[str, Any]:
    """The body that orders one article alone, to Home and paid with Everyday unless told otherwise."""
    return {
        "product_id": shop.id("products", slug=slug),
        "address_id": shop.id("addresses", label="Home"),
        "payment_method_id": shop.id("payment_methods", nickname="Everyday"),
        "delivery_method": "standard",
        **more,
    }


async def test_search_filters_facets_and_order_agree(shop: Any) -> None:
    everything = await shop.get("/api/products", department="lighting", size=48)
    for facet in everything["facets"]["brand"]:
        found = await shop.get("/api/products", department="lighting", brand=facet["value"])
        assert found["total"] == facet["count"]
        assert {item["brand"] for item in found["items"]} == {facet["value"]}
    for band in everything["facets"]["price"]:
        assert (await shop.get("/api/products", department="lighting", price=band["value"]))["total"] == band["count"]
    for tag in everything["facets"]["tag"][:4]:
        assert (await shop.get("/api/products", department="lighting", tag=tag["value"]))["total"] == tag["count"]
    prices = [Decimal(item["price"]) for item in (await shop.get("/api/products", sort="price-asc", size=48))["items"]]
    assert prices == sorted(prices)
    best = (await shop.get("/api/products", sort="rating", department="kitchen"))["items"]
    assert [item["rating"] for item in best] == sorted((item["rating"] for item in best), reverse=True)


async def test_pages_of_a_search_cut_the_list_without_gaps(shop: Any) -> None:
    whole = [p for n in range(1, 6) for p in (await shop.get("/api/products", size=48, page=n))["items"]]
    parts = [p for n in range(1, 10) for p in (await shop.get("/api/products", size=24, page=n))["items"]]
    assert [p["id"] for p in whole] == [p["id"] for p in parts]
    assert len(parts) == (await shop.get("/api/products"))["total"] == len(shop.world.rows("products"))
    assert (await shop.get("/api/products", page=99))["items"] == []


async def test_words_find_products_and_suggestions_lead_somewhere(shop: Any) -> None:
    first = (await shop.get("/api/products", q="Arc desk lamps brass"))["items"][0]
    assert first["slug"] == "arc-desk-lamp-brass"
    assert (await shop.get("/api/products", q="xyzzy"))["total"] == 0
    found = (await shop.get("/api/search/suggestions", q="arc desk"))["items"]
    assert found[0]["href"].startswith("/product/arc-")
    assert (await shop.get("/api/search/suggestions", q=" "))["items"] == []
    assert await shop.refused("GET", "/api/products?price=cheap") == (422, "invalid")
    assert await shop.refused("GET", "/api/products?sort=random") == (422, "invalid")


async def test_buying_one_article_leaves_the_cart_alone(shop: Any) -> None:
    before = shop.world.rows("cart_items")
    stock = shop.row("products", slug="arc-desk-lamp-brass")["stock"]
    placed = await shop.send("POST", "/api/orders", **await buy(shop, "arc-desk-lamp-brass", quantity=2))
    order = shop.row("orders", id=placed["id"])
    assert shop.world.rows("cart_items") == before
    assert shop.row("products", slug="arc-desk-lamp-brass")["stock"] == stock - 2
    assert (order["subtotal"], order["delivery_fee"], order["total"], order["charged"]) == (
        "129.80",
        "0.00",
        "129.80",
        "129.80",
    )
    assert order["address_text"] == "27 Balmoral Road, Bristol, BS6 5QA"
    assert order["payment_text"] == "Everyday: Visa ending 4417"
    assert order["placed_at"] == "2027-03-10T09:40:00+00:00"
    assert order["delivery_date"] == "2027-03-13"
    assert placed["number"] == (await shop.get("/api/orders"))["items"][0]["number"]


async def test_the_summary_is_what_is_then_charged(shop: Any) -> None:
    await shop.send("POST", "/api/cart/coupon", code="LOYAL5")
    choice = await buy(shop, "rapid-kettle", delivery_method="express", use_gift_card=True, gift_wrap=False)
    shown = await shop.get("/api/checkout", **choice)
    assert shown["problems"] == []
    assert shown["totals"] == {
        "subtotal": "29.99",
        "discount": "1.50",
        "gift_wrap_fee": "0.00",
        "delivery_fee": "6.95",
        "total": "35.44",
        "gift_card_used": "35.44",
        "to_pay": "0.00",
    }
    placed = await shop.send("POST", "/api/orders", **choice, expected_total="0.00")
    order = shop.row("orders", id=placed["id"])
    assert placed["totals"] == shown["totals"]
    assert (order["coupon_code"], order["payment_method_id"], order["payment_text"]) == ("LOYAL5", None, "Gift card")
    assert shop.row("gift_cards", code="TIDE-R8VN-3HJC")["balance"] == "0.00"  # expires first
    assert shop.row("gift_cards", code="TIDE-7Q4K-M2XD")["balance"] == "7.96"
    assert (await shop.get("/api/cart"))["coupon"] is None
    await shop.send("POST", f"/api/orders/{placed['id']}/cancel", reason="changed_mind")
    assert shop.row("gift_cards", code="TIDE-R8VN-3HJC")["balance"] == "25.00"
    assert shop.row("gift_cards", code="TIDE-7Q4K-M2XD")["balance"] == "18.40"


async def test_a_coupon_is_used_up_by_an_order_and_freed_by_cancelling_it(shop: Any) -> None:
    await shop.send("POST", "/api/cart/items", product_id=shop.id("products", slug="arc-desk-lamp-brass"))
    await shop.send("POST", "/api/cart/coupon", code="LIGHTS5")
    placed = await shop.send("POST", "/api/orders", **await buy(shop, "arc-desk-lamp-mini-brass"))
    assert placed["coupon_code"] == "LIGHTS5"
    assert await shop.refused("POST", "/api/cart/coupon", code="LIGHTS5") == (409, "coupon_used")
    await shop.send("POST", f"/api/orders/{placed['id']}/cancel", reason="mistake")
    assert (await shop.send("POST", "/api/cart/coupon", code="LIGHTS5"))["status"] == "applied"


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("NOSUCH", "coupon_unknown"),
        ("WELCOME10", "coupon_used"),
        ("WINTER20", "coupon_expired"),
        ("EASTER10", "coupon_not_yet"),
        ("THANKYOU8", "coupon_used"),
        ("SPRING15", "coupon_department"),
        ("TENOFF", "coupon_min_spend"),
    ],
)
async def test_coupons_that_do_not_count(shop: Any, code: str, expected: str) -> None:
    assert await shop.refused("POST", "/api/cart/coupon", code=code) == (409, expected)


@pytest.mark.parametrize(
    ("slug", "choice", "expected"),
    [
        ("side-plates-four", {}, (409, "out_of_stock")),
        ("tripod-floor-lamp-walnut", {"quantity": 4}, (409, "above_stock")),
        ("rapid-kettle", {"quantity": 11}, (409, "above_limit")),
        ("speckled-mug-350", {}, (422, "variant_missing")),
        ("rapid-kettle", {"payment": "Travel"}, (409, "card_expired")),
        ("tripod-floor-lamp-oak", {"address": "Dan and Priya"}, (409, "undeliverable")),
        ("tripod-floor-lamp-oak", {"delivery_method": "express"}, (409, "no_express")),
        ("rapid-kettle", {"address": "Skye cottage", "delivery_method": "express"}, (409, "no_express")),
        ("rapid-kettle", {"delivery_method": "chosen"}, (422, "date_missing")),
        ("rapid-kettle", {"delivery_method": "chosen", "delivery_date": "2027-03-21"}, (409, "date_closed")),
        ("rapid-kettle", {"delivery_method": "chosen", "delivery_date": "2027-03-01"}, (409, "date_too_soon")),
        ("rapid-kettle", {"delivery_method": "chosen", "delivery_date": "2027-05-20"}, (409, "date_too_far")),
        ("rapid-kettle", {"gift_wrap": True}, (409, "no_gift_wrap")),
        ("rapid-kettle", {"gift_message": "x" * 241}, (422, "invalid")),
        ("rapid-kettle", {"expected_total": "1.00"}, (409, "total_changed")),
        ("rapid-kettle", {"address_id": "ad-nothing"}, (404, "not_found")),
    ],
)
async def test_orders_that_a_shop_refuses(
    shop: Any, slug: str, choice: dict[str, Any], expected: tuple[int, str]
) -> None:
    more = dict(choice)
    if "address" in more:
        more["address_id"] = shop.id("addresses", label=more.pop("address"))
    if "payment" in more:
        more["payment_method_id"] = shop.id("payment_methods", nickname=more.pop("payment"))
    assert await shop.refused("POST", "/api/orders", **await buy(shop, slug, **more)) == expected


async def test_an_empty_cart_cannot_be_ordered(shop: Any) -> None:
    await shop.send("DELETE", "/api/cart")
    body = await buy(shop, "rapid-kettle")
    del body["product_id"]
    assert await shop.refused("POST", "/api/orders", **body) == (409, "cart_empty")


async def test_adding_the_same_article_counts_up_and_stock_is_the_limit(shop: Any) -> None:
    lamp = shop.id("products", slug="tripod-floor-lamp-walnut")
    for _ in range(3):
        line = await shop.send("POST", "/api/cart/items", product_id=lamp)
    assert line["quantity"] == 3
    assert await shop.refused("POST", "/api/cart/items", product_id=lamp) == (409, "above_stock")
    assert await shop.refused("PATCH", f"/api/cart/items/{line['id']}", quantity=0) == (422, "invalid")


async def test_cancelling_one_line_refunds_it_and_the_last_one_cancels_the_order(shop: Any) -> None:
    order_id = shop.id("orders", number="TW-318-4391")
    first = await shop.send("POST", f"/api/orders/{order_id}/items/1/cancel", reason="mistake")
    assert (first["status"], first["totals"]["subtotal"], first["totals"]["gift_wrap_fee"]) == (
        "placed",
        "9.80",
        "3.50",
    )
    assert await shop.refused("POST", f"/api/orders/{order_id}/items/1/cancel", reason="mistake") == (
        409,
        "already_cancelled",
    )
    last = await shop.send("POST", f"/api/orders/{order_id}/items/2/cancel", reason="mistake")
    assert last["status"] == "cancelled"
    assert (await shop.http.get(f"/api/orders/{order_id}/invoice")).status_code == 409


@pytest.mark.parametrize(
    ("number", "path", "body", "expected"),
    [
        ("TW-317-5583", "cancel", {"reason": "mistake"}, (409, "already_dispatched")),
        ("TW-301-5529", "cancel", {"reason": "mistake"}, (409, "already_cancelled")),
        ("TW-317-9120", "address", {"address_id": "Home"}, (409, "too_late")),
        ("TW-316-0058", "address", {"address_id": "Dan and Priya"}, (409, "undeliverable")),
        ("TW-318-4402", "delivery-date", {"date": "2027-03-14"}, (409, "date_closed")),
        ("TW-318-4402", "delivery-date", {"date": "2027-03-10"}, (409, "date_too_soon")),
        ("TW-312-6630", "gift-message", {"message": "Late"}, (409, "too_late")),
    ],
)
async def test_changes_that_come_too_late_or_cannot_be(
    shop: Any, number: str, path: str, body: dict[str, str], expected: tuple[int, str]
) -> None:
    if "address_id" in body:
        body = {"address_id": shop.id("addresses", label=body["address_id"])}
    method = "POST" if path == "cancel" else "PUT"
    address = f"/api/orders/{shop.id('orders', number=number)}/{path}"
    assert await shop.refused(method, address, **body) == expected


async def test_ordering_again_skips_what_is_gone_and_says_so(shop: Any) -> None:
    shop.world.update("products", shop.id("products", slug="dimmable-led-e14-two"), {"stock": 0})
    again = await shop.send("POST", f"/api/orders/{shop.id('orders', number='TW-279-3305')}/reorder")
    assert [line["title"] for line in again["added"]] == ["Arc Desk Lamp, Brass"]
    assert "out of stock" in again["skipped"][0]["reason"]
    assert again["cart_count"] == (await shop.get("/api/session"))["cart_count"]


async def test_returns_follow_windows_quantities_and_reasons(shop: Any) -> None:
    def draft(number: str, line: str, reason: str = "changed_mind", **more: Any) -> dict[str, Any]:
        items = [{"line_id": line, "quantity": more.pop("quantity", 1), "reason": reason}]
        order_id = shop.id("orders", number=number)
        return {"order_id": order_id, "items": items, "method": "drop_off", "refund_to": "original", **more}

    async def code(**body: Any) -> str:
        return (await shop.refused("POST", "/api/returns", **body))[1]

    assert await code(**draft("TW-304-3007", "1")) == "return_window"
    assert await code(**draft("TW-309-1174", "2")) == "not_returnable"
    assert await code(**draft("TW-299-0462", "1", "faulty")) == "already_returned"
    assert await code(**draft("TW-317-5583", "1")) == "not_delivered"
    assert await code(**draft("TW-312-6630", "1", quantity=2)) == "invalid"
    assert await code(**draft("TW-312-6630", "1", "other")) == "invalid"
    assert await code(**draft("TW-312-6630", "1", method="in_store")) == "invalid"
    made = await shop.send("POST", "/api/returns", **draft("TW-309-1174", "2", "faulty", quantity=2))
    assert made["refund_amount"] == "21.16"  # two wraps less their share of 8%
    assert (await order_of(shop, "TW-309-1174"))["items"][1]["returned"] == 2
    paid = await shop.send(
        "POST", "/api/returns", **draft("TW-312-6630", "1", method="collection", collection_date="2027-03-12")
    )
    assert (paid["fee"], paid["refund_amount"]) == ("2.95", "59.55")
    changed = await shop.send("PATCH", f"/api/returns/{paid['id']}", method="drop_off")
    assert (changed["fee"], changed["refund_amount"], changed["collection_date"]) == ("0.00", "62.50", None)
    assert await shop.refused("POST", f"/api/returns/{shop.id('returns', number='R-58102')}/cancel") == (
        409,
        "too_late",
    )


async def test_what_can_be_returned_is_what_a_return_accepts(shop: Any) -> None:
    for order in shop.world.rows("orders"):
        listed = await shop.get(f"/api/orders/{order['id']}/returnable")
        card = await shop.get(f"/api/orders/{order['id']}")
        assert card["can_return"] == any(line["eligible"] for line in listed["items"])


async def test_subscriptions_refuse_what_they_cannot_do(shop: Any) -> None:
    soon = shop.id("subscriptions", product_id=shop.id("products", slug="tinkerwell-monthly-making-box"))
    paused = shop.id("subscriptions", product_id=shop.id("products", slug="replacement-ear-tips"))
    ended = shop.id("subscriptions", product_id=shop.id("products", slug="everyday-led-e27-three"))
    assert await shop.refused("POST", f"/api/subscriptions/{soon}/skip") == (409, "too_late")
    assert await shop.refused("POST", f"/api/subscriptions/{paused}/skip") == (409, "paused")
    assert await shop.refused("PATCH", f"/api/subscriptions/{paused}", next_date="2027-04-01") == (409, "paused")
    assert await shop.refused("POST", f"/api/subscriptions/{ended}/resume") == (409, "subscription_cancelled")
    body = {
        "product_id": shop.id("products", slug="beeswax-wraps-three"),
        "every_weeks": 4,
        "first_date": "2027-03-21",
        "address_id": shop.id("addresses", label="Home"),
        "payment_method_id": shop.id("payment_methods", nickname="Travel"),
    }
    assert await shop.refused("POST", "/api/subscriptions", **body) == (409, "date_closed")
    body["first_date"] = "2027-03-22"
    assert await shop.refused("POST", "/api/subscriptions", **body) == (409, "card_expired")
    body["product_id"] = shop.id("products", slug="rapid-kettle")
    assert await shop.refused("POST", "/api/subscriptions", **body) == (409, "no_subscription")


async def test_reviews_are_of_bought_products_and_once(shop: Any) -> None:
    draft = {"stars": 5, "title": "Lovely", "body": "I like it a great deal."}
    assert await shop.refused("POST", "/api/products/chefs-knife-20/reviews", **draft) == (409, "not_bought")
    assert await shop.refused("POST", "/api/products/wrenhouse-seed-feeder/reviews", **draft) == (409, "not_delivered")
    assert await shop.refused("POST", "/api/products/heron-pouring-kettle/reviews", **draft) == (
        409,
        "already_reviewed",
    )
    waiting = {product["slug"] for product in (await shop.get("/api/reviews/waiting"))["items"]}
    assert "arc-desk-lamp-brass" in waiting
    assert not {"heron-pouring-kettle", "wrenhouse-seed-feeder", "chefs-knife-20"} & waiting
    await shop.send("POST", "/api/products/arc-desk-lamp-brass/reviews", **draft)
    page = await shop.get("/api/products/arc-desk-lamp-brass")
    assert (page["my_review"]["author"], page["can_review"]) == ("Maya O.", False)
    other = next(r["id"] for r in shop.world.rows("reviews") if not r["mine"])
    assert await shop.refused("DELETE", f"/api/reviews/{other}") == (403, "not_yours")


async def test_the_account_keeps_one_default_and_what_is_in_use(shop: Any) -> None:
    home, mum = shop.id("addresses", label="Home"), shop.id("addresses", label="Mum")
    assert await shop.refused("DELETE", f"/api/addresses/{home}") == (409, "address_default")
    assert await shop.refused("DELETE", f"/api/addresses/{mum}") == (409, "address_in_use")
    await shop.send("POST", f"/api/addresses/{mum}/default")
    assert [a["label"] for a in (await shop.get("/api/addresses"))["items"] if a["default"]] == ["Mum"]
    joint = shop.id("payment_methods", nickname="Joint")
    travel = shop.id("payment_methods", nickname="Travel")
    assert await shop.refused("DELETE", f"/api/payment-methods/{joint}") == (409, "payment_in_use")
    assert await shop.refused("POST", f"/api/payment-methods/{travel}/default") == (409, "card_expired")


async def test_no_full_card_number_is_kept(shop: Any) -> None:
    number = "5555555555554444"
    card = {"number": number, "expires": "2030-01", "holder": "Maya Okafor", "nickname": "Holiday"}
    answer = await shop.send("POST", "/api/payment-methods", **card)
    assert (answer["brand"], answer["last_four"]) == ("Mastercard", "4444")
    assert number not in str(shop.world.state())
    assert number.encode() not in shop.world.image()


async def test_lists_of_orders_filter_by_words_state_and_year(shop: Any) -> None:
    lamps = await shop.get("/api/orders", q="desk lamp")
    assert {order["number"] for order in lamps["items"]} == {"TW-312-6630", "TW-279-3305"}
    assert (await shop.get("/api/orders", q="tw-246"))["total"] == 1
    assert (await shop.get("/api/orders", status="open"))["total"] == 7
    years = (await shop.get("/api/orders"))["years"]
    assert years == ["2027", "2026", "2025"]
    assert sum([(await shop.get("/api/orders", year=year))["total"] for year in years]) == 30


async def test_help_is_found_by_its_words(shop: Any) -> None:
    assert (await shop.get("/api/help/articles", q="refund"))["items"][0]["slug"] == "refunds"
    assert (await shop.get("/api/help/articles", q="xyzzy"))["total"] == 0
    topics = (await shop.get("/api/help/articles"))["topics"]
    for topic in topics:
        assert (await shop.get("/api/help/articles", topic=topic["name"]))["total"] == topic["count"]


async def test_the_next_free_delivery_gap_and_totals_of_the_cart(shop: Any) -> None:
    cart = await shop.get("/api/cart")
    goods = sum(Decimal(line["total"]) for line in cart["items"])
    assert Decimal(cart["totals"]["subtotal"]) == goods
    assert Decimal(cart["totals"]["total"]) == goods + Decimal(cart["totals"]["delivery_fee"])
    assert Decimal(cart["free_delivery_gap"]) == max(Decimal(0), 40 - goods)
    assert cart["count"] == sum(line["quantity"] for line in cart["items"])


async def test_rows_that_are_added_beside_the_seed_are_goods_like_any_other(shop: Any) -> None:
    original = shop.row("products", slug="speckled-mug-350")
    twin_id, slug = shop.world.new_id("products"), "speckled-mug-350-second-firing"
    shop.world.insert("products", {**original, "id": twin_id, "slug": slug, "title": "Speckled Mug, Second Firing"})
    for variant in [v for v in shop.world.rows("variants") if v["product_id"] == original["id"]]:
        shop.world.insert("variants", {**variant, "id": shop.world.new_id("variants"), "product_id": twin_id})
    found = await shop.get("/api/products", q="mug second firing")
    assert [item["id"] for item in found["items"]] == [twin_id]
    page = await shop.get(f"/api/products/{slug}")
    chosen = next(v for v in page["variants"] if v["in_stock"])
    line = await shop.send("POST", "/api/cart/items", product_id=twin_id, variant_id=chosen["id"])
    assert (line["product"]["id"], line["unit_price"]) == (twin_id, original["price"])


async def test_variants_of_another_product_are_refused(shop: Any) -> None:
    mug = shop.id("products", slug="speckled-mug-350")
    other = next(v["id"] for v in shop.world.rows("variants") if v["product_id"] != mug)
    assert await shop.refused("POST", "/api/cart/items", product_id=mug, variant_id=other) == (404, "not_found")
