"""A run's folder: where it lies, how it is written, how it is found and read again.

`runs/<sweep>/<agent>/<site>.<name>/<variant, or clean>/<trial>/` holds run.json, steps.jsonl, receipts.jsonl,
plan.json, targets.json, initial.json, final.json and screens/. run.json is written last: a folder without
one is no bundle.
"""

import hashlib
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from evaluator.records.jsonl import RecordError, append_line, read_json, read_lines, write_atomic, write_json
from evaluator.records.run import Key, Run
from evaluator.records.trajectory import Step
from evaluator.state import State, as_state

RUN, STEPS, RECEIPTS = "run.json", "steps.jsonl", "receipts.jsonl"
SWEEP = "sweep.json"
"""Marks the folder of a sweep, in which each bundle has its place."""
EVIDENCE = ("initial.json", "final.json", "targets.json", STEPS, RECEIPTS)
"""What grade and failure mode are read from; run.json holds the hash of each, so that another's is not taken for it."""


@dataclass(frozen=True)
class StepLog:
    """Steps of a run; `torn` where the last line was cut off by a crash."""

    steps: tuple[Step, ...]
    torn: bool = False


def safe_name(text: str) -> str:
    """A folder name of letters, digits, `.`, `-`, `_`; where the text had others, a short hash keeps names apart."""
    kept = re.sub(r"[^A-Za-z0-9._-]+", "-", text).strip(".-") or "x"
    return kept if kept == text else f"{kept}-{hashlib.sha256(text.encode()).hexdigest()[:6]}"


def bundle_path(root: Path, key: Key) -> Path:
    """Where a run's bundle lies under the folder of all sweeps."""
    site, _, name = key.task.partition("/")
    arm = "clean" if key.condition == "clean" else key.variant or "perturbed"
    parts = [key.sweep or "single", key.agent, f"{site}.{name}" if name else site, arm, str(key.trial)]
    return root.joinpath(*(safe_name(part) for part in parts))


def find_bundles(root: Path) -> Iterator[Path]:
    """Every folder under `root` (itself included) that holds a run.json, at any depth, in a fixed order.

    Hidden folders are passed over: a sweep keeps in one of them what is under way.
    """
    for folder, children, files in os.walk(root):
        children[:] = sorted(child for child in children if not child.startswith("."))
        if RUN in files:
            yield Path(folder)


class BundleWriter:
    """Writes one bundle. Steps and receipts are appended as they happen; documents are written atomically."""

    def __init__(self, path: Path) -> None:
        self.path = path
        path.mkdir(parents=True, exist_ok=True)

    def step(self, step: Step) -> None:
        """Appends a step."""
        append_line(self.path / STEPS, step.model_dump(mode="json"))

    def receipt(self, receipt: dict[str, Any]) -> None:
        """Appends a receipt."""
        append_line(self.path / RECEIPTS, receipt)

    def document(self, name: str, value: Any) -> None:
        """Writes a JSON document such as plan.json, targets.json, initial.json."""
        write_json(self.path / name, value)

    def file(self, name: str, data: bytes) -> str:
        """Writes a screen or an observation; gives its name relative to the bundle."""
        write_atomic(self.path / name, data)
        return name

    def run(self, run: Run) -> None:
        """Writes run.json with the hashes of the evidence, the last file: from here on the bundle counts."""
        sealed = run.model_copy(update={"hashes": hashes(self.path)})
        write_json(self.path / RUN, sealed.model_dump(mode="json"), indent=1)


class Bundle:
    """Reads one bundle. Every fault is a RecordError that names file and line."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def run(self) -> Run:
        """The run."""
        file = self.path / RUN
        try:
            return Run.model_validate(read_json(file))
        except ValidationError as error:
            raise RecordError(file, 1, _first(error)) from error

    def steps(self) -> StepLog:
        """The steps; none where the run ended before its first."""
        file = self.path / STEPS
        if not file.exists():
            return StepLog(())
        lines = read_lines(file)
        return StepLog(tuple(_step(file, number, line) for number, line in enumerate(lines.records, 1)), lines.torn)

    def cut(self, run: Run) -> bool:
        """Whether the log has fewer whole lines than the run has steps, as after a crash of the machine."""
        file = self.path / STEPS
        return run.status == "graded" and run.steps > (file.read_bytes().count(b"\n") if file.exists() else 0)

    def altered(self, run: Run) -> list[str]:
        """The files of the evidence that are not those with which the run was stored; they may be gone."""
        found = hashes(self.path)
        return [name for name, stored in run.hashes.items() if found.get(name) != stored]

    def receipts(self) -> tuple[dict[str, Any], ...]:
        """The receipts, in the order they came."""
        file = self.path / RECEIPTS
        records = read_lines(file).records if file.exists() else ()
        for number, record in enumerate(records, 1):
            if not isinstance(record, dict):
                raise RecordError(file, number, f"a receipt is an object, not {type(record).__name__}")
        return records

    def document(self, name: str) -> Any:
        """One JSON document of the bundle, or None where it was not written."""
        file = self.path / name
        return read_json(file) if file.exists() else None

    def state(self, name: str) -> State | None:
        """initial.json or final.json."""
        file = self.path / name
        return read_state(file) if file.exists() else None


def hashes(folder: Path) -> dict[str, str]:
    """SHA-256 of each file of the evidence that is there, in hex."""
    files = ((name, folder / name) for name in EVIDENCE)
    return {name: hashlib.sha256(file.read_bytes()).hexdigest() for name, file in files if file.exists()}


def read_state(file: Path) -> State:
    """The state in a file. RecordError where it is none."""
    value = read_json(file)
    try:
        return as_state(value)
    except ValueError as error:
        raise RecordError(file, 1, str(error)) from error


def _step(file: Path, number: int, line: Any) -> Step:
    try:
        return Step.model_validate(line)
    except ValidationError as error:
        raise RecordError(file, number, _first(error)) from error


def _first(error: ValidationError) -> str:
    fault = error.errors()[0]
    return f"{'.'.join(str(part) for part in fault['loc'])}: {fault['msg']}"
