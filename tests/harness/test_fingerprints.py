"""Fingerprints change with what decides a number, and with nothing else."""

from dataclasses import replace

import pytest

from harness.browser.bounds import Bounds
from harness.corpus import Pair, load
from harness.fingerprints import of_bounds, of_variant


@pytest.fixture(scope="module")
def pair() -> Pair:
    return load().pair("shop/reorder_lamp")


def test_a_variant_is_what_it_applies_and_how(pair: Pair) -> None:
    apply = pair.variant.apply[0]
    other = pair.variant.model_copy(update={"apply": (apply.model_copy(update={"params": {**apply.params, "x": 1}}),)})
    assert of_variant(replace(pair, variant=other)) != of_variant(pair)
    plain = pair.variant.model_copy(update={"notice": None, "reference": None, "straight_passes": "known"})
    assert of_variant(replace(pair, variant=plain)) == of_variant(pair)


def test_a_variant_changes_with_the_families_that_it_applies_and_no_other(pair: Pair) -> None:
    (applied,) = pair.family_names
    for name, same in ((applied, False), (next(name for name in pair.families if name != applied), True)):
        changed = {**pair.families, name: pair.families[name].model_copy(update={"what": "Something else."})}
        assert (of_variant(replace(pair, families=changed)) == of_variant(pair)) is same


def test_every_bound_counts() -> None:
    for name in Bounds.model_fields:
        assert of_bounds(Bounds.model_validate({name: 3.25})) != of_bounds(Bounds())
