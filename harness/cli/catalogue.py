"""Verbs that say what there is: check, tasks, families, agents, show."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any, get_args

import typer
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from evaluator.nearest import did_you_mean
from harness import fingerprints
from harness.agents.catalog import CATALOG
from harness.check import check_all
from harness.cli.exits import FAILED
from harness.cli.output import Extra, Json, show
from harness.corpus import Corpus, Pair, load, there
from harness.errors import UserError
from harness.prepare import Worlds, prepare
from interventions.describe import summary
from interventions.family import Primitive
from tasks.schema import Tier

Optional = Annotated[str | None, typer.Option()]


def check(
    paths: Annotated[list[Path] | None, typer.Argument(help="Files or folders to report on (default: all).")] = None,
    extra: Extra = None,
    as_json: Json = False,
) -> None:
    """Load and cross-check every task, family and variant."""
    problems = check_all(extra or [], paths or [])
    found = [{"file": p.file, "line": p.line, "key": p.key, "message": p.message} for p in problems]
    lines = "\n".join(str(problem) for problem in problems)
    show({"errors": found}, as_json, lambda: Text(lines or "No errors."))
    if problems:
        raise typer.Exit(FAILED)


def tasks(
    site: Optional = None,
    tier: Optional = None,
    primitive: Optional = None,
    family: Optional = None,
    extra: Extra = None,
    as_json: Json = False,
) -> None:
    """The tasks, with what they are paired with; none where no pair is of a tier, primitive, family and site."""
    for option, value, known in (("tier", tier, get_args(Tier)), ("primitive", primitive, get_args(Primitive))):
        if value is not None and value not in known:
            raise UserError(f"--{option}: {did_you_mean(option, value, known)}")
    found = [
        pair
        for pair in load(extra or []).pairs(site=site, families=[family] if family else [])
        if tier in (None, pair.task.tier) and primitive in (None, pair.variant.primitive)
    ]
    show({"tasks": [task_row(pair) for pair in found]}, as_json, lambda: _task_table(found))


def task_row(pair: Pair) -> dict[str, Any]:
    return {
        "id": pair.task.id,
        "site": pair.task.site,
        "tier": pair.task.tier,
        "primitive": pair.variant.primitive,
        "layers": list(pair.layers),
        "families": list(pair.family_names),
        "fingerprint": pair.task.fingerprint,
        "variant_fingerprint": fingerprints.of_variant(pair),
    }


def _task_table(pairs: Sequence[Pair]) -> RenderableType:
    table = Table("task", "tier", "primitive", "layers", "families", box=None, pad_edge=False)
    for pair in pairs:
        names = ", ".join(pair.family_names)
        table.add_row(pair.task.id, pair.task.tier, pair.variant.primitive, ", ".join(pair.layers), names)
    return Group(table, f"{len(pairs)} pairs") if pairs else Text("No pair fits.")


def families(extra: Extra = None, as_json: Json = False) -> None:
    """The intervention families."""
    found = load(extra or []).interventions.families
    rows = [summary(family) for family in sorted(found.values(), key=lambda one: (one.layer, one.name))]
    show({"families": rows}, as_json, lambda: _family_table(rows))


def _family_table(rows: list[dict[str, Any]]) -> RenderableType:
    table = Table("family", "layer", "dispatches", "primitives", box=None, pad_edge=False)
    for row in rows:
        table.add_row(row["name"], row["layer"], ", ".join(row["dispatches"]), ", ".join(row["primitives"]))
    return table


def agents(extra: Extra = None, as_json: Json = False) -> None:
    """The agents of the catalogue; any other is named as FILE.py:Name."""
    there(extra or [])
    rows = [{"name": name, "class": place} for name, place in sorted(CATALOG.items())]
    show({"agents": rows}, as_json, lambda: Text("\n".join([*(row["name"] for row in rows), "FILE.py:Name"])))


def show_task(
    task: Annotated[str, typer.Argument(help="Id of the task, site/name.")],
    extra: Extra = None,
    as_json: Json = False,
) -> None:
    """A task's instruction, targets, checks and variant."""
    corpus = load(extra or [])
    document = _task(corpus, task)
    show(document, as_json, lambda: _task_text(document))


def _task(corpus: Corpus, task_id: str) -> dict[str, Any]:
    prepared = prepare(corpus.task(task_id), Worlds())
    variant = corpus.interventions.variants.get(task_id)
    shown = variant.model_dump(mode="json", exclude_defaults=True, by_alias=True) if variant else None
    criterion = prepared.task.criterion.model_dump(mode="json", exclude_defaults=True)
    return {
        "id": task_id,
        "tier": prepared.task.tier,
        "seed": prepared.seed,
        "instruction": prepared.instruction,
        "targets": prepared.targets,
        "checks": criterion,
        "variant": shown,
    }


def _task_text(document: dict[str, Any]) -> RenderableType:
    import yaml

    rest = {key: document[key] for key in ("targets", "checks", "variant")}
    shown = yaml.safe_dump(rest, sort_keys=False, allow_unicode=True, width=110)
    return Group(
        Text(f"{document['id']} ({document['tier']})", style="bold"), Text(document["instruction"]), "", Text(shown)
    )
