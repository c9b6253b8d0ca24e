"""Questions about products, stock alerts, and what was looked at."""

from collections.abc import Sequence

from fastapi import APIRouter
from sqlmodel import Session, col, delete, select

from envs.kit.context import Ctx, SiteRoute
from envs.sites.shop.models import Question, RecentlyViewed, StockAlert
from envs.sites.shop.routes.answers import Answer, Body, fetch, listed, removed, row
from envs.sites.shop.routes.answers.account import profile_of
from envs.sites.shop.routes.answers.products import Shelf, find_product
from envs.sites.shop.rules import cart as cart_rules
from envs.sites.shop.rules import lists as rules
from envs.sites.shop.rules import missing, require

router = APIRouter(route_class=SiteRoute)
MOST_VIEWED = 24


class NewQuestion(Body):
    question: str


class Wanted(Body):
    product_id: str
    variant_id: str | None = None


class Viewed(Body):
    product_id: str


@router.get("/api/products/{key}/questions")
def questions(ctx: Ctx, key: str, q: str = "") -> Answer:
    """Questions of a product, newest first; q searches in questions and answers."""
    product = find_product(ctx.db, key)
    chosen = select(Question).where(Question.product_id == product.id)
    rows = ctx.db.exec(chosen.order_by(col(Question.asked_at).desc(), Question.id)).all()
    return listed([row(question) for question in rows if q.casefold() in _words(question)])


def _words(question: Question) -> str:
    return " ".join([question.question, *(answer["body"] for answer in question.answers)]).casefold()


@router.post("/api/products/{key}/questions")
def ask(ctx: Ctx, key: str, body: NewQuestion) -> Answer:
    product = find_product(ctx.db, key)
    require(rules.question(body.question))
    question = Question(
        id=ctx.new_id("questions"),
        product_id=product.id,
        question=body.question,
        asked_by=profile_of(ctx.db).name.split()[0],
        asked_at=ctx.now,
        mine=True,
    )
    ctx.db.add(question)
    return row(question)


@router.delete("/api/questions/{question_id}")
def delete_question(ctx: Ctx, question_id: str) -> Answer:
    """Takes back my own unanswered question."""
    question = fetch(ctx.db, Question, question_id, "question")
    require(rules.delete_question(question))
    ctx.db.delete(question)
    return removed(question_id)


def _alerts(db: Session) -> Sequence[StockAlert]:
    return db.exec(select(StockAlert).order_by(col(StockAlert.created_at).desc(), StockAlert.id)).all()


def _alert_answer(alert: StockAlert, shelf: Shelf) -> Answer:
    named = shelf.named(alert.product_id, alert.variant_id)
    created = alert.created_at.isoformat()
    return {"id": alert.id, "created_at": created, "product": named["product"], "variant": named["variant"]}


@router.get("/api/stock-alerts")
def stock_alerts(ctx: Ctx) -> Answer:
    """My stock alerts, newest first."""
    rows = _alerts(ctx.db)
    shelf = Shelf(ctx.db, [alert.product_id for alert in rows])
    return listed([_alert_answer(alert, shelf) for alert in rows if alert.product_id in shelf])


@router.post("/api/stock-alerts")
def add_alert(ctx: Ctx, body: Wanted) -> Answer:
    """Asks for a message when an article is back."""
    shelf = Shelf(ctx.db, [body.product_id])
    if body.product_id not in shelf:
        raise missing("product")
    line = shelf.line(body.product_id, body.variant_id, 1)
    require(cart_rules.sellable(line.product, line.variant, shelf.variants(line.product)))
    there = any((a.product_id, a.variant_id) == (body.product_id, body.variant_id) for a in _alerts(ctx.db))
    require(rules.stock_alert(line.title, line.stock, there))
    alert = StockAlert(id=ctx.new_id("stock_alerts"), created_at=ctx.now, **body.model_dump())
    ctx.db.add(alert)
    return _alert_answer(alert, shelf)


@router.delete("/api/stock-alerts/{alert_id}")
def remove_alert(ctx: Ctx, alert_id: str) -> Answer:
    ctx.db.delete(fetch(ctx.db, StockAlert, alert_id, "stock alert"))
    return removed(alert_id)


def _viewed(db: Session) -> Sequence[RecentlyViewed]:
    return db.exec(select(RecentlyViewed).order_by(col(RecentlyViewed.viewed_at).desc(), RecentlyViewed.id)).all()


def _viewed_answer(viewed: RecentlyViewed, shelf: Shelf) -> Answer:
    return {"id": viewed.id, "viewed_at": viewed.viewed_at.isoformat(), "product": shelf.card(viewed.product_id)}


@router.get("/api/recently-viewed")
def recently_viewed(ctx: Ctx) -> Answer:
    """What was looked at, newest first."""
    rows = _viewed(ctx.db)
    shelf = Shelf(ctx.db, [viewed.product_id for viewed in rows])
    return listed([_viewed_answer(viewed, shelf) for viewed in rows if viewed.product_id in shelf])


@router.post("/api/recently-viewed")
def view(ctx: Ctx, body: Viewed) -> Answer:
    """Notes that a product page was opened; only the last ones are kept."""
    shelf, rows = Shelf(ctx.db, [body.product_id]), _viewed(ctx.db)
    if body.product_id not in shelf:
        raise missing("product")
    again = next((viewed for viewed in rows if viewed.product_id == body.product_id), None)
    viewed = again or RecentlyViewed(id=ctx.new_id("recently_viewed"), product_id=body.product_id, viewed_at=ctx.now)
    viewed.viewed_at = ctx.now
    ctx.db.add(viewed)
    for old in rows[MOST_VIEWED - 1 :] if again is None else ():
        ctx.db.delete(old)
    return _viewed_answer(viewed, shelf)


@router.delete("/api/recently-viewed/{viewed_id}")
def remove_viewed(ctx: Ctx, viewed_id: str) -> Answer:
    ctx.db.delete(fetch(ctx.db, RecentlyViewed, viewed_id, "entry"))
    return removed(viewed_id)


@router.delete("/api/recently-viewed")
def clear_viewed(ctx: Ctx) -> Answer:
    """Forgets everything that was looked at."""
    count = len(_viewed(ctx.db))
    ctx.db.exec(delete(RecentlyViewed))
    return {"removed": count}
