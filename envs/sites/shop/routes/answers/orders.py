"""Orders and returns as answers, and what was bought."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from sqlmodel import Session, col, select

from envs.sites.shop.models import Order, Return
from envs.sites.shop.routes.answers import Answer, listed, money, plain
from envs.sites.shop.routes.answers.products import Shelf
from envs.sites.shop.rules import orders as rules
from envs.sites.shop.rules import returns as return_rules
from envs.sites.shop.rules.amounts import Totals

FROZEN = ("address_id", "address_text", "payment_method_id", "payment_text", "delivery_method", "carrier")
LATER = ("tracking_number", "delivered_at", "cancelled_at", "cancel_reason", "coupon_code", "gift_message")


@dataclass(frozen=True)
class Purchase:
    """The last order of a product that was not cancelled. delivered: whether any order of it has arrived."""

    order_id: str
    number: str
    at: datetime
    delivered: bool


def purchases(db: Session) -> dict[str, Purchase]:
    """{product_id: Purchase} over all orders."""
    columns = (Order.id, Order.number, Order.placed_at, Order.status, Order.items)
    found: dict[str, Purchase] = {}
    orders: Sequence[Any] = db.exec(select(*columns).order_by(col(Order.placed_at), Order.id)).all()  # type: ignore[call-overload]
    for order in orders:
        for item in rules.active(order.items) if order.status != "cancelled" else ():
            before = found.get(item["product_id"])
            delivered = order.status == "delivered" or (before is not None and before.delivered)
            found[item["product_id"]] = Purchase(order.id, order.number, order.placed_at, delivered)
    return found


def totals_answer(totals: Totals) -> Answer:
    names = ("subtotal", "discount", "gift_wrap_fee", "delivery_fee", "total", "gift_card_used", "to_pay")
    return {name: money(getattr(totals, name)) for name in names}


def picture(shelf: Shelf, product_id: str) -> Answer:
    """How a line is shown and linked; an article that is gone keeps a plain picture."""
    product = shelf.products.get(product_id)
    return {
        "icon": product.icon if product else "storage-jar",
        "tone": product.tone if product else "#8a8a8a",
        "slug": product.slug if product else "",
    }


def shelf_of(db: Session, rows: Sequence[Order] | Sequence[Return]) -> Shelf:
    """All products that these orders or returns name."""
    return Shelf(db, [item["product_id"] for row in rows for item in row.items])


def returns_of(db: Session, orders: Sequence[Order]) -> dict[str, list[Return]]:
    """{order_id: its returns, oldest first}"""
    ids = [order.id for order in orders]
    found: dict[str, list[Return]] = {order_id: [] for order_id in ids}
    rows = db.exec(
        select(Return).where(col(Return.order_id).in_(ids)).order_by(col(Return.created_at), Return.id)
    ).all()
    for row in rows:
        found[row.order_id].append(row)
    return found


def line_facts(order: Order, shelf: Shelf, returns: Sequence[Return]) -> list[return_rules.LineFacts]:
    """The order's lines with their products' return windows and what has come back."""
    facts = []
    for item in order.items:
        product = shelf.products.get(item["product_id"])
        returned = return_rules.returned_of(item["line_id"], returns)
        facts.append(return_rules.LineFacts(item, product.return_days if product else 0, returned))
    return facts


def line_answer(line: return_rules.LineFacts, shelf: Shelf) -> Answer:
    return {**line.item, "returned": line.returned, **picture(shelf, line.item["product_id"])}


def order_card(order: Order, shelf: Shelf, returns: Sequence[Return], today: date) -> Answer:
    """An order as lists show it."""
    lines = line_facts(order, shelf, returns)
    return {
        "id": order.id,
        "number": order.number,
        "status": order.status,
        "status_text": rules.status_text(order, today),
        "placed_at": plain(order.placed_at),
        "delivery_date": plain(order.delivery_date),
        "total_paid": money(order.total),
        "items": [line_answer(line, shelf) for line in lines],
        "recipient": order.recipient,
        "can_cancel": order.status in rules.CANCELLABLE,
        "can_return": any(
            return_rules.returnable(order, line, today, fault) is None for line in lines for fault in (False, True)
        ),
    }


def order_answer(db: Session, order: Order, today: date) -> Answer:
    """An order in full."""
    shelf, returns = shelf_of(db, [order]), returns_of(db, [order])[order.id]
    return {
        **order_card(order, shelf, returns, today),
        **{name: plain(getattr(order, name)) for name in FROZEN + LATER},
        "totals": totals_answer(rules.totals(order)),
        "can_change": order.status in rules.CHANGEABLE,
        "returns": [{"id": row.id, "number": row.number, "status": row.status} for row in returns],
        "tracking": timeline(order.tracking),
    }


def timeline(events: Sequence[dict[str, Any]]) -> list[Answer]:
    """A stored timeline, newest first; each event gets its number as id."""
    return [{"id": str(n), **event} for n, event in reversed(list(enumerate(events, 1)))]


def tracking_answer(order: Order, today: date) -> Answer:
    names = ("id", "number", "status", "delivery_date", "carrier", "tracking_number")
    return listed(
        timeline(order.tracking),
        **{name: plain(getattr(order, name)) for name in names},
        status_text=rules.status_text(order, today),
        steps=rules.steps(order),
    )


RETURN_STATES = {
    "requested": "Waiting for your parcel",
    "in_transit": "On its way to us",
    "received": "Received, being checked",
    "refunded": "Refunded",
    "cancelled": "Cancelled",
}


def return_answer(row: Return, shelf: Shelf, number: str) -> Answer:
    """A return in full. number: of its order."""
    names = ("id", "order_id", "number", "status", "created_at", "method", "collection_date", "store_id", "refund_to")
    more = ("refund_amount", "fee", "comment")
    return {
        **{name: plain(getattr(row, name)) for name in names + more},
        "order_number": number,
        "status_text": RETURN_STATES[row.status],
        "items": [_returned_line(item, shelf) for item in row.items],
        "method_text": _method_text(row),
        "events": timeline(row.events),
        "can_cancel": return_rules.cancel(row) is None,
    }


def _returned_line(item: dict[str, Any], shelf: Shelf) -> Answer:
    label = return_rules.REASONS[item["reason"]].label
    return {**item, "reason_label": label, **picture(shelf, item["product_id"])}


def _method_text(row: Return) -> str:
    title = return_rules.METHODS[row.method][0]
    return f"{title}: {return_rules.STORES[row.store_id][0]}" if row.store_id else title
