"""Checkout: the summary while the customer chooses, and placing the order."""

from typing import Annotated, Any

from fastapi import APIRouter, Query
from sqlmodel import Session

from envs.kit.context import Context, Ctx, SiteRoute
from envs.kit.hooks import Refusal
from envs.sites.shop import links
from envs.sites.shop.models import CartItem, Notification, Order
from envs.sites.shop.routes.answers import Answer, listed, money
from envs.sites.shop.routes.answers.account import address_text, payment_text
from envs.sites.shop.routes.answers.checkout import Choice, Quote, option_answer, quote, quote_answer
from envs.sites.shop.routes.answers.orders import order_answer
from envs.sites.shop.rules import cart as cart_rules
from envs.sites.shop.rules import refuse, require
from envs.sites.shop.rules.amounts import Line, spoken
from envs.sites.shop.rules.calendar import short
from envs.sites.shop.rules.delivery import Option
from envs.sites.shop.rules.orders import event

router = APIRouter(route_class=SiteRoute)


class PlaceOrder(Choice):
    """The choice that is ordered. expected_total: what the page showed as `to_pay`; refused where it has changed."""

    gift_message: str = ""
    expected_total: str | None = None


@router.get("/api/checkout")
def checkout(ctx: Ctx, choice: Annotated[Choice, Query()]) -> Answer:
    """Summary for the choices made so far."""
    return quote_answer(quote(ctx, choice))


@router.get("/api/checkout/delivery-options")
def delivery_options(ctx: Ctx, choice: Annotated[Choice, Query()]) -> Answer:
    """Delivery options for the address, with days and fees."""
    return listed([option_answer(option) for option in quote(ctx, choice).options])


@router.post("/api/orders")
def place(ctx: Ctx, body: PlaceOrder) -> Answer:
    """Places the order, takes the goods out of stock, pays with gift cards first, empties the cart."""
    measured = quote(ctx, body)
    require(*measured.refusals(), cart_rules.gift_message(body.gift_message))
    if body.expected_total not in (None, money(measured.totals.to_pay)):
        now = spoken(measured.totals.to_pay)
        raise refuse("total_changed", f"The amount to pay has changed to {now}. Please check your order again.")
    order = _order(ctx, measured, body.gift_message)
    ctx.db.add(order)
    _take_stock(ctx.db, measured.lines)
    if body.product_id is None:
        for line in measured.lines:
            ctx.db.delete(ctx.db.get_one(CartItem, line.id))
    if measured.coupon and order.coupon_code:
        measured.coupon.coupon.applied_at = None
        ctx.db.add(measured.coupon.coupon)
    notify(ctx, "order", "Thank you for your order", f"We have received order {order.number}.", links.order(order.id))
    return order_answer(ctx.db, order, measured.today)


def notify(ctx: Context, kind: str, title: str, body: str, href: str | None) -> None:
    """Puts a message into the account's inbox."""
    note = Notification(
        id=ctx.new_id("notifications"), kind=kind, title=title, body=body, href=href, created_at=ctx.now
    )
    ctx.db.add(note)


def _order(ctx: Context, q: Quote, gift_message: str) -> Order:
    if q.address is None or isinstance(q.picked, Refusal) or q.picked.day is None:
        raise AssertionError("a quote without refusals has an address and a day")
    order_id = ctx.new_id("orders")
    amounts = ("subtotal", "discount", "gift_wrap_fee", "delivery_fee", "total", "gift_card_used")
    cards = _pay_with_cards(ctx.db, q)
    pays = q.method if q.totals.to_pay > 0 else None
    return Order(
        id=order_id,
        number=_number(ctx, order_id),
        status="placed",
        placed_at=ctx.now,
        items=[line_row(n, line) for n, line in enumerate(q.lines, 1)],
        address_id=q.address.id,
        address_text=address_text(q.address),
        recipient=q.address.recipient,
        payment_method_id=pays.id if pays else None,
        payment_text=payment_text(pays) if pays else "Gift card",
        delivery_method=q.picked.id,
        delivery_date=q.picked.day,
        **{name: getattr(q.totals, name) for name in amounts},
        charged=q.totals.to_pay,
        gift_cards=cards,
        coupon_code=_used_code(q, q.picked),
        gift_message=gift_message,
        tracking=[event(ctx.now, "placed", f"Order placed, arriving on {short(q.picked.day)}")],
    )


def _used_code(q: Quote, picked: Option) -> str | None:
    """The coupon that took something off: a delivery coupon does so for standard delivery only."""
    if q.coupon is None or q.coupon.problem:
        return None
    return q.coupon.coupon.code if q.coupon.discount or picked.id == "standard" else None


def _number(ctx: Context, order_id: str) -> str:
    """An order number as people read it out: "TW-204-7731"."""
    draw = ctx.rng("order number", order_id)
    return f"TW-{draw.randint(100, 999)}-{draw.randint(1000, 9999)}"


def line_row(number: int, line: Line) -> dict[str, Any]:
    """A line as an order keeps it."""
    return {
        "line_id": str(number),
        "product_id": line.product.id,
        "variant_id": line.variant.id if line.variant else None,
        "title": line.product.title,
        "variant": line.variant.label if line.variant else "",
        "quantity": line.quantity,
        "unit_price": money(line.unit_price),
        "total": money(line.total),
        "gift_wrap": line.gift_wrap,
        "status": "ordered",
    }


def _take_stock(db: Session, lines: list[Line]) -> None:
    for line in lines:
        holder = line.variant or line.product
        holder.stock -= line.quantity
        db.add(holder)


def _pay_with_cards(db: Session, q: Quote) -> list[dict[str, Any]]:
    """Takes what gift cards pay off their balances, the first to expire first: [{gift_card_id, amount}]."""
    left, used = q.totals.gift_card_used, []
    for card in q.cards:
        part = min(card.balance, left)
        if part > 0:
            card.balance -= part
            left -= part
            used.append({"gift_card_id": card.id, "amount": money(part)})
            db.add(card)
    return used
