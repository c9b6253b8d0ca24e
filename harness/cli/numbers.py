"""Verbs that turn stored runs into numbers and pictures: stats, export, report."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from analysis.drops import stats as paired_drops
from analysis.errors import InputError
from analysis.export import csv_text, records, write_csv
from analysis.load import read, read_runs
from analysis.noise import noise_floor
from analysis.rows import Row
from analysis.tables.drops import render
from harness.cli.output import Extra, Json, say, show, writable
from harness.corpus import there
from harness.errors import UserError

Resamples = Annotated[int, typer.Option(min=100, max=1_000_000, help="Bootstrap resamples.")]
Seed = Annotated[int, typer.Option(help="Seed of the bootstrap.")]
Runs = Annotated[Path, typer.Argument(help="A folder of runs.")]


def stats(
    source: Annotated[Path, typer.Argument(help="A table (CSV) or a folder of runs.")],
    resamples: Resamples = 10_000,
    seed: Seed = 0,
    extra: Extra = None,
    as_json: Json = False,
) -> None:
    """Paired drops with bootstrap intervals and exact tests."""
    there(extra or [])
    rows = load(source)
    document = paired_drops(rows, resamples, seed)
    show(document, as_json, lambda: render(document, noise_floor(rows, resamples, seed)))


def export(
    runs: Runs,
    csv: Annotated[bool, typer.Option("--csv", help="The table that `stats` reads (the only form so far).")] = True,
    out: Annotated[Path | None, typer.Option(help="File to write; standard output where absent.")] = None,
    extra: Extra = None,
    as_json: Json = False,
) -> None:
    """Write the runs as a table."""
    there(extra or [])
    rows = load(runs)
    if out is not None and out.is_dir():
        raise UserError(f"--out {out} is a folder: name a file")
    if out is not None:
        writable(out.parent)
        say(f"{len(rows)} runs → {write_csv(rows, out)}")
    if as_json:
        show({"table": str(out) if out else None, "rows": records(rows)}, as_json, lambda: None)
    elif out is None:
        sys.stdout.write(csv_text(rows))


def report(
    runs: Runs,
    out: Annotated[Path | None, typer.Option(help="Folder of the report (default: RUNS/report).")] = None,
    extra: Extra = None,
    as_json: Json = False,
) -> None:
    """Write the static report, which opens from disk with no server."""
    from analysis.report import write  # matplotlib takes half a second to load

    there(extra or [])
    if not runs.is_dir():
        raise UserError(f"{runs}: no such folder")
    page = write(runs, writable(out or runs / "report"))
    show({"report": str(page)}, as_json, lambda: str(page))


def load(source: Path) -> list[Row]:
    """The rows of a table or a folder of runs; UserError for what cannot be read."""
    if not source.exists():
        raise UserError(f"{source}: no such file or folder")
    try:
        return read(source) if source.is_file() else read_runs(source)
    except InputError as error:
        raise UserError(str(error)) from error
