"""Returns: what can come back, how, and for what refund."""

from collections.abc import Mapping, Sequence
from datetime import date
from decimal import Decimal
from typing import Any

from fastapi import APIRouter
from pydantic import Field
from sqlmodel import Session, col, select

from envs.kit.context import Context, Ctx, SiteRoute
from envs.sites.shop import links
from envs.sites.shop.models import Order, Return
from envs.sites.shop.routes.answers import Answer, Body, fetch, listed, money, plain
from envs.sites.shop.routes.answers.orders import line_facts, picture, return_answer, returns_of, shelf_of
from envs.sites.shop.routes.answers.products import Shelf
from envs.sites.shop.routes.checkout import notify
from envs.sites.shop.rules import invalid, missing, require
from envs.sites.shop.rules import returns as rules
from envs.sites.shop.rules.amounts import ZERO
from envs.sites.shop.rules.calendar import closed_between, local_day, short
from envs.sites.shop.rules.orders import event

router = APIRouter(route_class=SiteRoute)


class ReturnLine(Body):
    line_id: str
    quantity: int
    reason: str


class ReturnDraft(Body):
    order_id: str
    items: list[ReturnLine] = Field(min_length=1)
    method: str
    refund_to: str
    collection_date: date | None = None
    store_id: str | None = None
    comment: str = ""


class ReturnChange(Body):
    method: str | None = None
    collection_date: date | None = None
    store_id: str | None = None
    refund_to: str | None = None


def _answers(db: Session, rows: Sequence[Return]) -> list[Answer]:
    found = db.exec(select(Order).where(col(Order.id).in_([row.order_id for row in rows]))).all()
    numbers = {order.id: order.number for order in found}
    shelf = shelf_of(db, rows)
    return [return_answer(row, shelf, numbers.get(row.order_id, "")) for row in rows]


@router.get("/api/orders/{order_id}/returnable")
def returnable(ctx: Ctx, order_id: str) -> Answer:
    """The lines of an order, which of them can come back, and until when."""
    order = fetch(ctx.db, Order, order_id, "order")
    shelf, returns, today = shelf_of(ctx.db, [order]), returns_of(ctx.db, [order])[order_id], local_day(ctx.now)
    lines = [_line_answer(order, line, shelf, today) for line in line_facts(order, shelf, returns)]
    return listed(lines, id=order.id, number=order.number)


def _line_answer(order: Order, line: rules.LineFacts, shelf: Shelf, today: date) -> Answer:
    item = line.item
    normal = rules.returnable(order, line, today)
    faulty = rules.returnable(order, line, today, fault=True)
    days = line.return_days if normal is None else max(line.return_days, rules.FAULT_DAYS)
    return {
        **{name: item[name] for name in ("line_id", "product_id", "title", "variant")},
        "quantity": line.left,
        "unit_refund": money(rules.refund(order, item, 1)),
        "eligible": faulty is None,
        "faulty_only": faulty is None and normal is not None,
        "reason": normal.reason if normal else None,
        "return_by": plain(rules.window(order, days)) if faulty is None else None,
        **picture(shelf, item["product_id"]),
    }


@router.get("/api/returns/options")
def return_options(ctx: Ctx) -> Answer:
    """Reasons, methods, stores, ways of refund, collection days."""
    first, last = rules.collection_days(local_day(ctx.now))
    closed = [day.isoformat() for day in closed_between(first, last)]
    return {
        "reasons": [
            {"id": key, "label": r.label, "fault": r.fault, "comment_required": r.comment_required}
            for key, r in rules.REASONS.items()
        ],
        "methods": [
            {"id": key, "title": title, "description": text, "fee": money(rules.fee(key, ["changed_mind"]))}
            for key, (title, text) in rules.METHODS.items()
        ],
        "stores": [{"id": key, "name": name, "address": where} for key, (name, where) in rules.STORES.items()],
        "refunds": [{"id": key, "title": title, "description": text} for key, (title, text) in rules.REFUNDS.items()],
        "collection": {"first_date": first.isoformat(), "last_date": last.isoformat(), "closed": closed},
    }


@router.get("/api/returns")
def returns(ctx: Ctx) -> Answer:
    """Returns, newest first."""
    rows = ctx.db.exec(select(Return).order_by(col(Return.created_at).desc(), Return.id)).all()
    return listed(_answers(ctx.db, rows))


@router.get("/api/returns/{return_id}")
def one(ctx: Ctx, return_id: str) -> Answer:
    return _answers(ctx.db, [fetch(ctx.db, Return, return_id, "return")])[0]


@router.post("/api/returns")
def create(ctx: Ctx, body: ReturnDraft) -> Answer:
    """Sends pieces of a delivered order back."""
    order, today = fetch(ctx.db, Order, body.order_id, "order"), local_day(ctx.now)
    items = _items(ctx.db, order, body.items, today)
    reasons = [line.reason for line in body.items]
    require(rules.comment(body.comment, reasons), rules.refund_way(body.refund_to))
    require(rules.way_back(body.method, body.collection_date, body.store_id, today))
    number = f"R-{ctx.rng('return number', order.id).randint(10000, 99999)}"
    found = Return(
        id=ctx.new_id("returns"),
        number=number,
        order_id=order.id,
        status="requested",
        created_at=ctx.now,
        items=items,
        method=body.method,
        refund_to=body.refund_to,
        comment=body.comment,
        refund_amount=ZERO,
        fee=ZERO,
        events=[event(ctx.now, "requested", "Return requested")],
    )
    _send_back(found, body.method, body.collection_date, body.store_id)
    ctx.db.add(found)
    notify(ctx, "return", "Return requested", f"We have noted return {number}.", links.returned(found.id))
    return _answers(ctx.db, [found])[0]


def _items(db: Session, order: Order, wanted: Sequence[ReturnLine], today: date) -> list[dict[str, Any]]:
    """The lines of a return as rows; refused where a line is named twice or may not come back."""
    if len({line.line_id for line in wanted}) != len(wanted):
        raise invalid("items", "Each item can be chosen once.")
    facts = line_facts(order, shelf_of(db, [order]), returns_of(db, [order])[order.id])
    by_line = {line.item["line_id"]: line for line in facts}
    rows = []
    for line in wanted:
        known = by_line.get(line.line_id)
        if known is None:
            raise missing("item in this order")
        require(rules.wanted(order, known, line.quantity, line.reason, today))
        rows.append(_row(order, known.item, line))
    return rows


def _row(order: Order, item: Mapping[str, Any], line: ReturnLine) -> dict[str, Any]:
    kept = {name: item[name] for name in ("line_id", "product_id", "variant_id", "title")}
    refund = money(rules.refund(order, item, line.quantity))
    return {**kept, "quantity": line.quantity, "reason": line.reason, "refund": refund}


def _send_back(row: Return, method: str, day: date | None, store: str | None) -> None:
    """Sets the way back, and with it fee and refund."""
    row.method = method
    row.collection_date = day if method == "collection" else None
    row.store_id = store if method == "in_store" else None
    row.fee = rules.fee(method, [item["reason"] for item in row.items])
    worth = sum((Decimal(item["refund"]) for item in row.items), ZERO)
    row.refund_amount = max(ZERO, worth - row.fee)


def _open(ctx: Context, return_id: str) -> Return:
    found = fetch(ctx.db, Return, return_id, "return")
    require(rules.cancel(found))
    return found


@router.patch("/api/returns/{return_id}")
def change(ctx: Ctx, return_id: str, body: ReturnChange) -> Answer:
    """Changes how a requested return comes back, or where the refund goes."""
    found = _open(ctx, return_id)
    method = body.method or found.method
    day, store = body.collection_date or found.collection_date, body.store_id or found.store_id
    refund_to = body.refund_to or found.refund_to
    require(rules.way_back(method, day, store, local_day(ctx.now)), rules.refund_way(refund_to))
    _send_back(found, method, day, store)
    found.refund_to = refund_to
    text = f"Collection booked for {short(day)}" if method == "collection" and day else "Return changed"
    found.events = [*found.events, event(ctx.now, "changed", text)]
    ctx.db.add(found)
    return _answers(ctx.db, [found])[0]


@router.post("/api/returns/{return_id}/cancel")
def cancel(ctx: Ctx, return_id: str) -> Answer:
    """Withdraws a return before anything was sent."""
    found = _open(ctx, return_id)
    found.status = "cancelled"
    found.events = [*found.events, event(ctx.now, "cancelled", "Return cancelled at your request")]
    ctx.db.add(found)
    return _answers(ctx.db, [found])[0]
