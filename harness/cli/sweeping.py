"""Verbs of many runs: sweep, sweep status, demo."""

import asyncio
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Group, RenderableType
from rich.text import Text

from analysis.drops import stats as paired_drops
from analysis.load import read_runs
from analysis.noise import noise_floor
from analysis.rows import AA
from analysis.tables.drops import render
from analysis.tables.effort import floor
from analysis.tables.grid import to_rich
from harness import fingerprints
from harness.agents.catalog import AgentRefError
from harness.agents.catalog import load as load_agent
from harness.apply import Application, application, applied
from harness.arm import Settings
from harness.cli.exits import USER, VOID
from harness.cli.output import Extra, Json, say, show
from harness.cli.running import choice, harness_of
from harness.corpus import Corpus, Pair, load, there
from harness.errors import UserError
from harness.jobs import Chosen, Configuration, pairs, stored
from harness.lanes import Hosting, Workshop, browser_lane
from harness.sweep import SWEEP, Result, claimed, configuration_of, prepare
from harness.sweep import sweep as run_sweep

DEMO_AGENTS = ("careful", "straight")

app = typer.Typer(invoke_without_command=True, no_args_is_help=False)


@app.callback()
def sweep(
    context: typer.Context,
    agent: Annotated[list[str] | None, typer.Option("--agent", help="A catalogue name or FILE.py:Name.")] = None,
    task: Annotated[list[str] | None, typer.Option("--task", help="Tasks, by id or pattern.")] = None,
    site: Annotated[str | None, typer.Option(help="Only tasks of this site.")] = None,
    family: Annotated[list[str] | None, typer.Option("--family", help="Only variants that apply it.")] = None,
    apply: Annotated[str | None, typer.Option("--apply", help="FAMILY[:DISPATCH] on any task.")] = None,
    param: Annotated[list[str] | None, typer.Option("--param", help="name=value for --apply.")] = None,
    dose: Annotated[str | None, typer.Option("--dose", help="name=a,b,c: one variant each, for --apply.")] = None,
    harness: Annotated[str | None, typer.Option(help="text, gui or hybrid (default: each agent's own).")] = None,
    trials: Annotated[int, typer.Option(min=1, help="Trials of each pair.")] = 1,
    aa: Annotated[bool, typer.Option("--aa", help="The clean arm twice: the noise floor.")] = False,
    workers: Annotated[int, typer.Option(min=1, max=64, help="Runs at a time.")] = 2,
    limit: Annotated[int | None, typer.Option(min=1, help="Do at most so many pairs now.")] = None,
    screens: Annotated[str, typer.Option(help="none, failed or all.")] = "failed",
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Say what would be run.")] = False,
    out: Annotated[Path | None, typer.Option(help="Folder of the sweep (default: runs/<agents>).")] = None,
    extra: Extra = None,
    as_json: Json = False,
) -> None:
    """Paired runs of agents over tasks; the same command again resumes."""
    if context.invoked_subcommand is not None:
        return
    if not agent:
        raise UserError("name at least one --agent; `breakingweb agents` lists those of the catalogue")
    if twice := next((name for name in agent if agent.count(name) > 1), None):
        raise UserError(f"--agent {twice} stands twice: for more runs of it give --trials")
    choice(screens, ("none", "failed", "all"), "--screens")
    root = out or Path("runs") / "-".join(Path(name.rpartition(":")[0] or name).stem for name in agent)
    settings = Settings(harness=harness_of(harness), screens=screens)  # type: ignore[arg-type]
    corpus = load(extra or [])
    if apply:
        chosen = by_hand(corpus, application(apply, param or [], dose), task or [], site, root, settings, workers)
    elif param or dose:
        raise UserError("--param and --dose go with --apply")
    else:
        chosen = corpus.pairs(task or [], site, family or [])
    configuration = configure(agent, chosen, trials, aa, settings)
    if dry_run:
        show(_plan(configuration, root), as_json, lambda: _plan_text(configuration, root))
        return
    result = execute(root, agent, chosen, configuration, settings, workers, limit)
    report_result(result, root, as_json)


def by_hand(
    corpus: Corpus,
    what: Application,
    globs: Sequence[str],
    site: str | None,
    root: Path,
    settings: Settings,
    workers: int,
) -> list[Pair]:
    """Pairs of a family on any task: those that the careful player solves in both arms, in a sweep of its own."""
    made = applied(corpus, corpus.chosen_tasks(globs, site), what)
    for task, reason in made.unbound.items():
        say(f"not applied to {task}: {reason}")
    proof = root.with_name(f"{root.name}.proof")
    say(f"the careful player tries {len(made.pairs)} pairs first, into {proof}")
    configuration = configure(["careful"], made.pairs, 1, False, settings)
    result = execute(proof, ["careful"], made.pairs, configuration, settings, workers)
    solved = [pair for pair in made.pairs if is_solved(pair, result)]
    for pair in made.pairs:
        if pair not in solved:
            say(f"kept out, not solved by the careful player: {pair.task.id} {pair.variant.name}")
    if not solved:
        raise UserError(f"the careful player solved none of the {len(made.pairs)} pairs; see {proof}")
    return solved


def is_solved(pair: Pair, result: Result) -> bool:
    """Whether both of its runs passed, and the perturbed one met the intervention."""
    mine = [run for run in result.ledger.runs.values() if run.key.task == pair.task.id]
    clean = [run for run in mine if run.key.condition == "clean" and run.key.variant in (None, pair.variant.name)]
    perturbed = [run for run in mine if run.key.condition == "perturbed" and run.key.variant == pair.variant.name]
    passed = [run.grade is not None and run.grade.passed for run in (*clean, *perturbed)]
    return len(passed) == 2 and all(passed) and perturbed[0].exposed


def configure(
    agents: Sequence[str], chosen: Sequence[Pair], trials: int, aa: bool, settings: Settings
) -> Configuration:
    """The sweep as a value, with the fingerprints of all that decides its numbers."""
    return Configuration(
        agents=tuple(agents),
        harness=settings.harness,
        trials=trials,
        chosen=tuple(
            Chosen(
                task=pair.task.id,
                variant=AA if aa else pair.variant.name,
                seed=pair.task.seed,
                task_fingerprint=pair.task.fingerprint,
                variant_fingerprint="" if aa else fingerprints.of_variant(pair),
            )
            for pair in chosen
        ),
        bounds=fingerprints.of_bounds(settings.bounds),
        grader=fingerprints.of_grader(),
        code=fingerprints.of_code(),
    )


def execute(
    root: Path,
    agents: Sequence[str],
    chosen: Sequence[Pair],
    configuration: Configuration,
    settings: Settings,
    workers: int,
    limit: int | None = None,
) -> Result:
    """Run or resume a sweep in its folder."""
    try:
        makers = {name: load_agent(name) for name in agents}
    except AgentRefError as error:
        raise UserError(str(error)) from error
    with claimed(root):
        ledger = prepare(root, configuration, say)
        return asyncio.run(_execute(root, chosen, configuration, settings, workers, limit, makers, ledger))


async def _execute(
    root: Path,
    chosen: Sequence[Pair],
    configuration: Configuration,
    settings: Settings,
    workers: int,
    limit: int | None,
    makers: Any,
    ledger: Any,
) -> Result:
    hosting = Hosting(root / "logs")
    named = {(pair.task.id, name): pair for pair in chosen for name in (pair.variant.name, AA, "")}
    shop = Workshop(named, makers, settings, hosting)
    try:
        return await run_sweep(root, configuration, ledger, [partial(browser_lane, shop)] * workers, limit)
    finally:
        await hosting.close()


def report_result(result: Result, root: Path, as_json: bool) -> None:
    """Print the drop table; the exit code says whether runs are still void or an agent is broken."""
    graded = any(run.status == "graded" for run in result.ledger.runs.values())
    rows = read_runs(root) if graded else []
    document = paired_drops(rows)
    document |= {"out": str(root), "total": result.total, "counts": result.ledger.counts(), "stopped": result.stopped}
    show(document, as_json, lambda: _tables(rows, document))
    for run in result.void:
        say(f"void ({run.void_kind}): {run.key.agent} {run.key.task} {run.key.condition} trial {run.key.trial}")
    if result.stopped:
        say(f"stopped: {result.stopped}")
        raise typer.Exit(USER)
    if result.void:
        raise typer.Exit(VOID)


def _tables(rows: Any, document: dict[str, Any]) -> RenderableType:
    if not rows:
        return Text("No run could be graded.")
    noise = noise_floor(rows)
    parts: list[RenderableType] = [] if noise and not document["rows"] else [render(document)]
    return Group(*parts, *([to_rich(floor(noise))] if noise else []))


def _plan(configuration: Configuration, root: Path) -> dict[str, Any]:
    runs = [job.key.model_dump(mode="json") for pair in pairs(configuration, root.name) for job in pair]
    return {"out": str(root), "runs": runs}


def _plan_text(configuration: Configuration, root: Path) -> RenderableType:
    done = stored(root).counts() if root.exists() else {"passed": 0, "failed": 0, "void": 0}
    planned = pairs(configuration, root.name)
    lines = [
        f"{one.key.agent}  {one.key.task}  trial {one.key.trial}: {one.key.condition} first" for one, *_ in planned
    ]
    tail = f"{sum(map(len, planned))} runs in {root}, {done['passed'] + done['failed']} of them done"
    return Text("\n".join([*lines, tail]))


@app.command()
def status(
    folder: Annotated[Path, typer.Argument(help="Folder of a sweep.")], extra: Extra = None, as_json: Json = False
) -> None:
    """How far a sweep is, from another terminal."""
    there(extra or [])
    if not (folder / SWEEP).exists():
        raise UserError(f"{folder} holds no sweep (no {SWEEP})")
    configuration = configuration_of(folder / SWEEP)
    counts = stored(folder).counts()
    total = sum(len(pair) for pair in pairs(configuration, folder.name))
    document = {"out": str(folder), "total": total, **counts, "left": total - counts["passed"] - counts["failed"]}
    show(
        document, as_json, lambda: Text(", ".join(f"{value} {key}" for key, value in document.items() if key != "out"))
    )


def demo(
    out: Annotated[Path, typer.Option(help="Folder of the sweep.")] = Path("runs/demo"),
    workers: Annotated[int, typer.Option(min=1, max=64)] = 2,
    extra: Extra = None,
    as_json: Json = False,
) -> None:
    """A small paired sweep over all four layers with the reference players; prints the drop table and the report."""
    from analysis.report import write
    from harness.demo import DEMO_TASKS

    chosen = load(extra or []).pairs(DEMO_TASKS)
    settings = Settings(screens="all")
    configuration = configure(DEMO_AGENTS, chosen, 1, False, settings)
    result = execute(out, DEMO_AGENTS, chosen, configuration, settings, workers)
    page = write(out, out / "report")
    try:
        report_result(result, out, as_json)
    finally:
        say(f"report: {page.resolve()}")
