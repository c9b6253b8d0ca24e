"""Everything on the account but orders, returns and subscriptions."""

from collections.abc import Iterator
from datetime import timedelta
from decimal import Decimal
from typing import Any

from sqlmodel import SQLModel

from envs.kit.common import VALID_DAYS, Confirmation
from envs.kit.site import Seeder
from envs.sites.shop import models as m
from envs.sites.shop.rules.delivery import area_of
from envs.sites.shop.seed.files import Record
from envs.sites.shop.seed.links import href_of
from envs.sites.shop.seed.lookup import Lookup, named
from envs.sites.shop.seed.times import day, instant

SIGNATURE = "Maya O."


def account_rows(s: Seeder, data: Record, lookup: Lookup) -> Iterator[SQLModel]:
    profile = {**data["profile"], "member_since": day(data["profile"]["member_since"])}
    yield m.Profile(id=s.id("profile", "owner"), **profile)
    for record in data["addresses"]:
        yield m.Address(id=s.id("addresses", record["label"]), area=area_of(record["postcode"]), **record)
    for record in data["payment_methods"]:
        yield m.PaymentMethod(id=s.id("payment_methods", record["nickname"]), **record)
    yield from (_coupon(s, record) for record in data["coupons"])
    yield from (_gift_card(s, record) for record in data["gift_cards"])
    yield from _basket(s, data, lookup)
    for record in data["wishlists"]:
        yield from _wishlist(s, record, lookup)
    yield from _opinions(s, data, lookup)
    yield from _inbox(s, data)


def _coupon(s: Seeder, record: Record) -> m.Coupon:
    kept = {name: record[name] for name in ("code", "title", "description", "kind")}
    top = record.get("max_discount")
    return m.Coupon(
        id=s.id("coupons", record["code"]),
        **kept,
        value=Decimal(record["value"]),
        min_spend=Decimal(record["min_spend"]),
        max_discount=Decimal(top) if top else None,
        department=record.get("department"),
        starts_at=instant(record["starts"]),
        expires_at=instant(record["expires"]),
        uses_allowed=record.get("uses", 1),
        first_order_only=record.get("first_order_only", False),
    )


def _gift_card(s: Seeder, record: Record) -> m.GiftCard:
    redeemed = record.get("redeemed")
    return m.GiftCard(
        id=s.id("gift_cards", record["code"]),
        code=record["code"],
        sender=record["from"],
        initial=Decimal(record["initial"]),
        balance=Decimal(record["balance"]),
        expires=day(record["expires"]),
        redeemed_at=instant(redeemed) if redeemed else None,
    )


def _basket(s: Seeder, data: Record, lookup: Lookup) -> Iterator[SQLModel]:
    """Cart, saved for later, recently viewed, stock alerts: each product stands in each of them once."""
    for r in data["cart"]:
        kept = {**lookup.article(r), "quantity": r["quantity"], "added_at": instant(r["added"])}
        yield m.CartItem(id=s.id("cart_items", r["product"]), **kept)
    for r in data["saved"]:
        kept = {**lookup.article(r), "quantity": r["quantity"], "saved_at": instant(r["saved"])}
        yield m.SavedItem(id=s.id("saved_items", r["product"]), **kept)
    for r in data["recently_viewed"]:
        seen: dict[str, Any] = {"product_id": lookup.product(r["product"]).id, "viewed_at": instant(r["at"])}
        yield m.RecentlyViewed(id=s.id("recently_viewed", r["product"]), **seen)
    for r in data["stock_alerts"]:
        yield m.StockAlert(id=s.id("stock_alerts", r["product"]), **lookup.article(r), created_at=instant(r["at"]))


def _wishlist(s: Seeder, record: Record, lookup: Lookup) -> Iterator[SQLModel]:
    list_id = s.id("wishlists", record["name"])
    yield m.Wishlist(
        id=list_id,
        name=record["name"],
        private=record.get("private", True),
        is_default=record.get("default", False),
        created_at=instant(record["created"]),
    )
    for item in record["items"]:
        yield m.WishlistItem(
            id=s.id("wishlist", f"{record['name']}/{item['product']}"),
            wishlist_id=list_id,
            **lookup.article(item, needed=False),
            note=item.get("note", ""),
            quantity=item.get("quantity", 1),
            added_at=instant(item["added"]),
        )


def _opinions(s: Seeder, data: Record, lookup: Lookup) -> Iterator[SQLModel]:
    """What the account's owner wrote about products."""
    for r in data["reviews"]:
        said: dict[str, Any] = {name: r[name] for name in ("stars", "title", "body", "helpful")}
        written: dict[str, Any] = {"author": SIGNATURE, "created_at": instant(r["at"]), "verified": True, "mine": True}
        product_id = lookup.product(r["product"]).id
        yield m.Review(id=s.id("reviews", f"mine/{r['product']}"), product_id=product_id, **said, **written)
    for r in data["questions"]:
        answers = [{**answer, "at": instant(answer["at"]).isoformat()} for answer in r.get("answers", [])]
        yield m.Question(
            id=s.id("questions", f"mine/{r['product']}"),
            product_id=lookup.product(r["product"]).id,
            question=r["question"],
            asked_by=data["profile"]["name"].split()[0],
            asked_at=instant(r["at"]),
            answers=answers,
            mine=True,
        )
    for r in data["helpful_votes"]:
        vote_id = s.id("helpful_votes", f"{r['product']}/{r['review']}")
        yield m.HelpfulVote(id=vote_id, review_id=lookup.review(r), created_at=instant(r["at"]))


def _inbox(s: Seeder, data: Record) -> Iterator[SQLModel]:
    orders = [order["number"] for order in data["orders"]]
    for r in data["messages"]:
        yield m.Message(
            id=s.id("messages", r["at"]),
            **{name: r[name] for name in ("topic", "subject", "body")},
            order_id=named(s, "orders", r["order"], orders) if "order" in r else None,
            created_at=instant(r["at"]),
            reply=r.get("reply"),
        )
    for r in data["notifications"]:
        yield m.Notification(
            id=s.id("notifications", f"{r['at']}/{r['title']}"),
            **{name: r[name] for name in ("kind", "title", "body")},
            href=href_of(s, data, r),
            created_at=instant(r["at"]),
            read=r.get("read", False),
        )
    for r in data["confirmations"]:
        at = instant(r["confirmed"])
        until = at + timedelta(days=VALID_DAYS)
        confirmation_id = s.id("confirmations", r["kind"])
        yield Confirmation(id=confirmation_id, kind=r["kind"], label=r["label"], confirmed_at=at, expires_at=until)
