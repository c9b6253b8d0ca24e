"""Amounts in pounds, and what a cart comes to."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal

from envs.sites.shop.models import Product, Variant

ZERO = Decimal("0.00")
PENNY = Decimal("0.01")
GIFT_WRAP_FEE = Decimal("3.50")
VAT = Decimal("0.20")


def pounds(amount: Decimal) -> Decimal:
    """Rounded to pennies, halves up."""
    return amount.quantize(PENNY, ROUND_HALF_UP)


def text(amount: Decimal) -> str:
    """An amount as answers carry it: "64.90"."""
    return f"{amount:.2f}"


def spoken(amount: Decimal) -> str:
    """An amount as people read it: "£64.90"."""
    return f"£{amount:.2f}"


def share(amount: Decimal, part: Decimal, whole: Decimal) -> Decimal:
    """The part of an amount that falls on `part` of `whole`; 0 where the whole is 0."""
    return pounds(amount * part / whole) if whole else ZERO


def vat_in(total: Decimal) -> Decimal:
    """The value added tax contained in a total."""
    return pounds(total * VAT / (1 + VAT))


@dataclass(frozen=True)
class Line:
    """Some pieces of one article that somebody means to buy."""

    product: Product
    variant: Variant | None
    quantity: int
    gift_wrap: bool = False
    id: str = ""

    @property
    def unit_price(self) -> Decimal:
        return price_of(self.product, self.variant)

    @property
    def total(self) -> Decimal:
        return self.unit_price * self.quantity

    @property
    def stock(self) -> int:
        return self.variant.stock if self.variant else self.product.stock

    @property
    def title(self) -> str:
        return title_of(self.product, self.variant)


def price_of(product: Product, variant: Variant | None) -> Decimal:
    """The price of a variant: its own, or its product's."""
    return product.price if variant is None or variant.price is None else variant.price


def title_of(product: Product, variant: Variant | None) -> str:
    """The product's title, with the variant's label where there is one."""
    return f"{product.title} ({variant.label})" if variant else product.title


@dataclass(frozen=True)
class Totals:
    """What an order comes to. The total is before gift cards; `to_pay` goes to the payment method."""

    subtotal: Decimal
    discount: Decimal
    gift_wrap_fee: Decimal
    delivery_fee: Decimal
    gift_card_used: Decimal

    @property
    def total(self) -> Decimal:
        return self.subtotal - self.discount + self.gift_wrap_fee + self.delivery_fee

    @property
    def to_pay(self) -> Decimal:
        return self.total - self.gift_card_used


def subtotal(lines: Sequence[Line]) -> Decimal:
    return sum((line.total for line in lines), ZERO)


def gift_wrap_fee(lines: Sequence[Line]) -> Decimal:
    """One fee for each line that is wrapped."""
    return GIFT_WRAP_FEE * sum(line.gift_wrap for line in lines)


def totals(lines: Sequence[Line], discount: Decimal, delivery_fee: Decimal, gift_cards: Decimal) -> Totals:
    """`gift_cards` is the balance that may be used; no more is used than the order costs."""
    before = Totals(subtotal(lines), discount, gift_wrap_fee(lines), delivery_fee, ZERO)
    used = min(gift_cards, before.total)
    return Totals(before.subtotal, before.discount, before.gift_wrap_fee, before.delivery_fee, used)


def money_off(price: str, list_price: str) -> Decimal:
    """The saving against an earlier price, in whole percent."""
    before = Decimal(list_price)
    return ((before - Decimal(price)) * 100 / before).quantize(Decimal(1), ROUND_HALF_UP)
