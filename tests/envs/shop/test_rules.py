"""The shop's rules as tables: what is asked, and the code of the refusal (None where it is allowed)."""

from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from typing import Any

import pytest

from envs.kit.hooks import Refusal
from envs.sites.shop import models as m
from envs.sites.shop.rules import Verdict, account, calendar, cart, coupons, delivery, lists, orders, subscriptions
from envs.sites.shop.rules import returns as back
from envs.sites.shop.rules.amounts import Line, Totals, money_off, share, totals, vat_in

NOW = datetime(2027, 3, 10, 9, 40, tzinfo=UTC)
TODAY = date(2027, 3, 10)  # a Wednesday
DEPARTMENTS = {"garden": "Garden & tools", "audio": "Audio"}


def code(verdict: Verdict) -> str | None:
    return verdict.code if verdict else None


def product(**changes: Any) -> m.Product:
    values: dict[str, Any] = {
        "id": "p1",
        "slug": "spade",
        "title": "Spade",
        "brand": "Hartspade",
        "department": "garden",
        "category": "Hand tools",
        "price": Decimal("30.00"),
        "rating": 4.5,
        "ratings": 12,
        "icon": "trowel",
        "tone": "#445566",
        "description": "A spade.",
        "added": date(2026, 1, 1),
        "stock": 8,
        "max_per_order": 5,
    }
    return m.Product(**{**values, **changes})


def line(quantity: int = 1, variant: m.Variant | None = None, wrap: bool = False, **changes: Any) -> Line:
    return Line(product(**changes), variant, quantity, wrap)


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        (line(1), None),
        (line(5), None),
        (line(0), "invalid"),
        (line(-1), "invalid"),
        (line(6), "above_limit"),
        (line(4, stock=3), "above_stock"),
        (line(1, stock=0), "out_of_stock"),
        (line(2, m.Variant(id="v", product_id="p1", sku="S", label="Red", stock=1)), "above_stock"),
    ],
)
def test_quantities(asked: Line, expected: str | None) -> None:
    assert code(cart.quantity(asked)) == expected


def test_a_product_with_variants_is_bought_as_one_of_them() -> None:
    red = m.Variant(id="v", product_id="p1", sku="S", label="Red", stock=1)
    assert code(cart.sellable(product(options={"Colour": ["Red"]}), None, [red])) == "variant_missing"
    assert cart.sellable(product(), red, [red]) is None
    assert cart.sellable(product(), None, []) is None


@pytest.mark.parametrize(("lines", "expected"), [(39, None), (40, "cart_full")])
def test_a_cart_has_an_end(lines: int, expected: str | None) -> None:
    assert code(cart.room(lines)) == expected


def coupon(**changes: Any) -> m.Coupon:
    values: dict[str, Any] = {
        "id": "c",
        "code": "SPRING",
        "title": "",
        "description": "",
        "kind": "percent",
        "value": Decimal(15),
        "min_spend": Decimal("50.00"),
        "starts_at": NOW - timedelta(days=5),
        "expires_at": NOW + timedelta(days=5),
    }
    return m.Coupon(**{**values, **changes})


FRESH = coupons.History(uses=0, orders=3)


@pytest.mark.parametrize(
    ("changes", "history", "expected"),
    [
        ({}, FRESH, None),
        ({"expires_at": NOW}, FRESH, "coupon_expired"),
        ({"expires_at": NOW + timedelta(seconds=1)}, FRESH, None),
        ({"starts_at": NOW + timedelta(seconds=1)}, FRESH, "coupon_not_yet"),
        ({}, coupons.History(uses=1, orders=3), "coupon_used"),
        ({"uses_allowed": 2}, coupons.History(uses=1, orders=3), None),
        ({"first_order_only": True}, FRESH, "coupon_first_order"),
        ({"first_order_only": True}, coupons.History(0, 0), None),
    ],
)
def test_who_may_use_a_coupon(changes: dict[str, Any], history: coupons.History, expected: str | None) -> None:
    assert code(coupons.usable(coupon(**changes), history, NOW)) == expected


@pytest.mark.parametrize(
    ("changes", "goods", "expected"),
    [
        ({}, [line(2)], None),
        ({}, [line(1)], "coupon_min_spend"),
        ({"department": "audio"}, [line(2)], "coupon_department"),
        ({"department": "audio"}, [line(5), line(1, department="audio")], "coupon_min_spend"),
        ({"department": "audio", "min_spend": Decimal(30)}, [line(5), line(1, department="audio")], None),
        ({}, [], "coupon_empty_cart"),
    ],
)
def test_on_what_a_coupon_counts(changes: dict[str, Any], goods: list[Line], expected: str | None) -> None:
    assert code(coupons.fits(coupon(**changes), goods, DEPARTMENTS)) == expected


@pytest.mark.parametrize(
    ("changes", "goods", "off"),
    [
        ({}, [line(2)], "9.00"),
        ({"max_discount": Decimal(5)}, [line(2)], "5.00"),
        ({"value": Decimal(15)}, [line(1, price=Decimal("9.99"))], "1.50"),
        ({"kind": "amount", "value": Decimal("10.00")}, [line(2)], "10.00"),
        ({"kind": "amount", "value": Decimal("99.00")}, [line(1)], "30.00"),
        ({"kind": "delivery", "value": Decimal(0)}, [line(2)], "0.00"),
        ({"department": "audio"}, [line(2), line(2, department="audio", price=Decimal(10))], "3.00"),
    ],
)
def test_what_a_coupon_takes_off(changes: dict[str, Any], goods: list[Line], off: str) -> None:
    assert coupons.discount(coupon(**changes), goods) == Decimal(off)


def test_gift_cards_pay_no_more_than_an_order_costs() -> None:
    assert totals([line(1, wrap=True)], Decimal(3), Decimal("3.95"), Decimal(500)) == Totals(
        Decimal("30.00"), Decimal(3), Decimal("3.50"), Decimal("3.95"), Decimal("34.45")
    )
    assert totals([line(1)], Decimal(0), Decimal(0), Decimal(500)).to_pay == 0
    assert vat_in(Decimal("120.00")) == Decimal("20.00")
    assert money_off("64.90", "79.00") == 18
    assert share(Decimal("10.00"), Decimal(1), Decimal(3)) == Decimal("3.33")
    assert sum([share(Decimal(1), Decimal(1), Decimal(10))] * 10) == Decimal("1.00")


@pytest.mark.parametrize(
    ("text", "tidy", "area"),
    [
        ("bs65qa", "BS6 5QA", "mainland"),
        (" SW1A  1AA ", "SW1A 1AA", "mainland"),
        ("je2 4wx", "JE2 4WX", "channel_islands"),
        ("GY1 1AA", "GY1 1AA", "channel_islands"),
        ("IM1 1AA", "IM1 1AA", "isle_of_man"),
        ("BT1 5GS", "BT1 5GS", "northern_ireland"),
        ("IV51 9EU", "IV51 9EU", "highlands"),
        ("12345", None, None),
        ("BS6", None, None),
    ],
)
def test_postcodes(text: str, tidy: str | None, area: str | None) -> None:
    found = delivery.tidy_postcode(text)
    assert found == tidy
    assert found is None or delivery.area_of(found) == area
    assert (delivery.postcode(text) is None) == (tidy is not None)


def parcel(ships: int = 1, spend: str = "30.00", bulky: bool = False) -> delivery.Parcel:
    return delivery.Parcel(ships, Decimal(spend), ("Desk",) if bulky else ())


@pytest.mark.parametrize(
    ("what", "area", "offered", "fee"),
    [
        (parcel(), "mainland", {"standard": "2027-03-13", "express": "2027-03-11", "chosen": None}, "3.95"),
        (parcel(spend="40.00"), "mainland", {"standard": "2027-03-13", "express": "2027-03-11", "chosen": None}, "0"),
        (parcel(3), "mainland", {"standard": "2027-03-16", "chosen": None}, "3.95"),
        (parcel(1, "99", bulky=True), "mainland", {"standard": "2027-03-13", "chosen": None}, "9.95"),
        (parcel(), "highlands", {"standard": "2027-03-16", "chosen": None}, "3.95"),
        (parcel(), "channel_islands", {"standard": "2027-03-17"}, "7.95"),
        (parcel(1, "99", bulky=True), "channel_islands", {}, "13.95"),
        (parcel(1, "99", bulky=True), "isle_of_man", {}, "13.95"),
    ],
)
def test_delivery_options(what: delivery.Parcel, area: str, offered: dict[str, str | None], fee: str) -> None:
    found = delivery.options(what, area, TODAY)
    assert [option.id for option in found] == list(delivery.METHODS)
    days = {o.id: o.day.isoformat() if o.day else None for o in found if o.refusal is None}
    assert days == offered
    assert found[0].fee == Decimal(fee)


@pytest.mark.parametrize(
    ("method", "day", "expected"),
    [
        ("standard", None, None),
        ("chosen", None, "date_missing"),
        ("chosen", date(2027, 3, 12), None),
        ("chosen", date(2027, 3, 9), "date_too_soon"),
        ("chosen", date(2027, 3, 11), "date_too_soon"),
        ("chosen", date(2027, 3, 14), "date_closed"),
        ("chosen", date(2027, 3, 26), "date_closed"),
        ("chosen", date(2027, 4, 7), None),
        ("chosen", date(2027, 4, 8), "date_too_far"),
        ("pigeon", None, "invalid"),
    ],
)
def test_picking_a_delivery(method: str, day: date | None, expected: str | None) -> None:
    picked = delivery.pick(delivery.options(parcel(), "mainland", TODAY), method, day)
    assert (picked.code if isinstance(picked, Refusal) else None) == expected


@pytest.mark.parametrize(
    ("moment", "expected"),
    [
        (datetime(2026, 12, 31, 23, 50, tzinfo=UTC), date(2026, 12, 31)),
        (datetime(2027, 7, 1, 23, 30, tzinfo=UTC), date(2027, 7, 2)),
        (datetime(2027, 10, 31, 0, 30, tzinfo=UTC), date(2027, 10, 31)),
    ],
)
def test_the_day_is_that_of_the_shop(moment: datetime, expected: date) -> None:
    assert calendar.local_day(moment) == expected


def test_closed_days_and_open_days() -> None:
    assert calendar.add_open_days(date(2027, 3, 25), 1) == date(2027, 3, 27)
    assert calendar.add_open_days(date(2027, 3, 27), 1) == date(2027, 3, 30)
    assert calendar.closed_between(date(2027, 3, 20), date(2027, 3, 29)) == [
        date(2027, 3, 21),
        date(2027, 3, 26),
        date(2027, 3, 28),
        date(2027, 3, 29),
    ]


def address(**changes: Any) -> m.Address:
    values: dict[str, Any] = {
        "id": "a",
        "label": "Home",
        "recipient": "Maya Okafor",
        "line1": "1 Road",
        "city": "Bristol",
        "postcode": "BS6 5QA",
        "area": "mainland",
    }
    return m.Address(**{**values, **changes})


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"label": "Office"}, None),
        ({}, "name_taken"),
        ({"label": " home "}, "name_taken"),
        ({"label": ""}, "invalid"),
        ({"label": "Office", "recipient": "M"}, "invalid"),
        ({"label": "Office", "postcode": "nonsense"}, "invalid"),
        ({"label": "Office", "phone": "call me"}, "invalid"),
        ({"label": "Office", "phone": "+44 117 496 0182"}, None),
    ],
)
def test_addresses(changes: dict[str, Any], expected: str | None) -> None:
    assert code(account.address(address(**changes), [address()])) == expected


def test_deleting_addresses() -> None:
    assert code(account.delete_address(address(default=True), [], 0)) == "address_default"
    assert code(account.delete_address(address(), ["TW-1"], 0)) == "address_in_use"
    assert code(account.delete_address(address(), [], 1)) == "address_in_use"
    assert account.delete_address(address(), [], 0) is None


@pytest.mark.parametrize(
    ("number", "brand"),
    [
        ("4111 1111 1111 1111", "Visa"),
        ("5555-5555-5555-4444", "Mastercard"),
        ("378282246310005", "American Express"),
        ("4111 1111 1111 1112", None),
        ("4111", None),
        ("9111111111111111", None),
        ("4111 1111 1111 111x", None),
    ],
)
def test_card_numbers(number: str, brand: str | None) -> None:
    assert (account.card_number(number) is None) == (brand is not None)
    if brand:
        assert account.brand_of(account.card_digits(number)) == brand


@pytest.mark.parametrize(
    ("text", "allowed"),
    [
        ("2027-03", True),
        ("2027-02", False),
        ("2047-12", True),
        ("2048-01", False),
        ("03/2029", False),
        ("2029-13", False),
    ],
)
def test_expiry_dates(text: str, allowed: bool) -> None:
    assert (account.expiry(text, TODAY) is None) == allowed


def card(**changes: Any) -> m.PaymentMethod:
    values: dict[str, Any] = {
        "id": "m",
        "kind": "card",
        "brand": "Visa",
        "last_four": "4417",
        "expires": "2027-03",
        "holder": "Maya",
        "nickname": "Everyday",
    }
    return m.PaymentMethod(**{**values, **changes})


def test_a_card_pays_to_the_last_day_of_its_month() -> None:
    assert account.payable(card(), date(2027, 3, 31)) is None
    assert code(account.payable(card(), date(2027, 4, 1))) == "card_expired"
    assert account.payable(card(kind="bank", expires=""), date(2040, 1, 1)) is None
    assert code(account.card(card(nickname="everyday"), [card()])) == "name_taken"
    assert code(account.delete_payment(card(default=True), 0)) == "payment_default"
    assert code(account.delete_payment(card(), 1)) == "payment_in_use"
    assert code(account.expires_of(card(kind="bank", expires=""), "2030-01", TODAY)) == "invalid"


@pytest.mark.parametrize(("text", "ok"), [("a@b.uk", True), ("a@b", False), ("a b@c.uk", False), ("@b.uk", False)])
def test_email_addresses(text: str, ok: bool) -> None:
    assert (account.email(text) is None) == ok


def item(**changes: Any) -> dict[str, Any]:
    values = {
        "line_id": "1",
        "product_id": "p1",
        "variant_id": None,
        "title": "Spade",
        "quantity": 2,
        "unit_price": "30.00",
        "total": "60.00",
        "gift_wrap": True,
        "status": "ordered",
    }
    return {**values, **changes}


def order(status: str = "placed", **changes: Any) -> m.Order:
    values: dict[str, Any] = {
        "id": "o",
        "number": "TW-1",
        "status": status,
        "placed_at": NOW - timedelta(days=9),
        "items": [item(), item(line_id="2", quantity=1, unit_price="40.00", total="40.00", gift_wrap=False)],
        "address_id": "a",
        "address_text": "1 Road",
        "recipient": "Maya",
        "payment_text": "Everyday",
        "delivery_method": "standard",
        "delivery_date": date(2027, 3, 12),
        "subtotal": Decimal("100.00"),
        "discount": Decimal("10.00"),
        "gift_wrap_fee": Decimal("3.50"),
        "delivery_fee": Decimal("0.00"),
        "total": Decimal("93.50"),
        "gift_card_used": Decimal("50.00"),
        "charged": Decimal("43.50"),
    }
    return m.Order(**{**values, **changes})


@pytest.mark.parametrize(
    ("status", "cancelled", "changed"),
    [
        ("placed", None, None),
        ("delayed", None, None),
        ("packed", None, "too_late"),
        ("dispatched", "already_dispatched", "too_late"),
        ("out_for_delivery", "already_dispatched", "too_late"),
        ("delivered", "already_dispatched", "too_late"),
        ("cancelled", "already_cancelled", "too_late"),
    ],
)
def test_until_when_an_order_can_be_cancelled_and_changed(
    status: str, cancelled: str | None, changed: str | None
) -> None:
    assert code(orders.cancel(order(status), "mistake")) == cancelled
    assert code(orders.change(order(status))) == changed


def test_cancelling_lines() -> None:
    assert code(orders.cancel(order(), "because")) == "invalid"
    assert code(orders.cancel_line(order(), "9", "mistake")) == "not_found"
    assert code(orders.cancel_line(order(items=[item(status="cancelled")]), "1", "mistake")) == "already_cancelled"
    items, left = orders.without_line(order(), "1")
    assert [i["status"] for i in items] == ["cancelled", "ordered"]
    assert left == Totals(Decimal("40.00"), Decimal("4.00"), Decimal("0.00"), Decimal("0.00"), Decimal("36.00"))


def test_gift_cards_get_their_money_back_in_the_order_in_which_they_paid() -> None:
    paid = [{"gift_card_id": "x", "amount": "20.00"}, {"gift_card_id": "y", "amount": "30.00"}]
    assert orders.split_refund(paid, Decimal("25.00")) == (
        [{"gift_card_id": "y", "amount": "25.00"}],
        {"x": Decimal("20.00"), "y": Decimal("5.00")},
    )
    assert orders.split_refund(paid, Decimal(0)) == (paid, {})


def test_steps_of_an_order() -> None:
    assert [step["key"] for step in orders.steps(order("packed")) if step["done"]] == ["placed", "packed"]
    assert [step["key"] for step in orders.steps(order("delayed")) if step["current"]] == ["placed"]
    assert [step["key"] for step in orders.steps(order("cancelled"))] == ["placed", "cancelled"]


def facts(days: int = 30, returned: int = 0, **changes: Any) -> back.LineFacts:
    return back.LineFacts(item(**changes), days, returned)


DELIVERED = datetime(2027, 2, 8, 12, 0, tzinfo=UTC)  # 30 days ago


@pytest.mark.parametrize(
    ("line_facts", "delivered", "fault", "expected"),
    [
        (facts(), DELIVERED, False, None),
        (facts(), DELIVERED - timedelta(days=1), False, "return_window"),
        (facts(), DELIVERED - timedelta(days=1), True, None),
        (facts(), DELIVERED - timedelta(days=31), True, "return_window"),
        (facts(60), DELIVERED - timedelta(days=20), False, None),
        (facts(0), DELIVERED, False, "not_returnable"),
        (facts(0), DELIVERED, True, None),
        (facts(30, 2), DELIVERED, False, "already_returned"),
        (facts(30, 0, status="cancelled"), DELIVERED, False, "line_cancelled"),
    ],
)
def test_what_can_come_back(line_facts: back.LineFacts, delivered: datetime, fault: bool, expected: str | None) -> None:
    assert code(back.returnable(order("delivered", delivered_at=delivered), line_facts, TODAY, fault)) == expected


def test_an_order_under_way_cannot_come_back() -> None:
    assert code(back.returnable(order("dispatched"), facts(), TODAY)) == "not_delivered"


@pytest.mark.parametrize(
    ("quantity", "reason", "expected"),
    [
        (1, "faulty", None),
        (2, "other", None),
        (3, "faulty", "invalid"),
        (0, "faulty", "invalid"),
        (1, "bored", "invalid"),
    ],
)
def test_what_a_return_names(quantity: int, reason: str, expected: str | None) -> None:
    placed = order("delivered", delivered_at=DELIVERED)
    assert code(back.wanted(placed, facts(), quantity, reason, TODAY)) == expected


@pytest.mark.parametrize(
    ("method", "day", "store", "expected"),
    [
        ("drop_off", None, None, None),
        ("collection", None, None, "invalid"),
        ("collection", date(2027, 3, 10), None, "date_too_soon"),
        ("collection", date(2027, 3, 11), None, None),
        ("collection", date(2027, 3, 14), None, "date_closed"),
        ("collection", date(2027, 3, 25), None, "date_too_far"),
        ("in_store", None, None, "invalid"),
        ("in_store", None, "bristol", None),
        ("by_boat", None, None, "invalid"),
    ],
)
def test_ways_back(method: str, day: date | None, store: str | None, expected: str | None) -> None:
    assert code(back.way_back(method, day, store, TODAY)) == expected


def test_refunds_and_fees() -> None:
    assert back.refund(order(), item(), 1) == Decimal("27.00")
    assert back.fee("collection", ["faulty"]) == 0
    assert back.fee("collection", ["faulty", "late"]) == Decimal("2.95")
    assert back.fee("drop_off", ["late"]) == 0
    assert code(back.comment("", ["other"])) == "invalid"
    assert back.comment("It hums.", ["other"]) is None


def subscription(**changes: Any) -> m.Subscription:
    values: dict[str, Any] = {
        "id": "s",
        "product_id": "p1",
        "every_weeks": 4,
        "next_date": date(2027, 3, 22),
        "status": "active",
        "unit_price": Decimal("27.00"),
        "address_id": "a",
        "payment_method_id": "m",
        "created_at": NOW,
    }
    return m.Subscription(**{**values, **changes})


def test_starting_a_subscription() -> None:
    feed = product(subscribe=True)
    assert code(subscriptions.create(product(), None, [])) == "no_subscription"
    assert code(subscriptions.create(feed, None, [subscription()])) == "already_subscribed"
    assert subscriptions.create(feed, "v2", [subscription()]) is None
    assert code(subscriptions.create(feed, None, [subscription(product_id=str(n)) for n in range(12)])) == "too_many"
    assert subscriptions.price(Decimal("9.99")) == Decimal("8.99")
    assert [code(subscriptions.frequency(weeks)) for weeks in (2, 3, 12)] == [None, "invalid", None]
    assert [code(subscriptions.quantity(pieces)) for pieces in (0, 1, 6, 7)] == ["invalid", None, None, "invalid"]


@pytest.mark.parametrize(
    ("day", "expected"),
    [
        (date(2027, 3, 11), "date_too_soon"),
        (date(2027, 3, 12), None),
        (date(2027, 3, 28), "date_closed"),
        (date(2027, 6, 8), None),
        (date(2027, 6, 9), "date_too_far"),
    ],
)
def test_days_of_a_subscription(day: date, expected: str | None) -> None:
    assert code(subscriptions.day(day, product(), TODAY)) == expected


def test_changing_a_subscription() -> None:
    paused, ended = subscription(status="paused", next_date=None), subscription(status="cancelled", next_date=None)
    soon = subscription(next_date=date(2027, 3, 11))
    assert code(subscriptions.live(ended)) == "subscription_cancelled"
    assert code(subscriptions.unlocked(soon, TODAY)) == "too_late"
    assert subscriptions.unlocked(subscription(next_date=date(2027, 3, 12)), TODAY) is None
    assert code(subscriptions.skip(paused)) == "paused"
    assert code(subscriptions.skip(subscription(skipped=["a", "b", "c"]))) == "too_many_skips"
    assert code(subscriptions.pause(paused, None, TODAY)) == "paused"
    assert code(subscriptions.pause(soon, date(2027, 3, 10), TODAY)) == "date_too_soon"
    assert code(subscriptions.resume(subscription())) == "not_paused"
    assert code(subscriptions.moveable(paused)) == "paused"
    assert subscriptions.after(date(2027, 2, 26), 4) == date(2027, 3, 27)
    assert subscriptions.upcoming(subscription(next_date=date(2027, 2, 26)))[1] == date(2027, 3, 27)
    assert subscriptions.upcoming(paused) == []


def test_lists_reviews_and_votes() -> None:
    mine = m.Wishlist(id="w", name="My list", is_default=True, created_at=NOW)
    assert code(lists.wishlist_name("my LIST ", [mine])) == "name_taken"
    assert code(lists.wishlist_name("", [])) == "invalid"
    assert code(lists.another_list(12)) == "too_many"
    assert code(lists.delete_list(mine)) == "list_default"
    assert code(lists.put_on_list(mine, 3, True, "Spade")) == "already_on_list"
    assert code(lists.put_on_list(mine, 100, False, "Spade")) == "list_full"
    review = m.Review(id="r", product_id="p1", author="M", stars=4, title="Good", body="Very good.", created_at=NOW)
    own = m.Review(id="q", product_id="p1", author="M", stars=4, title="A", body="B", created_at=NOW, mine=True)
    assert code(lists.may_review(product(), False, False, None)) == "not_bought"
    assert code(lists.may_review(product(), True, False, None)) == "not_delivered"
    assert code(lists.may_review(product(), True, True, own)) == "already_reviewed"
    assert lists.may_review(product(), True, True, None) is None
    assert code(lists.own_review(review)) == "not_yours"
    assert code(lists.vote(own, False)) == "own_review"
    assert code(lists.vote(review, True)) == "already_voted"
    assert [
        code(lists.review(*r)) for r in ((0, "Good", "Very good."), (6, "Good", "Very good."), (5, "Good", "x"))
    ] == ["invalid"] * 3


@pytest.mark.parametrize(
    ("typed", "changes", "expected"),
    [
        ("tide-h3zq 8lna", {}, None),
        ("nonsense", {}, "invalid"),
        ("TIDE-H3ZQ-8LNA", {"redeemed_at": NOW}, "gift_card_redeemed"),
        ("TIDE-H3ZQ-8LNA", {"expires": date(2027, 3, 9)}, "gift_card_expired"),
        ("TIDE-H3ZQ-8LNA", {"expires": TODAY}, None),
        ("TIDE-H3ZQ-8LNA", None, "gift_card_unknown"),
    ],
)
def test_redeeming_gift_cards(typed: str, changes: dict[str, Any] | None, expected: str | None) -> None:
    values: dict[str, Any] = {"initial": Decimal(30), "balance": Decimal(30), "expires": date(2028, 2, 29)}
    known = m.GiftCard(id="g", code="TIDE-H3ZQ-8LNA", sender="Dan", **{**values, **(changes or {})})
    assert code(lists.redeem(lists.tidy_gift_code(typed), known if changes is not None else None, TODAY)) == expected


@pytest.mark.parametrize(("count", "allowed"), [(1, False), (2, True), (4, True), (5, False)])
def test_comparing(count: int, allowed: bool) -> None:
    assert (lists.comparison(count) is None) == allowed
