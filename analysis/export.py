"""The drop table out: the columns that `stats` reads."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from pathlib import Path

from analysis.csv_table import COLUMNS
from analysis.rows import Row
from evaluator.records.jsonl import write_atomic


def write_csv(rows: Iterable[Row], path: Path | str) -> Path:
    """Write runs as a table, in key order; `load.read_csv` gives the same rows back (without their bundles)."""
    file = Path(path)
    write_atomic(file, csv_text(rows).encode())
    return file


def csv_text(rows: Iterable[Row]) -> str:
    """Runs as the text of a table, in key order."""
    stream = io.StringIO(newline="")
    writer = csv.DictWriter(stream, COLUMNS, lineterminator="\n")
    writer.writeheader()
    writer.writerows(records(rows))
    return stream.getvalue()


def records(rows: Iterable[Row]) -> list[dict[str, str]]:
    """Runs as the lines of a table, column to text, in key order."""
    return [_cells(row) for row in sorted(rows, key=lambda row: row.key)]


def _cells(row: Row) -> dict[str, str]:
    return {
        "agent": row.agent,
        "task": row.task,
        "condition": row.condition,
        "trial": str(row.trial),
        "status": row.status,
        "passed": _truth(row.passed),
        "score": "" if row.score is None else repr(row.score),
        "variant": row.variant,
        "site": row.site,
        "tier": row.tier,
        "primitive": row.primitive,
        "layer": ";".join(row.layers),
        "family": ";".join(row.families),
        "exposed": _truth(row.exposed),
        "certified": _truth(row.certified),
    }


def _truth(value: bool | None) -> str:
    return "" if value is None else str(value).lower()
