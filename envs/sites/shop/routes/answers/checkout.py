"""A checkout: what the customer's choices come to, and everything that stands in the way of ordering."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from pydantic import Field
from sqlmodel import Session

from envs.kit.context import Context
from envs.kit.hooks import Refusal
from envs.sites.shop import links
from envs.sites.shop.models import Address, GiftCard, PaymentMethod
from envs.sites.shop.routes.answers import Answer, Body, money, plain, row
from envs.sites.shop.routes.answers.account import addresses, payment_answer, payment_methods
from envs.sites.shop.routes.answers.cart import (
    Applied,
    applied_coupon,
    cart_lines,
    gift_balance,
    line_problem,
    usable_gift_cards,
)
from envs.sites.shop.routes.answers.orders import totals_answer
from envs.sites.shop.routes.answers.products import Shelf
from envs.sites.shop.rules import Verdict, delivery, missing, refuse
from envs.sites.shop.rules import account as account_rules
from envs.sites.shop.rules import cart as cart_rules
from envs.sites.shop.rules.amounts import ZERO, Line, Totals, subtotal, totals
from envs.sites.shop.rules.calendar import closed_between, local_day


class Choice(Body):
    """What the customer has chosen so far. With product_id it is a purchase of that article alone, else of the cart."""

    product_id: str | None = None
    variant_id: str | None = None
    quantity: int = Field(1, ge=1)
    address_id: str | None = None
    payment_method_id: str | None = None
    delivery_method: str = "standard"
    delivery_date: date | None = None
    gift_wrap: bool = False
    use_gift_card: bool = False


@dataclass(frozen=True)
class Quote:
    """A measured choice. option is the delivery that was asked for, even where it is refused."""

    choice: Choice
    lines: list[Line]
    shelf: Shelf
    addresses: Sequence[Address]
    methods: Sequence[PaymentMethod]
    address: Address | None
    method: PaymentMethod | None
    options: list[delivery.Option]
    picked: delivery.Option | Refusal
    coupon: Applied | None
    cards: list[GiftCard]
    totals: Totals
    today: date

    def refusals(self) -> list[Refusal]:
        """Why the order cannot be placed, in the order in which a customer would put it right."""
        found: list[Verdict] = []
        if not self.lines:
            found.append(refuse("cart_empty", "Your cart is empty.", None, links.CART))
        for line in self.lines:
            found.append(cart_rules.sellable(line.product, line.variant, self.shelf.variants(line.product)))
            found.append(cart_rules.quantity(line) or cart_rules.gift_wrap(line.product, line.gift_wrap))
        if self.address is None:
            found.append(
                refuse("address_missing", "Please add a delivery address.", "address_id", links.ADDRESSES, 422)
            )
        if isinstance(self.picked, Refusal):
            found.append(self.picked)
        if self.totals.to_pay > 0:
            found.append(_payable(self.method, self.today))
        return [refusal for refusal in found if refusal is not None]


def _payable(method: PaymentMethod | None, today: date) -> Verdict:
    if method is None:
        reason = "Please choose how you want to pay."
        return refuse("payment_missing", reason, "payment_method_id", links.PAYMENT, 422)
    return account_rules.payable(method, today)


def quote(ctx: Context, choice: Choice) -> Quote:
    """Measures a choice; an id that is not on the account is refused with 404."""
    lines, shelf = _lines(ctx.db, choice)
    known, methods, today = addresses(ctx.db), payment_methods(ctx.db), local_day(ctx.now)
    address = _chosen(known, choice.address_id, "address")
    coupon = applied_coupon(ctx.db, lines, ctx.now)
    discount = coupon.discount if coupon else ZERO
    parcel = delivery.Parcel.of(lines, subtotal(lines) - discount)
    free = coupon is not None and coupon.free_delivery
    options = delivery.options(parcel, address.area if address else "mainland", today, free)
    cards = usable_gift_cards(ctx.db, ctx.now)
    balance = gift_balance(cards) if choice.use_gift_card else ZERO
    fee = next((option.fee for option in options if option.id == choice.delivery_method), ZERO) if lines else ZERO
    return Quote(
        choice=choice,
        lines=lines,
        shelf=shelf,
        addresses=known,
        methods=methods,
        address=address,
        method=_chosen(methods, choice.payment_method_id, "payment method"),
        options=options,
        picked=delivery.pick(options, choice.delivery_method, choice.delivery_date),
        coupon=coupon,
        cards=cards,
        totals=totals(lines, discount, fee, balance),
        today=today,
    )


def _lines(db: Session, choice: Choice) -> tuple[list[Line], Shelf]:
    if choice.product_id is None:
        return cart_lines(db)
    shelf = Shelf(db, [choice.product_id])
    if choice.product_id not in shelf:
        raise missing("product")
    return [shelf.line(choice.product_id, choice.variant_id, choice.quantity, choice.gift_wrap)], shelf


def _chosen[T: (Address, PaymentMethod)](known: Sequence[T], row_id: str | None, what: str) -> T | None:
    """The row that was asked for, else the default one, which comes first."""
    if row_id is None:
        return known[0] if known and known[0].default else None
    for found in known:
        if found.id == row_id:
            return found
    raise missing(what)


def option_answer(option: delivery.Option) -> Answer:
    closed = closed_between(option.first, option.last) if option.first and option.last else []
    return {
        "id": option.id,
        "title": option.title,
        "description": option.description,
        "fee": money(option.fee),
        "available": option.refusal is None,
        "reason": option.refusal.reason if option.refusal else None,
        "date": plain(option.day),
        "first_date": plain(option.first),
        "last_date": plain(option.last),
        "closed": [day.isoformat() for day in closed],
    }


def _line_answer(line: Line, shelf: Shelf) -> Answer:
    return {
        "product_id": line.product.id,
        "variant_id": line.variant.id if line.variant else None,
        "product": shelf.card(line.product.id),
        "title": line.title,
        "quantity": line.quantity,
        "unit_price": money(line.unit_price),
        "total": money(line.total),
        "gift_wrap": line.gift_wrap,
        "gift_wrap_offered": line.product.gift_wrap,
        "problem": line_problem(line),
    }


def quote_answer(q: Quote) -> Answer:
    """The summary of a checkout page."""
    picked = None if isinstance(q.picked, Refusal) else q.picked
    balance: Decimal = gift_balance(q.cards)
    return {
        "items": [_line_answer(line, q.shelf) for line in q.lines],
        "total": len(q.lines),
        "source": "cart" if q.choice.product_id is None else "buy_now",
        "addresses": [row(address) for address in q.addresses],
        "payment_methods": [payment_answer(method, q.today) for method in q.methods],
        "delivery_options": [option_answer(option) for option in q.options],
        "address_id": q.address.id if q.address else None,
        "payment_method_id": q.method.id if q.method else None,
        "delivery_method": q.choice.delivery_method,
        "delivery_date": plain(picked.day) if picked else plain(q.choice.delivery_date),
        "coupon": q.coupon.answer() if q.coupon else None,
        "gift_card_balance": money(balance),
        "use_gift_card": q.choice.use_gift_card,
        "totals": totals_answer(q.totals),
        "problems": [refusal.reason for refusal in q.refusals()],
    }
