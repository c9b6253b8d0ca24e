"""The drop table as CSV: its columns, and how a line is read."""

from __future__ import annotations

import csv
import math
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from analysis.errors import InputError, nearest
from analysis.rows import Row
from analysis.samples import ALL

REQUIRED = ("agent", "task", "condition", "trial", "status", "passed", "score")
OPTIONAL = ("variant", "site", "tier", "primitive", "layer", "family", "exposed", "certified")
COLUMNS = REQUIRED + OPTIONAL

MOST_SHOWN = 60
MOST_TRIALS = 1_000_000

TRUTH = {"true": True, "1": True, "false": False, "0": False}


def read_csv(path: Path | str) -> list[Row]:
    """The runs of a table. Columns of other names are left aside, unless one looks like a misspelling of ours.

    Raises InputError with file and line for a missing or doubtful column, a value that is not allowed, and a second
    line for the same run.
    """
    file = Path(path)
    try:
        with file.open(newline="", encoding="utf-8-sig") as stream:
            return _rows(file, csv.reader(stream, strict=True))
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror or error}", file=file) from error
    except UnicodeDecodeError as error:
        raise InputError("is not UTF-8 text", file=file) from error


def _rows(file: Path, reader: Any) -> list[Row]:
    rows: list[Row] = []
    seen: dict[tuple[str, str, str, int, str], int] = {}
    try:
        header = [name.strip() for name in next(reader, [])]
        _check_header(file, header)
        for cells in reader:
            if not any(cell.strip() for cell in cells):
                continue
            row = _row(file, reader.line_num, header, cells)
            if row.key in seen:
                raise InputError(f"the same run as line {seen[row.key]}: {_name(row)}", file=file, line=reader.line_num)
            seen[row.key] = reader.line_num
            rows.append(row)
    except csv.Error as error:
        raise InputError(f"not CSV: {error}", file=file, line=reader.line_num) from error
    if not rows:
        raise InputError("holds no runs, only the names of the columns", file=file)
    return rows


def _check_header(file: Path, header: list[str]) -> None:
    known = [name for name in header if name in COLUMNS]
    for name in header:
        close = nearest(name, COLUMNS) if name not in COLUMNS else None
        if close and close not in known:
            raise InputError(f"unknown column; did you mean {close!r}?", file=file, line=1, key=name)
    if twice := next((name for name in known if known.count(name) > 1), None):
        raise InputError("the column stands twice", file=file, line=1, key=twice)
    other = next((mark for mark in ";\t|" if len(header) == 1 and mark in header[0]), None)
    if other:
        raise InputError(f"the columns are separated by {other!r}: save the table with commas", file=file, line=1)
    if missing := [name for name in REQUIRED if name not in known]:
        raise InputError(f"missing column(s): {', '.join(missing)}; needed: {', '.join(REQUIRED)}", file=file, line=1)


def _row(file: Path, line: int, header: list[str], cells: list[str]) -> Row:
    if len(cells) != len(header):
        raise InputError(f"{len(cells)} values for {len(header)} columns", file=file, line=line)
    texts = {name: cell.strip() for name, cell in zip(header, cells, strict=True)}
    values: dict[str, Any] = {}
    for column, (field, parse) in PARSERS.items():
        try:
            values[field] = parse(texts.get(column, ""), texts)
        except ValueError as error:
            raise InputError(f"{_cut(texts.get(column, ''))!r} {error}", file=file, line=line, key=column) from None
    return Row(**values)


def _cut(text: str) -> str:
    return text if len(text) <= MOST_SHOWN else f"{text[:MOST_SHOWN]}… ({len(text)} characters)"


def _text(text: str, _: Mapping[str, str]) -> str:
    return text


def _named(text: str, _: Mapping[str, str]) -> str:
    if not text:
        raise ValueError("must not be empty")
    return text


def _agent(text: str, _: Mapping[str, str]) -> str:
    if text == ALL:
        raise ValueError("is the name of the pooled rows; give the agent another")
    return _named(text, _)


def _one_of(*allowed: str) -> Callable[[str, Mapping[str, str]], str]:
    def parse(text: str, _: Mapping[str, str]) -> str:
        if text not in allowed:
            close = nearest(text, allowed)
            raise ValueError(f"is not one of {', '.join(allowed)}" + (f"; did you mean {close!r}?" if close else ""))
        return text

    return parse


def _trial(text: str, _: Mapping[str, str]) -> int:
    if not (text.isascii() and text.isdecimal()):
        raise ValueError("is not a whole number from 0 on")
    if len(text) > len(str(MOST_TRIALS)) or int(text) > MOST_TRIALS:
        raise ValueError(f"is above {MOST_TRIALS:,}")
    return int(text)


def _truth(text: str) -> bool:
    if text.lower() not in TRUTH:
        raise ValueError("is not true, false, 1 or 0")
    return TRUTH[text.lower()]


def _passed(text: str, line: Mapping[str, str]) -> bool | None:
    value = _truth(text) if text or line["status"] == "graded" else None
    return value if line["status"] == "graded" else None


def _score(text: str, line: Mapping[str, str]) -> float | None:
    if line["status"] != "graded" and not text:
        return None
    try:
        value = float(text)
    except ValueError:
        raise ValueError("is not a number") from None
    if not (math.isfinite(value) and 0 <= value <= 1):
        raise ValueError("is not between 0 and 1")
    return value if line["status"] == "graded" else None


def _exposed(text: str, _: Mapping[str, str]) -> bool | None:
    return _truth(text) if text else None


def _certified(text: str, _: Mapping[str, str]) -> bool:
    return _truth(text) if text else True


def _list(text: str, _: Mapping[str, str]) -> tuple[str, ...]:
    return tuple(part for piece in text.split(";") if (part := piece.strip()))


PARSERS: dict[str, tuple[str, Callable[[str, Mapping[str, str]], Any]]] = {
    "agent": ("agent", _agent),
    "task": ("task", _named),
    "condition": ("condition", _one_of("clean", "perturbed")),
    "trial": ("trial", _trial),
    "status": ("status", _one_of("graded", "void")),
    "passed": ("passed", _passed),
    "score": ("score", _score),
    "variant": ("variant", _text),
    "site": ("site", _text),
    "tier": ("tier", _text),
    "primitive": ("primitive", _text),
    "layer": ("layers", _list),
    "family": ("families", _list),
    "exposed": ("exposed", _exposed),
    "certified": ("certified", _certified),
}


def _name(row: Row) -> str:
    return f"{row.agent}, {row.task}, {row.variant or 'no variant'}, trial {row.trial}, {row.condition}"
