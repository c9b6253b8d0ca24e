"""When a coupon counts, and what it takes off."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from envs.sites.shop.models import Coupon
from envs.sites.shop.rules import Verdict, refuse
from envs.sites.shop.rules.amounts import ZERO, Line, pounds, spoken, subtotal


@dataclass(frozen=True)
class History:
    """What the account has bought so far, as coupons see it."""

    uses: int  # orders with this coupon that were not cancelled
    orders: int


def standing(coupon: Coupon, history: History, now: datetime) -> str:
    """upcoming | expired | used | applied | available, whatever is in the cart."""
    if now < coupon.starts_at:
        return "upcoming"
    if now >= coupon.expires_at:
        return "expired"
    if history.uses >= coupon.uses_allowed:
        return "used"
    return "applied" if coupon.applied_at else "available"


def usable(coupon: Coupon, history: History, now: datetime) -> Verdict:
    """Whether this customer may use the coupon at all today."""
    state = standing(coupon, history, now)
    if state == "upcoming":
        return refuse("coupon_not_yet", f"{coupon.code} is not valid yet.", "code")
    if state == "expired":
        return refuse("coupon_expired", f"{coupon.code} has expired.", "code")
    if state == "used":
        return refuse("coupon_used", f"You have already used {coupon.code}.", "code")
    if coupon.first_order_only and history.orders:
        return refuse("coupon_first_order", f"{coupon.code} is for a first order only.", "code")
    return None


def fits(coupon: Coupon, lines: Sequence[Line], departments: dict[str, str]) -> Verdict:
    """Whether the coupon takes something off these lines. departments: {slug: title}."""
    if not lines:
        return refuse("coupon_empty_cart", "Put something into your cart before you use a coupon.", "code")
    counted = eligible(coupon, lines)
    if not counted:
        where = departments.get(coupon.department or "", coupon.department or "")
        return refuse("coupon_department", f"{coupon.code} is for {where} only.", "code")
    if subtotal(counted) < coupon.min_spend:
        extra = f" on {departments.get(coupon.department, coupon.department)}" if coupon.department else ""
        least = spoken(coupon.min_spend)
        return refuse("coupon_min_spend", f"{coupon.code} needs a spend of at least {least}{extra}.", "code")
    return None


def eligible(coupon: Coupon, lines: Sequence[Line]) -> list[Line]:
    """The lines that the coupon counts."""
    return [line for line in lines if coupon.department in (None, line.product.department)]


def discount(coupon: Coupon, lines: Sequence[Line]) -> Decimal:
    """What a coupon that fits takes off the goods; a delivery coupon takes nothing off them."""
    base = subtotal(eligible(coupon, lines))
    if coupon.kind == "percent":
        off = pounds(base * coupon.value / 100)
        return off if coupon.max_discount is None else min(off, coupon.max_discount)
    return min(coupon.value, base) if coupon.kind == "amount" else ZERO
