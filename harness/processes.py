"""A child process of ours that says in one JSON line that it is ready."""

import asyncio
import contextlib
import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from harness.errors import UserError, VoidRun

READY_SECONDS = 60.0
STOP_SECONDS = 5.0


class Child:
    """A Python module run as a process; it ends when this process does, however this process ends."""

    def __init__(self, process: asyncio.subprocess.Process, ready: dict[str, Any], name: str) -> None:
        self._process, self.ready, self.name = process, ready, name

    @classmethod
    async def start(cls, module: str, arguments: Sequence[str], token: str, log: Path) -> "Child":
        """UserError where it says what is wrong; VoidRun(infra) with the end of its log where it does not get ready."""
        log.parent.mkdir(parents=True, exist_ok=True)
        with log.open("ab") as errors:
            process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", module, "--watch-stdin", *arguments),
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=errors,
                env={**os.environ, "BREAKINGWEB_TOKEN": token},
                start_new_session=True,  # Ctrl-C is for the sweep, which then stops its children in order
            )
        assert process.stdout is not None
        try:
            line = await asyncio.wait_for(process.stdout.readline(), READY_SECONDS)
            ready = json.loads(line)
        except asyncio.CancelledError:
            await _end(process)
            raise
        except (TimeoutError, ValueError) as fault:
            await _end(process)
            late = isinstance(fault, TimeoutError)
            why = f"it did not get ready in {READY_SECONDS:.0f} s" if late else "it ended before it was ready"
            raise VoidRun("infra", f"{module} did not start: {why}. The end of {log}:\n{_end_of(log)}") from fault
        if "error" in ready:
            await process.wait()
            raise UserError(ready["error"])
        return cls(process, ready, module)

    @property
    def alive(self) -> bool:
        return self._process.returncode is None

    async def stop(self) -> None:
        """Ask it to end, then end it."""
        if not self.alive:
            return
        with contextlib.suppress(ProcessLookupError):
            self._process.terminate()
        try:
            await asyncio.wait_for(self._process.wait(), STOP_SECONDS)
        except TimeoutError:
            await _end(self._process)


async def _end(process: asyncio.subprocess.Process) -> None:
    with contextlib.suppress(ProcessLookupError):
        process.kill()
    await process.wait()


def _end_of(log: Path) -> str:
    return log.read_text(errors="replace")[-1500:]
