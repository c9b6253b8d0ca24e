"""Verbs that do one run: run, episode."""

import asyncio
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from evaluator.records.run import Key, Run
from harness.agents.catalog import AgentRefError
from harness.agents.catalog import load as load_agent
from harness.agents.reference.scripts import player_for
from harness.arm import Arm, Settings, run_arm
from harness.browser.context import chromium
from harness.cli.episode import HARNESSES, run_episode
from harness.cli.exits import VOID
from harness.cli.output import Extra, Json, new_folder, say, show, writable
from harness.corpus import load, there
from harness.errors import UserError
from harness.host import hosted
from harness.prepare import Worlds, prepare
from interventions.compile import CompileError
from tasks.targets import TargetError

CONDITIONS = ("clean", "perturbed")
AgentOption = Annotated[str, typer.Option("--agent", help="A catalogue name, or FILE.py:Name.")]
HarnessOption = Annotated[str | None, typer.Option("--harness", help="text, gui or hybrid (default: the agent's own).")]


def run(
    task: Annotated[str, typer.Argument(help="Id of the task, site/name.")],
    condition: Annotated[str, typer.Option(help="clean or perturbed.")],
    agent: AgentOption,
    harness: HarnessOption = None,
    seed: Annotated[int | None, typer.Option(help="Overrides the task's seed; the run is then uncertified.")] = None,
    out: Annotated[Path | None, typer.Option(help="Folder of the bundle.")] = None,
    screens: Annotated[str, typer.Option(help="none, failed or all.")] = "all",
    extra: Extra = None,
    as_json: Json = False,
) -> None:
    """One run of a task, in one condition."""
    choice(condition, CONDITIONS, "--condition")
    choice(screens, ("none", "failed", "all"), "--screens")
    arm, settings = _arm(task, condition, agent, harness, seed, screens, extra or [])
    folder = out or Path("runs") / "single" / f"{task.replace('/', '.')}.{condition}.{arm.key.agent}"
    new_folder(folder)
    done = asyncio.run(_run(arm, folder, settings))
    show({"bundle": str(folder), **done.model_dump(mode="json")}, as_json, lambda: _told(done, folder))
    if done.status == "void":
        raise typer.Exit(VOID)


def _arm(
    task_id: str, condition: str, agent: str, harness: str | None, seed: int | None, screens: str, extra: list[Path]
) -> tuple[Arm, Settings]:
    pair = load(extra).pair(task_id)
    try:
        make = load_agent(agent)
        prepared = prepare(pair.task, Worlds(), seed)
        perturbed = condition == "perturbed"
        plan = prepared.perturbed(pair.variant, pair.families) if perturbed else prepared.clean()
    except (AgentRefError, TargetError, CompileError) as error:
        raise UserError(str(error)) from error
    if seed is not None and seed != pair.task.seed:
        say(f"note: seed {seed} instead of the task's {pair.task.seed}: this run is not certified")
    key = Key(
        agent=make().name,
        task=task_id,
        variant=pair.variant.name,
        condition="perturbed" if perturbed else "clean",
        seed=prepared.seed,
    )
    maker = player_for(agent, make, prepared, pair.variant if perturbed else None)
    return Arm(pair, prepared, plan, key, maker), Settings(harness=harness_of(harness), screens=screens)  # type: ignore[arg-type]


async def _run(arm: Arm, folder: Path, settings: Settings) -> Run:
    async with hosted(folder.parent / "logs") as host, chromium() as browser:
        return await run_arm(arm, host, browser, folder, settings)


def _told(done: Run, folder: Path) -> RenderableType:
    if done.grade is None:
        return Text(f"void ({done.void_kind}); see {folder / 'error.json'}")
    head = "passed" if done.grade.passed else f"failed ({done.failure})"
    table = Table("", "check", "what is off", box=None, pad_edge=False)
    for check in done.grade.checks:
        reasons = "; ".join(f"{r.path}: expected {r.expected}, got {r.got}" for r in check.reasons[:3])
        table.add_row("✓" if check.passed else "✗", check.name, Text(reasons, overflow="fold"))
    exposed = ", exposed" if done.exposed else ""
    return Group(f"{head}, score {done.grade.score:g}, ending {done.ending}{exposed}", table, f"bundle: {folder}")


def episode(
    url: Annotated[str, typer.Option(help="Any http or https page.")],
    agent: AgentOption,
    harness: HarnessOption = None,
    steps: Annotated[int, typer.Option(min=1, max=1000)] = 30,
    goal: Annotated[str, typer.Option(help="What the agent is asked to do.")] = "",
    out: Annotated[Path | None, typer.Option(help="Folder of the bundle.")] = None,
    extra: Extra = None,
    as_json: Json = False,
) -> None:
    """Drive any page, with no task, no proxy and no site of ours."""
    there(extra or [])
    harness_of(harness)
    document = run_episode(url, agent, harness, steps, writable(out or Path("runs") / "episode"), goal=goal)
    show(document, as_json, lambda: _steps(document))


def _steps(document: dict[str, Any]) -> RenderableType:
    table = Table("step", "action", "error", box=None, pad_edge=False)
    for number, step in enumerate(document["steps"]):
        table.add_row(str(number), Text(step["action"]), Text(step["error"] or ""))
    return Group(f"ending {document['ending']}, bundle {document['bundle']}", table)


def harness_of(name: str | None) -> Any:
    """The harness as given; UserError for one that does not exist."""
    if name is not None:
        choice(name, HARNESSES, "--harness")
    return name


def choice(value: str, allowed: tuple[str, ...], option: str) -> None:
    if value not in allowed:
        raise UserError(f"{option} {value}: choose one of {', '.join(allowed)}")
