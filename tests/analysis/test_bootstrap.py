"""Intervals: known values, degenerate samples, reproducibility, agreement with scipy."""

import itertools
import math

import numpy as np
import pytest
from scipy.stats import bootstrap as scipy_bootstrap

from analysis import bootstrap
from analysis.bootstrap import exact_interval, intervals, limit_interval, percentiles, resampled_means


def one(values: list[float], seed: int = 0, resamples: int = 10_000) -> tuple[float, float] | None:
    return intervals([np.array(values, dtype=float)], resamples, seed)[0]


@pytest.mark.parametrize("seed", range(5))
def test_the_check_value_of_the_spec_whatever_the_seed(seed: int) -> None:
    low, high = one([1.0] * 106 + [-1.0] * 32 + [0.0] * 381, seed) or (0, 0)
    assert (round(100 * low, 1), round(100 * high, 1)) == (10.0, 18.5)


def test_without_drawing_it_is_the_interval_of_all_resamples() -> None:
    values = [0.5, -1 / 3, 0.25, 1.0, 0.0]
    means = sorted(sum(pick) / 5 for pick in itertools.product(values, repeat=5))
    wanted = (means[math.ceil(0.025 * 5**5) - 1], means[math.ceil(0.975 * 5**5) - 1])
    assert exact_interval(np.array(values)) == pytest.approx(wanted)


def test_drawing_tends_to_the_exact_interval() -> None:
    values = np.random.default_rng(8).choice([-1.0, -0.5, 0.0, 0.25, 1.0], 200)
    low, high = percentiles(resampled_means(values[None], 40_000, seed=2))
    assert exact_interval(values) == pytest.approx((low[0], high[0]), abs=1.5 * 0.25 / 200)


def test_draws_do_not_depend_on_the_size_of_a_block(monkeypatch: pytest.MonkeyPatch) -> None:
    values = np.random.default_rng(2).uniform(0, 1, (1, 63))
    before = resampled_means(values, 999, seed=0)
    monkeypatch.setattr(bootstrap, "CELLS", 700)
    assert np.array_equal(resampled_means(values, 999, seed=0), before)


@pytest.mark.parametrize("value", [0.0, 1.0, 0.1, -1 / 3])
def test_equal_differences_give_width_zero(value: float) -> None:
    low, high = one([value] * 37) or (9, 0)
    assert low == high == pytest.approx(value, abs=1e-11)


@pytest.mark.parametrize("values", [[], [0.4]])
def test_undefined_below_two_units(values: list[float]) -> None:
    assert one(values) is None


def test_ten_ones_and_thirty_zeros() -> None:
    values = np.array([[1.0] * 10 + [0.0] * 30])
    means = resampled_means(values, 10_000, seed=1)
    assert means.std() == pytest.approx(0.068, abs=0.004)
    low, high = one(values[0].tolist()) or (0, 0)
    assert (low, high) == pytest.approx((0.125, 0.40), abs=0.026)


def test_scores_agree_with_scipy() -> None:
    values = np.random.default_rng(2).uniform(-0.4, 1, 150)
    peer = scipy_bootstrap(
        (values,), np.mean, n_resamples=10_000, method="percentile", rng=np.random.default_rng(4)
    ).confidence_interval
    assert one(values.tolist()) == pytest.approx((peer.low, peer.high), abs=0.006)


def test_a_seed_gives_the_same_interval_and_another_seed_another() -> None:
    values = np.random.default_rng(2).uniform(0, 1, 60).tolist()
    assert one(values, seed=3) == one(values, seed=3)
    assert one(values, seed=3) != one(values, seed=4)


def test_an_interval_does_not_depend_on_what_is_computed_beside_it() -> None:
    rng = np.random.default_rng(7)
    samples = [rng.uniform(0, 1, n) for n in (30, 519, 30, 2, 45)]
    together = intervals(samples, 2_000, 0)
    assert together == [intervals([sample], 2_000, 0)[0] for sample in samples]


def test_resamples_are_multinomial() -> None:
    counts = resampled_means(np.eye(5), 20_000, seed=0) * 5
    assert counts.sum(axis=0) == pytest.approx(np.full(20_000, 5))
    assert counts.var(axis=1) == pytest.approx(np.full(5, 5 * 0.2 * 0.8), abs=0.03)


def test_the_limit_agrees_with_drawing() -> None:
    values = np.random.default_rng(9).choice([-1.0, 0.0, 0.0, 1.0, 1.0], 1_500)
    assert limit_interval(values) == pytest.approx(one(values.tolist(), resamples=20_000), abs=0.0015)
    assert limit_interval(np.full(300, 0.25)) == (0.25, 0.25)
