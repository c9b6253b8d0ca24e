"""Verbs that keep a session open for people and other programs: serve, finish."""

import asyncio
import contextlib
import json
import re
import tempfile
from pathlib import Path
from typing import Annotated, Any

import typer

from evaluator.checks import Criterion
from evaluator.grade import grade
from evaluator.records.jsonl import read_json, write_json
from harness.cli.output import Extra, Json, console, show
from harness.control import Control
from harness.corpus import load, there
from harness.errors import UserError, VoidRun
from harness.host import Host, HostedSession, close, hosted
from harness.prepare import Worlds, prepare, state_types
from harness.sites import SITES
from harness.token import write_token
from interventions.plan import Plan, seal
from interventions.receipts import exposed

OPEN = Path(tempfile.gettempdir()) / f"breakingweb-{Path.home().name}"
"""Where `serve` notes its sessions, so that `finish` finds them; readable by the owner only."""

SESSION = r"[a-z0-9][a-z0-9-]{0,39}"
"""Names of sessions: they stand in host names."""


def serve(
    task: Annotated[str | None, typer.Option(help="A task whose world is opened (default: the clean shop).")] = None,
    condition: Annotated[str, typer.Option(help="clean or perturbed.")] = "clean",
    session: Annotated[str | None, typer.Option(help="Name of the session; drawn where absent.")] = None,
    port: Annotated[int, typer.Option(min=0, max=65_535, help="Port of the direct address; 0 takes a free one.")] = 0,
    extra: Extra = None,
    as_json: Json = False,
) -> None:
    """Host a session until interrupted: a proxy address for agents, a direct one for people."""
    if condition not in ("clean", "perturbed"):
        raise UserError(f"--condition {condition}: choose clean or perturbed")
    if condition == "perturbed" and task is None:
        raise UserError("--condition perturbed goes with --task")
    if session is not None and not re.fullmatch(SESSION, session):
        raise UserError(f"--session {session}: at most 40 small letters, digits and -, a letter or digit first")
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(_serve(task, condition, session, port, extra or [], as_json))


async def _serve(
    task: str | None, condition: str, session: str | None, port: int, extra: list[Path], as_json: bool
) -> None:
    note: dict[str, Any] = {}
    site = SITES["shop"]
    plan = seal("shop/free", 1)
    if task:
        pair_needed = condition == "perturbed"
        corpus = load(extra)
        prepared = prepare(corpus.task(task), Worlds())
        site = prepared.site
        plan = prepared.clean()
        if pair_needed:
            pair = corpus.pair(task)
            plan = prepared.perturbed(pair.variant, pair.families)
        note = {
            "task": task,
            "instruction": prepared.instruction,
            "criterion": prepared.task.criterion.model_dump(mode="json"),
            "targets": prepared.targets,
            "site": site.name,
        }
    _folder()
    if session is not None and await _served(session):
        raise UserError(f"a session {session!r} is served already: name another, or finish it")
    async with hosted(OPEN / "logs", direct_port=port) as host:
        opened = await host.open(plan, site, session)
        try:
            await _until_ended(host, opened, plan, note, as_json)
        finally:
            _note_file(opened.id).unlink(missing_ok=True)


async def _until_ended(host: Host, opened: HostedSession, plan: Plan, note: dict[str, Any], as_json: bool) -> None:
    token_file = OPEN / f"{opened.id}.token"
    write_token(token_file, host.token)
    shown = {
        "url": opened.url,
        "proxy": opened.proxy,
        "direct": opened.direct,
        "session": opened.id,
        "control": host.sites.url,
        "token_file": str(token_file),
    }
    write_json(_note_file(opened.id), {**shown, **note, "proxy_control": host.proxy.url, "families": plan.families()})
    _note_file(opened.id).chmod(0o600)
    if as_json:
        print(json.dumps(shown), flush=True)
    else:
        console().print(_welcome(shown, note))
    try:
        while host.alive:
            await asyncio.sleep(1)
            if not await _is_open(host, opened.id):
                return
        raise UserError("a server has ended; see the logs in " + str(OPEN / "logs"))
    finally:
        token_file.unlink(missing_ok=True)


async def _served(session: str) -> bool:
    """Whether another `serve` holds a session of this name; what one that was killed left is cleared away."""
    file = _note_file(session)
    if not file.exists():
        return False
    note = read_json(file)
    control = Control(note["control"], _token(note))
    try:
        await control.call("GET", f"/sessions/{session}")
    except VoidRun:
        for left in (file, Path(note["token_file"])):
            left.unlink(missing_ok=True)
        return False
    finally:
        await control.close()
    return True


async def _is_open(host: Host, session: str) -> bool:
    try:
        await host.sites.call("GET", f"/sessions/{session}")
    except VoidRun:
        return False
    return True


def _welcome(shown: dict[str, Any], note: dict[str, Any]) -> str:
    lines = [
        f"In your browser   {shown['direct']}",
        f"For an agent      {shown['url']} through the HTTP proxy {shown['proxy']}",
        f"Session           {shown['session']} (grade it with: breakingweb finish {shown['session']})",
    ]
    if note:
        lines.insert(0, f"Instruction       {note['instruction']}\n")
    return "\n".join([*lines, "Ctrl-C ends it."])


def finish(
    session: Annotated[str, typer.Argument(help="Name of a session that `serve` opened.")],
    extra: Extra = None,
    as_json: Json = False,
) -> None:
    """Drain, grade and close a served session."""
    there(extra or [])
    if not re.fullmatch(SESSION, session) or not asyncio.run(_served(session)):
        known = sorted(path.stem for path in OPEN.glob("*.session"))
        raise UserError(f"no session {session!r} is open here; open are: {', '.join(known) or 'none'}")
    note = read_json(_note_file(session))
    document = asyncio.run(_finish(note, _token(note)))
    show(document, as_json, lambda: json.dumps(document, indent=2, ensure_ascii=False))


async def _finish(note: dict[str, Any], token: str) -> dict[str, Any]:
    sites, proxy = Control(note["control"], token), Control(note["proxy_control"], token)
    site = note.get("site", "shop")
    try:
        closed = await close(sites, proxy, note["session"], site)
    finally:
        await sites.close()
        await proxy.close()
    document: dict[str, Any] = {"session": note["session"], "late": closed.late, "receipts": closed.receipts}
    if faults := closed.faults:
        document["void"] = faults
    elif "criterion" in note:
        criterion = Criterion.model_validate(note["criterion"])
        verdict = grade(criterion, note["targets"], state_types(SITES[site]), closed.initial, closed.final)
        document |= {"task": note["task"], "grade": verdict.model_dump(mode="json")}
        document["exposed"] = exposed(note["families"], closed.receipts)
    return document


def _token(note: dict[str, Any]) -> str:
    file = Path(note["token_file"])
    return file.read_text().strip() if file.exists() else ""


def _note_file(session: str) -> Path:
    return _folder() / f"{session}.session"


def _folder() -> Path:
    OPEN.mkdir(mode=0o700, parents=True, exist_ok=True)
    return OPEN
