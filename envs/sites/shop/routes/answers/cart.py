"""Cart lines, coupons and totals as answers, and the cart's rows in their fixed order."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any

from sqlmodel import Session, col, select

from envs.sites.shop.departments import TITLES
from envs.sites.shop.models import CartItem, Coupon, GiftCard, Order, SavedItem
from envs.sites.shop.routes.answers import Answer, money, row
from envs.sites.shop.routes.answers.products import Shelf
from envs.sites.shop.rules import Verdict, coupons
from envs.sites.shop.rules import cart as rules
from envs.sites.shop.rules.amounts import ZERO, Line
from envs.sites.shop.rules.calendar import local_day


def cart_rows(db: Session) -> Sequence[CartItem]:
    """The cart's lines, oldest first."""
    return db.exec(select(CartItem).order_by(col(CartItem.added_at), CartItem.id)).all()


def saved_rows(db: Session) -> Sequence[SavedItem]:
    """What is saved for later, newest first."""
    return db.exec(select(SavedItem).order_by(col(SavedItem.saved_at).desc(), SavedItem.id)).all()


def cart_lines(db: Session) -> tuple[list[Line], Shelf]:
    """The cart as lines, and the shelf with their products; what is no longer sold is left out."""
    rows = cart_rows(db)
    shelf = Shelf(db, [item.product_id for item in rows])
    lines = [
        shelf.line(item.product_id, item.variant_id, item.quantity, item.gift_wrap, item.id)
        for item in rows
        if item.product_id in shelf
    ]
    return lines, shelf


def line_problem(line: Line) -> str | None:
    refusal = rules.quantity(line)
    return refusal.reason if refusal else None


def line_answer(item: CartItem, shelf: Shelf) -> Answer:
    line = shelf.line(item.product_id, item.variant_id, item.quantity, item.gift_wrap, item.id)
    return {
        "id": item.id,
        **shelf.named(item.product_id, item.variant_id),
        "quantity": item.quantity,
        "unit_price": money(line.unit_price),
        "total": money(line.total),
        "gift_wrap": item.gift_wrap,
        "gift_wrap_offered": line.product.gift_wrap,
        "stock": line.stock,
        "max_quantity": min(line.stock, line.product.max_per_order),
        "problem": line_problem(line),
        "added_at": item.added_at.isoformat(),
    }


def saved_answer(item: SavedItem, shelf: Shelf) -> Answer:
    line = shelf.line(item.product_id, item.variant_id, item.quantity)
    return {
        "id": item.id,
        **shelf.named(item.product_id, item.variant_id),
        "quantity": item.quantity,
        "unit_price": money(line.unit_price),
        "in_stock": line.stock > 0,
        "saved_at": item.saved_at.isoformat(),
    }


def histories(db: Session) -> dict[str, coupons.History]:
    """{coupon code: what coupons see of the account}; the empty code stands for a coupon never used."""
    columns: Any = select(Order.coupon_code, Order.status)
    kept = [code for code, status in db.exec(columns).all() if status != "cancelled"]
    return {code or "": coupons.History(kept.count(code) if code else 0, len(kept)) for code in {*kept, None}}


@dataclass(frozen=True)
class Applied:
    """The coupon on the cart. refusal: why it takes nothing off these lines."""

    coupon: Coupon
    discount: Decimal
    problem: str | None

    @property
    def free_delivery(self) -> bool:
        return self.problem is None and self.coupon.kind == "delivery"

    def answer(self) -> Answer:
        c = self.coupon
        shown = {"id": c.id, "code": c.code, "title": c.title}
        return {**shown, "discount": money(self.discount), "problem": self.problem}


def applied_coupon(db: Session, lines: Sequence[Line], now: datetime) -> Applied | None:
    """The coupon that the customer applied last, measured on these lines."""
    chosen = (
        select(Coupon).where(col(Coupon.applied_at).is_not(None)).order_by(col(Coupon.applied_at).desc(), Coupon.id)
    )
    coupon = db.exec(chosen).first()
    if coupon is None:
        return None
    refusal = coupon_refusal(coupon, histories(db), lines, now)
    return Applied(coupon, ZERO if refusal else coupons.discount(coupon, lines), refusal.reason if refusal else None)


def coupon_refusal(coupon: Coupon, past: dict[str, coupons.History], lines: Sequence[Line], now: datetime) -> Verdict:
    """Why the coupon takes nothing off these lines, or None."""
    history = past.get(coupon.code, past[""])
    return coupons.usable(coupon, history, now) or coupons.fits(coupon, lines, TITLES)


def coupon_answer(coupon: Coupon, past: dict[str, coupons.History], lines: Sequence[Line], now: datetime) -> Answer:
    names = ("id", "code", "title", "description", "kind", "value", "min_spend", "department", "expires_at")
    columns = row(coupon)
    refusal = coupon_refusal(coupon, past, lines, now)
    return {
        **{name: columns[name] for name in names},
        "status": coupons.standing(coupon, past.get(coupon.code, past[""]), now),
        "reason": refusal.reason if refusal else None,
    }


def usable_gift_cards(db: Session, now: datetime) -> list[GiftCard]:
    """Gift cards that can pay today, the first to expire first."""
    on_account = select(GiftCard).where(col(GiftCard.redeemed_at).is_not(None))
    cards = db.exec(on_account.order_by(col(GiftCard.expires), GiftCard.id)).all()
    return [card for card in cards if card.balance > 0 and card.expires >= local_day(now)]


def gift_balance(cards: Sequence[GiftCard]) -> Decimal:
    return sum((card.balance for card in cards), ZERO)
