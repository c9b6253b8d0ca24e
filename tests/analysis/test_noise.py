"""The A/A floor."""

import pytest

from analysis.drops import stats
from analysis.noise import noise_floor
from analysis.rows import AA
from analysis.testing import both, found, row


def test_flips_cancel_in_the_drop_but_are_counted() -> None:
    rows = [r for i in range(10) for r in both(i % 2 == 0, i % 2 == 1, task=f"t/{i}", variant=AA)]
    (one,) = noise_floor(rows)
    assert one.drop == 0
    assert one.flip_rate == 1
    assert one.interval is not None
    assert one.interval[0] < 0 < one.interval[1]


def test_an_ordinary_clean_run_serves_as_the_first() -> None:
    rows = [*both(True, False), row("perturbed", True, variant=AA)]
    (one,) = noise_floor(rows)
    assert (one.pairs, one.flipped, one.interval) == (1, 0, None)


def test_the_floor_stays_out_of_the_drops_of_a_sweep() -> None:
    rows = [*both(True, False), *both(True, True, variant=AA)]
    assert found(stats(rows))["pass"]["delta"] == 1.0
    assert found(stats(both(True, True, variant=AA)))["pass"]["delta"] == 0.0


def test_no_second_run_no_floor() -> None:
    assert noise_floor(both(True, False)) == []


def test_several_agents_are_pooled_last() -> None:
    rows = [r for a in "ab" for i in range(4) for r in both(True, True, agent=a, task=f"t/{i}", variant=AA)]
    floors = noise_floor(rows)
    assert [one.agent for one in floors] == ["a", "b", "all"]
    assert floors[-1].pairs == 8
    assert floors[-1].interval == pytest.approx((0, 0))
