"""Search, suggestions, departments, deals."""

from collections.abc import Mapping
from typing import Annotated, Literal

from fastapi import APIRouter, Query
from pydantic import Field
from sqlmodel import Session, col, func, select

from envs.kit.context import Ctx, SiteRoute
from envs.sites.shop import links
from envs.sites.shop.departments import DEPARTMENTS, TITLES, Department
from envs.sites.shop.models import Product
from envs.sites.shop.routes.answers import Answer, Body, listed, paged
from envs.sites.shop.routes.answers.products import Range
from envs.sites.shop.rules import invalid, missing
from envs.sites.shop.rules.amounts import money_off
from envs.sites.shop.search import Entry, Filters, band, find, popularity, score, vocabulary, words

router = APIRouter(route_class=SiteRoute)
SUGGESTIONS, SHORTCUTS = 8, 3


class SearchQuery(Body):
    """What a search page asks for."""

    q: str = Field("", max_length=200)
    department: str = ""
    category: list[str] = Field(default_factory=list)
    brand: list[str] = Field(default_factory=list)
    tag: list[str] = Field(default_factory=list)
    price: str = ""
    rating: Literal["", "3", "4", "4.5"] = ""
    stock: Literal["", "in"] = ""
    offer: Literal["", "yes"] = ""
    subscribe: Literal["", "yes"] = ""
    sort: Literal["relevance", "price-asc", "price-desc", "rating", "newest"] = "relevance"
    page: int = Field(1, ge=1)
    size: int = Field(24, ge=1, le=48)

    def filters(self) -> Filters:
        names = ("department", "price", "rating", "stock", "offer", "subscribe")
        single: dict[str, str] = {name: getattr(self, name) for name in names}
        return Filters(category=tuple(self.category), brand=tuple(self.brand), tag=tuple(self.tag), **single)


@router.get("/api/products")
def search(ctx: Ctx, query: Annotated[SearchQuery, Query()]) -> Answer:
    """Search and browse with filters, facets, order and pages."""
    if query.price and band(query.price) is None:
        raise invalid("price", "A price filter looks like 25-50.")
    goods = Range(ctx.db)
    hits, facets = find(goods.entries, query.q, query.filters(), query.sort)
    shown, where = paged(hits, query.page, query.size)
    cards = goods.cards(entry.id for entry in shown)
    return {"items": cards, **where, "q": query.q, "sort": query.sort, "facets": facets}


@router.get("/api/search/suggestions")
def suggestions(ctx: Ctx, q: Annotated[str, Query(max_length=100)] = "") -> Answer:
    """At most 8: departments, categories and brands that begin with the words, then products."""
    query = words(q)
    if not query:
        return listed([])
    goods = Range(ctx.db)
    found = [shortcut for shortcut in _shortcuts(goods.entries) if _begins(shortcut["label"], query)][:SHORTCUTS]
    scored = [(score(entry, query), entry) for entry in goods.entries]
    scored.sort(key=lambda pair: (-pair[0], -popularity(pair[1]), pair[1].id))
    near = [entry.id for points, entry in scored[: SUGGESTIONS - len(found)] if points > 1]
    return listed(found + [_product_suggestion(card) for card in goods.cards(near)])


def _begins(label: str, query: list[str]) -> bool:
    """Whether each word of the query begins a word of the label."""
    return all(any(word.startswith(start) for word in vocabulary(label)) for start in query)


def _shortcuts(entries: list[Entry]) -> list[Answer]:
    found = [_suggestion("department", d.title, "Department", links.department(d.slug)) for d in DEPARTMENTS]
    categories = sorted({(e.category, e.department) for e in entries})
    for name, slug in categories:
        href = links.search(department=slug, category=name)
        found.append(_suggestion("category", name, f"in {TITLES.get(slug, slug)}", href))
    brands = sorted({e.brand for e in entries})
    return found + [_suggestion("brand", name, "Brand", links.search(brand=name)) for name in brands]


def _suggestion(kind: str, label: str, detail: str, href: str) -> Answer:
    return {"id": f"{kind}:{label}", "kind": kind, "label": label, "detail": detail, "href": href}


def _product_suggestion(card: Answer) -> Answer:
    return {**_suggestion("product", card["title"], card["brand"], links.product(card["slug"])), "id": card["id"]}


@router.get("/api/departments")
def departments(ctx: Ctx) -> Answer:
    """All departments, in the menu's order."""
    return listed(department_answers(ctx.db))


@router.get("/api/departments/{slug}")
def department(ctx: Ctx, slug: str) -> Answer:
    """One department with its categories."""
    for found in department_answers(ctx.db):
        if found["slug"] == slug:
            return found
    raise missing("department")


def department_answers(db: Session) -> list[Answer]:
    """All departments, in the menu's order, each with how many products it and its categories hold."""
    held = select(col(Product.department), col(Product.category), func.count())
    rows = db.exec(held.group_by(col(Product.department), col(Product.category))).all()
    return [_department(d, {name: count for slug, name, count in rows if slug == d.slug}) for d in DEPARTMENTS]


def _department(d: Department, held: Mapping[str, int]) -> Answer:
    categories = [{"name": name, "count": held[name]} for name in sorted(held)]
    shown = {"id": d.slug, "slug": d.slug, "title": d.title, "icon": d.icon, "blurb": d.blurb}
    return {**shown, "count": sum(held.values()), "categories": categories}


@router.get("/api/deals")
def deals(ctx: Ctx, department: str = "") -> Answer:
    """Products with an earlier price, the biggest saving in percent first."""
    return listed([c for c in deal_cards(Range(ctx.db)) if department in ("", c["department"])])


def deal_cards(goods: Range) -> list[Answer]:
    offers = goods.cards(entry.id for entry in goods.entries if entry.on_offer)
    return sorted(offers, key=lambda c: (-money_off(c["price"], c["list_price"]), c["title"], c["id"]))
