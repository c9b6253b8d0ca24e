"""What can be sent back, until when, how, and what the customer gets for it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal
from typing import Any

from envs.sites.shop.models import Order, Return
from envs.sites.shop.rules import Verdict, invalid, refuse
from envs.sites.shop.rules.amounts import ZERO, share
from envs.sites.shop.rules.calendar import add_open_days, local_day, pickable, spoken

FAULT_DAYS = 60  # for goods that came faulty, damaged or wrong, whatever their own window is
COLLECTION_FEE = Decimal("2.95")
COLLECTION_SPAN = 14
COMMENT_MOST = 500


@dataclass(frozen=True)
class Reason:
    """Why something comes back. fault: the shop's, so that it costs nothing and the longer window holds."""

    label: str
    fault: bool = False
    comment_required: bool = False


REASONS = {
    "changed_mind": Reason("I changed my mind"),
    "wrong_size": Reason("It is the wrong size or does not fit"),
    "not_as_described": Reason("It is not as described", fault=True),
    "faulty": Reason("It is faulty or stopped working", fault=True),
    "damaged": Reason("It arrived damaged", fault=True),
    "wrong_item": Reason("I was sent the wrong item", fault=True),
    "late": Reason("It arrived too late"),
    "better_price": Reason("I found a better price"),
    "other": Reason("Another reason", comment_required=True),
}
METHODS = {
    "drop_off": ("Drop off at a parcel point", "Show the code at any of 6,000 parcel points"),
    "collection": ("Collection from your address", "A courier collects it between 8 am and 6 pm"),
    "in_store": ("Bring it to a Tidewell store", "The refund is started while you wait"),
}
STORES = {
    "bristol": ("Tidewell Bristol, Quakers Friars", "14 Philadelphia Street, Bristol BS1 3BU"),
    "bath": ("Tidewell Bath, Southgate", "7 Newark Street, Bath BA1 1TS"),
    "cardiff": ("Tidewell Cardiff, The Hayes", "31 The Hayes, Cardiff CF10 1GA"),
    "reading": ("Tidewell Reading, Broad Street", "88 Broad Street, Reading RG1 2AP"),
}
REFUNDS = {
    "original": ("Original payment", "Back to what you paid with, within 5 working days of arrival"),
    "gift_card": ("Tidewell gift card", "On your account as soon as the parcel is scanned"),
}
CANCELLABLE = ("requested",)


@dataclass(frozen=True)
class LineFacts:
    """A line of a delivered order, with its product's return window and what has come back of it."""

    item: Mapping[str, Any]
    return_days: int
    returned: int

    @property
    def left(self) -> int:
        return int(self.item["quantity"]) - self.returned


def returned_of(line_id: str, returns: Sequence[Return]) -> int:
    """Pieces of an order's line in returns that were not cancelled."""
    items = [item for row in returns if row.status != "cancelled" for item in row.items]
    return sum(int(item["quantity"]) for item in items if item["line_id"] == line_id)


def window(order: Order, days: int) -> date | None:
    """The last day of a return window of so many days, counted from delivery."""
    return local_day(order.delivered_at) + timedelta(days=days) if order.delivered_at else None


def returnable(order: Order, line: LineFacts, today: date, fault: bool = False) -> Verdict:
    """Whether a piece of the line can come back today. fault: for a reason that is the shop's fault."""
    title = line.item["title"]
    if order.status != "delivered" or order.delivered_at is None:
        return refuse("not_delivered", f"Order {order.number} has not been delivered.")
    if line.item["status"] == "cancelled":
        return refuse("line_cancelled", f"{title} was cancelled.")
    if line.left < 1:
        return refuse("already_returned", f"{title} has already been returned.")
    days = max(FAULT_DAYS, line.return_days) if fault else line.return_days
    if days == 0:
        return refuse("not_returnable", f"{title} cannot be returned for hygiene reasons, unless it is faulty.")
    last = local_day(order.delivered_at) + timedelta(days=days)
    if today > last:
        return refuse("return_window", f"{title} could be returned until {spoken(last)}.")
    return None


def wanted(order: Order, line: LineFacts, quantity: int, reason: str, today: date) -> Verdict:
    """Whether so many pieces of the line can come back for this reason."""
    if reason not in REASONS:
        return invalid("reason", f"Please choose a reason for {line.item['title']}.")
    if (verdict := returnable(order, line, today, REASONS[reason].fault)) is not None:
        return verdict
    if not 1 <= quantity <= line.left:
        return invalid("quantity", f"You can return between 1 and {line.left} of {line.item['title']}.")
    return None


def comment(text: str, reasons: Sequence[str]) -> Verdict:
    if not text.strip() and any(REASONS[reason].comment_required for reason in reasons):
        return invalid("comment", "Please tell us a little more about the reason.")
    return invalid("comment", f"At most {COMMENT_MOST} characters, please.") if len(text) > COMMENT_MOST else None


def collection_days(today: date) -> tuple[date, date]:
    """First and last day on which a courier can come."""
    return add_open_days(today, 1), today + timedelta(days=COLLECTION_SPAN)


def way_back(method: str, day: date | None, store: str | None, today: date) -> Verdict:
    """Whether method, collection day and store fit together."""
    if method not in METHODS:
        return invalid("method", "Please choose how you send it back.")
    if method == "collection":
        if day is None:
            return invalid("collection_date", "Please choose a day for the collection.")
        return pickable(day, *collection_days(today), "collection_date", "Collection")
    if method == "in_store" and store not in STORES:
        return invalid("store_id", "Please choose a store.")
    return None


def refund_way(refund_to: str) -> Verdict:
    return None if refund_to in REFUNDS else invalid("refund_to", "Please choose how you want the refund.")


def fee(method: str, reasons: Sequence[str]) -> Decimal:
    """Collection costs something unless everything comes back through the shop's fault."""
    at_fault = all(REASONS[reason].fault for reason in reasons)
    return COLLECTION_FEE if method == "collection" and not at_fault else ZERO


def refund(order: Order, item: Mapping[str, Any], quantity: int) -> Decimal:
    """What pieces of a line are worth: their price less their share of the order's discount."""
    goods = Decimal(item["unit_price"]) * quantity
    return goods - share(order.discount, goods, order.subtotal)


def cancel(row: Return) -> Verdict:
    if row.status == "cancelled":
        return refuse("already_cancelled", f"Return {row.number} is already cancelled.")
    if row.status not in CANCELLABLE:
        return refuse("too_late", f"Return {row.number} is already on its way and can no longer be changed.")
    return None
