"""Finds what the account's file refers to; what is not there is an error that says so."""

from collections.abc import Sequence
from typing import Any

from sqlmodel import SQLModel

from envs.kit.site import Seeder
from envs.sites.shop.models import Product, Review, Variant
from envs.sites.shop.rules.amounts import Line
from envs.sites.shop.seed.files import DataError, Record


class Lookup:
    """Products by slug, variants by options; other rows by the name that their ids are made of."""

    def __init__(self, s: Seeder, catalogue: Sequence[SQLModel]) -> None:
        self._s = s
        self._products = {row.slug: row for row in catalogue if isinstance(row, Product)}
        self._reviews = {row.id: row for row in catalogue if isinstance(row, Review)}
        self._variants: dict[str, list[Variant]] = {}
        for row in catalogue:
            if isinstance(row, Variant):
                self._variants.setdefault(row.product_id, []).append(row)

    def product(self, slug: str) -> Product:
        if slug not in self._products:
            raise DataError(f"account.yaml names the product {slug!r}, which no product file has")
        return self._products[slug]

    def variant(self, record: Record, needed: bool) -> Variant | None:
        """The variant with the record's options. needed: a product with variants must name one."""
        product, options = self.product(record["product"]), record.get("options")
        offered = self._variants.get(product.id, [])
        if options is None:
            if offered and needed:
                raise DataError(f"account.yaml has to choose options of {product.slug}: {product.options}")
            return None
        for variant in offered:
            if variant.options == options:
                return variant
        raise DataError(f"account.yaml asks for {product.slug} in {options}, which is not offered: {product.options}")

    def line(self, record: Record) -> Line:
        """A record {product, options, quantity, gift_wrap} as a line."""
        variant = self.variant(record, needed=True)
        wrap = record.get("gift_wrap", False)
        return Line(self.product(record["product"]), variant, record.get("quantity", 1), wrap)

    def article(self, record: Record, needed: bool = True) -> dict[str, Any]:
        """{product_id, variant_id} of a record."""
        variant = self.variant(record, needed)
        return {"product_id": self.product(record["product"]).id, "variant_id": variant.id if variant else None}

    def review(self, record: Record) -> str:
        """The id of the review with the record's number in its product's file."""
        review_id = self._s.id("reviews", f"{record['product']}/{record['review']}")
        if review_id not in self._reviews:
            raise DataError(f"account.yaml names review {record['review']} of {record['product']}, which has fewer")
        return review_id


def named(s: Seeder, collection: str, key: str, known: Sequence[str]) -> str:
    """The id of the row that another part of the account's file names."""
    if key not in known:
        raise DataError(f"account.yaml names {key!r}, but {collection} has {', '.join(known)}")
    return s.id(collection, key)
