"""Exact tests of paired differences, and Holm's correction."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

REACH = 20_000
"""Largest sum of sizes, as whole numbers, whose distribution is computed exactly."""

GRID = 5_000
"""Sum of sizes on the grid that stands in where there is no common unit and the tasks are too many to enumerate."""

FEW = 24
"""Tasks up to which every sign pattern is counted."""

DENOMINATORS = (720_720, 10_000)
"""Scores are shares of a few weights or short decimals: multiples of one of these, nearly always."""


def sign_flip(differences: Floats) -> float | None:
    """Two-sided p of the sign-flip test: the share of the 2^n sign patterns whose sum is at least as far from 0.

    Exact where the differences have a common unit (pass rates of any number of trials have) or at most `FEW` are not
    zero; else on a grid of `GRID` steps. With one trial it is McNemar's exact test. None where n < 2.
    """
    if len(differences) < 2:
        return None
    moved = differences[differences != 0]
    sizes = np.abs(moved)
    if not len(moved):
        return 1.0
    if sizes.max() == sizes.min():
        return mcnemar(int((moved > 0).sum()), int((moved < 0).sum()))
    if (ints := whole(moved)) is not None:
        return _counted(np.abs(ints), abs(int(ints.sum())))
    if len(moved) <= FEW:
        return _enumerated(sizes, abs(float(moved.sum())))
    unit = GRID / float(sizes.sum())
    return _counted(np.rint(sizes * unit).astype(np.int64), abs(float(moved.sum())) * unit)


def mcnemar(worse: int, better: int) -> float:
    """Exact two-sided McNemar test: a binomial test of the discordant pairs against one half."""
    n, small = worse + better, min(worse, better)
    if n == 0:
        return 1.0
    term = tail = 1
    for k in range(small):
        term = term * (n - k) // (k + 1)
        tail += term
    return min(1.0, float(2 * tail / (1 << n)))


def holm(p_values: Sequence[float | None]) -> list[float | None]:
    """Holm's step-down adjustment within one family of tests; a missing p stays missing and does not count."""
    order = sorted((p, i) for i, p in enumerate(p_values) if p is not None)
    adjusted: list[float | None] = [None] * len(p_values)
    floor = 0.0
    for rank, (p, i) in enumerate(order):
        floor = max(floor, min(1.0, p * (len(order) - rank)))
        adjusted[i] = floor
    return adjusted


def whole(differences: Floats) -> Ints | None:
    """Differences as whole numbers in their largest common unit; None where their sizes would sum to over `REACH`."""
    for denominator in DENOMINATORS:
        scaled = differences * denominator
        rounded = np.rint(scaled)
        if np.abs(scaled - rounded).max() > 1e-3:
            continue
        ints = rounded.astype(np.int64)
        ints //= max(1, int(np.gcd.reduce(ints)))
        if np.abs(ints).sum() <= REACH:
            return ints
    return None


def _counted(sizes: Ints, distance: float) -> float:
    """P(|sum of signed sizes| >= distance), adding one size at a time to the distribution of the subset sums.

    A sum of signs is twice a subset sum less the total. A distance between two possible sums is interpolated: then the
    sizes are rounded ones, and each sum stands for all within half a step of it.
    """
    if distance == 0:
        return 1.0
    total = int(sizes.sum())
    chance = np.zeros(total + 1)
    chance[0] = 1.0
    reach = 0
    for size in np.sort(sizes).tolist():
        chance[: reach + 1] *= 0.5
        chance[size : size + reach + 1] += chance[: reach + 1]
        reach += size
    low = (total - distance) / 2
    if low == int(low) and isinstance(distance, int):
        return min(1.0, 2 * float(chance[: int(low) + 1].sum()))
    edges = np.concatenate([[0.0], np.cumsum(chance)])
    return min(1.0, 2 * float(np.interp(low + 0.5, np.arange(total + 2), edges)))


def _enumerated(sizes: Floats, distance: float) -> float:
    """The same by counting all patterns: every sum of one half against the sorted sums of the other."""
    half = len(sizes) // 2
    left, right = _signed_sums(sizes[:half]), np.sort(_signed_sums(sizes[half:]))
    near = distance - 1e-9 * float(sizes.sum())
    if near <= 0:
        return 1.0
    beyond = len(right) - np.searchsorted(right, near - left)
    return min(1.0, 2 * int(beyond.sum()) / (len(left) * len(right)))


def _signed_sums(sizes: Floats) -> Floats:
    sums = np.zeros(1)
    for size in sizes:
        sums = np.concatenate([sums - size, sums + size])
    return sums
