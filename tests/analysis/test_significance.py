"""Exact tests against full enumeration and scipy."""

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import binomtest

from analysis import significance
from analysis.significance import holm, mcnemar, sign_flip


def brute(differences: list[float]) -> float:
    """Every sign pattern, one by one."""
    observed = abs(sum(differences))
    patterns = itertools.product((1, -1), repeat=len(differences))
    sums = [abs(sum(s * d for s, d in zip(signs, differences, strict=True))) for signs in patterns]
    return sum(total >= observed - 1e-9 for total in sums) / len(sums)


@given(st.lists(st.sampled_from([-1, -0.5, -1 / 3, 0, 0.25, 1 / 3, 2 / 3, 1]), min_size=2, max_size=9))
@settings(max_examples=60, deadline=None)
def test_equals_the_count_of_all_patterns_for_shares(differences: list[float]) -> None:
    assert sign_flip(np.array(differences)) == pytest.approx(brute(differences), abs=1e-12)


@given(st.lists(st.floats(-1, 1), min_size=2, max_size=9))
@settings(max_examples=60, deadline=None)
def test_equals_the_count_of_all_patterns_for_any_scores(differences: list[float]) -> None:
    rounded = [round(d, 7) for d in differences]
    assert sign_flip(np.array(rounded)) == pytest.approx(brute(rounded), abs=1e-12)


@pytest.mark.parametrize(("worse", "better"), [(0, 0), (1, 0), (5, 5), (106, 32), (3, 40), (519, 0), (2500, 2300)])
def test_one_trial_is_mcnemars_exact_test(worse: int, better: int) -> None:
    wanted = binomtest(worse, worse + better).pvalue if worse + better else 1.0
    assert mcnemar(worse, better) == pytest.approx(wanted, rel=1e-9)
    differences = np.array([1.0] * worse + [-1.0] * better + [0.0] * 7)
    assert sign_flip(differences) == pytest.approx(wanted, rel=1e-9)


def test_a_common_unit_is_used_however_many_trials() -> None:
    differences = np.array([1 / 3, -2 / 3, 1, 0, 1 / 3] * 30)
    ints = significance.whole(differences)
    assert ints is not None
    assert sorted(set(ints.tolist())) == [-2, 0, 1, 3]


def test_scores_without_a_unit_agree_with_drawn_signs() -> None:
    rng = np.random.default_rng(3)
    differences = rng.normal(0.07, 0.4, 120).clip(-1, 1)
    signs = rng.choice([-1.0, 1.0], (200_000, 120))
    drawn = float((np.abs(signs @ differences) >= abs(differences.sum())).mean())
    assert sign_flip(differences) == pytest.approx(drawn, abs=0.003)


def test_the_grid_agrees_with_enumeration(monkeypatch: pytest.MonkeyPatch) -> None:
    differences = np.random.default_rng(5).normal(0.1, 0.4, 20)
    exact = sign_flip(differences)
    monkeypatch.setattr(significance, "FEW", 0)
    assert sign_flip(differences) == pytest.approx(exact, rel=0.01)


@pytest.mark.parametrize("few", [[], [0.5]])
def test_undefined_below_two_tasks(few: list[float]) -> None:
    assert sign_flip(np.array(few)) is None


def test_no_difference_is_no_evidence() -> None:
    assert sign_flip(np.zeros(40)) == 1.0
    assert sign_flip(np.array([1.0, -1.0])) == 1.0


def test_a_large_effect_keeps_its_small_p() -> None:
    p = sign_flip(np.linspace(0.1, 1, 500))
    assert p is not None
    assert 0 < p < 1e-100


def test_holm_by_hand() -> None:
    assert holm([0.01, None, 0.04, 0.03, 0.005]) == pytest.approx([0.03, None, 0.06, 0.06, 0.02])
    assert holm([0.9, 0.8]) == [1.0, 1.0]
    assert holm([]) == []
