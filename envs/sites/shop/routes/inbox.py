"""Notifications, the help centre, messages to customer care."""

from typing import Annotated

from fastapi import APIRouter, Query
from pydantic import Field
from sqlmodel import col, select

from envs.kit.context import Ctx, SiteRoute
from envs.sites.shop.models import Article, Message, Notification, Order
from envs.sites.shop.routes.answers import Answer, Body, fetch, listed, paged, removed, row
from envs.sites.shop.rules import lists as rules
from envs.sites.shop.rules import missing, require
from envs.sites.shop.search import words

router = APIRouter(route_class=SiteRoute)
PAGE = 15
RELATED = 4


class NotificationQuery(Body):
    kind: str = ""
    unread: bool = False
    page: int = Field(1, ge=1)


class ReadMark(Body):
    read: bool


class NewMessage(Body):
    topic: str
    subject: str
    body: str
    order_id: str | None = None


@router.get("/api/notifications")
def notifications(ctx: Ctx, query: Annotated[NotificationQuery, Query()]) -> Answer:
    """Newest first, 15 a page."""
    rows = ctx.db.exec(select(Notification).order_by(col(Notification.created_at).desc(), Notification.id)).all()
    kept = [n for n in rows if query.kind in ("", n.kind) and not (query.unread and n.read)]
    shown, where = paged(kept, query.page, PAGE)
    return {"items": [row(note) for note in shown], **where, "unread": sum(not note.read for note in rows)}


@router.patch("/api/notifications/{note_id}")
def mark(ctx: Ctx, note_id: str, body: ReadMark) -> Answer:
    """Marks one as read or unread."""
    note = fetch(ctx.db, Notification, note_id, "notification")
    note.read = body.read
    ctx.db.add(note)
    return row(note)


@router.post("/api/notifications/read-all")
def mark_all(ctx: Ctx) -> Answer:
    unread = ctx.db.exec(select(Notification).where(col(Notification.read).is_(False))).all()
    for note in unread:
        note.read = True
        ctx.db.add(note)
    return {"changed": len(unread)}


@router.delete("/api/notifications/{note_id}")
def delete_note(ctx: Ctx, note_id: str) -> Answer:
    ctx.db.delete(fetch(ctx.db, Notification, note_id, "notification"))
    return removed(note_id)


def _card(article: Article) -> Answer:
    return {name: getattr(article, name) for name in ("id", "slug", "title", "topic", "summary")}


def _score(article: Article, query: list[str]) -> int:
    """How well an article answers the words: titles count most; 0 where a word is nowhere in it."""
    title, summary = words(article.title), words(f"{article.summary} {article.topic}")
    body = words(" ".join(article.body))
    points = [9 * (w in title) + 3 * (w in summary) + min(3, body.count(w)) for w in query]
    return sum(points) if all(points) else 0


@router.get("/api/help/articles")
def articles(ctx: Ctx, q: Annotated[str, Query(max_length=100)] = "", topic: str = "") -> Answer:
    """Help articles: with q the best match first, else by topic and title."""
    rows = ctx.db.exec(select(Article).order_by(Article.topic, Article.title)).all()
    query = words(q)
    scored = [(_score(article, query) if query else 1, article) for article in rows]
    kept = [(score, a) for score, a in scored if score and topic in ("", a.topic)]
    kept.sort(key=lambda pair: -pair[0])
    names = sorted({article.topic for article in rows})
    topics = [{"id": name, "name": name, "count": sum(a.topic == name for a in rows)} for name in names]
    return listed([_card(article) for _, article in kept], q=q, topics=topics)


@router.get("/api/help/articles/{slug}")
def article(ctx: Ctx, slug: str) -> Answer:
    """An article with others of its topic."""
    found = ctx.db.exec(select(Article).where(Article.slug == slug)).first()
    if found is None:
        raise missing("article")
    others = select(Article).where(Article.topic == found.topic, Article.id != found.id).order_by(Article.title)
    related = ctx.db.exec(others.limit(RELATED)).all()
    return {**row(found), "related": [_card(other) for other in related]}


@router.get("/api/help/contact-topics")
def contact_topics(ctx: Ctx) -> Answer:
    return listed([{"id": key, "label": label} for key, label in rules.CONTACT_TOPICS.items()])


def _message_answer(message: Message, numbers: dict[str, str]) -> Answer:
    number = numbers.get(message.order_id or "")
    return {**row(message), "order_number": number, "status": "answered" if message.reply else "sent"}


@router.get("/api/messages")
def messages(ctx: Ctx) -> Answer:
    """My messages to customer care, newest first."""
    rows = ctx.db.exec(select(Message).order_by(col(Message.created_at).desc(), Message.id)).all()
    numbers: dict[str, str] = dict(ctx.db.exec(select(Order.id, Order.number)).all())
    return listed([_message_answer(message, numbers) for message in rows])


@router.post("/api/messages")
def send(ctx: Ctx, body: NewMessage) -> Answer:
    """Writes to customer care, about an order where one is named."""
    require(rules.message(body.topic, body.subject, body.body))
    order = fetch(ctx.db, Order, body.order_id, "order") if body.order_id else None
    message = Message(id=ctx.new_id("messages"), created_at=ctx.now, **body.model_dump())
    ctx.db.add(message)
    return _message_answer(message, {order.id: order.number} if order else {})
