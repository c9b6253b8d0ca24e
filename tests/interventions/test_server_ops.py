"""Server ops through the routes of a real site."""

from typing import Any

import httpx
import pytest

from interventions.testing import Opened, shelf

LIST = "GET /api/products"
BUY = "POST /api/orders"
ASK = "Please confirm your mobile number first."


async def buy(site: Opened, **headers: str) -> httpx.Response:
    return await site.client.post("/api/orders", json={"product_id": "pr-x"}, headers=headers)


async def all_titles(site: Opened, pages: list[int]) -> list[list[str]]:
    return [await site.titles(page=page) for page in pages]


async def test_a_shuffled_list_keeps_its_rows_and_its_order_until_asked_otherwise() -> None:
    async with shelf(server_ops=[{"op": "shuffle", "on": LIST, "unless": ["sort"]}]) as site:
        first, again = await site.titles(), await site.titles()
        assert first == again != ["P0", "P1", "P2", "P3"]
        assert first[0] != "P0"
        assert sorted(first) == ["P0", "P1", "P2", "P3"]
        assert await site.titles(sort="price") == ["P9", "P8", "P7", "P6"]
        assert [one["nth"] for one in site.receipts("met")] == [1, 2]


async def test_a_list_can_be_shuffled_anew_at_every_reading() -> None:
    async with shelf(server_ops=[{"op": "shuffle", "on": LIST, "again": True}]) as site:
        assert len({tuple(await site.titles()) for _ in range(8)}) > 2


async def test_the_same_seed_shuffles_alike_and_another_one_does_not() -> None:
    async def order(seed: int) -> list[str]:
        async with shelf(server_ops=[{"op": "shuffle", "on": LIST}], seed=seed) as site:
            return [title for page in await all_titles(site, [1, 2]) for title in page]

    assert await order(1) == await order(1)
    assert len({tuple(await order(seed)) for seed in (1, 2, 3)}) > 1


async def test_rows_change_pages_while_somebody_reads_on_and_none_is_lost() -> None:
    async with shelf(server_ops=[{"op": "repage", "on": LIST, "rows": 2}]) as site:
        onward = await all_titles(site, [1, 2, 3])
        assert onward == [["P0", "P1", "P2", "P3"], ["P2", "P3", "P6", "P7"], ["P7", "P9"]]
        back = await all_titles(site, [1, 2, 3])
        assert back == [["P0", "P1", "P4", "P5"], ["P2", "P3", "P6", "P8"], ["P7", "P9"]]
        assert {title for page in onward + back for title in page} == {f"P{n}" for n in range(10)}
        assert await site.titles(page=1, sort="price") == ["P9", "P8", "P7", "P6"]
        assert len(site.receipts("met")) == 5


async def test_require_refuses_with_its_reason_until_the_account_page_says_confirmed() -> None:
    op = {"op": "require", "on": BUY, "kind": "phone", "label": "Mobile number", "reason": ASK, "link": "/account"}
    async with shelf(server_ops=[op]) as site:
        before = site.world.world.state()
        refused = await buy(site)
        assert refused.status_code == 403
        assert refused.json()["error"] == {
            "code": "confirmation_needed",
            "reason": ASK,
            "field": None,
            "link": "/account",
        }
        assert site.world.world.state() == before == site.world.world.baseline
        [row] = (await site.get("/api/confirmations"))["items"]
        assert (row["label"], row["standing"]) == ("Mobile number", "needed")
        await site.client.post(f"/api/confirmations/{row['id']}/confirm")
        assert (await buy(site)).status_code == 201
        assert [one["nth"] for one in site.receipts("met")] == [1]


@pytest.mark.parametrize("writes", [0, 2])
async def test_a_confirmation_lapses_once_and_holds_when_it_is_given_again(writes: int) -> None:
    op = {"op": "expire", "on": BUY, "kind": "phone", "label": "Mobile number", "reason": ASK, "writes": writes}
    async with shelf(server_ops=[op]) as site:
        for _ in range(writes):
            assert (await buy(site)).status_code == 201
        assert (await buy(site)).status_code == 403
        [row] = (await site.get("/api/confirmations"))["items"]
        assert row["standing"] == "expired"
        await site.client.post(f"/api/confirmations/{row['id']}/confirm")
        assert [(await buy(site)).status_code for _ in range(4)] == [201] * 4


async def test_refuse_acts_in_its_window_and_never_on_background_calls() -> None:
    async with shelf(
        server_ops=[{"op": "refuse", "on": BUY, "first": 1, "reason": "Not this way.", "status": 409}]
    ) as site:
        assert (await buy(site, **{"x-background": "poll"})).status_code == 201
        assert [(await buy(site)).status_code for _ in range(2)] == [409, 201]


@pytest.mark.parametrize(
    ("op", "seen"),
    [
        ({"how": "set", "value": 1, "at": "items[*].rating"}, lambda rows: {row["rating"] for row in rows} == {1}),
        ({"how": "drop", "at": "items[0].rating"}, lambda rows: "rating" not in rows[0] and "rating" in rows[1]),
        ({"how": "shift", "seconds": 3600, "at": "items[0].added"}, lambda rows: "T10:40" in rows[0]["added"]),
        ({"how": "permute", "at": "items[*].title"}, lambda rows: rows[0]["title"] != "P0"),
    ],
)  # fmt: skip
async def test_rewrite_changes_what_is_answered_and_not_what_is_stored(op: dict[str, Any], seen: Any) -> None:
    async with shelf(server_ops=[{"op": "rewrite", "on": LIST, "first": 1, **op}]) as site:
        before = site.world.world.state()
        assert seen((await site.get("/api/products"))["items"])
        assert site.world.world.state() == before
        assert not seen((await site.get("/api/products"))["items"])


async def test_a_write_of_somebody_else_moves_the_baseline_and_is_met_when_it_shows() -> None:
    write = {
        "op": "write",
        "on": "GET /api/orders",
        "first": 1,
        "how": "update",
        "in": "orders",
        "set": {"status": "sent"},
    }
    async with shelf(server_ops=[write]) as site:
        assert [row["status"] for row in (await site.get("/api/orders"))["items"]] == ["placed"]
        polled = await site.client.get("/api/orders", headers={"x-background": "poll"})
        assert [row["status"] for row in polled.json()["items"]] == ["sent"]
        assert site.receipts("met") == []
        assert [row["status"] for row in (await site.get("/api/orders"))["items"]] == ["sent"]
        assert len(site.receipts("met")) == 1
        assert site.world.world.state() == site.world.world.baseline


async def test_an_op_aimed_at_the_wrong_values_voids_the_run() -> None:
    op = {"op": "rewrite", "on": LIST, "at": "items[*].title", "how": "shift", "seconds": 60}
    async with shelf(server_ops=[op]) as site:
        await site.titles()
        assert [fault["kind"] for fault in site.world.faults] == ["intervention"]


async def test_a_session_without_ops_has_no_hooks_and_no_receipts() -> None:
    async with shelf() as site:
        await site.titles()
        assert site.world.hooks == []
        assert site.world.receipts == []
