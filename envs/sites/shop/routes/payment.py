"""Payment methods, gift cards, coupons."""

from fastapi import APIRouter
from sqlmodel import col, select

from envs.kit.context import Ctx, SiteRoute
from envs.sites.shop.models import Coupon, GiftCard, PaymentMethod, Subscription
from envs.sites.shop.routes.account import make_default
from envs.sites.shop.routes.answers import Answer, Body, fetch, listed, money, removed
from envs.sites.shop.routes.answers.account import payment_answer, payment_methods
from envs.sites.shop.routes.answers.cart import (
    cart_lines,
    coupon_answer,
    gift_balance,
    histories,
    usable_gift_cards,
)
from envs.sites.shop.rules import account as rules
from envs.sites.shop.rules import lists, require
from envs.sites.shop.rules.calendar import local_day

router = APIRouter(route_class=SiteRoute)


class CardDraft(Body):
    """A new card. The number is checked and forgotten: only its brand and last four digits are kept."""

    number: str
    expires: str
    holder: str
    nickname: str
    default: bool = False


class CardChange(Body):
    expires: str | None = None
    holder: str | None = None
    nickname: str | None = None


class GiftCode(Body):
    code: str


@router.get("/api/payment-methods")
def methods(ctx: Ctx) -> Answer:
    """The default one first, then by nickname."""
    today = local_day(ctx.now)
    return listed([payment_answer(method, today) for method in payment_methods(ctx.db)])


@router.post("/api/payment-methods")
def add_card(ctx: Ctx, body: CardDraft) -> Answer:
    others, today = payment_methods(ctx.db), local_day(ctx.now)
    require(rules.card_number(body.number), rules.expiry(body.expires, today), rules.another_card(len(others)))
    digits = rules.card_digits(body.number)
    card = PaymentMethod(
        id=ctx.new_id("payment_methods"),
        kind="card",
        brand=rules.brand_of(digits) or "",
        last_four=digits[-4:],
        **body.model_dump(exclude={"number"}),
    )
    require(rules.card(card, others))
    if body.default or not others:
        make_default(ctx.db, others, card)
    ctx.db.add(card)
    return payment_answer(card, today)


@router.patch("/api/payment-methods/{method_id}")
def change_card(ctx: Ctx, method_id: str, body: CardChange) -> Answer:
    """Expiry date, holder, nickname."""
    card, today = fetch(ctx.db, PaymentMethod, method_id, "payment method"), local_day(ctx.now)
    require(rules.expires_of(card, body.expires, today))
    for name, value in body.model_dump(exclude_none=True).items():
        setattr(card, name, value)
    require(rules.card(card, [other for other in payment_methods(ctx.db) if other.id != method_id]))
    ctx.db.add(card)
    return payment_answer(card, today)


@router.post("/api/payment-methods/{method_id}/default")
def default_method(ctx: Ctx, method_id: str) -> Answer:
    card, today = fetch(ctx.db, PaymentMethod, method_id, "payment method"), local_day(ctx.now)
    require(rules.payable(card, today))
    make_default(ctx.db, payment_methods(ctx.db), card)
    return payment_answer(card, today)


@router.delete("/api/payment-methods/{method_id}")
def delete_method(ctx: Ctx, method_id: str) -> Answer:
    """Deletes a method that is not the default and pays for no subscription."""
    card = fetch(ctx.db, PaymentMethod, method_id, "payment method")
    chosen = Subscription.payment_method_id == method_id
    live = ctx.db.exec(select(Subscription.id).where(chosen, Subscription.status != "cancelled")).all()
    require(rules.delete_payment(card, len(live)))
    ctx.db.delete(card)
    return removed(method_id)


def _gift_answer(card: GiftCard, today: str) -> Answer:
    return {
        "id": card.id,
        "code": f"•••• {card.code[-4:]}",
        "initial": money(card.initial),
        "balance": money(card.balance),
        "expires": card.expires.isoformat(),
        "expired": card.expires.isoformat() < today,
        "redeemed_at": card.redeemed_at.isoformat() if card.redeemed_at else None,
        "from": card.sender,
    }


@router.get("/api/gift-cards")
def gift_cards(ctx: Ctx) -> Answer:
    """Gift cards on the account, the first to expire first, and what they can pay today."""
    on_account = select(GiftCard).where(col(GiftCard.redeemed_at).is_not(None))
    cards = ctx.db.exec(on_account.order_by(col(GiftCard.expires), GiftCard.id)).all()
    today = local_day(ctx.now).isoformat()
    balance = money(gift_balance(usable_gift_cards(ctx.db, ctx.now)))
    return listed([_gift_answer(card, today) for card in cards], balance=balance)


@router.post("/api/gift-cards")
def redeem(ctx: Ctx, body: GiftCode) -> Answer:
    """Puts a gift card on the account."""
    code, today = lists.tidy_gift_code(body.code), local_day(ctx.now)
    known = {lists.tidy_gift_code(card.code): card for card in ctx.db.exec(select(GiftCard)).all()}
    card = known.get(code)
    require(lists.redeem(code, card, today))
    assert card is not None  # `redeem` refuses a code without a card
    card.redeemed_at = ctx.now
    ctx.db.add(card)
    return _gift_answer(card, today.isoformat())


@router.get("/api/coupons")
def coupons(ctx: Ctx) -> Answer:
    """Coupons: usable ones first, then by expiry."""
    past, (lines, _) = histories(ctx.db), cart_lines(ctx.db)
    rows = ctx.db.exec(select(Coupon).order_by(col(Coupon.expires_at), Coupon.code)).all()
    shown = [coupon_answer(coupon, past, lines, ctx.now) for coupon in rows]
    order = ("applied", "available", "upcoming", "used", "expired")
    return listed(sorted(shown, key=lambda c: order.index(c["status"])))
