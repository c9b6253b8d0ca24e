"""Shares of the taxonomy and calibration, against the counts of the spec."""

import pytest

from analysis.failure_mix import CLASSES, MODES, calibration, mix, total, wilson
from analysis.rows import Facts, Row
from analysis.testing import row

SIX = {
    "misleading_success_taken": 1134,
    "premature_done": 246,
    "retry_loop": 123,
    "plan_collapse": 8,
    "silent_overreach": 330,
}


def run(
    failure: str | None, number: int = 0, declared: bool | None = True, harness: str = "text", **fields: object
) -> Row:
    facts = Facts(bundle="b", failure=failure, declared=declared, harness=harness)
    return row("perturbed", failure is None, task=f"t/{number}", facts=facts, **fields)


def test_the_check_values_of_the_spec() -> None:
    rows = [run(mode, i, agent=f"a{i % 6}") for mode, count in SIX.items() for i in range(count)]
    rows += [run("abandoned_run", i) for i in range(40)]
    pooled = total(mix(rows, "agent"))
    assert pooled.n == 1841
    assert pooled.abandoned == 40
    assert {mode: pooled.counts[mode] for mode in SIX} == SIX
    assert round(100 * (pooled.class_share("belief") or 0)) == 75
    assert sum(pooled.share(mode) or 0 for mode in MODES) == pytest.approx(1)


def test_modes_stand_in_the_order_of_the_taxonomy() -> None:
    assert MODES[0] == "misleading_success_taken"
    assert MODES[-1] == "selector_hallucination"
    assert "abandoned_run" not in CLASSES


def test_clean_passed_and_void_runs_are_in_no_mix() -> None:
    facts = Facts(bundle="b", failure="retry_loop")
    rows = [row("clean", False, facts=facts), run(None), row("perturbed", None, facts=Facts(bundle="b"))]
    assert mix(rows, "agent") == []
    assert [one.n for one in mix(rows, "agent", "clean")] == [1]


def test_only_abandoned_runs_leave_the_shares_undefined() -> None:
    (one,) = mix([run("abandoned_run")], "agent")
    assert one.n == 0
    assert one.share("retry_loop") is None
    assert one.class_share("belief") is None


def test_calibration_counts_declared_runs_over_graded_ones() -> None:
    rows = [run(None), run("premature_done"), run("retry_loop", declared=False), run(None, declared=None)]
    (one,) = calibration(rows)
    assert (one.runs, one.declared, one.failed) == (3, 2, 1)
    assert one.finish_rate == pytest.approx(2 / 3)
    assert one.failed_share == 0.5


def test_an_agent_is_gui_only_by_its_runs_and_not_by_its_name() -> None:
    rows = [run(None, agent="v-text"), run(None, agent="seer", harness="gui"), run(None, agent="both", harness="gui")]
    known = calibration([*rows, run(None, 1, agent="both", harness="hybrid")])
    assert {one.agent: one.gui for one in known} == {"v-text": False, "seer": True, "both": False}


def test_wilson_stays_inside_and_is_undefined_for_none() -> None:
    assert wilson(0, 0) is None
    assert wilson(0, 10) == pytest.approx((0.0, 0.2775), abs=1e-3)
    assert wilson(5, 10) == pytest.approx((0.2366, 0.7634), abs=1e-3)
