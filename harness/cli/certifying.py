"""The verb that proves pairs by doing: certify."""

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer
from rich.console import RenderableType
from rich.text import Text

from harness.browser.context import chromium
from harness.certificate import Certificate
from harness.certificate import as_json as document_of
from harness.certify import Certifier
from harness.cli.exits import FAILED
from harness.cli.output import Extra, Json, say, show, writable
from harness.corpus import Pair, load
from harness.host import hosted
from harness.plans import hashes_elsewhere


def certify(
    tasks: Annotated[list[str] | None, typer.Argument(help="Tasks, by id or pattern (default: all).")] = None,
    workers: Annotated[int, typer.Option(min=1, max=32, help="Pairs at a time.")] = 2,
    out: Annotated[Path, typer.Option(help="Where the runs are kept.")] = Path("runs/certify"),
    extra: Extra = None,
    as_json: Json = False,
) -> None:
    """Prove that pairs can be solved, that their interventions bite, and that grading is fair."""
    pairs = load(extra or []).pairs(tasks or [])
    certificates = asyncio.run(_certify(pairs, writable(out), workers, extra or []))
    show(document_of(certificates), as_json, lambda: _table(certificates))
    if not all(one.valid for one in certificates):
        raise typer.Exit(FAILED)


async def _certify(pairs: Sequence[Pair], out: Path, workers: int, extra: Sequence[Path]) -> list[Certificate]:
    queue = list(reversed(pairs))
    found: dict[str, Certificate] = {}
    elsewhere = asyncio.ensure_future(hashes_elsewhere([pair.task.id for pair in pairs], extra))

    async def work() -> None:
        async with chromium() as browser:
            certifier = Certifier(host, browser, out, elsewhere)
            while queue:
                pair = queue.pop()
                found[pair.task.id] = one = await certifier.certify(pair)
                say(f"{'✓' if one.valid else '✗'} {one.task}  ({len(found)}/{len(pairs)})")

    async with hosted(out / "logs") as host, asyncio.TaskGroup() as group:
        for _ in range(min(workers, len(pairs))):
            group.create_task(work())
    return [found[pair.task.id] for pair in pairs]


def _table(certificates: Sequence[Certificate]) -> RenderableType:
    text = Text()
    for one in certificates:
        text.append(f"{'✓' if one.valid else '✗'} {one.task}", style="green" if one.valid else "red")
        text.append(f"  waived: {one.waived}\n" if one.waived else "\n")
        for failure in one.failures:
            text.append(f"    {failure.what}: {failure.detail}\n    {failure.file}\n")
    text.append(f"{sum(one.valid for one in certificates)} of {len(certificates)} pairs are valid")
    return text
