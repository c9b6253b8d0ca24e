"""Matrices, coarse groups and the ranking of families."""

import pytest

from analysis.breakdown import matrix, merges, ranking
from analysis.testing import both, row


def test_a_matrix_holds_mean_drops_and_leaves_empty_cells_out() -> None:
    rows = [
        *both(True, False, task="t/0", site="shop", primitive="planning"),
        *both(True, True, task="t/1", site="shop", primitive="planning"),
        *both(True, False, task="t/2", site="email", primitive="patience"),
        *both(True, None, task="t/3", site="email", primitive="planning"),
    ]
    found = {(spot.row, spot.column): (spot.n, spot.drop) for spot in matrix(rows, "site", "primitive")}
    assert found == {("shop", "planning"): (2, 0.5), ("email", "patience"): (1, 1.0)}


def test_a_coarse_group_says_what_it_hides() -> None:
    rows = [
        *both(True, False, task="t/0", primitive="planning"),
        *both(True, True, task="t/1", primitive="exploration"),
        *both(True, False, task="t/2", primitive="patience"),
    ]
    found = {merge.group: merge for merge in merges(rows)}
    assert found["search/planning"].drop == 0.5
    assert found["search/planning"].hidden == 1.0
    assert found["temporal robustness"].hidden == 0.0
    assert "recovery" not in found


def test_families_are_ranked_by_failed_runs_of_large_enough_buckets() -> None:
    rows = [row("perturbed", i % 2 == 0, task=f"t/{i}", families=("often",), layers=("seed",)) for i in range(60)]
    rows += [row("perturbed", False, task=f"u/{i}", families=("always",), layers=("seed", "client")) for i in range(50)]
    rows += [row("perturbed", False, task=f"v/{i}", families=("rare",)) for i in range(49)]
    ranked = ranking(rows)
    assert [(one.family, one.failed, one.runs) for one in ranked] == [("always", 50, 50), ("often", 30, 60)]
    assert ranked[1].layer == "seed"
    assert ranked[0].layer == ""
    assert ranked[1].rate == pytest.approx(0.5)
