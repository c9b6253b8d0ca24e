"""How a sweep shows where it stands: a bar on a terminal, a line now and then elsewhere; always on stderr."""

import sys
import time
from types import TracebackType
from typing import Self

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

LINE_EVERY = 15.0


class SweepProgress:
    """Counts of passed, failed and void runs, and the time left. Totals include what earlier sessions did."""

    def __init__(self, total: int, done: dict[str, int]) -> None:
        self._total, self._counts = total, done
        self._said = time.monotonic()
        self._bar = Progress(
            TextColumn("{task.description}"),
            BarColumn(bar_width=32),
            MofNCompleteColumn(),
            TextColumn(
                "[green]{task.fields[passed]} passed[/] [red]{task.fields[failed]} failed[/] {task.fields[void]} void"
            ),
            TimeElapsedColumn(),
            TextColumn("left"),
            TimeRemainingColumn(),
            console=Console(file=sys.stderr),
            disable=not sys.stderr.isatty(),
        )
        self._task = self._bar.add_task("runs", total=total, completed=self._done, passed=0, failed=0, void=0)
        self._show()

    @property
    def _done(self) -> int:
        return self._counts["passed"] + self._counts["failed"]

    def update(self, counts: dict[str, int]) -> None:
        self._counts = counts
        self._show()
        if self._bar.disable and time.monotonic() - self._said > LINE_EVERY:
            self.say()

    def _show(self) -> None:
        passed, failed, void = (self._counts[name] for name in ("passed", "failed", "void"))
        self._bar.update(self._task, completed=self._done, passed=passed, failed=failed, void=void)

    def say(self) -> None:
        """One line where there is no terminal."""
        self._said = time.monotonic()
        counts = ", ".join(f"{count} {name}" for name, count in self._counts.items())
        print(f"{self._done}/{self._total} runs: {counts}", file=sys.stderr, flush=True)

    def __enter__(self) -> Self:
        self._bar.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._bar.stop()
        if self._bar.disable:
            self.say()
