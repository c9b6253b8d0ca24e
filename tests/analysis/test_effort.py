"""Totals are sums of their parts, over void runs too."""

import pytest

from analysis.effort import effort
from analysis.rows import Facts, Row
from analysis.testing import row
from evaluator.records.run import Seconds


def run(task: str, passed: bool | None, episode: float, steps: int, **facts: object) -> Row:
    seconds = Seconds(episode=episode, model=episode / 2, environment=1, settle=1, rate_limit_wait=2)
    return row("clean", passed, task=task, facts=Facts(bundle=task, seconds=seconds, steps=steps, **facts))


def test_totals_are_the_sum_of_all_stored_runs() -> None:
    rows = [
        run("a", True, 100, 10, tokens=500, cost=0.5),
        run("b", False, 300, 30, tokens=700, cost=0.25),
        run("c", None, 50, 2, tokens=100, cost=0.125),
    ]
    (one,) = effort(rows)
    assert (one.runs, one.void, one.tokens, one.cost) == (3, 1, 1300, 0.875)
    assert (one.parts.episode, one.parts.rate_limit_wait) == (450, 6)
    assert one.overhead == pytest.approx(450 - 225 - 6 - 6)


def test_rates_and_times_are_of_graded_runs() -> None:
    rows = [run("a", True, 100, 10), run("b", False, 300, 30), run("c", None, 9_000, 2)]
    (one,) = effort(rows)
    assert (one.pass_rate, one.median, one.mean, one.p90) == (0.5, 200, 200, pytest.approx(280))
    assert (one.steps_passed, one.steps_failed) == (10, 30)


def test_rows_of_a_table_have_no_effort() -> None:
    assert effort([row()]) == []
