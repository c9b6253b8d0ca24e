"""Repeated deliveries: frequencies, days, and when it is too late to change the next one."""

from collections.abc import Sequence
from datetime import date, timedelta
from decimal import Decimal

from envs.sites.shop import links
from envs.sites.shop.models import Product, Subscription
from envs.sites.shop.rules import Verdict, invalid, refuse
from envs.sites.shop.rules.amounts import pounds
from envs.sites.shop.rules.calendar import add_open_days, next_open, pickable, short

WEEKS = (2, 4, 6, 8, 12)
SAVING = Decimal("0.10")
FURTHEST_DAYS, MOST, MOST_QUANTITY, MOST_SKIPPED = 90, 12, 6, 3
LOCKED_DAYS = 1  # the parcel is packed the day before


def price(unit_price: Decimal) -> Decimal:
    """The price of one piece in a subscription."""
    return pounds(unit_price * (1 - SAVING))


def days(product: Product, today: date) -> tuple[date, date]:
    """First and last day for the next delivery."""
    return add_open_days(today, product.ships_in_days + 1), today + timedelta(days=FURTHEST_DAYS)


def upcoming(row: Subscription, count: int = 3) -> list[date]:
    """The next dates; one that falls on a closed day moves to the next open one."""
    if row.status != "active" or row.next_date is None:
        return []
    return [next_open(row.next_date + timedelta(weeks=row.every_weeks * n)) for n in range(count)]


def create(product: Product, variant_id: str | None, others: Sequence[Subscription]) -> Verdict:
    """others: the account's subscriptions that are not cancelled."""
    if not product.subscribe:
        return refuse("no_subscription", f"{product.title} is not offered as a subscription.")
    if any((row.product_id, row.variant_id) == (product.id, variant_id) for row in others):
        return refuse(
            "already_subscribed", f"You already have a subscription to {product.title}.", None, links.SUBSCRIPTIONS
        )
    return refuse("too_many", f"You can have at most {MOST} subscriptions.") if len(others) >= MOST else None


def frequency(weeks: int) -> Verdict:
    if weeks not in WEEKS:
        return invalid("every_weeks", f"Please choose every {', '.join(map(str, WEEKS[:-1]))} or {WEEKS[-1]} weeks.")
    return None


def quantity(pieces: int) -> Verdict:
    if not 1 <= pieces <= MOST_QUANTITY:
        return invalid("quantity", f"A subscription brings between 1 and {MOST_QUANTITY} pieces.")
    return None


def day(chosen: date, product: Product, today: date, field: str = "next_date") -> Verdict:
    return pickable(chosen, *days(product, today), field)


def live(row: Subscription) -> Verdict:
    """A cancelled subscription stays cancelled."""
    if row.status == "cancelled":
        return refuse("subscription_cancelled", "This subscription is cancelled. You can start a new one.")
    return None


def unlocked(row: Subscription, today: date) -> Verdict:
    """The next delivery can be changed until the day before it."""
    if row.status == "active" and row.next_date and (row.next_date - today).days <= LOCKED_DAYS:
        return refuse("too_late", f"The delivery of {short(row.next_date)} is already being packed.")
    return None


def skip(row: Subscription) -> Verdict:
    """Only an active one can be skipped, and not for ever."""
    if row.status == "paused":
        return refuse("paused", "A paused subscription has no next delivery to skip.")
    if len(row.skipped) >= MOST_SKIPPED:
        return refuse(
            "too_many_skips", f"You have already skipped {MOST_SKIPPED} deliveries. You can pause it instead."
        )
    return None


def pause(row: Subscription, resume: date | None, today: date) -> Verdict:
    if row.status == "paused":
        return refuse("paused", "This subscription is already paused.")
    if resume is None:
        return None
    return pickable(resume, add_open_days(today, 1), today + timedelta(days=FURTHEST_DAYS), "resume_date")


def resume(row: Subscription) -> Verdict:
    return None if row.status == "paused" else refuse("not_paused", "This subscription is not paused.")


def moveable(row: Subscription) -> Verdict:
    """A paused subscription has no next date to move."""
    if row.status == "paused":
        return refuse("paused", "A paused subscription has no next delivery. Resume it first.", "next_date")
    return None


def after(day: date, weeks: int) -> date:
    """The delivery day that follows a skipped one."""
    return next_open(day + timedelta(weeks=weeks))
