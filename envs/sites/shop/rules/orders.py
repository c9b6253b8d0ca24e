"""What can still be done with an order, and what it says about itself."""

from collections.abc import Sequence
from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Any

from envs.sites.shop.models import Order
from envs.sites.shop.rules import Verdict, invalid, refuse
from envs.sites.shop.rules.amounts import GIFT_WRAP_FEE, ZERO, Totals, share
from envs.sites.shop.rules.calendar import local_day, short

OPEN = ("placed", "packed", "delayed", "dispatched", "out_for_delivery")
CANCELLABLE = ("placed", "packed", "delayed")
CHANGEABLE = ("placed", "delayed")
STEPS = (
    ("placed", "Order placed"),
    ("packed", "Packed"),
    ("dispatched", "Dispatched"),
    ("out_for_delivery", "Out for delivery"),
    ("delivered", "Delivered"),
)
CANCEL_REASONS = {
    "mistake": "I ordered it by mistake",
    "cheaper": "I found it cheaper elsewhere",
    "too_slow": "It takes too long",
    "changed_mind": "I changed my mind",
    "wrong_details": "Address or payment details were wrong",
    "other": "Another reason",
}


def cancel(order: Order, reason: str) -> Verdict:
    """A whole order can be cancelled until it is dispatched."""
    if reason not in CANCEL_REASONS:
        return invalid("reason", "Please choose a reason.")
    if order.status == "cancelled":
        return refuse("already_cancelled", f"Order {order.number} is already cancelled.")
    if order.status not in CANCELLABLE:
        return refuse(
            "already_dispatched",
            f"Order {order.number} has already been dispatched. You can return it once it has arrived.",
        )
    return None


def cancel_line(order: Order, line_id: str, reason: str) -> Verdict:
    """One line can be cancelled as long as the order can."""
    line = next((item for item in order.items if item["line_id"] == line_id), None)
    if line is None:
        return refuse("not_found", "That item is not part of this order.", status=404)
    if line["status"] == "cancelled":
        return refuse("already_cancelled", f"{line['title']} is already cancelled.")
    return cancel(order, reason)


def change(order: Order) -> Verdict:
    """Address, day and gift message can be changed until the order is packed."""
    if order.status in CHANGEABLE:
        return None
    state = {"cancelled": "cancelled", "packed": "packed", "delivered": "delivered"}.get(order.status, "dispatched")
    return refuse("too_late", f"Order {order.number} is already {state} and can no longer be changed.")


def active(items: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """The lines that were not cancelled."""
    return [item for item in items if item["status"] != "cancelled"]


def totals(order: Order) -> Totals:
    return Totals(order.subtotal, order.discount, order.gift_wrap_fee, order.delivery_fee, order.gift_card_used)


def without_line(order: Order, line_id: str) -> tuple[list[dict[str, Any]], Totals]:
    """Items and totals once a line is cancelled: the discount shrinks with the goods, the delivery fee stays."""
    items = [{**i, "status": "cancelled"} if i["line_id"] == line_id else i for i in order.items]
    kept = active(items)
    goods = sum((Decimal(item["total"]) for item in kept), ZERO)
    wrap = GIFT_WRAP_FEE * sum(bool(item["gift_wrap"]) for item in kept)
    bare = Totals(goods, share(order.discount, goods, order.subtotal), wrap, order.delivery_fee, ZERO)
    return items, Totals(bare.subtotal, bare.discount, wrap, bare.delivery_fee, min(order.gift_card_used, bare.total))


def split_refund(cards: Sequence[dict[str, Any]], amount: Decimal) -> tuple[list[dict[str, Any]], dict[str, Decimal]]:
    """What gift cards get back: ([{gift_card_id, amount}] still used, {gift_card_id: amount to give back})."""
    kept, back = [], {}
    for card in cards:
        paid = Decimal(card["amount"])
        given = min(paid, amount)
        amount -= given
        if given:
            back[card["gift_card_id"]] = given
        if paid > given:
            kept.append({**card, "amount": f"{paid - given:.2f}"})
    return kept, back


def status_text(order: Order, today: date) -> str:
    """One line for lists: "Arriving Friday 12 March"."""
    day = short(order.delivery_date)
    if order.status == "cancelled":
        return f"Cancelled on {short(local_day(order.cancelled_at))}" if order.cancelled_at else "Cancelled"
    if order.status == "delivered":
        return f"Delivered on {short(local_day(order.delivered_at))}" if order.delivered_at else "Delivered"
    if order.status == "out_for_delivery":
        return "Out for delivery today" if order.delivery_date == today else "Out for delivery"
    return f"Delayed, now expected on {day}" if order.status == "delayed" else f"Arriving on {day}"


def steps(order: Order) -> list[dict[str, Any]]:
    """The stages of a delivery: [{key, title, done, current}]; a delayed order stands where it was placed."""
    keys = [key for key, _ in STEPS]
    at = keys.index(order.status) if order.status in keys else 0
    if order.status == "cancelled":
        return [_step("placed", "Order placed", True, False), _step("cancelled", "Cancelled", True, True)]
    return [_step(key, title, n <= at, n == at) for n, (key, title) in enumerate(STEPS)]


def _step(key: str, title: str, done: bool, current: bool) -> dict[str, Any]:
    return {"key": key, "title": title, "done": done, "current": current}


def event(at: datetime, status: str, text: str, place: str = "Tidewell") -> dict[str, str]:
    """A line of a tracking timeline, as it is stored."""
    return {"at": at.astimezone(UTC).isoformat(), "status": status, "text": text, "place": place}
