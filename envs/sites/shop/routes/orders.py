"""Orders: lists, tracking, invoices."""

from typing import Annotated

from fastapi import APIRouter, Query
from pydantic import Field
from sqlmodel import col, select

from envs.kit.context import Context, Ctx, SiteRoute
from envs.sites.shop.models import Order
from envs.sites.shop.routes.answers import Answer, Body, fetch, listed, money, paged
from envs.sites.shop.routes.answers.account import profile_of
from envs.sites.shop.routes.answers.orders import (
    line_answer,
    line_facts,
    order_answer,
    order_card,
    returns_of,
    shelf_of,
    totals_answer,
    tracking_answer,
)
from envs.sites.shop.rules import orders as rules
from envs.sites.shop.rules import refuse
from envs.sites.shop.rules.amounts import vat_in
from envs.sites.shop.rules.calendar import local_day

router = APIRouter(route_class=SiteRoute)
PAGE = 10
SELLER = ["Tidewell Ltd", "Redcliff Wharf", "Bristol BS1 6SR", "VAT GB 472 1180 36"]


class OrderQuery(Body):
    q: str = ""
    status: str = ""
    year: str = ""
    page: int = Field(1, ge=1)

    def keeps(self, order: Order) -> bool:
        texts = [order.number, order.recipient, *(item["title"] for item in order.items)]
        return (
            any(self.q.casefold() in text.casefold() for text in texts)
            and (self.status in ("", order.status) or (self.status == "open" and order.status in rules.OPEN))
            and self.year in ("", _year(order))
        )


def _year(order: Order) -> str:
    return str(local_day(order.placed_at).year)


def order_row(ctx: Context, order_id: str) -> Order:
    return fetch(ctx.db, Order, order_id, "order")


@router.get("/api/orders")
def orders(ctx: Ctx, query: Annotated[OrderQuery, Query()]) -> Answer:
    """Orders, newest first, 10 a page; q searches titles, numbers and recipients."""
    rows = ctx.db.exec(select(Order).order_by(col(Order.placed_at).desc(), Order.id)).all()
    shown, where = paged([order for order in rows if query.keeps(order)], query.page, PAGE)
    shelf, returns, today = shelf_of(ctx.db, shown), returns_of(ctx.db, shown), local_day(ctx.now)
    items = [order_card(order, shelf, returns[order.id], today) for order in shown]
    return {"items": items, **where, "years": sorted({_year(order) for order in rows}, reverse=True)}


@router.get("/api/orders/cancel-reasons")
def cancel_reasons(ctx: Ctx) -> Answer:
    return listed([{"id": key, "label": label} for key, label in rules.CANCEL_REASONS.items()])


@router.get("/api/orders/{order_id}")
def order(ctx: Ctx, order_id: str) -> Answer:
    return order_answer(ctx.db, order_row(ctx, order_id), local_day(ctx.now))


@router.get("/api/orders/{order_id}/tracking")
def tracking(ctx: Ctx, order_id: str) -> Answer:
    """Timeline of an order, newest event first."""
    return tracking_answer(order_row(ctx, order_id), local_day(ctx.now))


@router.get("/api/orders/{order_id}/invoice")
def invoice(ctx: Ctx, order_id: str) -> Answer:
    """The invoice; there is none for a cancelled order."""
    found = order_row(ctx, order_id)
    if found.status == "cancelled":
        raise refuse("no_invoice", f"Order {found.number} was cancelled, so there is no invoice.")
    shelf, returns = shelf_of(ctx.db, [found]), returns_of(ctx.db, [found])[found.id]
    lines = [line for line in line_facts(found, shelf, returns) if line.item["status"] != "cancelled"]
    return listed(
        [line_answer(line, shelf) for line in lines],
        id=found.id,
        invoice_number=found.number.replace("TW", "INV"),
        order_number=found.number,
        issued=found.placed_at.isoformat(),
        seller=SELLER,
        bill_to=[profile_of(ctx.db).name, *found.address_text.split(", ")],
        totals=totals_answer(rules.totals(found)),
        vat=money(vat_in(found.total)),
        payment_text=found.payment_text,
    )
