"""The API is what the pages' types say: every route has its function, every answer its shape."""

import re
from typing import Any

import pytest

from envs.sites.shop.site import SITE

KIT_ROUTES = {("GET", "/api/confirmations"), ("POST", "/api/confirmations/{}/confirm")}
FILLED = {
    "/api/departments/{}": "audio",
    "/api/products/{}": "speckled-mug-350",
    "/api/help/articles/{}": "refunds",
}
QUERIES: dict[str, dict[str, Any]] = {
    "/api/compare": {"product": ["arc-desk-lamp-brass", "pivot-task-lamp", "wren-turntable"]},
    "/api/search/suggestions": {"q": "lamp"},
    "/api/checkout": {"use_gift_card": True},
}


def _template(path: str) -> str:
    return re.sub(r"\{\w+\}", "{}", path)


def test_every_route_has_one_function_on_the_pages_and_the_shop_is_broad(contract: Any) -> None:
    routes = {(method, _template(path)) for method, path in SITE.routes()}
    called = {(method, path) for method, path, _ in contract.endpoints}
    assert called == routes - KIT_ROUTES
    assert len(called) >= 100
    reads = sum(method == "GET" for method, _ in called)
    assert reads >= 40
    assert len(called) - reads >= 50


async def test_every_read_answers_in_the_shape_that_the_pages_expect(contract: Any, shop: Any) -> None:
    def address(path: str) -> str:
        """A path with a real row in it."""
        for start, value in FILLED.items():
            if path.startswith(start):
                return path.replace("{}", value)
        collection = path.split("/")[2].replace("-", "_")
        return path.replace("{}", shop.world.rows(collection)[0]["id"]) if "{}" in path else path

    for method, path, answer in sorted(contract.endpoints):
        if method == "GET":
            value = await shop.get(address(path), **QUERIES.get(path, {}))
            assert contract.faults(answer, value) == [], path


async def test_every_order_return_and_product_answers_in_its_shape(contract: Any, shop: Any) -> None:
    for collection, name in (("orders", "Order"), ("returns", "Return"), ("products", "Product")):
        rows = shop.world.rows(collection)
        for row in rows if len(rows) < 50 else rows[::5]:
            found = await shop.get(f"/api/{collection}/{row['id']}")
            assert contract.faults(name, found) == [], row["id"]
            assert found["id"] == row["id"]


@pytest.mark.parametrize(
    ("answer", "value"),
    [
        ("Money", "5"),
        ("Money", 5.0),
        ("Instant", "2027-03-10T09:40:00"),
        ("Removed", {"id": "x"}),
        ("Removed", {"id": "x", "removed": True, "more": 1}),
        ("Listed<Removed>", {"items": [{"id": 5, "removed": True}], "total": 1}),
        ("DeliveryMethod", "pigeon"),
    ],
)
def test_the_check_itself_finds_what_does_not_fit(contract: Any, answer: str, value: Any) -> None:
    assert contract.faults(answer, value)


async def test_lists_keep_their_order_and_every_item_its_id(contract: Any, shop: Any) -> None:
    for method, path, answer in sorted(contract.endpoints):
        if method == "GET" and "{}" not in path and re.match(r"(Listed|Paged)<", answer):
            one, two = [(await shop.get(path, **QUERIES.get(path, {})))["items"] for _ in range(2)]
            assert one == two
            assert len({item["id"] for item in one}) == len(one), path
