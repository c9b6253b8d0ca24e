"""Orders, returns and subscriptions of the account's past, with the timelines that such a past leaves."""

from collections.abc import Iterator, Sequence
from decimal import Decimal
from typing import Any

from sqlmodel import SQLModel

from envs.kit.site import Seeder
from envs.sites.shop.models import Address, Order, PaymentMethod, Return, Subscription
from envs.sites.shop.routes.answers.account import address_text, payment_text
from envs.sites.shop.rules import delivery, returns, subscriptions
from envs.sites.shop.rules.amounts import GIFT_WRAP_FEE, ZERO, Line, Totals, text
from envs.sites.shop.rules.delivery import area_of
from envs.sites.shop.seed.files import DataError, Record
from envs.sites.shop.seed.lookup import Lookup, named
from envs.sites.shop.seed.timeline import carrier_of, return_events, tracking_of
from envs.sites.shop.seed.times import day, instant

FEES = {"express": delivery.EXPRESS_FEE, "chosen": delivery.CHOSEN_FEE}


def order_rows(s: Seeder, data: Record, lookup: Lookup) -> Iterator[SQLModel]:
    addresses = {r["label"]: Address(id="", area=area_of(r["postcode"]), **r) for r in data["addresses"]}
    methods = {r["nickname"]: PaymentMethod(id="", **r) for r in data["payment_methods"]}
    orders = {r["number"]: _order(s, r, lookup, addresses, methods, data) for r in data["orders"]}
    yield from orders.values()
    for record in data["returns"]:
        yield _return(s, record, orders, lookup)
    for record in data["subscriptions"]:
        yield _subscription(s, record, lookup, list(addresses), list(methods))


def _order(
    s: Seeder,
    r: Record,
    lookup: Lookup,
    addresses: dict[str, Address],
    methods: dict[str, PaymentMethod],
    data: Record,
) -> Order:
    draw = s.rng("order", r["number"])
    address_id = named(s, "addresses", r["address"], list(addresses))
    method_id = named(s, "payment_methods", r["payment"], list(methods))
    address, method = addresses[r["address"]], methods[r["payment"]]
    lines = [lookup.line(item) for item in r["items"]]
    items = [_item(n, line, item) for n, (line, item) in enumerate(zip(lines, r["items"], strict=True), 1)]
    totals = _totals(r, lines, items, address)
    cards = _cards(s, r, data)
    ended = r.get("cancelled")
    return Order(
        id=s.id("orders", r["number"]),
        number=r["number"],
        status=r["status"],
        placed_at=instant(r["placed"]),
        items=items,
        address_id=address_id,
        address_text=address_text(address),
        recipient=address.recipient,
        payment_method_id=method_id,
        payment_text=payment_text(method),
        delivery_method=r["delivery"],
        delivery_date=day(r["date"]),
        subtotal=totals.subtotal,
        discount=totals.discount,
        gift_wrap_fee=totals.gift_wrap_fee,
        delivery_fee=totals.delivery_fee,
        total=totals.total,
        gift_card_used=totals.gift_card_used,
        charged=totals.to_pay,
        gift_cards=cards,
        coupon_code=r.get("coupon"),
        gift_message=r.get("gift_message", ""),
        **carrier_of(r, lines, draw),
        tracking=tracking_of(r, items, address.city, draw),
        delivered_at=instant(r["delivered"]) if "delivered" in r else None,
        cancelled_at=instant(ended) if ended else None,
        cancel_reason=r.get("cancel_reason"),
    )


def _item(number: int, line: Line, record: Record) -> dict[str, Any]:
    """A line as an order keeps it; the price of then where the file has one."""
    price = Decimal(record["price"]) if "price" in record else line.unit_price
    return {
        "line_id": str(number),
        "product_id": line.product.id,
        "variant_id": line.variant.id if line.variant else None,
        "title": line.product.title,
        "variant": line.variant.label if line.variant else "",
        "quantity": line.quantity,
        "unit_price": text(price),
        "total": text(price * line.quantity),
        "gift_wrap": line.gift_wrap,
        "status": "cancelled" if "cancelled" in record else "ordered",
    }


def _totals(r: Record, lines: Sequence[Line], items: Sequence[Record], address: Address) -> Totals:
    """What the order came to; lines that were cancelled on their own do not count."""
    kept = [item for item in items if item["status"] != "cancelled"]
    goods = sum((Decimal(item["total"]) for item in kept), ZERO)
    discount = Decimal(r.get("discount", "0.00"))
    fee = FEES.get(r["delivery"]) or delivery.standard_fee(delivery.Parcel.of(lines, goods - discount), address.area)
    wrap = GIFT_WRAP_FEE * sum(item["gift_wrap"] for item in kept)
    return Totals(goods, discount, wrap, fee, Decimal(r.get("gift_card", {}).get("amount", "0.00")))


def _cards(s: Seeder, r: Record, data: Record) -> list[dict[str, Any]]:
    if "gift_card" not in r:
        return []
    card_id = named(s, "gift_cards", r["gift_card"]["code"], [card["code"] for card in data["gift_cards"]])
    return [{"gift_card_id": card_id, "amount": r["gift_card"]["amount"]}]


def _return(s: Seeder, r: Record, orders: dict[str, Order], lookup: Lookup) -> Return:
    if r["order"] not in orders:
        raise DataError(f"return {r['number']} is of order {r['order']}, which account.yaml does not have")
    order = orders[r["order"]]
    items = [_returned(order, item, lookup) for item in r["items"]]
    fee = returns.fee(r["method"], [item["reason"] for item in items])
    return Return(
        id=s.id("returns", r["number"]),
        number=r["number"],
        order_id=order.id,
        status=r["status"],
        created_at=instant(r["created"]),
        items=items,
        method=r["method"],
        collection_date=day(r["collection_date"]) if "collection_date" in r else None,
        store_id=r.get("store"),
        refund_to=r["refund_to"],
        refund_amount=sum((Decimal(item["refund"]) for item in items), ZERO) - fee,
        fee=fee,
        comment=r.get("comment", ""),
        events=return_events(r),
    )


def _returned(order: Order, record: Record, lookup: Lookup) -> dict[str, Any]:
    product_id = lookup.product(record["product"]).id
    for item in order.items:
        if item["product_id"] == product_id:
            kept = {name: item[name] for name in ("line_id", "product_id", "variant_id", "title")}
            refund = text(returns.refund(order, item, record["quantity"]))
            return {**kept, "quantity": record["quantity"], "reason": record["reason"], "refund": refund}
    raise DataError(f"order {order.number} has no {record['product']} that could be returned")


def _subscription(s: Seeder, r: Record, lookup: Lookup, labels: list[str], nicknames: list[str]) -> Subscription:
    line = lookup.line(r)
    return Subscription(
        id=s.id("subscriptions", r["product"]),
        product_id=line.product.id,
        variant_id=line.variant.id if line.variant else None,
        quantity=line.quantity,
        every_weeks=r["every_weeks"],
        next_date=day(r["next"]) if "next" in r else None,
        status=r["status"],
        resume_date=day(r["resume"]) if "resume" in r else None,
        unit_price=subscriptions.price(line.unit_price),
        address_id=named(s, "addresses", r["address"], labels),
        payment_method_id=named(s, "payment_methods", r["payment"], nicknames),
        created_at=instant(r["created"]),
        skipped=r.get("skipped", []),
    )
