"""Every pair of ours: the arms differ where the variant says and nowhere else, and doing nothing scores nothing."""

from dataclasses import dataclass

import pytest

from evaluator.grade import grade
from evaluator.state import State
from harness.corpus import Pair, load
from harness.openings import Opening, Openings
from harness.prepare import Prepared, Worlds, prepare
from interventions.plan import Plan


@dataclass(frozen=True)
class Both:
    """A pair with both plans and the worlds that they open."""

    pair: Pair
    prepared: Prepared
    plan: Plan
    clean: Opening
    perturbed: Opening


@pytest.fixture(scope="module")
def pairs() -> list[Both]:
    worlds, openings, made = Worlds(), Openings(), []
    for pair in load().pairs():
        prepared = prepare(pair.task, worlds)
        plan = prepared.perturbed(pair.variant, pair.families)
        opened = [openings.opening(prepared, one) for one in (prepared.clean(), plan)]
        made.append(Both(pair, prepared, plan, *opened))
    return made


def differing(one: State, other: State) -> set[tuple[str, str]]:
    """(collection, id) of every row that is not the same in both."""
    rows = {(name, key) for state in (one, other) for name, held in state.items() for key in held}
    return {(name, key) for name, key in rows if one[name].get(key) != other[name].get(key)}


def test_the_clean_arm_has_no_op_and_the_other_has_those_of_its_layers(pairs: list[Both]) -> None:
    for both in pairs:
        assert not any(both.prepared.clean().ops.values()), both.pair.task.id
        assert {layer for layer, ops in both.plan.ops.items() if ops} == set(both.pair.layers), both.pair.task.id
        assert both.clean.receipts == []


def test_worlds_differ_in_the_rows_that_receipts_name_and_in_no_other(pairs: list[Both]) -> None:
    for both in pairs:
        named = {
            (row["in"], row["id"]) for receipt in both.perturbed.receipts for row in receipt["detail"].get("rows", ())
        }
        assert differing(both.clean.state, both.perturbed.state) == named, both.pair.task.id
        assert named or not both.plan.ops["seed"], both.pair.task.id
    assert sum(bool(both.perturbed.receipts) for both in pairs) >= 10


def test_doing_nothing_passes_no_task_in_either_arm(pairs: list[Both]) -> None:
    for both in pairs:
        for opening in (both.clean, both.perturbed):
            prepared = both.prepared
            found = grade(prepared.task.criterion, prepared.targets, prepared.types, opening.state, opening.state)
            assert (found.passed, found.score) == (False, 0.0), both.pair.task.id


def test_every_task_has_a_script_of_a_careful_person_and_every_variant_a_notice(pairs: list[Both]) -> None:
    """That the scripts solve both arms is proved by playing them: `certify`, and the oracles of `make soak`."""
    assert [both.pair.task.id for both in pairs if not both.pair.task.reference] == []
    assert [both.pair.task.id for both in pairs if both.pair.variant.notice is None] == []
