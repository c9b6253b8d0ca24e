"""A world that cannot be made is refused and told; who waits for a host waits for seeded state."""

import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from sqlite3 import ProgrammingError
from typing import Any

import httpx
import pytest
from sqlmodel import SQLModel

from envs.kit.app import SiteServer
from envs.kit.control import control_app
from envs.kit.site import Seeder, Site
from envs.kit.store import Store, WorldRequest
from envs.toy import SITE
from harness import health
from harness.control import Control
from harness.errors import VoidRun
from harness.host import Host, ready

TOKEN = {"authorization": "Bearer t"}
WORLD = {"site": "toy", "seed": 7}


def broken(seed: Seeder) -> Iterable[SQLModel]:
    """Some rows, then a fault; with seed 1, which health looks at, none."""
    yield from list(SITE.seed(seed))[:4]
    if seed.seed != 1:
        raise ZeroDivisionError("no such data file")


def always_broken(seed: Seeder) -> Iterable[SQLModel]:
    raise ZeroDivisionError("no such data file")
    yield


def twice(seed: Seeder) -> Iterable[SQLModel]:
    """The database refuses the second of two equal rows."""
    yield from [row for _ in range(2) for row in list(SITE.seed(seed))[:1]]


def server(site: Site) -> tuple[httpx.AsyncClient, httpx.AsyncClient]:
    """Clients of the control plane and of the site."""
    store = Store([site])
    planes = (control_app(store, "t"), SiteServer(store))
    control, public = (httpx.ASGITransport(app) for app in planes)
    return (
        httpx.AsyncClient(transport=control, base_url="http://control", headers=TOKEN),
        httpx.AsyncClient(transport=public, base_url="http://toy.test"),
    )


@pytest.mark.parametrize("seed", [broken, twice])
async def test_a_failed_reset_leaves_no_session_to_go_on_with(seed: Any) -> None:
    control, public = server(replace(SITE, seed=seed))
    async with control, public:
        refused = await control.post("/sessions", json={"id": "one", "worlds": [WORLD]})
        assert refused.status_code == 422
        assert "toy" in refused.json()["detail"]
        for method, path in (
            ("GET", "/sessions/one/state"),
            ("POST", "/sessions/one/freeze"),
            ("GET", "/sessions/one"),
        ):
            assert (await control.request(method, path)).status_code == 404
        step = await public.get("/api/notes", headers={"x-session": "one"})
        assert step.status_code == 421
        assert (await control.get("/health")).json()["sessions"] == 0


async def test_health_is_not_ready_where_a_site_cannot_be_seeded_and_says_why() -> None:
    control, public = server(replace(SITE, seed=always_broken))
    async with control, public:
        answer = await control.get("/health")
    assert answer.status_code == 200
    assert answer.json()["ready"] is False
    assert answer.json()["sites"]["toy"]["rows"] == 0
    assert "ZeroDivisionError: no such data file" in answer.json()["sites"]["toy"]["error"]


def test_a_second_world_that_fails_takes_the_first_with_it() -> None:
    """Else its database stays open: warnings are errors here."""
    store = Store([SITE, replace(SITE, name="other", host="other.test", seed=broken)])
    with pytest.raises(ValueError, match="other"):
        store.open([WorldRequest("toy", 7), WorldRequest("other", 7)], "one")
    assert store.sessions == {}
    assert store.open([WorldRequest("toy", 7)], "one").id == "one"


async def test_a_write_is_in_the_snapshot_at_once_and_gone_with_its_session() -> None:
    """Also where the connection that wrote is still open when the next session begins."""
    store = Store([SITE])
    app = SiteServer(store)
    session = store.open([WorldRequest("toy", 7)], "one")
    world = session.worlds["toy"].world
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://toy.test") as http:
        note = (await http.get("/api/notes", headers={"x-session": "one"})).json()["items"][0]["id"]
        await http.delete(f"/api/notes/{note}", headers={"x-session": "one"})
        copy = world.clone()
        assert note not in copy.state()["notes"]
        reading = world.connection.execute("SELECT * FROM notes")
        store.close("one")
        store.open([WorldRequest("toy", 7)], "one")
        again = (await http.get("/api/notes", headers={"x-session": "one"})).json()["items"]
    assert note in [item["id"] for item in again]
    with pytest.raises(ProgrammingError):
        reading.fetchone()
    copy.discard()


# ---- waiting for seeded state


@contextmanager
def answering(answers: list[tuple[int, str]]) -> Iterator[str]:
    """A plane that gives these answers one after another, and the last one for ever."""
    left = list(answers)

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            status, body = left.pop(0) if len(left) > 1 else left[0]
            self.send_response(status)
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body.encode())

        def log_message(self, format: str, *args: Any) -> None:
            return

    plane = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=plane.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{plane.server_address[1]}"
    plane.shutdown()
    plane.server_close()
    thread.join()


STARTING = [
    (200, "starting"),
    (200, '"starting"'),
    (200, "{}"),
    (503, "not yet"),
    (200, '{"ready": false, "sites": {"mail": {"rows": 0, "pages": true}, "shop": {"rows": 9, "pages": true}}}'),
]
READY = (200, '{"ready": true, "sites": {"mail": {"rows": 3, "pages": true}}}')


async def waiting(sites: str, proxy: str, seconds: float) -> None:
    host = Host(Control(sites, "t"), Control(proxy, "t"), "t", ("127.0.0.1", 1), "127.0.0.1", 0)
    try:
        await ready(host, seconds)
    finally:
        await host.stop()


async def test_an_answer_is_not_taken_for_seeded_state() -> None:
    with answering([*STARTING, READY]) as sites, answering([*STARTING[:2], READY]) as proxy:
        await waiting(sites, proxy, 20)


@pytest.mark.parametrize("never", range(len(STARTING)))
async def test_what_never_becomes_ready_is_named(never: int) -> None:
    with answering([STARTING[never]]) as sites, answering([READY]) as proxy:
        with pytest.raises(VoidRun) as caught:
            await waiting(sites, proxy, 0.2)
        assert caught.value.kind == "infra"
        named = "mail (no seeded rows)" if never == 4 else sites
        assert named in caught.value.message
        assert "shop" not in caught.value.message


async def test_a_proxy_that_is_not_ready_is_waited_for_too() -> None:
    with answering([READY]) as sites, answering([(200, "starting")]) as proxy:
        with pytest.raises(VoidRun) as caught:
            await waiting(sites, proxy, 0.2)
        assert proxy in caught.value.message


@pytest.mark.parametrize(("answer", "code"), [*((one, 1) for one in STARTING), (READY, 0)])
def test_the_health_check_of_compose(answer: tuple[int, str], code: int, capsys: pytest.CaptureFixture[str]) -> None:
    with answering([answer]) as url:
        assert health.main(url) == code
    assert (url in capsys.readouterr().err) == bool(code)
