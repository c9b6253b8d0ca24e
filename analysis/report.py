"""The static report: one folder that opens from the file system, with nothing fetched from anywhere.

`index.html` has the headline, figures, tables and the list of pairs; `pairs/` a page per pair; beside them lie the
figures, the tables, the screens, stats.json and runs.csv.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from jinja2 import Environment
from markupsafe import Markup

from analysis import pages
from analysis.drops import stats
from analysis.errors import InputError
from analysis.export import write_csv
from analysis.failure_mix import mix, total
from analysis.figures import style
from analysis.gallery import TOTALLED, Chapter, Plate, chapters
from analysis.load import read_runs
from analysis.pairs import pair
from analysis.rows import AA, Row
from analysis.story import Story, Trial, tell
from analysis.summary import summarise
from analysis.tables.grid import Grid, to_csv, to_markdown
from evaluator.records.bundle import safe_name
from evaluator.records.jsonl import RecordError

PROOF = "careful"
"""The player that proves that pairs can be solved: its runs are shown, but are in no headline."""

MARK = ".breakingweb-report"
"""The file by which a folder is known to be a report of ours, which may be replaced."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A plate with its figure as markup for the page."""

    name: str
    title: str
    caption: str
    svg: Markup


@dataclass(frozen=True, slots=True)
class Section:
    """A chapter as the template reads it."""

    id: str
    title: str
    text: str
    plates: tuple[Shown, ...]
    grids: tuple[Grid, ...]


def write(runs_dir: Path | str, out_dir: Path | str, resamples: int = 10_000, seed: int = 0) -> Path:
    """Write the report on every run below `runs_dir` into `out_dir`; returns its index.html.

    Raises InputError where the runs cannot be read or pooled, and where `out_dir` holds something else than a report.
    """
    rows = read_runs(runs_dir)
    out = _emptied(Path(out_dir))
    document = stats(rows, resamples, seed)
    judged = [row for row in rows if row.agent != PROOF] or rows
    head = document if len(judged) == len(rows) else stats(judged, resamples, seed)
    sections = [_section(chapter, out) for chapter in chapters(rows, document, resamples, seed)]
    entries = _pairs(rows, out)
    index = pages.index(
        pages.environment(),
        name=Path(runs_dir).resolve().name,
        summary=summarise(head, total(mix(judged, "agent")), again=all(row.variant == AA for row in rows)),
        left_out="" if head is document else PROOF,
        chapters=sections,
        totalled=TOTALLED,
        entries=entries,
        stats=document,
    )
    write_csv(rows, out / "runs.csv")
    (out / "stats.json").write_text(json.dumps(document, indent=1, allow_nan=False) + "\n", encoding="utf-8")
    for asset in sorted(pages.ASSETS.iterdir()):
        shutil.copyfile(asset, out / asset.name)
    (out / "index.html").write_text(index, encoding="utf-8", errors="backslashreplace")
    return out / "index.html"


def _emptied(out: Path) -> Path:
    if out.exists():
        if not out.is_dir() or (any(out.iterdir()) and not (out / MARK).exists()):
            raise InputError("holds something else than a report; name an empty or new folder", file=out)
        shutil.rmtree(out)
    out.mkdir(parents=True)
    (out / MARK).touch()
    return out


def _section(chapter: Chapter, out: Path) -> Section:
    plates = tuple(_plate(plate, out) for plate in chapter.plates)
    folder = out / "tables"
    folder.mkdir(exist_ok=True)
    for grid in chapter.grids:
        (folder / f"{grid.name}.csv").write_text(to_csv(grid), encoding="utf-8", errors="backslashreplace")
        (folder / f"{grid.name}.md").write_text(to_markdown(grid), encoding="utf-8", errors="backslashreplace")
    return Section(chapter.id, chapter.title, chapter.text, plates, chapter.grids)


def _plate(plate: Plate, out: Path) -> Shown:
    document = style.save(plate.figure, out / "figures" / plate.name)
    markup = pages.trusted(style.inline(document, plate.name))
    return Shown(plate.name, plate.title, plate.caption, markup)


def _pairs(rows: Sequence[Row], out: Path) -> list[pages.Entry]:
    """A page per trial; returns the lines of the pair list, by task, agent and trial."""
    paired = pair(rows)
    trials: list[Trial] = [*paired.pairs, *paired.unpaired]
    entries = sorted((pages.Entry(trial, _href(trial)) for trial in trials), key=lambda e: (e.trial.task, e.href))
    templates = pages.environment()
    around = ["", *(entry.href for entry in entries), ""]
    for number, entry in enumerate(entries):
        _page(templates, entry, (around[number], around[number + 2]), out)
    return entries


def _page(templates: Environment, entry: pages.Entry, around: tuple[str, str], out: Path) -> None:
    try:
        story = tell(entry.trial)
    except RecordError as error:
        raise InputError(error.message, file=error.file, line=error.line) from error
    file = out / entry.href
    file.parent.mkdir(parents=True, exist_ok=True)
    pictures = _pictures(story, entry, out)
    file.write_text(pages.pair(templates, story, pictures, around), encoding="utf-8", errors="backslashreplace")


def _pictures(story: Story, entry: pages.Entry, out: Path) -> dict[str, list[str]]:
    """Bring both runs' screens into the report; returns an address, or nothing, per step of each arm."""
    place = Path(entry.href).relative_to("pairs").with_suffix("")
    found: dict[str, list[str]] = {}
    for condition, arm in story.arms:
        found[condition] = []
        for number, shot in enumerate(arm.shots if arm else ()):
            if shot.picture is None:
                found[condition].append("")
                continue
            target = Path("screens") / place / condition / f"{number:03}{shot.picture.suffix.lower()}"
            _bring(shot.picture, out / target)
            found[condition].append(f"../../{target.as_posix()}")
    return found


def _bring(source: Path, target: Path) -> None:
    """Link a file, or copy it where the two folders are on different disks."""
    target.parent.mkdir(parents=True, exist_ok=True)
    try:
        os.link(source, target)
    except OSError:
        shutil.copyfile(source, target)


def _href(trial: Trial) -> str:
    run: Any = trial.perturbed or trial.clean
    name = safe_name(".".join(part for part in (run.task.replace("/", "."), run.variant, str(run.trial)) if part))
    return f"pairs/{safe_name(run.agent)}/{name}.html"
