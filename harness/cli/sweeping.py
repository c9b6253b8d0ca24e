"""Verbs of many runs: sweep, sweep status, demo."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Group, RenderableType
from rich.text import Text

from analysis.drops import stats as paired_drops
from analysis.load import read_runs
from analysis.noise import noise_floor
from analysis.tables.drops import render
from analysis.tables.effort import floor
from analysis.tables.grid import to_rich
from evaluator.records.bundle import SWEEP
from harness.apply import Application, application, applied
from harness.arm import Settings
from harness.cli.exits import USER, VOID
from harness.cli.output import Extra, Json, say, show
from harness.cli.running import choice, harness_of
from harness.corpus import Corpus, Pair, load, there
from harness.errors import UserError
from harness.jobs import Configuration, pairs, stored
from harness.order import Order, execute, makers
from harness.sweep import Result, configuration_of

DEMO_AGENTS = ("careful", "straight")
MOST_TRIALS = 1000

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
    trials: Annotated[int, typer.Option(min=1, max=MOST_TRIALS, help="Trials of each pair.")] = 1,
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
    players = makers(agent)
    choice(screens, ("none", "failed", "all"), "--screens")
    root = out or Path("runs") / "-".join(Path(name.rpartition(":")[0] or name).stem for name in agent)
    settings = Settings(harness=harness_of(harness), screens=screens)  # type: ignore[arg-type]
    corpus = load(extra or [])
    if apply:
        chosen = by_hand(corpus, application(apply, param or [], dose), task or [], site)
    elif param or dose:
        raise UserError("--param and --dose go with --apply")
    else:
        chosen = corpus.pairs(task or [], site, family or [])
    order = Order(root, players, chosen, settings, trials, aa, workers, limit)
    if dry_run:
        configuration = order.configuration()
        show(_plan(configuration, root), as_json, lambda: _plan_text(configuration, root))
        return
    report_result(execute(solvable(order) if apply else order, say), root, as_json)


def by_hand(corpus: Corpus, what: Application, globs: Sequence[str], site: str | None) -> list[Pair]:
    """Pairs of a family on any task; the tasks on which it cannot be put are told."""
    made = applied(corpus, corpus.chosen_tasks(globs, site), what)
    for task, reason in made.unbound.items():
        say(f"not applied to {task}: {reason}")
    return made.pairs


def solvable(order: Order) -> Order:
    """The order without the pairs that the careful player does not solve in both arms, in a sweep of its own."""
    proof = order.root.with_name(f"{order.root.name}.proof")
    say(f"the careful player tries {len(order.chosen)} pairs first, into {proof}")
    careful = Order(proof, makers(["careful"]), order.chosen, order.settings, workers=order.workers)
    result = execute(careful, say)
    solved = [pair for pair in order.chosen if is_solved(pair, result)]
    for pair in order.chosen:
        if pair not in solved:
            say(f"kept out, not solved by the careful player: {pair.task.id} {pair.variant.name}")
    if not solved:
        raise UserError(f"the careful player solved none of the {len(order.chosen)} pairs; see {proof}")
    return replace(order, chosen=solved)


def is_solved(pair: Pair, result: Result) -> bool:
    """Whether both of its runs passed, and the perturbed one met the intervention."""
    mine = [run for run in result.ledger.runs.values() if run.key.task == pair.task.id]
    clean = [run for run in mine if run.key.condition == "clean" and run.key.variant in (None, pair.variant.name)]
    perturbed = [run for run in mine if run.key.condition == "perturbed" and run.key.variant == pair.variant.name]
    passed = [run.grade is not None and run.grade.passed for run in (*clean, *perturbed)]
    return len(passed) == 2 and all(passed) and perturbed[0].exposed


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
    order = Order(out, makers(DEMO_AGENTS), chosen, Settings(screens="all"), workers=workers)
    result = execute(order, say)
    page = write(out, out / "report")
    try:
        report_result(result, out, as_json)
    finally:
        say(f"report: {page.resolve()}")
