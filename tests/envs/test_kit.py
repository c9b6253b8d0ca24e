"""The kit through its own doors: a session is a world of its own, and says exactly what happened in it."""

import asyncio
import json
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from random import Random

import httpx
import pytest

from envs.kit.app import SiteServer
from envs.kit.hooks import Call, Refusal
from envs.kit.store import Store, WorldRequest, clean_state
from envs.kit.world import World
from envs.toy import SITE


@asynccontextmanager
async def client(store: Store, session: str) -> AsyncIterator[httpx.AsyncClient]:
    transport = httpx.ASGITransport(app=SiteServer(store))
    async with httpx.AsyncClient(
        transport=transport, base_url="http://toy.test", headers={"x-session": session}
    ) as made:
        yield made


def opened(store: Store, **ops: list[dict[str, object]]) -> str:
    return store.open([WorldRequest("toy", 7, **ops)]).id


async def test_an_accepted_write_moves_the_clock_one_second_and_a_refused_one_writes_nothing() -> None:
    store = Store([SITE])
    name = opened(store)
    async with client(store, name) as http:
        first = await http.get("/api/notes")
        folder = first.json()["items"][0]["folder_id"]
        refused = await http.post("/api/notes", json={"title": "x", "folder_id": "nowhere"})
        invalid = await http.post("/api/notes", json={"title": ""})
        added = await http.post("/api/notes", json={"title": "Milk", "folder_id": folder})
    assert (refused.status_code, invalid.status_code, added.status_code) == (422, 422, 201)
    assert refused.json()["error"]["reason"] == "Choose one of your folders."
    assert first.headers["x-clock"] == refused.headers["x-clock"] == "2027-03-10T09:40:00+00:00"
    assert added.headers["x-clock"] == "2027-03-10T09:40:01+00:00"
    notes = store.sessions[name].worlds["toy"].world.state()["notes"]
    assert sum(row["title"] == "Milk" for row in notes.values()) == 1
    assert len(notes) == 7


async def test_sessions_share_nothing_and_reset_is_a_new_session() -> None:
    store = Store([SITE])
    one, two = opened(store), opened(store)
    async with client(store, one) as http:
        for note in (await http.get("/api/notes")).json()["items"]:
            await http.delete(f"/api/notes/{note['id']}")
    assert store.sessions[one].worlds["toy"].world.state()["notes"] == {}
    assert store.sessions[two].worlds["toy"].world.state() == clean_state(SITE, 7)
    store.close(one)
    assert store.sessions[opened(store)].worlds["toy"].world.state() == clean_state(SITE, 7)


def test_the_same_seed_gives_the_same_bytes_in_another_process() -> None:
    code = (
        "import hashlib; from envs.kit.store import seeded; from envs.toy import SITE;"
        "print(hashlib.sha256(seeded(SITE, 7).image()).hexdigest())"
    )
    runs = {
        subprocess.run(
            [sys.executable, "-c", code], env={"PYTHONHASHSEED": seed, "TZ": zone}, capture_output=True, check=True
        ).stdout
        for seed, zone in (("1", "Pacific/Auckland"), ("2", "America/Los_Angeles"))
    }
    assert len(runs) == 1


def test_another_seed_gives_other_ids() -> None:
    assert not set(clean_state(SITE, 1)["notes"]) & set(clean_state(SITE, 2)["notes"])


async def test_a_hook_can_refuse_and_change_and_a_hook_that_raises_voids_the_run() -> None:
    class Reverse:
        def before(self, call: Call, ctx: object) -> Refusal | None:
            return Refusal(409, "no", "Not now.") if call.writes else None

        def after(self, call: Call, ctx: object, body: dict[str, list[object]]) -> object:
            return {**body, "items": body["items"][::-1]}

    class Broken(Reverse):
        def after(self, call: Call, ctx: object, body: object) -> object:
            raise RuntimeError("boom")

    store = Store([SITE])
    name = opened(store)
    world = store.sessions[name].worlds["toy"]
    async with client(store, name) as http:
        plain = (await http.get("/api/notes")).json()["items"]
        world.hooks.append(Reverse())
        assert (await http.get("/api/notes")).json()["items"] == plain[::-1]
        refused = await http.delete(f"/api/notes/{plain[0]['id']}")
        assert (refused.status_code, refused.json()["error"]["reason"]) == (409, "Not now.")
        assert world.writes == 0
        world.hooks[:] = [Broken()]
        await http.get("/api/notes")
    assert world.faults == [{"kind": "intervention", "message": "RuntimeError: boom"}]


async def test_calls_of_one_path_are_numbered_and_what_a_page_does_by_itself_is_not() -> None:
    seen: list[tuple[str, int]] = []

    class Note:
        def before(self, call: Call, ctx: object) -> Refusal | None:
            seen.append((call.path, call.nth))
            return None

        def after(self, call: Call, ctx: object, body: object) -> object:
            return body

    store = Store([SITE])
    name = opened(store)
    store.sessions[name].worlds["toy"].hooks.append(Note())
    async with client(store, name) as http:
        for headers in ({}, {"x-background": "poll"}, {}):
            await http.get("/api/notes", headers=headers)
        await http.get("/api/folders")
    assert seen == [("/api/notes", 1), ("/api/notes", 0), ("/api/notes", 2), ("/api/folders", 1)]


async def test_what_is_written_beside_the_routes_moves_the_baseline_along() -> None:
    store = Store([SITE])
    world = store.sessions[opened(store)].worlds["toy"].world
    note = world.rows("notes")[0]
    added = {**note, "id": world.new_id("notes", "ops"), "title": "Slipped in"}
    world.insert("notes", added)
    world.update("notes", note["id"], {"budget": "3.50"})
    assert world.baseline == world.state()
    assert world.state()["notes"][added["id"]]["title"] == "Slipped in"
    with pytest.raises(KeyError, match="it has id, folder_id"):
        world.update("notes", note["id"], {"colour": "red"})
    with pytest.raises(ValueError, match="float"):
        world.update("notes", note["id"], {"budget": 3.5})


async def test_what_the_agent_did_to_a_row_stays_its_own_when_an_op_writes_to_the_row() -> None:
    store = Store([SITE])
    name = opened(store)
    world = store.sessions[name].worlds["toy"].world
    first, second, third = world.rows("notes")[:3]
    async with client(store, name) as http:
        await http.patch(f"/api/notes/{first['id']}", json={"title": "By the agent"})
        added = (await http.post("/api/notes", json={"title": "New", "folder_id": first["folder_id"]})).json()["id"]
        await http.delete(f"/api/notes/{second['id']}")
    for row in (first["id"], third["id"], added):
        world.update("notes", row, {"budget": "3.50"})
    assert world.baseline is not None
    baseline = world.baseline["notes"]
    assert (baseline[first["id"]]["title"], baseline[first["id"]]["budget"]) == (first["title"], "3.50")
    assert baseline[third["id"]] == world.state()["notes"][third["id"]]
    assert added not in baseline
    assert second["id"] in baseline


@pytest.mark.parametrize(
    "body",
    [
        {"title": "x\ud800"},
        {"title": "x", "budget": 1e300},
        {"title": "x", "budget": "99999999999999999999.99"},
        {"title": "x", "folder_id": "\udfff"},
        "[" * 50_000,
        b'{"title": "\xff"}',
    ],
)
async def test_input_that_nothing_can_hold_is_refused_and_no_fault_of_ours(body: object) -> None:
    store = Store([SITE])
    name = opened(store)
    async with client(store, name) as http:
        folder = (await http.get("/api/folders")).json()["items"][0]["id"]
        whole = {"folder_id": folder, **body} if isinstance(body, dict) else body
        content = whole if isinstance(whole, str | bytes) else json.dumps(whole)
        answer = await http.post("/api/notes", content=content, headers={"content-type": "application/json"})
    assert answer.status_code in (400, 422)
    assert "error" in answer.json()
    world = store.sessions[name].worlds["toy"]
    assert (world.faults, world.writes, world.world.state()) == ([], 0, world.world.baseline)


async def test_a_write_that_the_database_refuses_at_the_end_voids_the_run() -> None:
    store = Store([SITE])
    name = opened(store)
    async with client(store, name) as http:
        note = (await http.get("/api/notes")).json()["items"][0]["id"]
        answer = await http.patch(f"/api/notes/{note}", json={"title": None})
        after = await http.get("/api/notes")
    assert (answer.status_code, answer.json()["error"]["code"]) == (500, "server")
    assert after.headers["x-clock"] == "2027-03-10T09:40:00+00:00"
    world = store.sessions[name].worlds["toy"]
    assert [fault["kind"] for fault in world.faults] == ["infra"]
    assert (world.writes, world.world.state()) == (0, world.world.baseline)


async def test_a_write_after_the_final_state_is_refused_and_counted() -> None:
    store = Store([SITE])
    name = opened(store)
    world = store.sessions[name].worlds["toy"]
    final = world.freeze()
    async with client(store, name) as http:
        late = await http.delete(f"/api/notes/{next(iter(final['notes']))}")
    assert (late.status_code, world.late) == (423, 1)
    assert world.world.state() == final


async def test_an_error_of_ours_is_a_500_and_voids_the_run() -> None:
    store = Store([SITE])
    name = opened(store)
    world = store.sessions[name].worlds["toy"]
    world.world.connection.execute("DROP TABLE notes")
    async with client(store, name) as http:
        answer = await http.get("/api/notes")
    assert answer.status_code == 500
    assert world.faults[0]["kind"] == "infra"


async def test_an_unknown_host_or_session_is_refused() -> None:
    store = Store([SITE])
    name = opened(store)
    async with client(store, "nobody") as http:
        assert (await http.get("/api/notes")).status_code == 421
    async with client(store, name) as http:
        assert (await http.get("http://other.test/api/notes")).status_code == 421
        assert (await http.get("/openapi.json")).headers["content-type"].startswith("text/html")


async def test_requests_of_one_session_run_one_after_another() -> None:
    store = Store([SITE])
    name = opened(store)
    async with client(store, name) as http:
        folder = (await http.get("/api/folders")).json()["items"][0]["id"]
        body = {"folder_id": folder, "title": "Same"}
        answers = await asyncio.gather(*(http.post("/api/notes", json=body) for _ in range(30)))
    ids = {answer.json()["id"] for answer in answers}
    assert len(ids) == 30
    assert store.sessions[name].worlds["toy"].writes == 30


def test_the_baseline_is_the_state_after_the_seed_ops() -> None:
    def rename(ops: list[dict[str, object]], world: World, rng: Random) -> list[dict[str, object]]:
        note = world.rows("notes")[0]
        world.update("notes", note["id"], {"title": "Renamed"})
        world.insert("notes", {**note, "id": world.new_id("notes", "ops"), "title": "Added"})
        return []

    store = Store([SITE], rename)
    one, two = (store.sessions[opened(store)].worlds["toy"].world for _ in range(2))
    assert one.baseline == one.state() == two.baseline
    assert one.baseline is not None
    assert {"Renamed", "Added"} <= {row["title"] for row in one.baseline["notes"].values()}
    assert store.template("toy", 7).state() == clean_state(SITE, 7)
