"""A family on any task: `--apply F[:DISPATCH] --param k=v --dose k=a,b,c` as pairs, or the reason why it is none."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from evaluator.nearest import did_you_mean
from harness.corpus import Corpus, Pair, site_of
from harness.errors import UserError
from interventions.bind import BindError, bound_variant
from interventions.facts import facts_of
from tasks.schema import Task


@dataclass(frozen=True)
class Application:
    """What is applied: a family, one of its dispatches, and parameters for each dose."""

    family: str
    dispatch: str | None
    doses: tuple[Mapping[str, Any], ...]


@dataclass(frozen=True)
class Applied:
    """Pairs made by hand, and the tasks on which the family could not be put, each with the reason."""

    pairs: list[Pair]
    unbound: dict[str, str]


def application(apply: str, params: Sequence[str], dose: str | None) -> Application:
    """The options of the command line as a value; UserError for one that is not of its form."""
    family, _, dispatch = apply.partition(":")
    fixed = dict(_pair(text, "--param") for text in params)
    if dose is None:
        return Application(family, dispatch or None, (fixed,))
    name, values = _split(dose, "--dose")
    given = [_value(one) for one in values.split(",")]
    if twice := next((one for one in given if given.count(one) > 1), None):
        raise UserError(f"--dose {dose}: {twice} stands twice; each dose is one variant")
    if name in fixed:
        raise UserError(f"--dose {dose}: {name} has a --param too; give one of them")
    return Application(family, dispatch or None, tuple({**fixed, name: one} for one in given))


def applied(corpus: Corpus, tasks: Sequence[Task], what: Application) -> Applied:
    """Put the family on each task at each dose. UserError where there is no such family, or it fits nowhere."""
    families = corpus.interventions.families
    if what.family not in families:
        raise UserError(did_you_mean("family", what.family, families))
    pairs: list[Pair] = []
    unbound: dict[str, str] = {}
    for task in tasks:
        site = site_of(task)
        try:
            found = [
                bound_variant(families[what.family], task, facts_of(site), given, what.dispatch) for given in what.doses
            ]
        except BindError as error:
            unbound[task.id] = str(error)
            continue
        pairs += [Pair(task, variant, families, site, by_hand=True) for variant in found]
    if not pairs:
        reasons = "; ".join(f"{task}: {reason}" for task, reason in list(unbound.items())[:3])
        raise UserError(f"{what.family} can be put on none of these tasks: {reasons}")
    return Applied(pairs, unbound)


def _pair(text: str, option: str) -> tuple[str, Any]:
    name, value = _split(text, option)
    return name, _value(value)


def _split(text: str, option: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals or not name or not value:
        raise UserError(f"{option} {text}: write it as name=value")
    return name, value


def _value(text: str) -> Any:
    """A number, a truth value or a list as JSON has it, else the text itself."""
    try:
        return json.loads(text)
    except ValueError:
        return text
