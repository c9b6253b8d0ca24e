"""Product pages, delivery estimates, comparison."""

from typing import Annotated, Any

from fastapi import APIRouter, Query
from sqlmodel import func, select

from envs.kit.context import Ctx, SiteRoute
from envs.kit.hooks import Refusal
from envs.sites.shop.departments import TITLES
from envs.sites.shop.models import Address, Product, Question, Review, StockAlert, WishlistItem
from envs.sites.shop.routes.answers import Answer, fetch, listed, row
from envs.sites.shop.routes.answers.account import default_address
from envs.sites.shop.routes.answers.orders import purchases
from envs.sites.shop.routes.answers.products import Range, Shelf, find_product, variant_answer
from envs.sites.shop.routes.answers.reviews import review_answer, stars_of
from envs.sites.shop.rules import delivery, lists, require
from envs.sites.shop.rules.amounts import Line
from envs.sites.shop.rules.calendar import local_day
from envs.sites.shop.search import Entry, popularity

router = APIRouter(route_class=SiteRoute)
RELATED = 8


@router.get("/api/compare")
def compare(ctx: Ctx, product: Annotated[list[str], Query()] = []) -> Answer:  # noqa: B006
    """2 to 4 products side by side, in the order asked for."""
    require(lists.comparison(len(set(product))))
    found = [find_product(ctx.db, key) for key in dict.fromkeys(product)]
    names = list(dict.fromkeys(name for p in found for name in p.specs))
    shelf = Shelf(ctx.db, [p.id for p in found])
    items = [{**detail(ctx, p, shelf), "spec_values": [p.specs.get(name, "–") for name in names]} for p in found]
    return listed(items, spec_names=names)


@router.get("/api/products/{key}")
def product(ctx: Ctx, key: str) -> Answer:
    """A product by slug or id."""
    found = find_product(ctx.db, key)
    return detail(ctx, found, Shelf(ctx.db, [found.id]))


def detail(ctx: Ctx, p: Product, shelf: Shelf) -> Answer:
    """All that a product page shows, but reviews, questions and related products."""
    variants, db = shelf.variants(p), ctx.db
    return {
        **row(p, "price", "list_price"),
        **shelf.card(p.id),
        "department_title": TITLES.get(p.department, p.department),
        "options": p.options,
        "variants": [variant_answer(p, variant) for variant in variants],
        "stock": sum(v.stock for v in variants) if variants else p.stock,
        "delivery": estimate(ctx, p, default_address(db)),
        "question_count": db.exec(select(func.count()).where(Question.product_id == p.id)).one(),
        "wishlist_ids": list(db.exec(_lists_with(p.id)).all()),
        "stock_alert": db.exec(select(StockAlert.id).where(StockAlert.product_id == p.id)).first() is not None,
        **_opinions(ctx, p),
    }


def _lists_with(product_id: str) -> Any:
    chosen = select(WishlistItem.wishlist_id).where(WishlistItem.product_id == product_id)
    return chosen.distinct().order_by(WishlistItem.wishlist_id)


def _opinions(ctx: Ctx, p: Product) -> Answer:
    """What the written reviews say, and what this customer may add."""
    reviews = ctx.db.exec(select(Review).where(Review.product_id == p.id)).all()
    mine = next((review for review in reviews if review.mine), None)
    bought = purchases(ctx.db).get(p.id)
    allowed = lists.may_review(p, bought is not None, bought is not None and bought.delivered, mine)
    return {
        "review_count": len(reviews),
        "stars": stars_of(reviews),
        "my_review": review_answer(mine, False) if mine else None,
        "can_review": allowed is None,
        "last_bought": bought and {"order_id": bought.order_id, "number": bought.number, "at": bought.at.isoformat()},
    }


@router.get("/api/products/{key}/related")
def related(ctx: Ctx, key: str) -> Answer:
    """Up to 8 products: the same category and brand first, then shared tags, then well liked."""
    this = find_product(ctx.db, key)
    goods = Range(ctx.db)

    def nearness(e: Entry) -> int:
        return 4 * (e.category == this.category) + 3 * (e.brand == this.brand) + len(set(e.tags) & set(this.tags))

    others = [e for e in goods.entries if e.department == this.department and e.id != this.id]
    others.sort(key=lambda e: (-nearness(e), -popularity(e), e.id))
    return listed(goods.cards(e.id for e in others[:RELATED]))


@router.get("/api/products/{key}/delivery")
def delivery_estimate(ctx: Ctx, key: str, address_id: str = "", postcode: str = "") -> Answer:
    """When a product could arrive at one of the account's addresses, or at any postcode."""
    found = find_product(ctx.db, key)
    if not postcode:
        known = fetch(ctx.db, Address, address_id, "address") if address_id else default_address(ctx.db)
        return estimate(ctx, found, known)
    require(delivery.postcode(postcode))
    tidy = delivery.tidy_postcode(postcode) or ""
    somewhere = Address(id="", label="", recipient="", line1="", city="", postcode=tidy, area=delivery.area_of(tidy))
    return estimate(ctx, found, somewhere)


def estimate(ctx: Ctx, p: Product, address: Address | None) -> Answer:
    """Delivery of one piece; without an address, to the mainland."""
    area = address.area if address else "mainland"
    parcel = delivery.Parcel.of([Line(p, None, 1)], p.price)
    standard, express, _ = delivery.options(parcel, area, local_day(ctx.now))
    refusal: Refusal | None = delivery.reachable(parcel, area)
    days = {o.id: o.day.isoformat() if o.day and not o.refusal else None for o in (standard, express)}
    return {
        "deliverable": refusal is None,
        "reason": refusal.reason if refusal else None,
        "address_id": (address.id or None) if address else None,
        "place": f"{address.city} {address.postcode}".strip() if address else "mainland Great Britain",
        "earliest": days["express"] or days["standard"],
        **days,
        "free_from": f"{delivery.FREE_FROM:.2f}",
    }
