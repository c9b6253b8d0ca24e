"""Products, variants, reviews, questions, and the help centre."""

from collections.abc import Iterator, Sequence
from decimal import Decimal
from random import Random
from typing import Any

from sqlmodel import SQLModel

from envs.kit.site import Seeder
from envs.sites.shop.models import Article, Product, Question, Review, Variant
from envs.sites.shop.seed.files import Record
from envs.sites.shop.seed.times import day, on_day

PLENTY = 20  # stock above which the seed may vary it: no task rests on the exact number
COPIED = ("slug", "title", "brand", "department", "category", "icon", "tone", "bullets", "specs", "options", "tags")
ALSO = ("ships_in_days", "return_days", "gift_wrap", "subscribe")


def catalogue_rows(s: Seeder, products: Sequence[Record], articles: Sequence[Record]) -> list[SQLModel]:
    rows: list[SQLModel] = []
    for record in products:
        rows.extend(_product_rows(s, record))
    rows.extend(_article(s, record) for record in articles)
    return rows


def _product_rows(s: Seeder, record: Record) -> Iterator[SQLModel]:
    slug, draw = record["slug"], s.rng("catalogue", record["slug"])
    product_id = s.id("products", slug)
    variants = record.get("variants", [])
    yield Product(
        id=product_id,
        **{name: record.get(name, {}) for name in COPIED},
        **{name: record[name] for name in ALSO},
        description=" ".join(record["description"].split()),
        price=Decimal(record["price"]),
        list_price=_amount(record.get("list_price")),
        rating=float(record["rating"]),
        ratings=record["ratings"],
        stock=0 if variants else _stock(record["stock"], draw),
        max_per_order=record.get("max_per_order", 4 if "bulky" in record["tags"] else 10),
        bulky="bulky" in record["tags"],
        added=day(record["added"]),
    )
    for variant in variants:
        yield _variant(s, product_id, variant, draw)
    for n, review in enumerate(record.get("reviews", []), 1):
        yield _review(s, product_id, f"{slug}/{n}", review, draw)
    for n, question in enumerate(record.get("questions", []), 1):
        yield _question(s, product_id, f"{slug}/{n}", question, draw)


def _amount(text: str | None) -> Decimal | None:
    return None if text is None else Decimal(text)


def _stock(stock: int, draw: Random) -> int:
    """Within a tenth of the file's number where there is plenty; what is scarce or sold out stays as it is."""
    return stock if stock <= PLENTY else stock + draw.randint(-(stock // 10), stock // 10)


def _variant(s: Seeder, product_id: str, record: Record, draw: Random) -> Variant:
    options = {name: str(value) for name, value in record["options"].items()}
    return Variant(
        id=s.id("variants", record["sku"]),
        product_id=product_id,
        sku=record["sku"],
        options=options,
        label=", ".join(options.values()),
        price=_amount(record.get("price")),
        stock=_stock(record["stock"], draw),
    )


def _review(s: Seeder, product_id: str, key: str, record: Record, draw: Random) -> Review:
    helpful = record["helpful"]
    return Review(
        id=s.id("reviews", key),
        product_id=product_id,
        **{name: record[name] for name in ("author", "stars", "title", "verified")},
        body=" ".join(record["body"].split()),
        created_at=on_day(record["date"], draw),
        helpful=helpful + draw.randint(0, helpful // 10),
    )


def _question(s: Seeder, product_id: str, key: str, record: Record, draw: Random) -> Question:
    return Question(
        id=s.id("questions", key),
        product_id=product_id,
        question=record["question"],
        asked_by=record["asked_by"],
        asked_at=on_day(record["date"], draw),
        answers=[_answer(answer, draw) for answer in record.get("answers", [])],
    )


def _answer(record: Record, draw: Random) -> dict[str, Any]:
    said = {"body": record["body"], "by": record["by"], "seller": record.get("seller", False)}
    return {**said, "at": on_day(record["date"], draw).isoformat()}


def _article(s: Seeder, record: Record) -> Article:
    paragraphs = [" ".join(part.split()) for part in record["body"].split("\n\n") if part.strip()]
    kept = {name: record[name] for name in ("slug", "title", "topic", "summary")}
    return Article(id=s.id("articles", record["slug"]), **kept, body=paragraphs, updated=day(record["updated"]))
