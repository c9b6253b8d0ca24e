"""Pairing goes by key; what is left out says why."""

import random

from analysis.pairs import pair, pair_again
from analysis.testing import both, row


def test_the_order_of_the_rows_does_not_matter() -> None:
    rows = [run for i in range(20) for run in both(i % 2 == 0, i % 3 == 0, task=f"shop/t{i}")]
    shuffled = random.Random(1).sample(rows, len(rows))
    assert pair(shuffled) == pair(rows)
    assert all(p.clean.task == p.perturbed.task for p in pair(shuffled).pairs)


def test_each_incomplete_trial_is_listed_with_its_reason() -> None:
    rows = [
        *both(True, None, task="t/void"),
        *both(None, None, task="t/both"),
        row("clean", True, task="t/lone"),
        row("perturbed", True, task="t/orphan"),
        *both(True, False, task="t/whole"),
    ]
    paired = pair(rows)
    assert [p.task for p in paired.pairs] == ["t/whole"]
    assert {u.task: u.reason for u in paired.unpaired} == {
        "t/void": "perturbed run void",
        "t/both": "clean run void; perturbed run void",
        "t/lone": "no perturbed run",
        "t/orphan": "no clean run",
    }


def test_trials_and_variants_are_kept_apart() -> None:
    rows = [
        *both(True, True, trial=0, variant="v1"),
        row("clean", True, trial=1, variant="v1"),
        row("perturbed", False, trial=1, variant="v2"),
    ]
    paired = pair(rows)
    assert [(p.perturbed.trial, p.perturbed.variant) for p in paired.pairs] == [(0, "v1")]
    assert len(paired.unpaired) == 2


def test_a_clean_run_without_a_variant_serves_all_of_them() -> None:
    rows = [row("clean", True), *(row("perturbed", False, variant=f"dose.{k}") for k in range(3))]
    paired = pair(rows)
    assert len(paired.pairs) == 3
    assert not paired.unpaired


def test_the_second_clean_run_is_no_perturbed_one() -> None:
    rows = [*both(True, False), row("perturbed", False, variant="aa")]
    assert len(pair(rows).pairs) == 1
    again = pair_again(rows)
    assert [(p.clean.passed, p.perturbed.passed) for p in again.pairs] == [(True, False)]


def test_a_stacked_pair_counts_in_each_layer_once() -> None:
    rows = both(True, False, layers=("seed", "network", "seed"), families=("conflict",))
    stacked = pair(rows).pairs[0]
    assert stacked.labels("layer") == ("seed", "network")
    assert stacked.labels("family") == ("conflict",)
    assert stacked.labels("tier") == ()
