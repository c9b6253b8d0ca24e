"""A table as values: what stands in each cell, and how it is written in each format."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from rich import box
from rich.console import Group
from rich.table import Table
from rich.text import Text

Align = Literal["left", "right"]


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell: the text for people, the bare value for CSV, a second line in smaller type, and a tone."""

    text: str
    value: str | float | None = None
    note: str = ""
    tone: str = ""
    """`band-0` to `band-3`, `best`, `muted`, `warn`: a class in HTML, a style in the terminal. Never the only sign."""


@dataclass(frozen=True, slots=True)
class Column:
    """A heading; numbers stand to the right."""

    name: str
    align: Align = "right"
    hint: str = ""
    short: str = ""
    """The heading in a terminal, where room is scarce; lines parted by newlines."""


@dataclass(frozen=True, slots=True)
class Grid:
    """A table. `name` is its file's name, `notes` stand below."""

    name: str
    title: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    notes: tuple[str, ...] = field(default=())


STYLES = {
    "band-1": "yellow",
    "band-2": "dark_orange",
    "band-3": "red",
    "muted": "dim",
    "warn": "yellow",
    "best": "bold",
}


def to_rich(grid: Grid) -> Group:
    """The table for a terminal, a cell's note below its text. Text is shown as it is, never read as markup."""
    shown = Table(title=Text(grid.title, style="bold"), title_justify="left", box=box.SIMPLE_HEAD, padding=0)
    for column in grid.columns:
        numeric = column.align == "right"
        heading = Text(column.short or column.name)
        shown.add_column(heading, justify=column.align, no_wrap=numeric, overflow="fold", min_width=1 if numeric else 8)
    for row in grid.rows:
        shown.add_row(*(_terminal(cell) for cell in row))
    return Group(shown, *(Text(note, style="dim") for note in grid.notes))


def to_markdown(grid: Grid) -> str:
    """The table in GitHub's Markdown."""
    lines = [f"**{_escape(grid.title)}**", ""] if grid.title else []
    lines.append(_line([column.name for column in grid.columns]))
    lines.append(_line(["---:" if column.align == "right" else ":---" for column in grid.columns]))
    lines += [_line([_escape(_joined(cell)) for cell in row]) for row in grid.rows]
    if grid.notes:
        lines += ["", *(_escape(note) for note in grid.notes)]
    return "\n".join(lines) + "\n"


def to_csv(grid: Grid) -> str:
    """The table's bare values: fractions, not per cents."""
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow([column.name for column in grid.columns])
    writer.writerows([cell.text if cell.value is None else cell.value for cell in row] for row in grid.rows)
    return stream.getvalue()


def _terminal(cell: Cell) -> Text:
    text = Text(cell.text, style=STYLES.get(cell.tone, ""))
    return text.append(f"\n{cell.note}", style="dim") if cell.note else text


def _joined(cell: Cell) -> str:
    return f"{cell.text} {cell.note}".replace("\n", " ").strip()


def _line(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cells) + " |"


def _escape(text: str) -> str:
    """Text that Markdown shows as it is."""
    return "".join(f"\\{c}" if c in "\\|*_`<>[]" else c for c in text.replace("\n", " "))
