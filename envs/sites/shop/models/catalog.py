"""What is sold, and what customers say about it."""

from datetime import date, datetime
from decimal import Decimal
from typing import Any

from sqlmodel import Field, SQLModel

from envs.kit.columns import instant, json_list, json_object, money


class Product(SQLModel, table=True):
    """An article of the range. Where it has variants, their stock counts and its own is 0."""

    __tablename__ = "shop_products"
    id: str = Field(primary_key=True)
    slug: str = Field(index=True)
    title: str
    brand: str
    department: str
    category: str
    price: Decimal = money()
    list_price: Decimal | None = money(default=None)
    rating: float
    ratings: int
    icon: str
    tone: str
    bullets: list[str] = json_list()
    description: str
    specs: dict[str, str] = json_object()
    options: dict[str, Any] = json_object()
    tags: list[str] = json_list()
    stock: int = 0
    max_per_order: int = 10
    ships_in_days: int = 1
    return_days: int = 30
    gift_wrap: bool = True
    subscribe: bool = False
    bulky: bool = False
    added: date


class Variant(SQLModel, table=True):
    """One offered combination of a product's options; without a price of its own it costs what the product costs."""

    __tablename__ = "shop_variants"
    id: str = Field(primary_key=True)
    product_id: str = Field(index=True)
    sku: str
    options: dict[str, str] = json_object()
    label: str
    price: Decimal | None = money(default=None)
    stock: int = 0


class Review(SQLModel, table=True):
    """A written review; `mine` marks those of the account's owner."""

    __tablename__ = "shop_reviews"
    id: str = Field(primary_key=True)
    product_id: str = Field(index=True)
    author: str
    stars: int
    title: str
    body: str
    created_at: datetime = instant()
    updated_at: datetime | None = instant(default=None)
    helpful: int = 0
    verified: bool = False
    mine: bool = False


class HelpfulVote(SQLModel, table=True):
    """The account's owner found this review helpful."""

    __tablename__ = "shop_helpful_votes"
    id: str = Field(primary_key=True)
    review_id: str = Field(index=True)
    created_at: datetime = instant()


class Question(SQLModel, table=True):
    """A customer's question. `answers` holds {body, by, at, seller}, oldest first."""

    __tablename__ = "shop_questions"
    id: str = Field(primary_key=True)
    product_id: str = Field(index=True)
    question: str
    asked_by: str
    asked_at: datetime = instant()
    answers: list[dict[str, Any]] = json_list()
    mine: bool = False


class StockAlert(SQLModel, table=True):
    """Tell me when this is back."""

    __tablename__ = "shop_stock_alerts"
    id: str = Field(primary_key=True)
    product_id: str
    variant_id: str | None = None
    created_at: datetime = instant()


class RecentlyViewed(SQLModel, table=True):
    """The product pages that were opened last."""

    __tablename__ = "shop_recently_viewed"
    id: str = Field(primary_key=True)
    product_id: str
    viewed_at: datetime = instant()
