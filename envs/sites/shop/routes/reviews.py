"""Reviews and helpful votes."""

from collections.abc import Callable, Sequence
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query
from pydantic import Field
from sqlmodel import Session, col, select

from envs.kit.context import Ctx, SiteRoute
from envs.sites.shop.models import HelpfulVote, Review
from envs.sites.shop.routes.answers import Answer, Body, fetch, listed, paged, removed
from envs.sites.shop.routes.answers.account import profile_of
from envs.sites.shop.routes.answers.orders import purchases
from envs.sites.shop.routes.answers.products import Shelf, find_product
from envs.sites.shop.routes.answers.reviews import review_answer, stars_of
from envs.sites.shop.rules import lists as rules
from envs.sites.shop.rules import missing, require

router = APIRouter(route_class=SiteRoute)
PAGE = 10
ORDERS: dict[str, Callable[[Review], Any]] = {
    "helpful": lambda r: (-r.helpful, -r.created_at.timestamp()),
    "newest": lambda r: -r.created_at.timestamp(),
    "oldest": lambda r: r.created_at.timestamp(),
    "highest": lambda r: (-r.stars, -r.helpful),
    "lowest": lambda r: (r.stars, -r.helpful),
}


class ReviewQuery(Body):
    q: str = ""
    sort: Literal["helpful", "newest", "oldest", "highest", "lowest"] = "helpful"
    stars: int | None = Field(None, ge=1, le=5)
    verified: bool = False
    page: int = Field(1, ge=1)

    def keeps(self, review: Review) -> bool:
        text = f"{review.title} {review.body}".casefold()
        return (
            (self.stars is None or review.stars == self.stars)
            and (review.verified or not self.verified)
            and self.q.casefold() in text
        )


class ReviewDraft(Body):
    stars: int
    title: str
    body: str


class ReviewChange(Body):
    stars: int | None = None
    title: str | None = None
    body: str | None = None


def _votes(db: Session) -> set[str]:
    return set(db.exec(select(HelpfulVote.review_id)).all())


@router.get("/api/products/{key}/reviews")
def reviews(ctx: Ctx, key: str, query: Annotated[ReviewQuery, Query()]) -> Answer:
    """Written reviews of a product, 10 a page; average and stars are over all of them."""
    product = find_product(ctx.db, key)
    written = ctx.db.exec(select(Review).where(Review.product_id == product.id)).all()
    order = ORDERS[query.sort]
    kept = sorted((review for review in written if query.keeps(review)), key=lambda r: (order(r), r.id))
    shown, where = paged(kept, query.page, PAGE)
    voted = _votes(ctx.db)
    return {
        "items": [review_answer(review, review.id in voted) for review in shown],
        **where,
        "average": _average(written),
        "stars": stars_of(written),
        "sort": query.sort,
    }


def _average(written: Sequence[Review]) -> float:
    return round(sum(review.stars for review in written) / len(written), 1) if written else 0.0


def _mine(db: Session) -> Sequence[Review]:
    """The owner's reviews, newest first."""
    return db.exec(select(Review).where(Review.mine).order_by(col(Review.created_at).desc(), Review.id)).all()


@router.get("/api/reviews")
def my_reviews(ctx: Ctx) -> Answer:
    """My reviews with their products, newest first."""
    rows = _mine(ctx.db)
    shelf = Shelf(ctx.db, [review.product_id for review in rows])
    return listed(
        [{**review_answer(r, False), "product": shelf.card(r.product_id)} for r in rows if r.product_id in shelf]
    )


@router.get("/api/reviews/waiting")
def waiting(ctx: Ctx) -> Answer:
    """Delivered products that I have not reviewed, the last bought first."""
    done = {review.product_id for review in _mine(ctx.db)}
    bought = [(p.at, key) for key, p in purchases(ctx.db).items() if p.delivered and key not in done]
    ids = [key for _, key in sorted(bought, reverse=True)]
    return listed(Shelf(ctx.db, ids).cards(ids))


@router.post("/api/products/{key}/reviews")
def write(ctx: Ctx, key: str, body: ReviewDraft) -> Answer:
    """My review of something that I bought."""
    product = find_product(ctx.db, key)
    bought = purchases(ctx.db).get(product.id)
    mine = next((review for review in _mine(ctx.db) if review.product_id == product.id), None)
    require(rules.may_review(product, bought is not None, bought is not None and bought.delivered, mine))
    require(rules.review(body.stars, body.title, body.body))
    review = Review(
        id=ctx.new_id("reviews"),
        product_id=product.id,
        author=_signature(profile_of(ctx.db).name),
        created_at=ctx.now,
        verified=True,
        mine=True,
        **body.model_dump(),
    )
    ctx.db.add(review)
    return review_answer(review, False)


def _signature(name: str) -> str:
    """A full name as reviews are signed: "Maya O."."""
    first, *rest = name.split()
    return f"{first} {rest[-1][0]}." if rest else first


def _own(db: Session, review_id: str) -> Review:
    review = fetch(db, Review, review_id, "review")
    require(rules.own_review(review))
    return review


@router.patch("/api/reviews/{review_id}")
def edit(ctx: Ctx, review_id: str, body: ReviewChange) -> Answer:
    review = _own(ctx.db, review_id)
    for name, value in body.model_dump(exclude_none=True).items():
        setattr(review, name, value)
    require(rules.review(review.stars, review.title, review.body))
    review.updated_at = ctx.now
    ctx.db.add(review)
    return review_answer(review, False)


@router.delete("/api/reviews/{review_id}")
def delete(ctx: Ctx, review_id: str) -> Answer:
    ctx.db.delete(_own(ctx.db, review_id))
    return removed(review_id)


@router.post("/api/reviews/{review_id}/helpful")
def vote(ctx: Ctx, review_id: str) -> Answer:
    """Marks someone else's review as helpful."""
    review = fetch(ctx.db, Review, review_id, "review")
    require(rules.vote(review, review_id in _votes(ctx.db)))
    ctx.db.add(HelpfulVote(id=ctx.new_id("helpful_votes"), review_id=review_id, created_at=ctx.now))
    review.helpful += 1
    ctx.db.add(review)
    return review_answer(review, True)


@router.delete("/api/reviews/{review_id}/helpful")
def unvote(ctx: Ctx, review_id: str) -> Answer:
    """Takes the mark back."""
    review = fetch(ctx.db, Review, review_id, "review")
    found = ctx.db.exec(select(HelpfulVote).where(HelpfulVote.review_id == review_id)).first()
    if found is None:
        raise missing("vote")
    ctx.db.delete(found)
    review.helpful = max(0, review.helpful - 1)
    ctx.db.add(review)
    return review_answer(review, False)
