"""Runs beside each other end as they would alone, and a port that somebody else took stops nobody."""

import asyncio
import hashlib
import json
import socket
import warnings
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from envs.toy import SITE
from harness import host as hosting
from harness.host import Closed, Host, hosted
from interventions.plan import Plan, seal

EPISODES = range(8)


def plan(number: int) -> Plan:
    """Every other episode loses its first write after the site has carried it out."""
    op = {"id": "t.0", "family": "t", "op": "error", "on": "POST /api/notes", "first": 1, "commit": "after"}
    return seal("toy/test", number % 3 + 1, "toy/test", {"network": [op] if number % 2 else []})


async def script(number: int, proxy: str) -> list[int]:
    """What the client of an episode does; the statuses of its writes."""
    statuses = []
    async with httpx.AsyncClient(proxy=proxy, base_url="http://toy.test", trust_env=False, timeout=30) as http:
        folders = (await http.get("/api/folders")).json()["items"]
        notes = (await http.get("/api/notes")).json()["items"]
        for step in range(number + 2):
            body = {"title": f"Note {number}.{step}", "folder_id": folders[step % 3]["id"], "budget": f"{step}.50"}
            statuses.append((await http.post("/api/notes", json=body)).status_code)
            note = f"/api/notes/{notes[step % 6]['id']}"
            statuses.append((await http.patch(note, json={"done": step % 2 == 0})).status_code)
        statuses.append((await http.delete(f"/api/notes/{notes[number % 6]['id']}")).status_code)
    return statuses


async def episode(host: Host, number: int) -> tuple[str, list[int], str, Closed]:
    """(hash of the final state, statuses, proxy, what was left) of one episode."""
    session = await host.open(plan(number), SITE)
    statuses = await script(number, session.proxy)
    closed = await host.close(session)
    text = json.dumps(closed.final, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest(), statuses, session.proxy, closed


async def test_episodes_in_parallel_end_as_they_do_one_by_one(host: Host) -> None:
    alone = [await episode(host, number) for number in EPISODES]
    beside = await asyncio.gather(*(episode(host, number) for number in EPISODES))
    assert [one[:2] for one in beside] == [one[:2] for one in alone]
    assert len({one[0] for one in alone}) == len(EPISODES)
    assert len({one[2] for one in [*alone, *beside]}) == 2 * len(EPISODES)
    for number, (_, statuses, _, closed) in zip(EPISODES, beside, strict=True):
        assert statuses.count(503) == number % 2
        assert closed.faults == []
        assert [receipt["kind"] for receipt in closed.receipts] == ["applied", "met"] * (number % 2)


async def left(host: Host) -> bool:
    """Whether a write is stored whose client left while the answer was still on its way."""
    op = {"id": "t.0", "family": "t", "op": "delay", "on": "POST /api/notes", "seconds": 1.2}
    session = await host.open(seal("toy/test", 7, "toy/test", {"network": [op]}), SITE)
    async with httpx.AsyncClient(proxy=session.proxy, base_url="http://toy.test", trust_env=False, timeout=30) as http:
        folder = (await http.get("/api/folders")).json()["items"][0]["id"]
        writing = asyncio.create_task(http.post("/api/notes", json={"title": "Last", "folder_id": folder}))
        while not (await host.proxy.call("GET", f"/sessions/{session.id}"))["in_flight"]:
            assert not writing.done()
        await asyncio.sleep(0.2)  # the quickest step takes longer
        writing.cancel()
        await asyncio.gather(writing, return_exceptions=True)
    closed = await host.close(session)
    assert (closed.faults, closed.late) == ([], 0)
    return any(row["title"] == "Last" for row in closed.final["notes"].values())


async def test_a_write_before_done_is_graded_the_same_every_time(host: Host) -> None:
    assert await asyncio.gather(*(left(host) for _ in range(20))) == [True] * 20


# ---- ports


@pytest.fixture
def taken() -> Iterator[int]:
    with socket.create_server(("127.0.0.1", 0)) as other:
        yield int(other.getsockname()[1])


async def test_a_port_that_was_taken_meanwhile_is_chosen_anew(
    taken: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    really, asked = hosting.free_port, []

    def slow() -> int:
        asked.append(1)
        return taken if len(asked) == 1 else really()

    monkeypatch.setattr(hosting, "free_port", slow)
    async with hosted(tmp_path, {"toy": SITE}) as host:
        assert host.upstream[1] != taken
        assert (await host.sites.call("GET", "/health"))["ready"]
    assert len(asked) == 2


@asynccontextmanager
async def listening() -> AsyncIterator[Any]:
    """Listeners of a mitmproxy in this process."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a package that mitmproxy loads uses names that another one calls old
        from mitmproxy.addons.proxyserver import Proxyserver

        from harness.proxy.listeners import Listeners
        from harness.proxy.main import make_master
    server = Proxyserver()
    started = asyncio.Event()

    class Started:
        def running(self) -> None:
            started.set()

    master = make_master(server, Started())
    master.options.update(mode=[], server=True)
    running = asyncio.create_task(master.run())
    await started.wait()
    listeners = Listeners(server)
    yield listeners
    await server.servers.update([])
    master.shutdown()
    await running


Open = Callable[[Any], Any]


@pytest.mark.parametrize(
    "opens",
    [lambda made: made.open_session(), lambda made: made.open_direct(("127.0.0.1", 1), "127.0.0.1", 0)],
    ids=["session", "direct"],
)
async def test_a_listener_takes_another_port_where_one_was_lost(
    opens: Open, taken: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with listening() as listeners:
        really = listeners._free_port
        ports = iter([taken, taken])
        monkeypatch.setattr(listeners, "_free_port", lambda: next(ports, 0) or really())
        port = await opens(listeners)
        assert port != taken
        _, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.close()
        await writer.wait_closed()
        monkeypatch.setattr(listeners, "_free_port", lambda: taken)
        with pytest.raises(RuntimeError, match="in 5 tries"):
            await opens(listeners)
