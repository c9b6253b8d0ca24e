"""Cart, saved for later, and the coupon on the cart."""

from typing import Any

from fastapi import APIRouter
from sqlmodel import col, delete, select

from envs.kit.context import Ctx, SiteRoute
from envs.sites.shop.models import CartItem, Coupon, SavedItem
from envs.sites.shop.routes.answers import Answer, Body, fetch, listed, money, removed
from envs.sites.shop.routes.answers.cart import (
    applied_coupon,
    cart_lines,
    cart_rows,
    coupon_answer,
    coupon_refusal,
    histories,
    line_answer,
    line_problem,
    saved_answer,
    saved_rows,
)
from envs.sites.shop.routes.answers.orders import totals_answer
from envs.sites.shop.routes.answers.products import Shelf
from envs.sites.shop.rules import cart as rules
from envs.sites.shop.rules import delivery, missing, refuse, require
from envs.sites.shop.rules.amounts import ZERO, subtotal, totals

router = APIRouter(route_class=SiteRoute)


class NewLine(Body):
    product_id: str
    variant_id: str | None = None
    quantity: int = 1
    gift_wrap: bool = False


class LineChange(Body):
    quantity: int | None = None
    gift_wrap: bool | None = None


class CouponCode(Body):
    code: str


@router.get("/api/cart")
def cart(ctx: Ctx) -> Answer:
    """Lines (oldest first), saved lines (newest first), coupon, totals with standard delivery to the mainland."""
    rows, (lines, shelf) = cart_rows(ctx.db), cart_lines(ctx.db)
    coupon = applied_coupon(ctx.db, lines, ctx.now)
    discount = coupon.discount if coupon else ZERO
    spend = subtotal(lines) - discount
    parcel = delivery.Parcel.of(lines, spend)
    fee = delivery.standard_fee(parcel, "mainland", bool(coupon and coupon.free_delivery)) if lines else ZERO
    return listed(
        [line_answer(item, shelf) for item in rows if item.product_id in shelf],
        count=sum(line.quantity for line in lines),
        saved=_saved(ctx),
        coupon=coupon.answer() if coupon else None,
        totals=totals_answer(totals(lines, discount, fee, ZERO)),
        free_delivery_gap=money(ZERO if fee == 0 else max(ZERO, delivery.FREE_FROM - spend)),
        can_check_out=bool(lines) and not any(line_problem(line) for line in lines),
    )


def _saved(ctx: Ctx) -> list[Answer]:
    rows = saved_rows(ctx.db)
    shelf = Shelf(ctx.db, [item.product_id for item in rows])
    return [saved_answer(item, shelf) for item in rows if item.product_id in shelf]


@router.post("/api/cart/items")
def add(ctx: Ctx, body: NewLine) -> Answer:
    """Adds, or raises the quantity of the same product and variant."""
    item, shelf = put_in_cart(ctx, body.product_id, body.variant_id, body.quantity, body.gift_wrap)
    return line_answer(item, shelf)


def put_in_cart(
    ctx: Ctx, product_id: str, variant_id: str | None, quantity: int, wrap: bool = False
) -> tuple[CartItem, Shelf]:
    """The cart's line with so many pieces more; a refusal where it cannot be bought."""
    shelf = Shelf(ctx.db, [product_id])
    if product_id not in shelf:
        raise missing("product")
    line = shelf.line(product_id, variant_id, quantity)
    require(rules.sellable(line.product, line.variant, shelf.variants(line.product)))
    require(rules.gift_wrap(line.product, wrap), rules.quantity(line))
    rows = cart_rows(ctx.db)
    item = next((i for i in rows if (i.product_id, i.variant_id) == (product_id, variant_id)), None)
    if item is None:
        require(rules.room(len(rows)))
        item = CartItem(
            id=ctx.new_id("cart_items"), product_id=product_id, variant_id=variant_id, quantity=0, added_at=ctx.now
        )
    require(rules.quantity(shelf.line(product_id, variant_id, item.quantity + quantity)))
    item.quantity += quantity
    item.gift_wrap = item.gift_wrap or wrap
    ctx.db.add(item)
    return item, shelf


@router.patch("/api/cart/items/{item_id}")
def change(ctx: Ctx, item_id: str, body: LineChange) -> Answer:
    """Quantity and gift wrap of a line."""
    item = fetch(ctx.db, CartItem, item_id, "item in your cart")
    shelf = Shelf(ctx.db, [item.product_id])
    if body.quantity is not None:
        require(rules.quantity(shelf.line(item.product_id, item.variant_id, body.quantity)))
        item.quantity = body.quantity
    if body.gift_wrap is not None:
        require(rules.gift_wrap(shelf.products[item.product_id], body.gift_wrap))
        item.gift_wrap = body.gift_wrap
    ctx.db.add(item)
    return line_answer(item, shelf)


@router.delete("/api/cart/items/{item_id}")
def remove(ctx: Ctx, item_id: str) -> Answer:
    ctx.db.delete(fetch(ctx.db, CartItem, item_id, "item in your cart"))
    return removed(item_id)


@router.delete("/api/cart")
def empty(ctx: Ctx) -> Answer:
    """Takes every line out of the cart."""
    count = len(cart_rows(ctx.db))
    ctx.db.exec(delete(CartItem))
    return {"removed": count}


@router.post("/api/cart/items/{item_id}/save")
def save(ctx: Ctx, item_id: str) -> Answer:
    """Moves a line to "saved for later"; the same article saved before is counted up."""
    item = fetch(ctx.db, CartItem, item_id, "item in your cart")
    same = (i for i in saved_rows(ctx.db) if (i.product_id, i.variant_id) == (item.product_id, item.variant_id))
    saved = next(same, None) or SavedItem(
        id=ctx.new_id("saved_items"),
        product_id=item.product_id,
        variant_id=item.variant_id,
        quantity=0,
        saved_at=ctx.now,
    )
    saved.quantity, saved.saved_at = saved.quantity + item.quantity, ctx.now
    ctx.db.add(saved)
    ctx.db.delete(item)
    return saved_answer(saved, Shelf(ctx.db, [item.product_id]))


@router.get("/api/saved")
def saved_list(ctx: Ctx) -> Answer:
    """Saved for later, newest first."""
    return listed(_saved(ctx))


@router.post("/api/saved/{item_id}/move")
def move(ctx: Ctx, item_id: str) -> Answer:
    """Moves a saved line back into the cart."""
    saved = fetch(ctx.db, SavedItem, item_id, "saved item")
    item, shelf = put_in_cart(ctx, saved.product_id, saved.variant_id, saved.quantity)
    ctx.db.delete(saved)
    return line_answer(item, shelf)


@router.delete("/api/saved/{item_id}")
def remove_saved(ctx: Ctx, item_id: str) -> Answer:
    ctx.db.delete(fetch(ctx.db, SavedItem, item_id, "saved item"))
    return removed(item_id)


@router.post("/api/cart/coupon")
def apply_coupon(ctx: Ctx, body: CouponCode) -> Answer:
    """Applies a coupon, to the cart and to buy now; one at a time."""
    code = body.code.upper()
    coupon = ctx.db.exec(select(Coupon).where(Coupon.code == code)).first()
    if coupon is None:
        raise refuse("coupon_unknown", f"We do not know the code {code}." if code else "Please type a code.", "code")
    past, (lines, _) = histories(ctx.db), cart_lines(ctx.db)
    require(coupon_refusal(coupon, past, lines, ctx.now))
    _unapply(ctx)
    coupon.applied_at = ctx.now
    ctx.db.add(coupon)
    return coupon_answer(coupon, past, lines, ctx.now)


@router.delete("/api/cart/coupon")
def remove_coupon(ctx: Ctx) -> Answer:
    """Takes the coupon off again."""
    found = _unapply(ctx)
    if not found:
        raise missing("coupon on your cart")
    return removed(found[0].id)


def _unapply(ctx: Ctx) -> list[Any]:
    found = list(ctx.db.exec(select(Coupon).where(col(Coupon.applied_at).is_not(None))).all())
    for coupon in found:
        coupon.applied_at = None
        ctx.db.add(coupon)
    return found
