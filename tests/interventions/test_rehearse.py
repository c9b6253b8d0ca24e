"""An op must leave alone what the criterion looks at, and the targets must stay the same rows."""

from typing import Any

import pytest

from envs.kit.store import seeded
from evaluator.checks import Criterion
from evaluator.state import StateTypes
from interventions.plan import seal
from interventions.rehearse import conflicts, moved_targets, rehearse
from interventions.testing import SHELF, numbered

TYPES = StateTypes.model_validate(SHELF.types())
P3 = {"title": "P3"}


def told(check: dict[str, Any], *seed: dict[str, Any], server: tuple[dict[str, Any], ...] = ()) -> list[str]:
    world = seeded(SHELF, 1)
    plan = seal("shelf/x", 1, "shelf/x", {"seed": numbered(seed), "server": numbered(server, "s")})
    return conflicts(Criterion.model_validate({"checks": [check]}), {}, TYPES, rehearse(plan, world))


CLONE = {"op": "clone", "in": "products", "where": P3, "set": {"rating": 1}}
UPDATE = {"op": "update", "in": "products", "where": P3, "set": {"rating": 1}}
DELETE = {"op": "delete", "in": "products", "where": P3}
SENT = {"op": "write", "on": "GET /api/orders", "how": "update", "in": "orders", "set": {"status": "sent"}}


@pytest.mark.parametrize(
    ("check", "op", "refused"),
    [
        ({"changed": "products", "where": P3, "fields": {"rating": 5}}, UPDATE, True),
        ({"changed": "products", "where": P3, "fields": {"price": "1.00"}}, UPDATE, False),
        ({"changed": "products", "where": {"title": "P4"}, "fields": {"rating": 5}}, UPDATE, False),
        ({"changed": "products", "where": {"rating": 4}, "fields": {"price": "1.00"}}, UPDATE, True),
        ({"removed": "products", "where": P3}, UPDATE, True),
        ({"removed": "products", "where": P3}, CLONE, True),
        ({"removed": "products", "where": P3}, DELETE, True),
        ({"present": "products", "where": P3}, UPDATE, False),
        ({"absent": "products", "where": P3}, CLONE, False),
        ({"added": "products", "where": P3}, CLONE, False),
        ({"removed": "orders"}, CLONE, False),
    ],
)
def test_what_a_positive_check_selects_is_not_written(check: dict[str, Any], op: dict[str, Any], refused: bool) -> None:
    assert bool(told(check, op)) is refused


def test_writes_during_the_run_count_too() -> None:
    [message] = told({"changed": "orders", "fields": {"status": "cancelled"}}, server=(SENT,))
    assert "s.d.0" in message
    assert "changed: orders" in message


def test_a_rehearsal_leaves_the_world_alone_and_shows_both_states() -> None:
    world = seeded(SHELF, 1)
    before = world.state()
    seen = rehearse(seal("shelf/x", 1, "shelf/x", {"seed": numbered([CLONE]), "server": numbered([SENT])}), world)
    assert world.state() == before == seen.clean
    assert len(seen.baseline["products"]) == 11
    assert {row["status"] for row in seen.baseline["orders"].values()} == {"placed"}
    assert {row["status"] for row in seen.final["orders"].values()} == {"sent"}


def test_targets_that_became_other_rows_are_named() -> None:
    clean = {"a": {"id": "1"}, "b": [{"id": "1"}, {"id": "2"}], "c": {"id": "3"}}
    assert moved_targets(clean, {**clean, "a": {"id": "1", "title": "new"}}) == []
    assert moved_targets(clean, {"a": {"id": "9"}, "b": [{"id": "2"}, {"id": "1"}]}) == ["a", "b", "c"]
