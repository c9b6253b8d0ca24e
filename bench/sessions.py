"""Sessions, the proxy and grading: what a run costs besides its browser and its agent."""

import tempfile
from pathlib import Path
from typing import Any

import httpx

from bench.lines import line, timed, timed_async
from envs.kit.store import WorldRequest
from envs.sites.shop.site import SITE as SHOP
from evaluator.grade import grade
from harness.corpus import load
from harness.host import Host, hosted
from harness.prepare import Worlds, prepare
from harness.server import make_store
from interventions.plan import Plan, seal

REPEAT = 40
IDLE_RULES = 5


async def run() -> list[dict[str, Any]]:
    """All lines of this module."""
    with tempfile.TemporaryDirectory() as logs:
        async with hosted(Path(logs)) as host:
            return [opening(), *await requests(host), compiling(), grading()]


def opening() -> dict[str, Any]:
    """A new seeded session of the shop, in the server's process, ready to serve; the floor is the copy of its bytes."""
    store = make_store([SHOP])
    template = store.template("shop", 7)
    image = template.image()

    def open_and_close() -> None:
        store.close(store.open([WorldRequest("shop", 7)]).id)

    def copy() -> None:
        template.clone(image).discard()

    open_and_close()
    ours, floor = [], []
    for _ in range(REPEAT):
        ours.append(timed(open_and_close))
        floor.append(timed(copy))
    rows = sum(len(found) for found in template.state().values())
    return line("session open, shop", ours, 0.005, floor, note=f"{rows} rows, its baseline read")


async def requests(host: Host) -> list[dict[str, Any]]:
    """One GET through the proxy with no rule and with idle rules; the floor is the same GET straight to the server."""
    idle = [
        {"id": f"bench.bench.{n}", "family": "bench", "op": "delay", "on": "POST /api/cart/items", "seconds": 1}
        for n in range(IDLE_RULES)
    ]
    plans = {
        "no rule": seal("shop/bench", 7),
        f"{IDLE_RULES} idle rules": seal("shop/bench", 7, "x", {"network": idle}),
    }
    return [await _requests(host, name, plan) for name, plan in plans.items()]


async def _requests(host: Host, name: str, plan: Plan) -> dict[str, Any]:
    session = await host.open(plan, SHOP)
    straight = f"http://{host.upstream[0]}:{host.upstream[1]}"
    headers = {"host": SHOP.host, "x-session": session.id}
    ours, floor = [], []
    async with (
        httpx.AsyncClient(proxy=session.proxy, base_url=session.url, trust_env=False) as through,
        httpx.AsyncClient(base_url=straight, headers=headers, trust_env=False) as direct,
    ):
        for number in range(REPEAT + 5):
            laps = (
                await timed_async(lambda: through.get("/api/departments")),
                await timed_async(lambda: direct.get("/api/departments")),
            )
            if number >= 5:  # the first ones open connections
                ours.append(laps[0])
                floor.append(laps[1])
    await host.drop(session)
    return line(f"request through the proxy, {name}", ours, floor=floor, note="floor: straight to the site server")


def compiling() -> dict[str, Any]:
    """The plan of a pair, from parsed files."""
    pair = load().pair("shop/reorder_lamp")
    prepared = prepare(pair.task, Worlds())
    return line(
        "compile a plan", [timed(lambda: prepared.perturbed(pair.variant, pair.families)) for _ in range(40)], 0.01
    )


def grading() -> dict[str, Any]:
    """Grade one run of the shop; the floor is a comparison of the two states."""
    pair = load().pair("shop/reorder_lamp")
    worlds = Worlds()
    prepared = prepare(pair.task, worlds)
    before = worlds.state(SHOP, prepared.seed)
    after = {name: dict(rows) for name, rows in before.items()}
    ours, floor = [], []
    for _ in range(REPEAT):
        ours.append(timed(lambda: grade(pair.task.criterion, prepared.targets, prepared.types, before, after)))
        floor.append(timed(lambda: {name: rows == after[name] for name, rows in before.items()}))
    return line("grade a run, shop", ours, 0.01, floor)
