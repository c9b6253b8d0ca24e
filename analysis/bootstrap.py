"""Percentile bootstrap of the mean of paired differences.

Differences that are multiples of a common unit, as those of pass rates and of most scores are, need no drawing: the
distribution of the mean over all resamples is their distribution taken n times with itself, and its percentiles are
what ever more resamples tend to.

Others are drawn. Resamples are counts: row r of the weight matrix says how often each task was drawn in resample r, a
multinomial draw of n over n tasks. The matrix depends on n and the seed alone, so all samples of one size share it and
an interval never depends on what else stands in the table. Differences are put on a binary grid first: every sum is
then exact, whatever the order of summation.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from statistics import NormalDist

import numpy as np
import numpy.typing as npt

from analysis.significance import whole

Array = npt.NDArray[np.float64]

CELLS = 5_000
"""Entries of the weight matrix that are held at once: they stay in cache, and no product is worth a second thread."""

WIDE = 200_000
"""Steps between the least and the largest possible sum up to which the distribution is computed."""

LEVEL = 0.95

LARGE = 200
"""Units from which on `limit_interval` is as good as drawing: it differs by less than one step of the mean, 1/n."""


def intervals(
    samples: Sequence[Array], resamples: int, seed: int, level: float = LEVEL
) -> list[tuple[float, float] | None]:
    """The percentile interval of the mean of each sample (differences in key order); None where n < 2."""
    found = [exact_interval(sample, level) if len(sample) >= 2 else None for sample in samples]
    sizes: dict[int, list[int]] = {}
    for index, sample in enumerate(samples):
        if len(sample) >= 2 and found[index] is None:
            sizes.setdefault(len(sample), []).append(index)
    for members in sizes.values():
        means = resampled_means(np.array([samples[i] for i in members]), resamples, seed)
        for i, low, high in zip(members, *percentiles(means, level), strict=True):
            found[i] = (float(low), float(high))
    return found


def exact_interval(differences: Array, level: float = LEVEL) -> tuple[float, float] | None:
    """The interval from the distribution over all resamples; None where there is no common unit or too wide a range."""
    ints = whole(differences)
    if ints is None:
        return None
    n, low, spread = len(ints), int(ints.min()), int(ints.max() - ints.min())
    if spread == 0:
        return (float(differences[0]), float(differences[0]))
    if n * spread > WIDE:
        return None
    one = np.bincount(ints - low, minlength=spread + 1) / n
    size = 1 << (n * spread).bit_length()
    sums = np.cumsum(np.fft.irfft(np.fft.rfft(one, size) ** n, size)[: n * spread + 1])
    unit = float(differences[np.abs(ints).argmax()]) / int(ints[np.abs(ints).argmax()])
    ends = [int(np.searchsorted(sums, q - 1e-9)) for q in ((1 - level) / 2, (1 + level) / 2)]
    first, last = ((n * low + end) * unit / n for end in ends)
    return (first, last)


def large_interval(differences: Array, level: float = LEVEL) -> tuple[float, float]:
    """The interval of a large sample without drawing: exact where it can be, else what ever more resamples tend to."""
    return exact_interval(differences, level) or limit_interval(differences, level)


def limit_interval(differences: Array, level: float = LEVEL) -> tuple[float, float]:
    """The interval that ever more resamples of a large sample tend to.

    The bootstrap mean of n units has the cumulants of the sample over powers of n; Cornish and Fisher's expansion gives
    its quantiles from them.
    """
    n, mean, spread = len(differences), float(differences.mean()), float(differences.std())
    if spread == 0:
        return (mean, mean)
    centred = (differences - mean) / spread
    skew, kurtosis = float((centred**3).mean()) / n**0.5, (float((centred**4).mean()) - 3) / n
    ends = (NormalDist().inv_cdf(q) for q in ((1 - level) / 2, (1 + level) / 2))
    low, high = (
        z + (z**2 - 1) * skew / 6 + (z**3 - 3 * z) * kurtosis / 24 - (2 * z**3 - 5 * z) * skew**2 / 36 for z in ends
    )
    return (mean + low * spread / n**0.5, mean + high * spread / n**0.5)


def resampled_means(samples: Array, resamples: int, seed: int) -> Array:
    """Means of each of m samples of one size in each resample: (m, n) -> (m, resamples)."""
    m, n = samples.shape
    scale = 2.0 ** (51 - n.bit_length())
    grid = np.ascontiguousarray(np.rint(samples * scale).T)
    sums: Array = np.empty((m, resamples))
    done = 0
    for weights in _weights(n, resamples, seed):
        sums[:, done : done + len(weights)] = (weights @ grid).T
        done += len(weights)
    sums /= n * scale
    return sums


def percentiles(means: Array, level: float = LEVEL) -> tuple[Array, Array]:
    """Both ends of the central interval of each row, with linear interpolation between order statistics."""
    last = means.shape[1] - 1
    places = [(1 - level) / 2 * last, (1 + level) / 2 * last]
    floors = [int(np.floor(place)) for place in places]
    kth = sorted({*floors, *(min(f + 1, last) for f in floors)})
    ordered = np.partition(means, kth, axis=1)
    low, high = (
        ordered[:, f] + (ordered[:, min(f + 1, last)] - ordered[:, f]) * (place - f)
        for f, place in zip(floors, places, strict=True)
    )
    return low, high


def _weights(n: int, resamples: int, seed: int) -> Iterator[Array]:
    """The (resamples, n) matrix of counts, a block of rows at a time; each row sums to n."""
    rng = np.random.Generator(np.random.PCG64([seed, n]))
    block = max(1, CELLS // n)
    offsets = (np.arange(block) * n)[:, None]
    for start in range(0, resamples, block):
        rows = min(block, resamples - start)
        drawn = rng.integers(0, n, size=(rows, n), dtype=np.uint32) + offsets[:rows]
        yield np.bincount(drawn.ravel(), minlength=rows * n).reshape(rows, n).astype(np.float64)
