"""Products, variants and lines of them, read with one query per table whatever their number."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property
from typing import Any

from sqlalchemy import text
from sqlmodel import Session, col, func, or_, select

from envs.sites.shop.models import Product, Variant
from envs.sites.shop.routes.answers import Answer, money
from envs.sites.shop.rules import missing
from envs.sites.shop.rules.amounts import Line, price_of, title_of
from envs.sites.shop.search import Entry

CARD_COLUMNS = (
    Product.id,
    Product.slug,
    Product.title,
    Product.brand,
    Product.department,
    Product.category,
    Product.price,
    Product.list_price,
    Product.rating,
    Product.ratings,
    Product.icon,
    Product.tone,
    Product.stock,
    Product.subscribe,
    Product.tags,
    Product.added,
    Product.description,
)


@dataclass(frozen=True)
class Offer:
    """What the variants of a product come to: the lowest price, the stock of all."""

    price: Decimal
    stock: int


def card(product: Any, offer: Offer | None) -> Answer:
    """A product as lists show it. product: a Product, or a row with CARD_COLUMNS."""
    price, stock = (offer.price, offer.stock) if offer else (product.price, product.stock)
    listed = product.list_price
    return {
        "id": product.id,
        "slug": product.slug,
        "title": product.title,
        "brand": product.brand,
        "department": product.department,
        "category": product.category,
        "price": money(price),
        "list_price": money(listed) if listed is not None and listed > price else None,
        "rating": product.rating,
        "ratings": product.ratings,
        "icon": product.icon,
        "tone": product.tone,
        "in_stock": stock > 0,
        "has_variants": offer is not None,
        "subscribe": product.subscribe,
        "tags": product.tags,
        "added": product.added.isoformat(),
    }


def variant_answer(product: Product, variant: Variant) -> Answer:
    return {
        "id": variant.id,
        "sku": variant.sku,
        "options": variant.options,
        "label": variant.label,
        "price": money(price_of(product, variant)),
        "stock": variant.stock,
        "in_stock": variant.stock > 0,
    }


class Range:
    """The whole range as cards and search entries, for lists over all products."""

    def __init__(self, db: Session) -> None:
        rows: Any = db.exec(select(*CARD_COLUMNS)).all()  # type: ignore[call-overload]
        self._rows: list[Any] = rows
        price = func.coalesce(Variant.price, Product.price, type_=Product.price.type)  # type: ignore[attr-defined]
        sums = select(Variant.product_id, func.min(price), func.sum(Variant.stock)).join(
            Product, col(Product.id) == col(Variant.product_id)
        )
        found = db.exec(sums.group_by(Variant.product_id)).all()
        self._offers = {product_id: Offer(least, stock) for product_id, least, stock in found}
        self._by_id: dict[str, Any] = {row.id: row for row in self._rows}

    @cached_property
    def entries(self) -> list[Entry]:
        """Every product, in no particular order."""
        return [self._entry(row, self._offers.get(row.id)) for row in self._rows]

    def cards(self, ids: Iterable[str]) -> list[Answer]:
        """Cards in the order of the ids; products that are gone are left out."""
        return [card(self._by_id[i], self._offers.get(i)) for i in ids if i in self._by_id]

    def _entry(self, row: Any, offer: Offer | None) -> Entry:
        price, stock = (offer.price, offer.stock) if offer else (row.price, row.stock)
        return Entry(
            id=row.id,
            title=row.title,
            brand=row.brand,
            department=row.department,
            category=row.category,
            price=price,
            rating=row.rating,
            ratings=row.ratings,
            tags=tuple(row.tags),
            added=row.added,
            in_stock=stock > 0,
            on_offer=row.list_price is not None and row.list_price > price,
            subscribe=row.subscribe,
            description=row.description,
        )


class Shelf:
    """Some products with all their variants."""

    def __init__(self, db: Session, product_ids: Iterable[str]) -> None:
        ids = sorted(set(product_ids))
        products = db.exec(select(Product).where(col(Product.id).in_(ids))).all() if ids else []
        variants = db.exec(select(Variant).where(col(Variant.product_id).in_(ids))).all() if ids else []
        self.products = {product.id: product for product in products}
        self._variants: dict[str, list[Variant]] = {}
        for variant in variants:
            self._variants.setdefault(variant.product_id, []).append(variant)

    def __contains__(self, product_id: str) -> bool:
        return product_id in self.products

    def variants(self, product: Product) -> list[Variant]:
        return self._variants.get(product.id, [])

    def card(self, product_id: str) -> Answer:
        product = self.products[product_id]
        variants = self.variants(product)
        offer = Offer(min(price_of(product, v) for v in variants), sum(v.stock for v in variants)) if variants else None
        return card(product, offer)

    def cards(self, product_ids: Sequence[str]) -> list[Answer]:
        """Cards in the order of the ids; products that are gone are left out."""
        return [self.card(product_id) for product_id in product_ids if product_id in self]

    def variant(self, product_id: str, variant_id: str | None) -> Variant | None:
        """The variant of this product; refused with 404 for an id that is none of its variants."""
        if variant_id is None:
            return None
        for variant in self._variants.get(product_id, []):
            if variant.id == variant_id:
                return variant
        raise missing("variant")

    def line(
        self, product_id: str, variant_id: str | None, quantity: int, wrap: bool = False, row_id: str = ""
    ) -> Line:
        """A line of a product on this shelf."""
        variant = self.variant(product_id, variant_id)
        return Line(self.products[product_id], variant, quantity, wrap, row_id)

    def named(self, product_id: str, variant_id: str | None) -> Answer:
        """The part of an answer that says which article a row is about: {product, variant, title}."""
        product, variant = self.products[product_id], self.variant(product_id, variant_id)
        return {
            "product": self.card(product_id),
            "variant": variant_answer(product, variant) if variant else None,
            "title": title_of(product, variant),
        }


def find_product(db: Session, key: str) -> Product:
    """A product by slug or id; where a slug stands more than once, the first in the range."""
    found = db.exec(select(Product).where(or_(Product.id == key, Product.slug == key)).order_by(text("rowid"))).first()
    if found is None:
        raise missing("product")
    return found
