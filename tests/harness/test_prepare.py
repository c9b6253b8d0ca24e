"""A task made ready: its own seed unless another is asked for, the same targets for both arms."""

from pathlib import Path

from envs.kit.store import clean_state
from harness.corpus import load
from harness.prepare import Worlds, prepare

EXTRA = Path(__file__).parent.parent / "e2e" / "extra"


def test_another_seed_gives_another_world_with_its_own_targets_and_plan() -> None:
    pair = load([EXTRA]).pair("toy/add_note")
    own, other = (prepare(pair.task, Worlds(), seed) for seed in (None, 3))
    assert (own.seed, other.seed) == (pair.task.seed, 3)
    assert own.targets != other.targets
    assert {other.targets["home"]["id"]} <= clean_state(pair.site, 3)["folders"].keys()  # type: ignore[call-overload]
    plans = [one.perturbed(pair.variant, pair.families) for one in (own, other)]
    assert [plan.seed for plan in plans] == [pair.task.seed, 3]
    assert plans[0].hash != plans[1].hash


def test_a_clean_world_is_seeded_once_for_all_that_ask_for_it() -> None:
    pair, worlds = load([EXTRA]).pair("toy/add_note"), Worlds()
    prepare(pair.task, worlds)
    first = worlds.state(pair.site, pair.task.seed)
    prepare(pair.task, worlds)
    assert worlds.state(pair.site, pair.task.seed) is first
    assert list(worlds.states) == [("toy", pair.task.seed)]
