"""The drop table out: the columns that `stats` reads."""

from __future__ import annotations

import csv
from collections.abc import Iterable
from pathlib import Path

from analysis.csv_table import COLUMNS
from analysis.rows import Row


def write_csv(rows: Iterable[Row], path: Path | str) -> Path:
    """Write runs as a table, in key order; `load.read_csv` gives the same rows back (without their bundles)."""
    file = Path(path)
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("w", newline="", encoding="utf-8") as stream:
        writer = csv.writer(stream, lineterminator="\n")
        writer.writerow(COLUMNS)
        writer.writerows(_cells(row) for row in sorted(rows, key=lambda row: row.key))
    return file


def _cells(row: Row) -> list[str]:
    values = {
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
    }
    return [values[column] for column in COLUMNS]


def _truth(value: bool | None) -> str:
    return "" if value is None else str(value).lower()
