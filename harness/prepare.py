"""From a pair to what a run needs: targets, instruction, plan. Pure, but for the clean worlds that it keeps."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from envs.kit.site import Site
from envs.kit.store import clean_state
from evaluator.state import State, StateTypes
from harness.corpus import site_of
from interventions.compile import clean_plan, compile_plan
from interventions.facts import SiteFacts, facts_of
from interventions.family import Family
from interventions.plan import Plan
from interventions.variant import Variant
from tasks.schema import Task
from tasks.targets import Readable, Targets, render, resolve


@dataclass
class Worlds:
    """Clean states by site and seed, each seeded once."""

    states: dict[tuple[str, int], State] = field(default_factory=dict)

    def state(self, site: Site, seed: int) -> State:
        key = (site.name, seed)
        if key not in self.states:
            self.states[key] = clean_state(site, seed)
        return self.states[key]


@dataclass(frozen=True)
class Prepared:
    """A task made ready in its clean world, before any condition is chosen."""

    task: Task
    site: Site
    seed: int
    types: StateTypes
    facts: SiteFacts
    targets: Targets
    instruction: str

    def clean(self) -> Plan:
        return clean_plan(self.task, self.seed)

    def perturbed(self, variant: Variant, families: Mapping[str, Family]) -> Plan:
        """CompileError where the variant does not fit the task."""
        return compile_plan(self.task, variant, families, self.targets, self.facts, self.seed)


def prepare(task: Task, worlds: Worlds, seed: int | None = None) -> Prepared:
    """Look up the targets in the clean world of the task's seed, or of `seed`; TargetError where one is not there."""
    site = site_of(task)
    used = task.seed if seed is None else seed
    types = state_types(site)
    targets = resolve(task, worlds.state(site, used), types)
    text = render(task.instruction, targets, types, task, Readable(zone=site.time_zone))
    return Prepared(task, site, used, types, facts_of(site), targets, text)


def state_types(site: Site) -> StateTypes:
    """What the grader needs to know of the site's fields."""
    return StateTypes.model_validate(site.types())
