"""What there is to know of a family, as data: for `families`, `families show` and the reports."""

from collections.abc import Iterable
from typing import Any

from interventions.bind import BindError, bound_variant
from interventions.facts import SiteFacts
from interventions.family import Family
from tasks.schema import Task


def summary(family: Family) -> dict[str, Any]:
    """{name, layer, primitives, dispatches, params}: the names of dispatches, and for each parameter what it takes."""
    return {
        "name": family.name,
        "layer": family.layer,
        "primitives": list(family.primitives),
        "dispatches": list(family.dispatches),
        "params": {
            name: {"required": param.required, **param.model_dump(mode="json", exclude_defaults=True)}
            for name, param in family.params.items()
        },
    }


def details(family: Family) -> dict[str, Any]:
    """The summary with what it does, how to notice it, how to recover, and the ops of each dispatch."""
    return {
        **summary(family),
        "what": family.what,
        "detect": family.detect,
        "recover": family.recover,
        "uses": {name: sorted(family.params_of(name)) for name in family.dispatches},
        "ops": {name: list(ops) for name, ops in family.dispatches.items()},
    }


def bindable(family: Family, tasks: Iterable[tuple[Task, SiteFacts]]) -> dict[str, dict[str, str | None]]:
    """{task id: {dispatch: None where it can be bound with no further value, else the reason why not}}."""
    return {
        task.id: {dispatch: _why_not(family, dispatch, task, site) for dispatch in family.dispatches}
        for task, site in tasks
    }


def _why_not(family: Family, dispatch: str, task: Task, site: SiteFacts) -> str | None:
    try:
        bound_variant(family, task, site, dispatch=dispatch)
    except BindError as error:
        return str(error)
    return None
