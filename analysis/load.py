"""Runs in: from bundles on disk, or from the table that `breakingweb export` writes."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

from analysis.csv_table import read_csv
from analysis.errors import InputError
from analysis.pooling import check_fingerprints, check_labels
from analysis.rows import Facts, Row
from evaluator.failures import DONE_VERBS, action_key
from evaluator.records.bundle import RUN, STEPS, SWEEP, Bundle, bundle_path, find_bundles
from evaluator.records.jsonl import RecordError, read_lines
from evaluator.records.run import Run

__all__ = ["read", "read_csv", "read_runs"]


def read(path: Path | str) -> list[Row]:
    """A table where `path` is a file, else the bundles below it."""
    if not Path(path).is_file():
        return read_runs(path)
    rows = read_csv(path)
    check_labels(rows)
    return rows


def read_runs(path: Path | str) -> list[Row]:
    """Every run below `path`, found by run.json at any depth, in key order.

    Raises InputError for a folder without runs, a file that cannot be read, a run stored twice or in another's place,
    and runs that must not be pooled because task, variant, grader or agent changed between them.
    """
    root = Path(path)
    if not root.is_dir():
        raise InputError("no such folder", file=root)
    try:
        rows = [_row(folder) for folder in find_bundles(root)]
    except RecordError as error:
        raise InputError(error.message, file=error.file, line=error.line) from error
    if not rows:
        raise InputError("holds no runs (no run.json at any depth); `breakingweb sweep` makes some", file=root)
    rows.sort(key=lambda row: row.key)
    _refuse_twins(rows)
    check_labels(rows)
    check_fingerprints(rows)
    return rows


def _row(folder: Path) -> Row:
    bundle = Bundle(folder)
    run = bundle.run()
    _refuse_strangers(folder, run)
    key, labels, grade = run.key, run.labels, run.grade
    return Row(
        agent=key.agent,
        task=key.task,
        condition=key.condition,
        trial=key.trial,
        status=run.status,
        passed=grade.passed if grade else None,
        score=grade.score if grade else None,
        variant=key.variant or "",
        site=labels.site,
        tier=labels.tier,
        primitive=labels.primitive,
        layers=labels.layers,
        families=labels.families,
        exposed=run.exposed if key.condition == "perturbed" else None,
        certified=run.certified,
        facts=_facts(bundle, run),
    )


def _facts(bundle: Bundle, run: Run) -> Facts:
    steps = bundle.path / STEPS
    cut = bundle.cut(run)
    records = read_lines(steps).records if steps.exists() and not cut else ()
    last = str(records[-1].get("action", "")) if records else ""
    return Facts(
        bundle=str(bundle.path),
        harness=run.harness,
        seed=run.key.seed,
        void_kind=run.void_kind,
        failure=run.failure,
        declared=is_done(last) if records else None,
        steps=len(records) or run.steps,
        seconds=run.seconds,
        tokens=run.tokens.input + run.tokens.output,
        cost=run.cost,
        cut=cut,
        fingerprints={name: value for name, value in run.fingerprints.model_dump().items() if value},
    )


def is_done(action: str) -> bool:
    """Whether an action reports completion."""
    return action_key(action)[0] in DONE_VERBS


def _refuse_strangers(folder: Path, run: Run) -> None:
    """In a sweep's folder each run has its place; another's run.json there came by a slip, with steps not its own."""
    sweep = next((parent for parent in folder.parents if (parent / SWEEP).exists()), None)
    if sweep is None:
        return
    place = bundle_path(sweep.parent, run.key.model_copy(update={"sweep": sweep.name}))
    if place != folder:
        raise InputError(f"is the run of {place}; it stands in another's place", file=folder / RUN)


def _refuse_twins(rows: list[Row]) -> None:
    for first, second in pairwise(rows):
        if first.key == second.key:
            places = " and ".join(row.facts.bundle for row in (first, second) if row.facts)
            raise InputError(f"the same run is stored twice: {places}; name one sweep's folder")
