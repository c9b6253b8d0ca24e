"""Puts a family on a task that has no variant for it: parameters are found in the task's targets, checks and routes."""

import json
import re
from collections.abc import Callable, Mapping
from typing import Any

from evaluator.checks import Check
from evaluator.nearest import did_you_mean
from interventions.facts import SiteFacts
from interventions.family import Family
from interventions.params import Binding, Param, ParamError, bind
from interventions.variant import Apply, Variant
from tasks.schema import Task

CHANGING = {"added": ("POST",), "removed": ("DELETE",), "changed": ("PATCH", "PUT")}
_UNSAFE = re.compile(r"[^A-Za-z0-9._]+")


class BindError(ValueError):
    """A family that cannot be put on this task; the message is the reason."""


def bound_variant(
    family: Family, task: Task, site: SiteFacts, given: Mapping[str, Any] | None = None, dispatch: str | None = None
) -> Variant:
    """The variant `FAMILY.DISPATCH.name-value…` for this task. BindError where a parameter finds no value.

    given: values for parameters, as the command line or a dose set them; they are not looked for.
    """
    chosen = dispatch or next(iter(family.dispatches))
    if chosen not in family.dispatches:
        raise BindError(f"{family.name}: {did_you_mean('dispatch', chosen, family.dispatches)}")
    params, values = family.params_of(chosen), dict(given or {})
    for name, param in params.items():
        if name not in values and param.required:
            values[name] = _found(name, param, task, site)
    try:
        bind(params, values)
    except ParamError as error:
        raise BindError(f"{family.name}.{chosen}: {error}") from None
    return Variant(
        name=variant_name(family.name, chosen, given or {}),
        primitive=family.primitives[0],
        also=None,
        apply=(Apply(family=family.name, dispatch=chosen, params=values),),
        notice=None,
        reference=None,
        straight_passes=None,
    )


def variant_name(family: str, dispatch: str, given: Mapping[str, Any]) -> str:
    """`forged_success.misleading_success.times-2`: letters, digits, dots, hyphens and underscores only."""
    parts = [f"{name}-{_word(value)}" for name, value in sorted(given.items())]
    return ".".join([family, dispatch, *parts])


def _word(value: Any) -> str:
    text = value if isinstance(value, str) else json.dumps(value, sort_keys=True)
    return _UNSAFE.sub("_", text).strip("_")[:60] or "none"


def _found(name: str, param: Param, task: Task, site: SiteFacts) -> Any:
    if param.bind is None:
        raise BindError(f"{name} has to be given ({param.type})" + (f": {param.about}" if param.about else ""))
    value = FINDERS[param.bind](task, site)
    if value is None:
        raise BindError(f"{name}: {_NOTHING[param.bind]}")
    return value


def _target(task: Task, site: SiteFacts) -> str | None:
    """The first target that a positive check looks for, else the first of all; never one of many rows."""
    asked = [name for check in task.checks for _, name in check.targets()]
    named = [*asked, *task.targets]
    return next((name for name in named if not task.targets[name].many), None)


def _write(task: Task, site: SiteFacts) -> str | None:
    """The route that makes the first change which the checks ask for."""
    routes = (_route_of(check, site) for check in task.checks if check.kind in CHANGING)
    return next((route for route in routes if route), None)


def _route_of(check: Check, site: SiteFacts) -> str | None:
    fits = [
        (_unlike(template, check.collection), number, f"{method} {template}")
        for number, (method, template) in enumerate(site.routes)
        if method in CHANGING[check.kind] and _unlike(template, check.collection) is not None
    ]
    return min(fits)[2] if fits else None


def _read(task: Task, site: SiteFacts) -> str | None:
    """The route that lists the collection of the target, else of what the checks look at."""
    target = _target(task, site)
    wanted = [task.targets[target].in_] if target else []
    for collection in [*wanted, *(check.collection for check in task.checks)]:
        for method, template in site.routes:
            if method == "GET" and "{" not in template and _unlike(template, collection) == 0:
                return f"GET {template}"
    return None


def _unlike(template: str, collection: str) -> int | None:
    """How far the fixed words of a path are from a collection's name; None where they do not name it.

    0: /api/payment-methods or /api/cart/items/{id}; 1: the name and more, as in /api/wishlists/{id}/items.
    """
    words = [word for word in template.strip("/").split("/")[1:] if not word.startswith("{")]
    name = collection.replace("_", "-")
    if "-".join(words) == name:
        return 0
    return 1 if words and words[-1] == name else None


def _control(task: Task, site: SiteFacts) -> str | None:
    """The last button that the reference clicks: what finishes the task."""
    clicked = [
        step.selector.name for step in task.reference if step.verb == "click" and step.selector and step.selector.name
        and step.selector.role == "button"
    ]  # fmt: skip
    return clicked[-1] if clicked else None


FINDERS: Mapping[Binding, Callable[[Task, SiteFacts], str | None]] = {
    "target": _target,
    "write": _write,
    "read": _read,
    "control": _control,
}
_NOTHING: Mapping[Binding, str] = {
    "target": "the task has no target that is one row",
    "write": "no route of the site is known to make the change that the checks ask for; give it",
    "read": "no route of the site is known to list the target's collection; give it",
    "control": "the reference clicks no button by its name; give it",
}
