"""Seed ops on a real world."""

import json
import subprocess
import sys
from random import Random
from typing import Any

import pytest

from envs.kit.store import seeded
from envs.kit.world import State, World
from interventions.layers.seed.applier import apply_seed
from interventions.layers.seed.select import NothingSelected
from interventions.testing import SHELF, numbered, shelf


@pytest.fixture
def world() -> World:
    return seeded(SHELF, 1)


def apply(world: World, *ops: dict[str, Any], draw: int = 5) -> list[dict[str, Any]]:
    return apply_seed(numbered(ops), world, Random(draw))


def added(before: State, world: World, collection: str) -> list[dict[str, Any]]:
    return [row for row in world.rows(collection) if row["id"] not in before[collection]]


def product(world: World, title: str) -> dict[str, Any]:
    return next(row for row in world.rows("products") if row["title"] == title)


def test_a_clone_copies_the_row_with_its_parts_and_refers_to_itself(world: World) -> None:
    before, source = world.state(), product(world, "P3")
    op = {
        "op": "clone",
        "in": "products",
        "ids": [source["id"]],
        "titles": ["{title} II"],
        "set": {"price": {"expr": "x * 0.5"}},
    }
    apply(world, op)
    [copy] = added(before, world, "products")
    [offer] = added(before, world, "offers")
    assert copy == {
        **source, "id": copy["id"], "title": "P3 II", "slug": "p3-ii", "price": "3.50", "related": [copy["id"]],
    }  # fmt: skip
    assert offer["product_id"] == copy["id"]
    assert len({row["sku"] for row in world.rows("offers")}) == 11


def test_ids_and_numbers_of_added_rows_look_like_the_sites_own(world: World) -> None:
    before = world.state()
    apply(
        world,
        {"op": "clone", "in": "products", "where": {"title": "P3"}, "count": 5, "vary": {"rating": [1, 2, 3, 4, 5]}},
    )
    for row in added(before, world, "products"):
        assert row["id"].startswith("pr-")
        assert len(row["id"]) == len(next(iter(before["products"])))
    for row in added(before, world, "offers"):
        assert row["sku"].startswith("SK-")
        assert len(row["sku"]) == len("SK-1000")


def test_varied_fields_go_through_their_list_in_a_drawn_order(world: World) -> None:
    before = world.state()
    op = {"op": "clone", "in": "products", "where": {"title": "P3"}, "count": 6, "vary": {"rating": [1, 2, 3]}}
    apply(world, op)
    ratings = [row["rating"] for row in added(before, world, "products")]
    assert sorted(ratings[:3]) == [1, 2, 3]
    assert ratings[:3] == ratings[3:]


def test_a_copy_that_nobody_could_tell_from_its_target_is_refused(world: World) -> None:
    target = product(world, "P3")
    with pytest.raises(ValueError, match="differs from it in nothing"):
        apply(world, {"op": "clone", "in": "products", "ids": [target["id"]], "titles": ["{title}"]})


def test_others_like_the_target_leave_it_out(world: World) -> None:
    before, target = world.state(), product(world, "P3")
    apply(world, {"op": "clone", "in": "products", "but": [target["id"]], "pick": 9})
    assert sorted(row["title"] for row in added(before, world, "products")) == [f"P{n}" for n in range(10) if n != 3]


def test_insert_update_and_delete(world: World) -> None:
    before = world.state()
    receipts = apply(
        world,
        {"op": "insert", "in": "orders", "row": {"product_id": "pr-x", "placed_at": "{now-2d}"}, "count": 2},
        {
            "op": "update",
            "in": "products",
            "where": {"title": "P3"},
            "set": {"title": "{title} old", "price": {"expr": "x + {n}"}},
        },
        {"op": "delete", "in": "products", "where": {"title": "P4"}},
    )
    assert [row["placed_at"] for row in added(before, world, "orders")] == ["2027-03-08T09:40:00+00:00"] * 2
    assert product(world, "P3 old")["price"] == "8.00"
    assert "P4" not in {row["title"] for row in world.rows("products")}
    assert [[row["how"] for row in one["detail"]["rows"]] for one in receipts] == [
        ["insert"] * 2,
        ["update"],
        ["delete"],
    ]
    assert all(one["kind"] == "applied" for one in receipts)


def test_an_op_that_finds_no_row_raises(world: World) -> None:
    with pytest.raises(NothingSelected, match="no row of products"):
        apply(world, {"op": "delete", "in": "products", "where": {"title": "P77"}})


@pytest.mark.parametrize(
    ("op", "said"),
    [
        ({"op": "insert", "in": "orders", "row": {"status": "sent"}}, "does not take a new row of orders"),
        ({"op": "update", "in": "products", "set": {"slug": "same"}}, "does not take a change of products"),
        ({"op": "update", "in": "products", "set": {"price": {"expr": "x / 0"}}}, "has no value"),
        ({"op": "update", "in": "products", "set": {"added": {"expr": "x * 2"}}}, "has no value"),
        ({"op": "update", "in": "products", "set": {"price": "cheap"}}, "'cheap'"),
        ({"op": "delete", "in": "products", "where": {"title": {"between": [1, 2]}}}, "where: "),
    ],
)
def test_what_the_site_or_the_values_refuse_is_a_plain_fault(world: World, op: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        apply(world, op)


def test_where_takes_predicates(world: World) -> None:
    apply(world, {"op": "delete", "in": "products", "where": {"price": {"between": [2, 9]}}})
    assert sorted(row["title"] for row in world.rows("products")) == ["P0", "P9"]


def test_ops_select_among_the_sites_own_rows_and_never_those_that_another_op_added(world: World) -> None:
    before = world.state()
    copy = {"op": "clone", "in": "products", "where": {"title": "P3"}, "titles": ["{title}"], "set": {"rating": 1}}
    apply(world, copy, copy)
    assert len(added(before, world, "products")) == 2


def test_one_op_never_shifts_the_draws_of_another(world: World) -> None:
    pick = {"op": "delete", "in": "products", "pick": 3}
    alone = apply(world, pick)
    other = seeded(SHELF, 1)
    base = numbered([pick, {"op": "clone", "in": "products", "pick": 3, "set": {"rating": 1}}])
    beside = apply_seed(base[::-1], other, Random(5))
    assert beside[1]["detail"] == alone[0]["detail"]


SCRIPT = """
import json
from random import Random
from envs.kit.store import seeded
from interventions.layers.seed.applier import apply_seed
from interventions.testing import SHELF, numbered
world = seeded(SHELF, 1)
ops = [{"op": "clone", "in": "products", "pick": 3, "count": 2, "titles": ["{title} a", "{title} b", "{title} c"]}]
receipts = apply_seed(numbered(ops), world, Random(5))
print(json.dumps([world.state(), receipts], sort_keys=True))
"""


def test_the_same_seed_gives_the_same_rows_in_any_process() -> None:
    outputs = {
        subprocess.run(
            [sys.executable, "-c", SCRIPT], env={"PYTHONHASHSEED": seed}, capture_output=True, check=True, text=True
        ).stdout
        for seed in ("1", "2")
    }
    assert len(outputs) == 1
    assert json.loads(outputs.pop())


async def test_a_touched_row_is_met_once_when_an_answer_carries_it() -> None:
    ops = [
        {
            "op": "clone",
            "in": "products",
            "where": {"title": "P3"},
            "titles": ["{title} II"],
            "set": {"added": "{now-90d}"},
        },
        {"op": "update", "in": "products", "where": {"title": "P9"}, "set": {"rating": 1}},
        {"op": "delete", "in": "orders"},
    ]
    async with shelf(ops) as site:
        assert await site.titles() == ["P3 II", "P0", "P1", "P2"]
        assert [one["op"] for one in site.receipts("met")] == ["seeded.d.0"]
        await site.client.get("/api/products", params={"page": 3}, headers={"x-background": "prefetch"})
        assert len(site.receipts("met")) == 1
        await site.titles(page=3)
        await site.titles()
        assert [one["op"] for one in site.receipts("met")] == ["seeded.d.0", "seeded.d.1"]
        assert [one["op"] for one in site.receipts("applied")] == ["seeded.d.0", "seeded.d.1", "seeded.d.2"]
