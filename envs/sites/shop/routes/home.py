"""The home page, and the header that every page has."""

from fastapi import APIRouter
from sqlmodel import col, func, select

from envs.kit.context import Ctx, SiteRoute
from envs.sites.shop import links
from envs.sites.shop.models import CartItem, Notification, Order, RecentlyViewed, SavedItem
from envs.sites.shop.routes.answers import Answer, row
from envs.sites.shop.routes.answers.account import default_address, profile_of
from envs.sites.shop.routes.answers.orders import order_card, purchases, returns_of, shelf_of
from envs.sites.shop.routes.answers.products import Range
from envs.sites.shop.routes.search import deal_cards, department_answers
from envs.sites.shop.rules import orders as order_rules
from envs.sites.shop.rules.calendar import local_day
from envs.sites.shop.search import popularity

router = APIRouter(route_class=SiteRoute)
SECTION_SIZE = 8


@router.get("/api/session")
def session(ctx: Ctx) -> Answer:
    """Who is signed in, pieces in the cart, unread notifications."""
    profile, address = profile_of(ctx.db), default_address(ctx.db)
    return {
        "name": profile.name,
        "first_name": profile.name.split()[0],
        "email": profile.email,
        "cart_count": ctx.db.exec(select(func.coalesce(func.sum(CartItem.quantity), 0))).one(),
        "unread": ctx.db.exec(select(func.count()).where(col(Notification.read).is_(False))).one(),
        "default_address": row(address) if address else None,
        "time_zone": ctx.site.time_zone,
    }


@router.get("/api/home")
def home(ctx: Ctx) -> Answer:
    """The sections of the home page; an empty one is left out."""
    goods = Range(ctx.db)
    entries = goods.entries
    viewed = list(ctx.db.exec(select(RecentlyViewed.product_id).order_by(col(RecentlyViewed.viewed_at).desc())).all())
    bought = purchases(ctx.db)
    waiting = [*ctx.db.exec(select(CartItem.product_id)).all(), *ctx.db.exec(select(SavedItem.product_id)).all()]
    going_on = list(dict.fromkeys([*waiting, *(i for i in viewed if i not in bought)]))
    newest = sorted(entries, key=lambda e: (-e.added.toordinal(), e.title, e.id))
    top = sorted(entries, key=lambda e: (-popularity(e), e.title, e.id))
    sections = [
        _section("continue", "Continue shopping", links.CART, goods.cards(going_on[:SECTION_SIZE])),
        _section("deals", "Today's deals", "/deals", deal_cards(goods)),
        _section("new", "New in", links.search(sort="newest"), goods.cards(e.id for e in newest[:SECTION_SIZE])),
        _section(
            "top", "Loved by customers", links.search(sort="rating"), goods.cards(e.id for e in top[:SECTION_SIZE])
        ),
        _section("recent", "Recently viewed", "/recently-viewed", goods.cards(viewed[:SECTION_SIZE])),
    ]
    return {
        "greeting": f"Hello, {profile_of(ctx.db).name.split()[0]}",
        "sections": [section for section in sections if section["items"]],
        "departments": department_answers(ctx.db),
        "on_the_way": _on_the_way(ctx),
    }


def _section(key: str, title: str, href: str, items: list[Answer]) -> Answer:
    return {"key": key, "title": title, "href": href, "items": items[:SECTION_SIZE]}


def _on_the_way(ctx: Ctx) -> list[Answer]:
    """Open orders, the next to arrive first."""
    chosen = select(Order).where(col(Order.status).in_(order_rules.OPEN))
    orders = ctx.db.exec(chosen.order_by(col(Order.delivery_date), Order.id)).all()
    shelf, returns, today = shelf_of(ctx.db, orders), returns_of(ctx.db, orders), local_day(ctx.now)
    return [order_card(order, shelf, returns[order.id], today) for order in orders]
