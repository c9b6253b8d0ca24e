"""What a run leaves on disk while it happens: one line a step, the observation's text, the picture."""

import hashlib
from pathlib import Path
from typing import Literal

from evaluator.records.bundle import BundleWriter
from evaluator.records.trajectory import ObservationRef, Screen, Step
from harness.agents.base import Observation
from harness.browser.shots import Shot

Screens = Literal["none", "failed", "all"]


class Recorder:
    """Writes a bundle's steps as they happen. With screens `failed` pictures are taken, and `drop_screens` is called
    for a run that passed."""

    def __init__(self, folder: Path, screens: Screens = "failed") -> None:
        self.folder, self.screens = folder, screens
        self._writer = BundleWriter(folder)
        self._pictures: list[Path] = []

    def observation(self, seen: Observation, url: str, tab: int) -> ObservationRef:
        """Store what the agent is shown; a screenshot counts in the hash alone. The address and index of the tab in
        front are recorded also where the agent is not told them."""
        file = self._writer.file(f"observations/{seen.step:04}.txt", _bytes(seen.text)) if seen.text else None
        loading = bool(seen.loading)
        return ObservationRef(hash=digest(seen), file=file, url=url, title=seen.title, tab=tab, loading=loading)

    def screen(self, step: int, shot: Shot) -> Screen:
        """Store a step's picture."""
        name = self._writer.file(f"screens/{step:04}.jpg", shot.data)
        self._pictures.append(self.folder / name)
        return Screen(file=name, width=shot.width, height=shot.height, scale=shot.scale)

    def step(self, step: Step) -> None:
        """Append one step."""
        self._writer.step(step)

    def drop_screens(self) -> None:
        """Remove the pictures of a run that is not to keep them."""
        for picture in self._pictures:
            picture.unlink(missing_ok=True)
        self._pictures.clear()


def digest(seen: Observation) -> str:
    """sha256 of what the agent was given."""
    parts = [seen.goal, seen.text, seen.last_action_error]
    return hashlib.sha256(_bytes("\0".join(parts)) + b"\0" + (seen.screenshot or b"")).hexdigest()


def _bytes(text: str) -> bytes:
    """UTF-8, with half a surrogate pair, which pages and agents may write, spelled out."""
    return text.encode(errors="backslashreplace")
