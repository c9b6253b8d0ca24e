"""Templates filled in. Everything that pages or models wrote is escaped; only our own figures are markup."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from analysis.pairs import labels
from analysis.story import Arm, Story, Trial
from analysis.tables.words import NONE, duration, plain

HERE = Path(__file__).parent
ASSETS = HERE / "assets"

ENDINGS = {
    "done": "ended by itself",
    "step_limit": "ran out of steps",
    "time_limit": "ran out of time",
    "error": "the agent raised",
}

VERDICTS = {
    "positive": {True: "holds", False: "missing"},
    "never": {True: "kept", False: "violated"},
    "unexplained": {True: "none", False: "nothing asked for it"},
}
"""What a check's result is called, by its kind."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the pair list."""

    trial: Trial
    href: str

    @property
    def primitive(self) -> str:
        return next(iter(self.trial.labels("primitive")), "")

    @property
    def families(self) -> tuple[str, ...]:
        return self.trial.labels("family")

    @property
    def layers(self) -> tuple[str, ...]:
        return self.trial.labels("layer")

    @property
    def variant(self) -> str:
        run = self.trial.perturbed or self.trial.clean
        return run.variant if run and run.variant != run.task.partition("/")[2] else ""

    @property
    def trial_number(self) -> int:
        run = self.trial.perturbed or self.trial.clean
        return run.trial if run else 0

    @property
    def outcome(self) -> str:
        clean, perturbed = self.trial.clean, self.trial.perturbed
        if clean is None or perturbed is None or not clean.graded or not perturbed.graded:
            return "left_out"
        names = {(True, True): "kept", (True, False): "lost", (False, True): "gained", (False, False): "failed_both"}
        return names[bool(clean.passed), bool(perturbed.passed)]

    @property
    def scores(self) -> str:
        runs = (self.trial.clean, self.trial.perturbed)
        return " → ".join(NONE if run is None or run.score is None else f"{run.score:.2f}" for run in runs)

    @property
    def failure(self) -> str:
        run = self.trial.perturbed
        return (run.facts.failure or "") if run and run.facts else ""


def environment() -> Environment:
    """The templates, every value escaped."""
    found = Environment(loader=FileSystemLoader(HERE / "templates"), autoescape=True, undefined=StrictUndefined)
    found.filters |= {"plain": plain, "seconds": duration, "brief": brief, "instant": instant}
    return found


def index(templates: Environment, **values: Any) -> str:
    """The front page."""
    entries: Sequence[Entry] = values["entries"]
    choices = {
        "agent": sorted({entry.trial.agent for entry in entries}),
        "primitive": sorted({entry.primitive for entry in entries} - {""}),
        "outcome": sorted({entry.outcome for entry in entries}),
    }
    return templates.get_template("index.html.j2").render(up="", choices=choices, **values)


def pair(templates: Environment, story: Story, pictures: dict[str, list[str]], around: tuple[str, str]) -> str:
    """One pair's page. `pictures`: an address, or nothing, per step of each arm; `around`: the neighbours' pages."""
    entry = Entry(story.trial, "")
    trial = story.trial
    shown = trial.perturbed or trial.clean
    tags = [*trial.labels("tier"), *trial.labels("primitive"), *entry.layers, *entry.families]
    tags += [] if shown is None else [f"site: {value}" for value in labels("site", shown)]
    return templates.get_template("pair.html.j2").render(
        up="../../",
        story=story,
        trial=trial,
        trial_number=entry.trial_number,
        title=_title(entry, story),
        tags=tags,
        facts=facts,
        verdicts=VERDICTS,
        pictures=pictures,
        before=around[0],
        after=around[1],
    )


def facts(arm: Arm) -> list[tuple[str, str]]:
    """What a run's card says about its ending and its cost."""
    run = arm.run
    found = [("Ending", ENDINGS.get(run.ending or "", NONE))]
    if run.grade:
        found.append(("Score", f"{run.grade.score:.2f}"))
    if run.failure:
        found.append(("Failure mode", plain(run.failure)))
    if run.message:
        found.append(("Message", run.message))
    found.append(("Effort", f"{len(arm.shots)} steps, {duration(run.seconds.episode)}"))
    if run.key.condition == "perturbed":
        found.append(("Exposed", "yes: every family reached the client" if run.exposed else "no"))
    if run.late:
        found.append(("Late writes", str(run.late)))
    if run.grade and run.grade.passed_explicit != run.grade.passed:
        found.append(("Explicit checks only", "passed" if run.grade.passed_explicit else "failed"))
    if run.teardown_error:
        found.append(("After the grade", run.teardown_error))
    return found


def brief(value: Any, most: int = 400) -> str:
    """A JSON value as text of bounded length."""
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= most else text[: most - 1] + "…"


def instant(text: str) -> str:
    """An ISO 8601 instant with a space for the T, seconds kept, offset `+00:00` as UTC."""
    return text.replace("T", " ", 1).replace("+00:00", " UTC")


def trusted(svg: str) -> Markup:
    """A figure of ours as markup; matplotlib has escaped the names in it."""
    return Markup(svg)


def _title(entry: Entry, story: Story) -> str:
    sentences = {
        "kept": "Passed in both arms",
        "lost": "Passed clean, failed under intervention",
        "gained": "Failed clean, passed under intervention",
        "failed_both": "Failed in both arms",
    }
    return sentences.get(entry.outcome) or getattr(story.trial, "reason", "").capitalize()
