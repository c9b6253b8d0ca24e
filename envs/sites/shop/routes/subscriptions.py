"""Subscriptions: start, change, skip, pause, resume, cancel."""

from collections.abc import Sequence
from datetime import date
from typing import Any

from fastapi import APIRouter
from sqlmodel import Session, select

from envs.kit.context import Context, Ctx, SiteRoute
from envs.sites.shop import links
from envs.sites.shop.models import Address, PaymentMethod, Subscription
from envs.sites.shop.routes.answers import Answer, Body, fetch, listed, money, row
from envs.sites.shop.routes.answers.account import addresses, payment_methods, payment_text
from envs.sites.shop.routes.answers.products import Shelf
from envs.sites.shop.routes.checkout import notify
from envs.sites.shop.rules import account, delivery, missing, require
from envs.sites.shop.rules import cart as cart_rules
from envs.sites.shop.rules import subscriptions as rules
from envs.sites.shop.rules.amounts import Line
from envs.sites.shop.rules.calendar import closed_between, local_day, short

router = APIRouter(route_class=SiteRoute)
ORDER = ("active", "paused", "cancelled")


class NewSubscription(Body):
    product_id: str
    variant_id: str | None = None
    quantity: int = 1
    every_weeks: int
    first_date: date
    address_id: str
    payment_method_id: str


class SubscriptionChange(Body):
    quantity: int | None = None
    every_weeks: int | None = None
    next_date: date | None = None
    address_id: str | None = None
    payment_method_id: str | None = None


class Pause(Body):
    resume_date: date | None = None


class Resume(Body):
    next_date: date | None = None


def _rows(db: Session) -> Sequence[Subscription]:
    """Active, then paused, then cancelled; within each by next date, then oldest first."""
    rows = db.exec(select(Subscription)).all()
    return sorted(rows, key=lambda s: (ORDER.index(s.status), s.next_date or date.max, s.created_at, s.id))


def _answers(ctx: Context, rows: Sequence[Subscription]) -> list[Answer]:
    shelf = Shelf(ctx.db, [s.product_id for s in rows])
    labels = {address.id: address.label for address in addresses(ctx.db)}
    payments = {method.id: payment_text(method) for method in payment_methods(ctx.db)}
    today = local_day(ctx.now)
    return [_answer(s, shelf, labels, payments, today) for s in rows if s.product_id in shelf]


def _answer(s: Subscription, shelf: Shelf, labels: dict[str, str], payments: dict[str, str], today: date) -> Answer:
    first, last = rules.days(shelf.products[s.product_id], today)
    closed = [day.isoformat() for day in closed_between(first, last)]
    return {
        **row(s, "product_id", "variant_id"),
        **shelf.named(s.product_id, s.variant_id),
        "upcoming": [day.isoformat() for day in rules.upcoming(s)],
        "total": money(s.unit_price * s.quantity),
        "address_label": labels.get(s.address_id, ""),
        "payment_label": payments.get(s.payment_method_id, ""),
        "dates": {"first_date": first.isoformat(), "last_date": last.isoformat(), "closed": closed},
    }


@router.get("/api/subscriptions")
def subscriptions(ctx: Ctx) -> Answer:
    """Active ones first, then paused, then cancelled; within each by next date."""
    return listed(_answers(ctx, _rows(ctx.db)))


@router.get("/api/subscriptions/{subscription_id}")
def one(ctx: Ctx, subscription_id: str) -> Answer:
    return _answers(ctx, [fetch(ctx.db, Subscription, subscription_id, "subscription")])[0]


@router.post("/api/subscriptions")
def create(ctx: Ctx, body: NewSubscription) -> Answer:
    """Starts a subscription; the price is the article's of today less the saving."""
    shelf = Shelf(ctx.db, [body.product_id])
    if body.product_id not in shelf:
        raise missing("product")
    line, today = shelf.line(body.product_id, body.variant_id, body.quantity), local_day(ctx.now)
    others = [s for s in _rows(ctx.db) if s.status != "cancelled"]
    require(cart_rules.sellable(line.product, line.variant, shelf.variants(line.product)))
    require(rules.create(line.product, body.variant_id, others), rules.quantity(body.quantity))
    require(rules.frequency(body.every_weeks), rules.day(body.first_date, line.product, today, "first_date"))
    _check_way(ctx, line, body.address_id, body.payment_method_id)
    kept = body.model_dump(exclude={"first_date"})
    found = Subscription(
        id=ctx.new_id("subscriptions"),
        status="active",
        next_date=body.first_date,
        unit_price=rules.price(line.unit_price),
        created_at=ctx.now,
        **kept,
    )
    ctx.db.add(found)
    text = f"{line.title} will come every {body.every_weeks} weeks from {short(body.first_date)}."
    notify(ctx, "subscription", "Subscription started", text, links.subscription(found.id))
    return _answers(ctx, [found])[0]


def _check_way(ctx: Context, line: Line, address_id: str, method_id: str) -> None:
    """Whether the goods can go there and the method can pay; unknown ids are refused with 404."""
    address = fetch(ctx.db, Address, address_id, "address")
    method = fetch(ctx.db, PaymentMethod, method_id, "payment method")
    parcel = delivery.Parcel.of([line], line.total)
    require(delivery.reachable(parcel, address.area), account.payable(method, local_day(ctx.now)))


def _changeable(ctx: Context, subscription_id: str) -> Subscription:
    found = fetch(ctx.db, Subscription, subscription_id, "subscription")
    require(rules.live(found), rules.unlocked(found, local_day(ctx.now)))
    return found


def _done(ctx: Context, found: Subscription) -> Answer:
    ctx.db.add(found)
    return _answers(ctx, [found])[0]


@router.patch("/api/subscriptions/{subscription_id}")
def change(ctx: Ctx, subscription_id: str, body: SubscriptionChange) -> Answer:
    """Quantity, frequency, next date, address, payment method."""
    found = _changeable(ctx, subscription_id)
    line = Shelf(ctx.db, [found.product_id]).line(found.product_id, found.variant_id, found.quantity)
    wanted: dict[str, Any] = {**_kept(found), **body.model_dump(exclude_none=True)}
    require(rules.quantity(wanted["quantity"]), rules.frequency(wanted["every_weeks"]))
    if body.next_date is not None:
        require(rules.moveable(found), rules.day(body.next_date, line.product, local_day(ctx.now)))
    if body.address_id or body.payment_method_id:
        _check_way(ctx, line, wanted["address_id"], wanted["payment_method_id"])
    for name, value in wanted.items():
        setattr(found, name, value)
    return _done(ctx, found)


def _kept(found: Subscription) -> dict[str, Any]:
    return {name: getattr(found, name) for name in SubscriptionChange.model_fields}


@router.post("/api/subscriptions/{subscription_id}/skip")
def skip(ctx: Ctx, subscription_id: str) -> Answer:
    """Leaves out the next delivery."""
    found = _changeable(ctx, subscription_id)
    require(rules.skip(found))
    if found.next_date is None:
        raise missing("delivery")
    found.skipped = [*found.skipped, found.next_date.isoformat()]
    found.next_date = rules.after(found.next_date, found.every_weeks)
    return _done(ctx, found)


@router.post("/api/subscriptions/{subscription_id}/pause")
def pause(ctx: Ctx, subscription_id: str, body: Pause) -> Answer:
    """Pauses, with or without a day on which it goes on."""
    found = _changeable(ctx, subscription_id)
    require(rules.pause(found, body.resume_date, local_day(ctx.now)))
    found.status, found.resume_date, found.next_date = "paused", body.resume_date, None
    return _done(ctx, found)


@router.post("/api/subscriptions/{subscription_id}/resume")
def resume(ctx: Ctx, subscription_id: str, body: Resume) -> Answer:
    """Goes on, from a chosen day or the first possible one."""
    found = _changeable(ctx, subscription_id)
    require(rules.resume(found))
    line = Shelf(ctx.db, [found.product_id]).line(found.product_id, found.variant_id, found.quantity)
    today = local_day(ctx.now)
    day = body.next_date or rules.days(line.product, today)[0]
    require(rules.day(day, line.product, today))
    found.status, found.resume_date, found.next_date = "active", None, day
    return _done(ctx, found)


@router.post("/api/subscriptions/{subscription_id}/cancel")
def cancel(ctx: Ctx, subscription_id: str) -> Answer:
    """Ends it for good."""
    found = _changeable(ctx, subscription_id)
    found.status, found.resume_date, found.next_date = "cancelled", None, None
    return _done(ctx, found)
