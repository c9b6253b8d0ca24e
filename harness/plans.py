"""The plans of pairs, compiled in a process of their own: the same key must give the same plan anywhere.

Run as `python -m harness.plans [--extra DIR …] TASK …`; prints {task: hash of its perturbed plan}.
"""

import argparse
import asyncio
import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from harness.corpus import load
from harness.errors import VoidRun
from harness.prepare import Worlds, prepare

OTHER_HASH_SEED = "20011"
"""Of the other process, so that the order of a set or a dict of hashes differs from here."""


def hashes(tasks: Sequence[str], extra: Sequence[Path] = ()) -> dict[str, str]:
    """The hash of each pair's plan at the seed of its task."""
    corpus, worlds = load(extra), Worlds()
    found: dict[str, str] = {}
    for name in tasks:
        pair = corpus.pair(name)
        found[name] = prepare(pair.task, worlds).perturbed(pair.variant, pair.families).hash
    return found


async def hashes_elsewhere(tasks: Sequence[str], extra: Sequence[Path] = ()) -> dict[str, str]:
    """The same from a new process with another hash seed. VoidRun where it fails."""
    flags = [word for folder in extra for word in ("--extra", str(folder))]
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "harness.plans",
        *flags,
        *tasks,
        env={**os.environ, "PYTHONHASHSEED": OTHER_HASH_SEED},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    told, trouble = await process.communicate()
    if process.returncode:
        raise VoidRun("infra", f"plans could not be compiled in another process:\n{trouble.decode()[-800:]}")
    found: dict[str, str] = json.loads(told)
    return found


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m harness.plans", description=__doc__)
    parser.add_argument("--extra", action="append", type=Path, default=[], help="folder with more tasks and families")
    parser.add_argument("task", nargs="+")
    options = parser.parse_args()
    print(json.dumps(hashes(options.task, options.extra)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
