"""A small site and a way to open it with ops, for tests of ours and of families that others write."""

from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any

import httpx
from fastapi import APIRouter
from pydantic import BaseModel
from sqlmodel import Field, SQLModel, col, select

from envs.kit.app import SiteServer
from envs.kit.columns import instant, json_list, money
from envs.kit.common import COMMON_COLLECTIONS
from envs.kit.common import router as common
from envs.kit.context import Ctx, SiteRoute
from envs.kit.session import OpenWorld
from envs.kit.site import Collection, Role, Seeder, Site
from envs.kit.store import Store, WorldRequest
from interventions.layers.seed.applier import apply_seed
from interventions.layers.server.hooks import make_hooks

STARTS = datetime(2027, 3, 10, 9, 40, tzinfo=UTC)
PAGE = 4
router = APIRouter(route_class=SiteRoute)


class ShelfProduct(SQLModel, table=True):
    id: str = Field(primary_key=True)
    slug: str = Field(unique=True)
    title: str
    price: Decimal = money()
    rating: float = 4.0
    related: list[str] = json_list()
    added: datetime = instant()


class ShelfOffer(SQLModel, table=True):
    id: str = Field(primary_key=True)
    product_id: str = Field(index=True)
    sku: str = Field(index=True, unique=True)


class ShelfOrder(SQLModel, table=True):
    id: str = Field(primary_key=True)
    product_id: str
    status: str = "placed"
    placed_at: datetime = instant()


class OrderIn(BaseModel):
    product_id: str


@router.get("/api/products")
def list_products(ctx: Ctx, page: int = 1, sort: str = "added") -> dict[str, Any]:
    """By `added`, or by `price`."""
    order = col(ShelfProduct.price) if sort == "price" else col(ShelfProduct.added)
    rows = ctx.db.exec(select(ShelfProduct).order_by(order, col(ShelfProduct.id))).all()
    return {"total": len(rows), "items": rows[(page - 1) * PAGE : page * PAGE]}


@router.get("/api/products/{product_id}")
def read_product(ctx: Ctx, product_id: str) -> ShelfProduct | None:
    return ctx.db.get(ShelfProduct, product_id)


@router.get("/api/orders")
def list_orders(ctx: Ctx) -> dict[str, Any]:
    return {"items": ctx.db.exec(select(ShelfOrder).order_by(col(ShelfOrder.placed_at))).all()}


@router.post("/api/orders", status_code=201)
def place_order(ctx: Ctx, order: OrderIn) -> ShelfOrder:
    row = ShelfOrder(id=ctx.new_id("orders"), product_id=order.product_id, placed_at=ctx.now)
    ctx.db.add(row)
    return row


def seed(to: Seeder) -> Iterable[SQLModel]:
    """Ten products, P0 to P9, each with an offer; one order."""
    for n in range(10):
        product = to.id("products", str(n))
        yield ShelfProduct(
            id=product,
            slug=f"product-{'abcdefghij'[n]}",
            title=f"P{n}",
            price=Decimal(10 - n),
            related=[product],
            added=STARTS - timedelta(days=30 - n),
        )
        yield ShelfOffer(id=to.id("offers", str(n)), product_id=product, sku=f"SK-{1000 + n}")
    order = to.id("orders", "0")
    yield ShelfOrder(id=order, product_id=to.id("products", "0"), placed_at=STARTS - timedelta(days=3))


SHELF = Site(
    name="shelf",
    host="shelf.test",
    title="Shelf",
    starts_at=STARTS,
    time_zone="UTC",
    collections={
        "products": Collection(ShelfProduct, graded=False),
        "offers": Collection(ShelfOffer, graded=False),
        "orders": Collection(ShelfOrder),
        **COMMON_COLLECTIONS,
    },
    routers=(router, common),
    seed=seed,
    ui=Path(__file__).parent,
    roles={"item": Role("products", title="title", numbers=("price", "rating"), parts={"offers": "product_id"})},
)


@dataclass(frozen=True)
class Opened:
    """An open session of the site, and a client that asks as a page of it would."""

    world: OpenWorld
    client: httpx.AsyncClient

    async def get(self, path: str, **query: Any) -> Any:
        return (await self.client.get(path, params=query)).json()

    async def titles(self, **query: Any) -> list[str]:
        return [row["title"] for row in (await self.get("/api/products", **query))["items"]]

    def receipts(self, kind: str) -> list[dict[str, Any]]:
        return [one for one in self.world.receipts if one["kind"] == kind]


def numbered(ops: Iterable[dict[str, Any]], family: str = "f") -> list[dict[str, Any]]:
    """Ops as the compiler would name them."""
    return [{"id": f"{family}.d.{n}", "family": family, **op} for n, op in enumerate(ops)]


@asynccontextmanager
async def shelf(
    seed_ops: Sequence[dict[str, Any]] = (), server_ops: Sequence[dict[str, Any]] = (), seed: int = 1
) -> AsyncIterator[Opened]:
    """A session of the shelf with these ops."""
    store = Store([SHELF], apply_seed, make_hooks)
    request = WorldRequest("shelf", seed, numbered(seed_ops, "seeded"), numbered(server_ops, "served"))
    session = store.open([request], "one")
    transport = httpx.ASGITransport(SiteServer(store, "one"))
    try:
        async with httpx.AsyncClient(transport=transport, base_url="http://shelf.test") as client:
            yield Opened(session.worlds["shelf"], client)
    finally:
        store.close("one")
