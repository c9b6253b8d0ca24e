"""Gives a reference player its script: the task's, or the variant's recovery, with the targets filled in."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from harness.agents.catalog import Player
from harness.agents.reference.careful import Careful
from harness.agents.reference.straight import Straight
from harness.prepare import Prepared
from interventions.variant import Variant
from tasks.schema import Step

SCRIPTED = ("careful", "straight")


def player_for(
    agent: str, make: Callable[[], Player], prepared: Prepared, variant: Variant | None
) -> Callable[[], Player]:
    """The maker of an agent for one run. Only the reference players get a script; `variant` is None in clean."""
    if agent not in SCRIPTED:
        return make
    task = prepared.task
    if agent == "straight":
        return partial(Player, agent, Straight(list(task.shortcut or ())))
    steps = variant.reference if variant is not None and variant.reference else task.reference
    return partial(Player, agent, Careful(filled(steps or (), prepared.targets)))


def filled(steps: tuple[Step, ...], targets: Mapping[str, Any]) -> list[Step]:
    """The steps with every {target.field} replaced by what stands in the target's row."""
    return [step.filled(targets) for step in steps]
