"""The A/A floor."""

import pytest

from analysis.drops import stats
from analysis.errors import InputError
from analysis.noise import noise_floor
from analysis.pooling import check_fingerprints
from analysis.rows import AA, Facts
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


def test_the_floor_of_the_score_is_the_mean_of_what_the_two_runs_differ_by() -> None:
    first, second = row("clean", False, score=0.75, variant=AA), row("perturbed", False, score=0.25, variant=AA)
    (one,) = noise_floor([first, second])
    assert (one.drop, one.score_drop) == (0, 0.5)


def test_two_clean_runs_are_a_pair_whatever_became_of_the_variant() -> None:
    facts = [Facts(bundle=mark, fingerprints={"task": "t", "variant": mark}) for mark in ("old", "new")]
    rows = both(True, True, variant=AA)
    check_fingerprints(row.model_copy(update={"facts": fact}) for row, fact in zip(rows, facts, strict=True))
    with pytest.raises(InputError, match="variant fingerprint old in old, new in new"):
        check_fingerprints(
            row.model_copy(update={"facts": fact, "variant": "v"}) for row, fact in zip(rows, facts, strict=True)
        )


def test_no_second_run_no_floor() -> None:
    assert noise_floor(both(True, False)) == []


def test_several_agents_are_pooled_last() -> None:
    rows = [r for a in "ab" for i in range(4) for r in both(True, True, agent=a, task=f"t/{i}", variant=AA)]
    floors = noise_floor(rows)
    assert [one.agent for one in floors] == ["a", "b", "all"]
    assert floors[-1].pairs == 8
    assert floors[-1].interval == pytest.approx((0, 0))
