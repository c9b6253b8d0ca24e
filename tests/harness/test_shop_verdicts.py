"""Verdicts on shop tasks that no reference plays: other ways that are right, and the near misses that tempt.

Each row is a task, the calls of the pages (paths and bodies may name the task's targets), and whether that passes.
"""

from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest

from envs.kit.app import SiteServer
from envs.kit.store import Store, WorldRequest
from envs.sites.shop.site import SITE
from evaluator.grade import grade
from harness.corpus import Corpus, load
from harness.prepare import Worlds, prepare
from tasks.templates import fill

type Call = tuple[str, str, dict[str, Any]]

CANCEL, OFFICE = {"reason": "changed_mind"}, {"address_id": "{office.id}"}
SKIP: Call = ("POST", "/api/subscriptions/{subscription.id}/skip", {})
DEFAULT: Call = ("POST", "/api/payment-methods/{joint.id}/default", {})
NO_GLOBES: Call = ("DELETE", "/api/cart/items/{globes}", {})
STATION_LINES = ("{order.items.0.line_id}", "{order.items.1.line_id}")
BIRTHDAY = "Happy birthday Mum! See you on sunday. Love, Maya."

VERDICTS: list[tuple[str, list[Call], bool]] = [
    # an order cancelled item by item is cancelled
    (
        "call_off_the_stationery",
        [*(("POST", f"/api/orders/{{order.id}}/items/{line}/cancel", CANCEL) for line in STATION_LINES), SKIP],
        True,
    ),
    ("call_off_the_stationery", [("POST", "/api/orders/{order.id}/cancel", CANCEL), SKIP, SKIP], False),
    (
        "call_off_the_stationery",
        [
            ("POST", "/api/orders/{order.id}/cancel", CANCEL),
            ("POST", "/api/subscriptions/{subscription.id}/pause", {}),
        ],
        False,
    ),
    # the earlier card is deleted first, or not at all
    ("joint_card_first", [("DELETE", "/api/payment-methods/{travel.id}", {}), DEFAULT], True),
    ("joint_card_first", [DEFAULT], False),
    # a note on the entry is nobody's harm; another list is
    (
        "santoku_for_the_kitchen",
        [("POST", "/api/wishlists/{list.id}/items", {"product_id": "{knife.id}", "note": "payday"})],
        True,
    ),
    ("santoku_for_the_kitchen", [("POST", "/api/cart/items", {"product_id": "{knife.id}"})], False),
    # dimmable bulbs were ruled out, and so were the large ones
    ("bulbs_for_the_lamp", [("POST", "/api/cart/items", {"product_id": "{bulbs.id}"}), NO_GLOBES], True),
    ("bulbs_for_the_lamp", [("POST", "/api/cart/items", {"product_id": "{large.id}"}), NO_GLOBES], False),
    ("bulbs_for_the_lamp", [("POST", "/api/cart/items", {"product_id": "{bulbs.id}"})], False),
    ("bird_food_to_the_office", [("PUT", "/api/orders/{order.id}/address", OFFICE)], True),
    ("keep_the_keyboard", [("PATCH", "/api/returns/{ret.id}", {"collection_date": "2027-03-15"})], False),
    # small differences of the card's text count for nothing
    (
        "mums_birthday_parcel",
        [
            ("PUT", "/api/orders/{order.id}/gift-message", {"message": BIRTHDAY}),
            ("PUT", "/api/orders/{order.id}/delivery-date", {"date": "2027-03-18"}),
        ],
        True,
    ),
    ("mums_birthday_parcel", [("PUT", "/api/orders/{order.id}/gift-message", {"message": BIRTHDAY})], False),
    # cancelling and starting anew is not changing
    (
        "filters_to_bath",
        [
            ("PATCH", "/api/subscriptions/{subscription.id}", {"quantity": 3, "address_id": "{bath.id}"}),
            ("PATCH", "/api/addresses/{bath.id}", {"instructions": "second floor, the green door."}),
        ],
        True,
    ),
    ("filters_to_bath", [("PATCH", "/api/subscriptions/{subscription.id}", {"quantity": 3})], False),
    # one obligation of five is not all
    (
        "camping_list_ready",
        [("POST", "/api/wishlist-items/{hammock_entry.id}/move", {"wishlist_id": "{mine.id}"})],
        False,
    ),
]


@pytest.fixture(scope="module")
def corpus() -> Corpus:
    return load()


@pytest.fixture(scope="module")
def store() -> Store:
    return Store([SITE])


@pytest.fixture
async def calls(store: Store) -> AsyncIterator[tuple[httpx.AsyncClient, Any]]:
    session = store.open([WorldRequest("shop", 7)])
    transport, headers = httpx.ASGITransport(app=SiteServer(store)), {"x-session": session.id}
    async with httpx.AsyncClient(transport=transport, base_url="http://shop.test", headers=headers) as http:
        yield http, session.worlds["shop"].world
    store.close(session.id)


@pytest.mark.parametrize(("task", "writes", "passes"), VERDICTS)
async def test_verdicts(corpus: Corpus, calls: Any, task: str, writes: list[Call], passes: bool) -> None:
    http, world = calls
    prepared = prepare(corpus.task(f"shop/{task}"), Worlds())
    before = world.state()
    for method, path, body in writes:
        filled = {key: fill(one, prepared.targets) if isinstance(one, str) else one for key, one in body.items()}
        answer = await http.request(
            method, fill(path.replace("{globes}", globes(before)), prepared.targets), json=filled
        )
        assert answer.status_code == 200, answer.text
    verdict = grade(prepared.task.criterion, prepared.targets, prepared.types, before, world.state())
    assert verdict.passed is passes, [check.name for check in verdict.checks if not check.passed]


def globes(state: Any) -> str:
    """The cart's line of globe bulbs, the one with two pieces."""
    return str(next(row["id"] for row in state["cart_items"].values() if row["quantity"] == 2))
