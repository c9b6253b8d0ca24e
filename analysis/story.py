"""A pair as two runs told side by side: read from their bundles, ready to be shown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path
from typing import Any

from analysis.changes import Change, changes
from analysis.pairs import Pair, Unpaired
from analysis.rows import Row
from evaluator.failures import DONE_VERBS, action_key, parted_at
from evaluator.records.bundle import Bundle
from evaluator.records.run import Run
from evaluator.records.trajectory import Step
from evaluator.state import StateTypes

Trial = Pair | Unpaired
IMAGES = frozenset({".jpg", ".jpeg", ".png", ".webp"})


@dataclass(frozen=True, slots=True)
class Marker:
    """What was acted on, in per cent of the picture: a box, or a point where width and height are 0."""

    left: float
    top: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Shot:
    """One step: the stored step, its picture's file where there is one, and the mark on it."""

    step: Step
    picture: Path | None
    marker: Marker | None

    @property
    def seconds(self) -> float:
        return sum(self.step.times.values())


@dataclass(frozen=True, slots=True)
class Arm:
    """One run of the pair."""

    row: Row
    run: Run
    shots: tuple[Shot, ...]
    claim: str
    torn: bool
    receipts: tuple[Mapping[str, Any], ...]
    changes: tuple[Change, ...] | None
    """None where a state was not stored."""


@dataclass(frozen=True, slots=True)
class Story:
    """Both runs; `parting` is the number of the first step at which they differ, None where they never do."""

    trial: Trial
    instruction: str
    clean: Arm | None
    perturbed: Arm | None
    parting: int | None

    @property
    def arms(self) -> tuple[tuple[str, Arm | None], ...]:
        return (("clean", self.clean), ("perturbed", self.perturbed))

    @property
    def beats(self) -> list[tuple[int, Shot | None, Shot | None]]:
        """Steps side by side: (number, clean, perturbed)."""
        both = zip_longest(*(arm.shots if arm else () for arm in (self.clean, self.perturbed)))
        return [(number, left, right) for number, (left, right) in enumerate(both)]


def tell(trial: Trial) -> Story:
    """Read both bundles of a trial. Raises RecordError where a file cannot be read."""
    clean, perturbed = (_arm(row) for row in (trial.clean, trial.perturbed))
    return Story(trial, _instruction(clean, perturbed), clean, perturbed, _parting(clean, perturbed))


def _arm(row: Row | None) -> Arm | None:
    if row is None or row.facts is None:
        return None
    bundle = Bundle(Path(row.facts.bundle))
    log = bundle.steps()
    types = StateTypes.model_validate(bundle.document("types.json") or {})
    before, after = bundle.state("initial.json"), bundle.state("final.json")
    return Arm(
        row=row,
        run=bundle.run(),
        shots=tuple(_shot(bundle.path, step) for step in log.steps),
        claim=_claim(log.steps),
        torn=log.torn,
        receipts=bundle.receipts(),
        changes=None if before is None or after is None else tuple(changes(before, after, types)),
    )


def _shot(folder: Path, step: Step) -> Shot:
    if step.screen is None:
        return Shot(step, None, None)
    file = (folder / step.screen.file).resolve()
    inside = file.is_relative_to(folder.resolve()) and file.suffix.lower() in IMAGES and file.is_file()
    return Shot(step, file if inside else None, _marker(step))


def _marker(step: Step) -> Marker | None:
    screen, box, point = step.screen, step.box, step.point
    if screen is None or not screen.width or not screen.height:
        return None
    across, down = 100 * screen.scale / screen.width, 100 * screen.scale / screen.height
    if box is not None:
        return Marker(box.x * across, box.y * down, box.width * across, box.height * down)
    return None if point is None else Marker(point.x * across, point.y * down, 0, 0)


def _claim(steps: Sequence[Step]) -> str:
    """What the agent said when it ended the run, if it ended it."""
    verb, *values = action_key(steps[-1].action) if steps else ("",)
    if verb not in (*DONE_VERBS, "report_infeasible"):
        return ""
    positional, named = values
    texts = [*positional, *(value for _, value in named)]
    return "\n".join(text for text in texts if isinstance(text, str)) or steps[-1].action


def _instruction(*arms: Arm | None) -> str:
    """The rendered instruction, as far as one of the bundles has it."""
    folders = [Path(arm.row.facts.bundle) for arm in arms if arm is not None and arm.row.facts]
    documents = (Bundle(folder).document("brief.json") for folder in folders)
    texts = (document.get("instruction") for document in documents if isinstance(document, dict))
    return next((text for text in texts if isinstance(text, str)), "")


def _parting(clean: Arm | None, perturbed: Arm | None) -> int | None:
    """The first step at which two runs act differently, or at which one has ended."""
    if clean is None or perturbed is None:
        return None
    one, other = ([shot.step for shot in arm.shots] for arm in (clean, perturbed))
    ended = min(len(one), len(other)) if len(one) != len(other) else None
    found = parted_at(one, other)
    return ended if found is None else found
