"""What can still be done with an order: cancel, redirect, move, order again."""

from collections.abc import Sequence
from datetime import date
from typing import Any

from fastapi import APIRouter
from sqlmodel import Session, select

from envs.kit.context import Context, Ctx, SiteRoute
from envs.kit.hooks import Refusal
from envs.sites.shop import links
from envs.sites.shop.models import Address, CartItem, GiftCard, Order, Product, Variant
from envs.sites.shop.routes.answers import Answer, Body, fetch
from envs.sites.shop.routes.answers.account import address_text
from envs.sites.shop.routes.answers.orders import (
    order_answer,
    shelf_of,
)
from envs.sites.shop.routes.answers.products import Shelf
from envs.sites.shop.routes.cart import put_in_cart
from envs.sites.shop.routes.checkout import notify
from envs.sites.shop.routes.orders import order_row
from envs.sites.shop.rules import cart as cart_rules
from envs.sites.shop.rules import delivery, refuse, require
from envs.sites.shop.rules import orders as rules
from envs.sites.shop.rules.amounts import ZERO, Line
from envs.sites.shop.rules.calendar import add_open_days, closed_between, local_day, pickable, short

router = APIRouter(route_class=SiteRoute)
Day = date  # a field below is called `date`


class Why(Body):
    reason: str


class NewAddress(Body):
    address_id: str


class NewDate(Body):
    date: Day


class NewMessage(Body):
    message: str


def _done(ctx: Context, order: Order) -> Answer:
    ctx.db.add(order)
    return order_answer(ctx.db, order, local_day(ctx.now))


@router.post("/api/orders/{order_id}/cancel")
def cancel(ctx: Ctx, order_id: str, body: Why) -> Answer:
    """Cancels the whole order before it is dispatched; gift cards get back what they paid."""
    found = order_row(ctx, order_id)
    require(rules.cancel(found, body.reason))
    restock(ctx.db, rules.active(found.items))
    _give_back(ctx.db, found, found.gift_card_used)
    found.status, found.cancelled_at, found.cancel_reason = "cancelled", ctx.now, body.reason
    found.tracking = [*found.tracking, rules.event(ctx.now, "cancelled", "Order cancelled at your request")]
    notify(ctx, "order", "Order cancelled", f"Order {found.number} has been cancelled.", links.order(found.id))
    return _done(ctx, found)


@router.post("/api/orders/{order_id}/items/{line_id}/cancel")
def cancel_item(ctx: Ctx, order_id: str, line_id: str, body: Why) -> Answer:
    """Cancels one line before dispatch; with the last line the order is cancelled."""
    found = order_row(ctx, order_id)
    require(rules.cancel_line(found, line_id, body.reason))
    if len(rules.active(found.items)) == 1:
        return cancel(ctx, order_id, body)
    line = next(item for item in found.items if item["line_id"] == line_id)
    restock(ctx.db, [line])
    items, totals = rules.without_line(found, line_id)
    _give_back(ctx.db, found, found.gift_card_used - totals.gift_card_used)
    found.items, found.total, found.charged = items, totals.total, totals.to_pay
    for name in ("subtotal", "discount", "gift_wrap_fee", "delivery_fee", "gift_card_used"):
        setattr(found, name, getattr(totals, name))
    found.tracking = [*found.tracking, rules.event(ctx.now, "changed", f"{line['title']} cancelled at your request")]
    return _done(ctx, found)


def restock(db: Session, items: Sequence[dict[str, Any]]) -> None:
    """Puts the pieces of these lines back on the shelf."""
    for item in items:
        holder = db.get(Variant, item["variant_id"]) if item["variant_id"] else db.get(Product, item["product_id"])
        if holder is not None:
            holder.stock += item["quantity"]
            db.add(holder)


def _give_back(db: Session, order: Order, amount: Any) -> None:
    """Returns an amount to the gift cards that paid."""
    order.gift_cards, back = rules.split_refund(order.gift_cards, amount)
    for card_id, part in back.items():
        if (card := db.get(GiftCard, card_id)) is not None:
            card.balance += part
            db.add(card)


def _lines(shelf: Shelf, found: Order) -> list[Line]:
    kept = [item for item in rules.active(found.items) if item["product_id"] in shelf]
    return [Line(shelf.products[item["product_id"]], None, item["quantity"]) for item in kept]


@router.put("/api/orders/{order_id}/address")
def change_address(ctx: Ctx, order_id: str, body: NewAddress) -> Answer:
    """Sends an order to another address, where its goods and its delivery method can go."""
    found, address = order_row(ctx, order_id), fetch(ctx.db, Address, body.address_id, "address")
    require(rules.change(found))
    parcel = delivery.Parcel.of(_lines(shelf_of(ctx.db, [found]), found), ZERO)
    options = delivery.options(parcel, address.area, local_day(ctx.now))
    require(next((option.refusal for option in options if option.id == found.delivery_method), None))
    found.address_id, found.address_text, found.recipient = address.id, address_text(address), address.recipient
    found.tracking = [*found.tracking, rules.event(ctx.now, "changed", f"Delivery address changed to {address.label}")]
    return _done(ctx, found)


def _dates(ctx: Context, found: Order) -> tuple[date, date]:
    """First and last day to which the delivery of an order can be moved."""
    require(rules.change(found))
    today = local_day(ctx.now)
    parcel = delivery.Parcel.of(_lines(shelf_of(ctx.db, [found]), found), ZERO)
    return add_open_days(today, parcel.ships_in_days + 1), today + delivery.FURTHEST


@router.get("/api/orders/{order_id}/delivery-dates")
def delivery_dates(ctx: Ctx, order_id: str) -> Answer:
    """Days to which the delivery can be moved."""
    first, last = _dates(ctx, order_row(ctx, order_id))
    closed = [day.isoformat() for day in closed_between(first, last)]
    return {"first_date": first.isoformat(), "last_date": last.isoformat(), "closed": closed}


@router.put("/api/orders/{order_id}/delivery-date")
def change_date(ctx: Ctx, order_id: str, body: NewDate) -> Answer:
    """Moves the delivery to another day."""
    found = order_row(ctx, order_id)
    require(pickable(body.date, *_dates(ctx, found), "date"))
    found.delivery_date = body.date
    found.tracking = [*found.tracking, rules.event(ctx.now, "changed", f"Delivery moved to {short(body.date)}")]
    return _done(ctx, found)


@router.put("/api/orders/{order_id}/gift-message")
def change_message(ctx: Ctx, order_id: str, body: NewMessage) -> Answer:
    found = order_row(ctx, order_id)
    require(rules.change(found), cart_rules.gift_message(body.message))
    found.gift_message = body.message
    return _done(ctx, found)


@router.post("/api/orders/{order_id}/reorder")
def reorder(ctx: Ctx, order_id: str) -> Answer:
    """Puts an order's items into the cart again, as far as they can be bought; what cannot is named with the reason."""
    added: list[Answer] = []
    skipped: list[Answer] = []
    for item in order_row(ctx, order_id).items:
        named = {"product_id": item["product_id"], "title": item["title"]}
        try:
            put_in_cart(ctx, item["product_id"], item["variant_id"], item["quantity"])
            added.append({**named, "quantity": item["quantity"]})
        except Refusal as refusal:
            skipped.append({**named, "reason": refusal.reason})
    if not added:
        raise refuse("nothing_to_reorder", skipped[0]["reason"])
    count = sum(ctx.db.exec(select(CartItem.quantity)).all())
    return {"added": added, "skipped": skipped, "cart_count": count}
