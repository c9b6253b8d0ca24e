"""Real site server, real mitmproxy, real sessions: who gets where, what the backend sees, what is left when it ends."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
import pytest
import pytest_asyncio

from envs.toy import SITE
from harness.errors import VoidRun
from harness.host import Host, HostedSession, hosted
from interventions.plan import Plan, seal

Answer = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]


@pytest_asyncio.fixture(scope="module")
async def host(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Host]:
    async with hosted(tmp_path_factory.mktemp("logs"), {"toy": SITE}) as made:
        yield made


def through(session: HostedSession) -> httpx.AsyncClient:
    return httpx.AsyncClient(proxy=session.proxy, base_url="http://toy.test", trust_env=False, timeout=20)


def plan(*network: dict[str, object]) -> Plan:
    ops = [{"id": f"test.test.{n}", "family": "test", **op} for n, op in enumerate(network)]
    return seal("toy/test", 7, "toy/test" if ops else None, {"network": ops})


async def note_of(http: httpx.AsyncClient) -> str:
    return str((await http.get("/api/notes")).json()["items"][0]["id"])


async def test_a_session_leads_to_its_own_world_and_leaves_both_states(host: Host) -> None:
    one, two = await host.open(plan(), SITE), await host.open(plan(), SITE)
    assert one.proxy != two.proxy
    async with through(one) as http:
        note = await note_of(http)
        assert (await http.delete(f"/api/notes/{note}")).status_code == 200
    first, second = await host.close(one), await host.close(two)
    assert note in first.initial["notes"]
    assert note not in first.final["notes"]
    assert second.initial == second.final == first.initial
    assert (first.faults, first.late) == ([], 0)


@pytest.mark.parametrize(
    "address",
    [
        "http://other.test/",
        "http://127.0.0.1:{control}/health",
        "http://localhost:{control}/sessions",
        "http://toy.test:8080/",
        "http://mitm.it/",
        "http://169.254.169.254/latest/meta-data/",
    ],
)
async def test_nothing_but_the_sites_can_be_reached(host: Host, address: str) -> None:
    session = await host.open(plan(), SITE)
    control = host.sites.url.rsplit(":", 1)[1]
    async with through(session) as http:
        answer = await http.get(address.format(control=control), headers={"host": "toy.test"})
    closed = await host.close(session)
    assert answer.status_code == 403
    assert len(closed.blocked) == 1


async def test_a_tunnel_to_a_host_that_is_no_site_is_refused(host: Host) -> None:
    session = await host.open(plan(), SITE)
    control = host.sites.url.rsplit(":", 1)[1]
    async with through(session) as http:
        with pytest.raises(httpx.ProxyError, match="403"):
            await http.get(f"https://127.0.0.1:{control}/")
    await host.close(session)


async def test_a_client_cannot_choose_its_session(host: Host) -> None:
    mine, other = await host.open(plan(), SITE), await host.open(plan(), SITE)
    async with through(mine) as http:
        note = await note_of(http)
        await http.delete(f"/api/notes/{note}", headers={"x-session": other.id})
    closed, untouched = await host.close(mine), await host.close(other)
    assert note not in closed.final["notes"]
    assert note in untouched.final["notes"]


async def test_a_kept_connection_ends_with_its_session(host: Host) -> None:
    session = await host.open(plan(), SITE)
    async with through(session) as http:
        await note_of(http)
        await host.close(session)
        with pytest.raises(httpx.HTTPError):
            await http.get("/api/notes")


async def test_people_reach_a_session_at_its_direct_address(host: Host) -> None:
    session = await host.open(plan(), SITE)
    port = session.direct.rsplit(":", 1)[1].rstrip("/")
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", trust_env=False) as http:
        page = await http.get("/", headers={"host": f"{session.id}.toy.localhost:{port}"})
        notes = await http.get("/api/notes", headers={"host": f"{session.id}.toy.localhost:{port}"})
        nobody = await http.get("/", headers={"host": f"nobody.toy.localhost:{port}"})
    await host.close(session)
    assert "Notes" in page.text
    assert notes.status_code == 200
    assert nobody.status_code == 404


async def test_both_arms_get_the_same_page_script(host: Host) -> None:
    from interventions.layers.client import inject

    sessions = [await host.open(plan(), SITE), await host.open(plan(), SITE)]
    scripts, pages = [], []
    for session in sessions:
        async with through(session) as http:
            scripts.append((await http.get(inject.SCRIPT_PATH)).content)
            pages.append((await http.get("/")).text)
        await host.close(session)
    assert scripts[0] == scripts[1] == inject.SCRIPT
    assert pages[0] == pages[1]
    assert inject.SCRIPT_PATH in pages[0]


FORGED = {"op": "forge", "on": "PATCH /api/notes/{note_id}", "first": 1, "status": 200, "body": {"status": "pending"}}


async def test_a_forged_answer_never_reaches_the_backend(host: Host) -> None:
    session = await host.open(plan(FORGED), SITE)
    async with through(session) as http:
        note = await note_of(http)
        forged = await http.patch(f"/api/notes/{note}", json={"done": True})
        between = await host.sites.call("GET", f"/sessions/{session.id}/state")
        real = await http.patch(f"/api/notes/{note}", json={"done": True})
    closed = await host.close(session)
    assert forged.json() == {"status": "pending"}
    assert between["toy"]["state"]["notes"][note]["done"] is False
    assert real.json()["done"] is True
    assert closed.final["notes"][note]["done"] is True
    assert {receipt["kind"] for receipt in closed.receipts} == {"applied", "met"}


@pytest.mark.parametrize(("commit", "writes"), [("before", 0), ("after", 1)])
async def test_an_error_before_commit_writes_nothing_and_one_after_commit_writes_once(
    host: Host, commit: str, writes: int
) -> None:
    op = {"op": "error", "on": "POST /api/notes", "first": 1, "status": 503, "commit": commit}
    session = await host.open(plan(op), SITE)
    async with through(session) as http:
        folder = (await http.get("/api/folders")).json()["items"][0]["id"]
        answer = await http.post("/api/notes", json={"title": "Once", "folder_id": folder})
    closed = await host.close(session)
    assert answer.status_code == 503
    assert sum(row["title"] == "Once" for row in closed.final["notes"].values()) == writes


async def test_a_delay_in_one_session_slows_no_other_and_the_drain_waits_for_what_is_held(host: Host) -> None:
    slow = await host.open(plan({"op": "delay", "on": "GET /api/notes", "seconds": 4.0}), SITE)
    quick = await host.open(plan(), SITE)
    async with through(slow) as held, through(quick) as free:
        waiting = asyncio.create_task(held.get("/api/notes"))
        await asyncio.sleep(0.1)
        for _ in range(10):
            await free.get("/api/notes")
        assert not waiting.done()
        assert (await host.close(slow)).late == 0
        assert (await waiting).status_code == 200
    await host.close(quick)


@pytest.mark.parametrize(("method", "late"), [("GET", 0), ("POST", 1)])
async def test_a_write_that_is_held_beyond_the_drain_is_late_and_a_read_is_not(
    host: Host, method: str, late: int
) -> None:
    session = await host.open(plan({"op": "delay", "on": f"{method} /api/notes", "seconds": 9.0}), SITE)
    async with through(session) as http:
        held = asyncio.create_task(http.request(method, "/api/notes", json={"title": "Late", "folder_id": "x"}))
        await asyncio.sleep(0.1)
        assert not held.done()
        closed = await host.close(session, 0.05)
        assert (closed.late, closed.faults) == (late, [])
        assert closed.final["notes"] == closed.initial["notes"]
        held.cancel()


@asynccontextmanager
async def upstream(host: Host, answer: Answer) -> AsyncIterator[httpx.AsyncClient]:
    """A client whose session `cut` leads to a site of the test's own."""
    async with await asyncio.start_server(answer, "127.0.0.1", 0) as site:
        spec = {"id": "cut", "hosts": {"toy.test": "toy"}, "upstream": site.sockets[0].getsockname(), "seed": 1}
        listening = await host.proxy.call("POST", "/sessions", spec)
        proxy = f"http://{host.proxy_host}:{listening['port']}"
        async with httpx.AsyncClient(proxy=proxy, trust_env=False, timeout=0.3) as http:
            yield http


async def test_a_request_that_the_site_leaves_unanswered_voids_the_run(host: Host) -> None:
    async def hang_up(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readline()
        writer.close()

    async with upstream(host, hang_up) as http:
        assert (await http.get("http://toy.test/api/notes")).status_code == 502
        (fault,) = (await host.proxy.call("DELETE", "/sessions/cut"))["faults"]
    assert fault["kind"] == "infra"
    assert "GET /api/notes" in fault["message"]


async def test_a_request_that_the_client_gives_up_is_no_fault(host: Host) -> None:
    async def wait(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read()
        writer.close()

    async with upstream(host, wait) as http:
        with pytest.raises(httpx.ReadTimeout):
            await http.get("http://toy.test/api/notes")
        report = await host.proxy.call("POST", "/sessions/cut/drain?seconds=5")
        await host.proxy.call("DELETE", "/sessions/cut")
    assert (report["in_flight"], report["faults"]) == (0, [])


async def test_an_unknown_op_opens_nothing(host: Host) -> None:
    with pytest.raises(VoidRun, match="422"):
        await host.open(plan({"op": "conjure", "on": "GET /api/notes"}), SITE)
    assert (await host.sites.call("GET", "/health"))["sessions"] == 0


async def test_the_control_plane_wants_its_token(host: Host) -> None:
    async with httpx.AsyncClient(trust_env=False) as http:
        for plane in (host.sites.url, host.proxy.url):
            assert (await http.get(f"{plane}/sessions/x")).status_code == 401


async def test_children_end_with_their_host(tmp_path: Path) -> None:
    async with hosted(tmp_path, {"toy": SITE}) as short:
        children = short.children
        assert short.alive
    assert not any(child.alive for child in children)
