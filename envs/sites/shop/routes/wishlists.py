"""Wishlists and what is on them."""

from collections.abc import Sequence
from typing import Any

from fastapi import APIRouter
from sqlmodel import Session, col, delete, select

from envs.kit.context import Ctx, SiteRoute
from envs.sites.shop.models import Wishlist, WishlistItem
from envs.sites.shop.routes.answers import Answer, Body, fetch, listed, removed, row
from envs.sites.shop.routes.answers.cart import line_answer
from envs.sites.shop.routes.answers.products import Shelf
from envs.sites.shop.routes.cart import put_in_cart
from envs.sites.shop.rules import lists as rules
from envs.sites.shop.rules import missing, require

router = APIRouter(route_class=SiteRoute)
PREVIEW = 4


class NewList(Body):
    name: str
    private: bool = True


class ListChange(Body):
    name: str | None = None
    private: bool | None = None


class NewEntry(Body):
    product_id: str
    variant_id: str | None = None
    note: str = ""
    quantity: int = 1


class EntryChange(Body):
    note: str | None = None
    quantity: int | None = None


class Target(Body):
    wishlist_id: str


def _lists(db: Session) -> Sequence[Wishlist]:
    """The default list first, then by name."""
    return db.exec(select(Wishlist).order_by(col(Wishlist.is_default).desc(), Wishlist.name, Wishlist.id)).all()


def _entries(db: Session, *lists: Wishlist) -> Sequence[WishlistItem]:
    """What is on these lists, newest first."""
    chosen = select(WishlistItem).where(col(WishlistItem.wishlist_id).in_([wishlist.id for wishlist in lists]))
    return db.exec(chosen.order_by(col(WishlistItem.added_at).desc(), WishlistItem.id)).all()


def _answers(db: Session, lists: Sequence[Wishlist]) -> list[Answer]:
    entries = _entries(db, *lists)
    shelf = Shelf(db, [entry.product_id for entry in entries])
    return [_list_answer(wishlist, [e for e in entries if e.wishlist_id == wishlist.id], shelf) for wishlist in lists]


def _list_answer(wishlist: Wishlist, entries: Sequence[WishlistItem], shelf: Shelf) -> Answer:
    shown = [shelf.products[e.product_id] for e in entries if e.product_id in shelf]
    preview = [{"icon": product.icon, "tone": product.tone} for product in shown[:PREVIEW]]
    return {**row(wishlist), "count": len(shown), "preview": preview}


def _entry_answer(entry: WishlistItem, shelf: Shelf) -> Answer:
    return {**row(entry, "product_id", "variant_id"), **shelf.named(entry.product_id, entry.variant_id)}


@router.get("/api/wishlists")
def wishlists(ctx: Ctx) -> Answer:
    """The default list first, then by name."""
    return listed(_answers(ctx.db, _lists(ctx.db)))


@router.post("/api/wishlists")
def create(ctx: Ctx, body: NewList) -> Answer:
    others = _lists(ctx.db)
    require(rules.wishlist_name(body.name, others), rules.another_list(len(others)))
    wishlist = Wishlist(id=ctx.new_id("wishlists"), name=body.name, private=body.private, created_at=ctx.now)
    ctx.db.add(wishlist)
    return _list_answer(wishlist, [], Shelf(ctx.db, []))


@router.get("/api/wishlists/{list_id}")
def wishlist(ctx: Ctx, list_id: str) -> Answer:
    """A list with its items, newest first."""
    found = fetch(ctx.db, Wishlist, list_id, "list")
    entries = _entries(ctx.db, found)
    shelf = Shelf(ctx.db, [entry.product_id for entry in entries])
    items = [_entry_answer(entry, shelf) for entry in entries if entry.product_id in shelf]
    return listed(items, **_list_answer(found, entries, shelf))


@router.patch("/api/wishlists/{list_id}")
def change(ctx: Ctx, list_id: str, body: ListChange) -> Answer:
    """Name and privacy."""
    found = fetch(ctx.db, Wishlist, list_id, "list")
    if body.name is not None:
        require(rules.wishlist_name(body.name, [other for other in _lists(ctx.db) if other.id != list_id]))
        found.name = body.name
    if body.private is not None:
        found.private = body.private
    ctx.db.add(found)
    return _answers(ctx.db, [found])[0]


@router.delete("/api/wishlists/{list_id}")
def delete_list(ctx: Ctx, list_id: str) -> Answer:
    """Deletes a list and what is on it."""
    found = fetch(ctx.db, Wishlist, list_id, "list")
    require(rules.delete_list(found))
    ctx.db.exec(delete(WishlistItem).where(col(WishlistItem.wishlist_id) == list_id))
    ctx.db.delete(found)
    return removed(list_id)


@router.post("/api/wishlists/{list_id}/items")
def add(ctx: Ctx, list_id: str, body: NewEntry) -> Answer:
    """Puts an article on a list; a product with variants may be noted without one."""
    found, shelf = fetch(ctx.db, Wishlist, list_id, "list"), Shelf(ctx.db, [body.product_id])
    if body.product_id not in shelf:
        raise missing("product")
    title = shelf.named(body.product_id, body.variant_id)["title"]
    require(rules.list_entry(body.note, body.quantity))
    require(rules.put_on_list(found, *_place(ctx.db, list_id, body.product_id, body.variant_id), title))
    entry = WishlistItem(id=ctx.new_id("wishlist"), wishlist_id=list_id, added_at=ctx.now, **body.model_dump())
    ctx.db.add(entry)
    return _entry_answer(entry, shelf)


def _place(db: Session, list_id: str, product_id: str, variant_id: str | None) -> tuple[int, bool]:
    """(how much is on the list, whether this article is)"""
    on_list: Any = select(WishlistItem.product_id, WishlistItem.variant_id).where(WishlistItem.wishlist_id == list_id)
    found = db.exec(on_list).all()
    return len(found), (product_id, variant_id) in [tuple(pair) for pair in found]


@router.patch("/api/wishlist-items/{item_id}")
def change_entry(ctx: Ctx, item_id: str, body: EntryChange) -> Answer:
    """Note and quantity."""
    entry = fetch(ctx.db, WishlistItem, item_id, "item on your lists")
    note = entry.note if body.note is None else body.note
    quantity = entry.quantity if body.quantity is None else body.quantity
    require(rules.list_entry(note, quantity))
    entry.note, entry.quantity = note, quantity
    ctx.db.add(entry)
    return _entry_answer(entry, Shelf(ctx.db, [entry.product_id]))


@router.post("/api/wishlist-items/{item_id}/move")
def move(ctx: Ctx, item_id: str, body: Target) -> Answer:
    """Moves an item to another list."""
    entry = fetch(ctx.db, WishlistItem, item_id, "item on your lists")
    target, shelf = fetch(ctx.db, Wishlist, body.wishlist_id, "list"), Shelf(ctx.db, [entry.product_id])
    title = shelf.named(entry.product_id, entry.variant_id)["title"]
    require(rules.put_on_list(target, *_place(ctx.db, target.id, entry.product_id, entry.variant_id), title))
    entry.wishlist_id = target.id
    ctx.db.add(entry)
    return _entry_answer(entry, shelf)


@router.post("/api/wishlist-items/{item_id}/cart")
def to_cart(ctx: Ctx, item_id: str) -> Answer:
    """Puts the item into the cart and takes it off the list."""
    entry = fetch(ctx.db, WishlistItem, item_id, "item on your lists")
    item, shelf = put_in_cart(ctx, entry.product_id, entry.variant_id, entry.quantity)
    ctx.db.delete(entry)
    return line_answer(item, shelf)


@router.delete("/api/wishlist-items/{item_id}")
def remove_entry(ctx: Ctx, item_id: str) -> Answer:
    ctx.db.delete(fetch(ctx.db, WishlistItem, item_id, "item on your lists"))
    return removed(item_id)
