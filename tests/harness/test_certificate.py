"""Each line of a certificate fails on the one thing that it is there to find."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from evaluator.records.bundle import BundleWriter
from evaluator.records.run import Run
from evaluator.state import State
from evaluator.testing import a_grade, a_run, a_step
from harness.certificate import Certificate, Failure, Runs, as_json, judge, overlay
from harness.corpus import Pair, load
from harness.prepare import Prepared, Worlds, prepare

EXTRA = Path(__file__).parent.parent / "e2e" / "extra"
TASK = "toy/add_note"
FAILED = {"grade": a_grade(["positive"], 0.0), "failure": "premature_done"}
VOID = {"status": "void", "void_kind": "infra", "ending": None}
DONE = ("click('a1')", "done('All saved.')")


@pytest.fixture(scope="module")
def pair() -> Pair:
    return load([EXTRA]).pair(TASK)


@pytest.fixture(scope="module")
def prepared(pair: Pair) -> Prepared:
    return prepare(pair.task, Worlds())


@pytest.fixture
def world(prepared: Prepared) -> State:
    return Worlds().state(prepared.site, prepared.seed)


@pytest.fixture
def runs(tmp_path: Path, prepared: Prepared, world: State) -> Runs:
    """The runs of a pair without fault."""
    made = Runs({}, {}, {"clean": False, "perturbed": True})
    for agent in ("careful", "straight", "null"):
        for condition in ("clean", "perturbed"):
            fails = agent == "null" or (agent, condition) == ("straight", "perturbed")
            fields = {"exposed": condition == "perturbed", **(FAILED if fails else {})}
            made.done[agent, condition] = a_run(agent=agent, task=TASK, condition=condition, **fields)
            made.folders[agent, condition] = tmp_path / f"{agent}.{condition}"
            play(made, agent, condition, *DONE)
    note = {"id": "no-x", "title": "Order oat milk", "folder_id": prepared.targets["home"]["id"]}  # type: ignore[call-overload]
    solved = {**world, "notes": {**world["notes"], "no-x": note}}
    clean = BundleWriter(made.folders["careful", "clean"])
    clean.document("initial.json", world)
    clean.document("final.json", solved)
    return made


def play(runs: Runs, agent: str, condition: str, *actions: str) -> None:
    """The steps that a run left."""
    writer = BundleWriter(runs.folders[agent, condition])
    (writer.path / "steps.jsonl").unlink(missing_ok=True)
    for number, action in enumerate(actions):
        writer.step(a_step(number, action))


def become(runs: Runs, agent: str, condition: str, **fields: object) -> None:
    """Another outcome of one run."""
    whole = {**runs.done[agent, condition].model_dump(), "grade": None, **fields}
    runs.done[agent, condition] = Run.model_validate(whole)


def test_a_pair_without_fault_is_valid(pair: Pair, prepared: Prepared, runs: Runs, world: State) -> None:
    assert judge(pair, prepared, runs, world) == []


FAULTS: dict[str, Callable[[Runs, Pair], None]] = {
    "careful perturbed is void": lambda runs, _: become(runs, "careful", "perturbed", **VOID),
    "careful passes clean": lambda runs, _: become(runs, "careful", "clean", **FAILED),
    "careful passes perturbed": lambda runs, pair: play(
        runs, "careful", "perturbed", *["noop()"] * (int(0.6 * pair.task.limits.steps) + 1)
    ),
    "exposed": lambda runs, _: become(runs, "careful", "perturbed", grade=a_grade(), exposed=False),
    "straight passes clean": lambda runs, _: become(runs, "straight", "clean", **FAILED),
    "straight fails perturbed": lambda runs, _: become(
        runs, "straight", "perturbed", grade=a_grade(), failure=None
    ),
    "straight ends with a done verb or where it met the intervention": lambda runs, _: play(
        runs, "straight", "perturbed", "click('a1')"
    ),
    "null scores 0 clean": lambda runs, _: become(runs, "null", "clean", grade=a_grade(["positive"], 0.5)),
}  # fmt: skip


@pytest.mark.parametrize("what", FAULTS)
def test_a_fault_is_named_by_its_line_alone(
    what: str, pair: Pair, prepared: Prepared, runs: Runs, world: State
) -> None:
    FAULTS[what](runs, pair)
    assert [failure.what for failure in judge(pair, prepared, runs, world)] == [what]


@pytest.mark.parametrize("condition", ["clean", "perturbed"])
def test_a_notice_holds_in_the_perturbed_run_only(
    condition: str, pair: Pair, prepared: Prepared, runs: Runs, world: State
) -> None:
    runs.noticed[condition] = not runs.noticed[condition]
    (failure,) = judge(pair, prepared, runs, world)
    assert (failure.what, f"straight.{condition}" in failure.file) == ("notice", True)


def test_a_variant_must_say_how_it_is_noticed(pair: Pair, prepared: Prepared, runs: Runs, world: State) -> None:
    silent = replace(pair, variant=pair.variant.model_copy(update={"notice": None}))
    (failure,) = judge(silent, prepared, runs, world)
    assert failure.file == "interventions/variants/toy/add_note.yaml"


def test_a_straight_player_may_pass_where_the_variant_gives_the_reason(
    pair: Pair, prepared: Prepared, runs: Runs, world: State
) -> None:
    FAULTS["straight fails perturbed"](runs, pair)
    waived = replace(pair, variant=pair.variant.model_copy(update={"straight_passes": "the list is not read"}))
    assert judge(waived, prepared, runs, world) == []


def test_a_waiver_that_is_not_needed_is_a_failure(pair: Pair, prepared: Prepared, runs: Runs, world: State) -> None:
    waived = replace(pair, variant=pair.variant.model_copy(update={"straight_passes": "the list is not read"}))
    assert [failure.what for failure in judge(waived, prepared, runs, world)] == ["the waiver is needed"]


def test_a_straight_player_may_end_where_it_met_the_intervention(
    pair: Pair, prepared: Prepared, runs: Runs, world: State
) -> None:
    play(runs, "straight", "perturbed", "click('a1')", "click('a2')")
    writer = BundleWriter(runs.folders["straight", "perturbed"])
    writer.receipt({"kind": "met", "family": "f", "wall": 1.0, "step": 1})
    assert judge(pair, prepared, runs, world) == []


def test_targets_are_the_same_rows_in_the_perturbed_world(
    pair: Pair, prepared: Prepared, runs: Runs, world: State
) -> None:
    home = prepared.targets["home"]["id"]  # type: ignore[call-overload]
    gone = {**world, "folders": {key: row for key, row in world["folders"].items() if key != home}}
    assert "targets are the same rows" in [one.what for one in judge(pair, prepared, runs, gone)]
    second = {**world, "folders": {**world["folders"], "fo-2": {"id": "fo-2", "name": "Home"}}}
    assert "targets are the same rows" in [one.what for one in judge(pair, prepared, runs, second)]


def test_the_clean_solution_must_be_right_in_the_perturbed_world(
    pair: Pair, prepared: Prepared, runs: Runs, world: State
) -> None:
    note = next(iter(world["notes"].values()))
    spoilt = {**world, "notes": {**world["notes"], note["id"]: {**note, "title": "Another"}}}
    assert judge(pair, prepared, runs, spoilt) == []
    BundleWriter(runs.folders["careful", "clean"]).document("final.json", world)
    told = [one.what for one in judge(pair, prepared, runs, spoilt)]
    assert told == ["the clean solution is right in the perturbed world"]


def test_changes_are_laid_over_another_state_field_by_field() -> None:
    before = {"a": {"1": {"x": 1, "y": 1}, "2": {"x": 2, "y": 2}}}
    after = {"a": {"1": {"x": 9, "y": 1}, "3": {"x": 3, "y": 3}}}
    onto = {"a": {"1": {"x": 1, "y": 5}, "2": {"x": 2, "y": 2}, "4": {"x": 4, "y": 4}}}
    laid = {"a": {"1": {"x": 9, "y": 5}, "3": {"x": 3, "y": 3}, "4": {"x": 4, "y": 4}}}
    assert overlay(before, after, onto) == laid
    assert onto["a"]["1"]["x"] == 1


def test_a_certificate_is_valid_only_without_failures() -> None:
    failure = Failure("exposed", "steps.jsonl", "no met receipt")
    bad, good = Certificate("toy/a", (failure,)), Certificate("toy/b", (), "known")
    told = as_json([bad, good])["pairs"]
    assert [one["valid"] for one in told] == [False, True]
    assert told[0]["failures"] == [{"what": "exposed", "file": "steps.jsonl", "detail": "no met receipt"}]
    assert (told[1].get("waived"), "waived" in told[0]) == ("known", False)
