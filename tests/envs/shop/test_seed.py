"""The shop's world: the same bytes from the same seed, whole, and at one with the shop's own rules."""

import hashlib
import os
import re
import subprocess
import sys
import time
from datetime import datetime
from decimal import Decimal
from typing import Any

import pytest

from envs.kit.site import Seeder
from envs.kit.store import clean_state, seeded
from envs.sites.shop.rules.calendar import is_closed
from envs.sites.shop.seed.catalogue import catalogue_rows
from envs.sites.shop.seed.files import DataError, account, articles, products
from envs.sites.shop.seed.lookup import Lookup, named
from envs.sites.shop.seed.times import day, instant
from envs.sites.shop.site import SITE

NOW = SITE.starts_at
PRINT_HASH = """
import hashlib, random
from envs.kit.store import seeded
from envs.sites.shop.site import SITE
random.seed()
{before}
print(hashlib.sha256(seeded(SITE, 7).image()).hexdigest())
"""


@pytest.fixture(scope="module")
def state() -> Any:
    return clean_state(SITE, 7)


def _in_another_process(hash_seed: str, before: str = "") -> str:
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "TZ": "Pacific/Auckland"}
    run = [sys.executable, "-c", PRINT_HASH.format(before=before)]
    return subprocess.run(run, env=environment, capture_output=True, text=True, check=True).stdout.strip()


def test_the_same_seed_gives_the_same_bytes_in_any_process_whatever_ran_before() -> None:
    here = hashlib.sha256(seeded(SITE, 7).image()).hexdigest()
    assert _in_another_process("1") == here
    assert _in_another_process("271828", before="seeded(SITE, 99).state()") == here
    assert hashlib.sha256(seeded(SITE, 8).image()).hexdigest() != here


def test_no_table_has_two_indexes() -> None:
    """SQLAlchemy keeps a table's indexes in a set and creates them in no fixed order: two would vary the bytes."""
    for collection in SITE.collections.values():
        assert len(collection.model.__table__.indexes) <= 1, collection.table  # type: ignore[attr-defined]


def test_another_seed_gives_other_ids_and_the_same_things(state: Any) -> None:
    other = clean_state(SITE, 8)
    assert {name: len(rows) for name, rows in other.items()} == {name: len(rows) for name, rows in state.items()}
    assert not other["products"].keys() & state["products"].keys()
    assert {p["slug"]: p["price"] for p in other["products"].values()} == {
        p["slug"]: p["price"] for p in state["products"].values()
    }


def test_a_template_is_seeded_in_half_a_second() -> None:
    seeded(SITE, 1).discard()  # reads the files
    started = time.process_time()
    seeded(SITE, 2).discard()
    assert time.process_time() - started < 0.5


def test_the_range_is_broad_and_each_department_has_its_products(state: Any) -> None:
    counts: dict[str, int] = {}
    for product in state["products"].values():
        counts[product["department"]] = counts.get(product["department"], 0) + 1
    assert len(counts) == 8
    assert min(counts.values()) >= 20
    assert sum(counts.values()) >= 150


def test_every_reference_leads_to_a_row(state: Any) -> None:
    targets = {
        "product_id": "products",
        "variant_id": "variants",
        "order_id": "orders",
        "review_id": "reviews",
        "wishlist_id": "wishlists",
        "address_id": "addresses",
        "payment_method_id": "payment_methods",
        "gift_card_id": "gift_cards",
    }

    def check(value: Any, where: str) -> None:
        if isinstance(value, dict):
            for key, one in value.items():
                if key in targets and one is not None:
                    assert one in state[targets[key]], f"{where}: {key} {one}"
                check(one, where)
        for one in value if isinstance(value, list) else ():
            check(one, where)

    for name, rows in state.items():
        for row in rows.values():
            check(row, name)


def test_variants_belong_to_the_product_beside_them(state: Any) -> None:
    rows = [row for name in ("cart_items", "saved_items", "wishlist", "subscriptions") for row in state[name].values()]
    rows += [item for order in state["orders"].values() for item in order["items"]]
    for row in rows:
        if row["variant_id"]:
            assert state["variants"][row["variant_id"]]["product_id"] == row["product_id"]


def test_orders_add_up_and_lie_in_the_past(state: Any) -> None:
    used: dict[str, Decimal] = {}
    for order in state["orders"].values():
        d = {
            k: Decimal(order[k]) for k in ("subtotal", "discount", "gift_wrap_fee", "delivery_fee", "total", "charged")
        }
        goods = sum(Decimal(i["total"]) for i in order["items"] if i["status"] == "ordered")
        assert d["subtotal"] == goods
        assert d["total"] == goods - d["discount"] + d["gift_wrap_fee"] + d["delivery_fee"]
        assert d["charged"] == d["total"] - Decimal(order["gift_card_used"])
        for card in order["gift_cards"]:
            used[card["gift_card_id"]] = used.get(card["gift_card_id"], Decimal(0)) + Decimal(card["amount"])
        times = [datetime.fromisoformat(event["at"]) for event in order["tracking"]]
        assert times == sorted(times), order["number"]
        assert times[-1] <= NOW, order["number"]
        assert not is_closed(day(order["delivery_date"])), order["number"]
        for item in order["items"]:
            assert state["products"][item["product_id"]]["added"] <= order["placed_at"][:10], order["number"]
    for card_id, amount in used.items():
        card = state["gift_cards"][card_id]
        assert Decimal(card["initial"]) - amount == Decimal(card["balance"]), card["code"]


def test_the_past_has_every_state_of_an_order_and_of_a_return(state: Any) -> None:
    orders = {order["status"] for order in state["orders"].values()}
    assert orders == {"placed", "packed", "delayed", "dispatched", "out_for_delivery", "delivered", "cancelled"}
    assert {r["status"] for r in state["returns"].values()} >= {"requested", "in_transit", "refunded", "cancelled"}
    assert len(state["orders"]) >= 28
    assert {s["status"] for s in state["subscriptions"].values()} == {"active", "paused", "cancelled"}


def test_names_that_tasks_look_up_are_unique(state: Any) -> None:
    for collection, field in (
        ("products", "slug"),
        ("products", "title"),
        ("addresses", "label"),
        ("payment_methods", "nickname"),
        ("wishlists", "name"),
        ("coupons", "code"),
        ("orders", "number"),
        ("returns", "number"),
        ("gift_cards", "code"),
        ("articles", "slug"),
    ):
        values = [row[field] for row in state[collection].values()]
        assert len(set(values)) == len(values), (collection, field)
    for collection in ("addresses", "payment_methods"):
        assert sum(row["default"] for row in state[collection].values()) == 1


def test_no_notification_or_message_lies_in_the_future_or_names_an_unknown_number(state: Any) -> None:
    numbers = {row["number"] for name in ("orders", "returns") for row in state[name].values()}
    for row in [*state["notifications"].values(), *state["messages"].values()]:
        assert datetime.fromisoformat(row["created_at"]) <= NOW
        assert set(re.findall(r"\b(?:TW-\d{3}-\d{4}|R-\d{5})\b", row["body"])) <= numbers


def test_values_have_the_forms_that_grading_compares(state: Any) -> None:
    forms = {
        "money": r"-?\d+\.\d\d",
        "instant": r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?\+00:00",
        "date": r"\d{4}-\d\d-\d\d",
    }
    for name, rows in state.items():
        types = SITE.types()[name]["fields"]
        for row in rows.values():
            for field, value in row.items():
                if value is not None and types[field] in forms:
                    assert re.fullmatch(forms[types[field]], value), (name, field, value)


def test_graded_collections_and_types_are_declared() -> None:
    types = SITE.types()
    graded = {name for name, facts in types.items() if facts["graded"]}
    assert graded >= {"cart_items", "orders", "returns", "addresses", "payment_methods", "reviews", "wishlist"}
    assert not graded & {"products", "variants", "articles", "notifications", "confirmations", "recently_viewed"}
    assert types["orders"]["fields"]["items"] == "list"
    assert types["orders"]["fields"]["items.unit_price"] == "money"
    assert types["products"]["fields"]["specs"] == "object"


def test_roles_name_fields_and_parts_that_exist() -> None:
    for role in SITE.roles.values():
        known = SITE.collections[role.collection].types
        assert {role.title, *role.numbers, *([role.text] if role.text else [])} <= known.keys()
        for collection, field in role.parts.items():
            assert field in SITE.collections[collection].types


def test_help_articles_are_of_a_readable_length() -> None:
    assert len(articles()) >= 25
    for record in articles():
        assert 80 <= len(record["body"].split()) <= 200, record["slug"]


def test_a_reference_to_nothing_is_an_error_that_names_it() -> None:
    s = Seeder(1, NOW)
    lookup = Lookup(s, catalogue_rows(s, products(), []))
    with pytest.raises(DataError, match="'no-such-lamp'"):
        lookup.product("no-such-lamp")
    with pytest.raises(DataError, match="has to choose options of speckled-mug-350"):
        lookup.line({"product": "speckled-mug-350"})
    with pytest.raises(DataError, match="not offered"):
        lookup.line({"product": "speckled-mug-350", "options": {"Glaze": "Gold"}})
    with pytest.raises(DataError, match=r"'Attic'.*Home"):
        named(s, "addresses", "Attic", [a["label"] for a in account()["addresses"]])
    with pytest.raises(DataError, match="is not a time"):
        instant("2027-03-10")
