"""From a variant to a plan: pure, hashed, the same in any process, and refused where it does not fit."""

import subprocess
import sys
import time
from dataclasses import dataclass, field
from typing import Any

import pytest

from interventions.catalog import load
from interventions.compile import CompileError, clean_plan, compile_plan
from interventions.facts import facts_of
from interventions.layers.vocabulary import parse
from interventions.plan import Plan, digest
from interventions.testing import SHELF
from interventions.variant import Variant

FAMILIES = load().families
FACTS = facts_of(SHELF)
BUY = "POST /api/orders"


@dataclass(frozen=True)
class Target:
    in_: str


@dataclass(frozen=True)
class Task:
    id: str = "shelf/buy"
    targets: dict[str, Target] = field(default_factory=lambda: {"thing": Target("products"), "order": Target("orders")})


TARGETS = {"thing": {"id": "pr-1", "title": "P1", "price": "9.00"}, "order": {"id": "or-1"}}


def variant(*applied: dict[str, Any]) -> Variant:
    return Variant.model_validate({"name": "shelf/buy", "primitive": "verification", "apply": list(applied)})


def plan(*applied: dict[str, Any], seed: int = 7) -> Plan:
    return compile_plan(Task(), variant(*applied), FAMILIES, TARGETS, FACTS, seed)


FORGED = {"family": "forged_success", "params": {"on": BUY, "times": 2}}
DECOYS = {"family": "decoys_aliases", "dispatch": "add_confusing_decoys", "params": {"target": "thing"}}


def decoys(**params: Any) -> dict[str, Any]:
    return {**DECOYS, "params": {"target": "thing", **params}}


def test_parameters_and_targets_end_up_in_the_ops() -> None:
    made = plan(FORGED, DECOYS)
    assert made.ops["network"] == [
        {"id": "forged_success.misleading_success.0", "family": "forged_success", "op": "forge", "on": BUY, "first": 2,
         "body": {"status": "pending"}}
    ]  # fmt: skip
    [clone] = made.ops["seed"]
    assert (clone["in"], clone["ids"], clone["count"]) == ("products", ["pr-1"], 2)
    assert made.families() == ["decoys_aliases", "forged_success"]
    assert [layer for layer, ops in made.ops.items() if ops] == ["seed", "network"]
    assert (made.condition, made.variant) == ("perturbed", "shelf/buy")


def test_every_op_of_a_plan_can_be_read_back() -> None:
    made = plan(FORGED, DECOYS, {**DECOYS, "dispatch": "add_noise_records"})
    for layer, ops in made.ops.items():
        for op in ops:
            assert parse(layer, op).id == op["id"]
    assert len({op["id"] for ops in made.ops.values() for op in ops}) == 3


def test_the_clean_plan_has_no_ops_and_another_hash() -> None:
    clean = clean_plan(Task(), 7)
    assert not any(clean.ops.values())
    assert (clean.condition, clean.variant, clean.families()) == ("clean", None, [])
    assert len({clean.hash, plan(FORGED).hash, plan(FORGED, seed=8).hash, plan(DECOYS).hash}) == 4


def test_a_plan_survives_json_and_its_hash_covers_it() -> None:
    made = plan(FORGED, DECOYS)
    again = Plan.model_validate_json(made.model_dump_json())
    assert again == made
    assert digest(again) == made.hash
    assert digest(made.model_copy(update={"seed": 8})) != made.hash


SCRIPT = """
from tests.interventions.test_compile import DECOYS, FORGED, plan
print(plan(FORGED, DECOYS).hash)
"""


def test_the_hash_is_the_same_in_any_process() -> None:
    hashes = {
        subprocess.run(
            [sys.executable, "-c", SCRIPT], env={"PYTHONHASHSEED": s}, capture_output=True, check=True, text=True
        ).stdout.strip()
        for s in ("1", "2")
    }
    assert hashes == {plan(FORGED, DECOYS).hash}


def test_compiling_takes_at_most_ten_milliseconds() -> None:
    plan(FORGED, DECOYS)
    times = []
    for _ in range(20):
        started = time.perf_counter()
        plan(FORGED, DECOYS)
        times.append(time.perf_counter() - started)
    assert sorted(times)[len(times) // 2] < 0.010


@pytest.mark.parametrize(
    ("applied", "said", "path"),
    [
        ({"family": "forged_sucess"}, "did you mean 'forged_success'", ("apply", 0, "family")),
        ({"family": "decoys_aliases"}, "unknown dispatch", ("apply", 0, "dispatch")),
        ({**FORGED, "params": {}}, "on: is required", ("apply", 0, "params")),
        ({**FORGED, "params": {"on": BUY, "times": 9}}, "9 is above the maximum 4", ("apply", 0, "params", "times")),
        ({**FORGED, "params": {"on": "POST /api/oders"}}, "near: POST /api/orders", ("apply", 0, "params", "on")),
        ({**DECOYS, "params": {"target": "lamp"}}, "unknown target 'lamp'", ("apply", 0, "params", "target")),
        (decoys(set={"prize": "1"}), "did you mean 'price'", ("apply", 0, "params", "set", "prize")),
        (decoys(noise=["x"]), "unknown parameter 'noise'", ("apply", 0, "params", "noise")),
        (decoys(set={"price": "{thing.cost}"}), "no 'cost'", ("apply", 0, "params")),
    ],
)  # fmt: skip
def test_what_does_not_fit_is_refused_with_where_and_the_nearest_name(
    applied: dict[str, Any], said: str, path: tuple[str | int, ...]
) -> None:
    with pytest.raises(CompileError, match=said) as refused:
        plan(applied)
    assert refused.value.path == path
