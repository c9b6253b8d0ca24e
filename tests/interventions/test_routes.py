"""Which requests a route means."""

import pytest

from interventions.routes import Route, RouteTable

TABLE = RouteTable(
    [
        ("GET", "/api/orders"),
        ("GET", "/api/orders/export"),
        ("GET", "/api/orders/{order_id}"),
        ("POST", "/api/orders/{order_id}/cancel"),
        ("GET", "/api/files/{name:path}"),
    ]
)


@pytest.mark.parametrize(
    ("on", "method", "path", "hit"),
    [
        ("GET /api/orders", "GET", "/api/orders", True),
        ("GET /api/orders", "POST", "/api/orders", False),
        ("* /api/orders/{id}/cancel", "POST", "/api/orders/or-1/cancel", True),
        ("GET /api/orders/{anything}", "GET", "/api/orders/or-1", True),
        ("GET /api/orders/{order_id}", "GET", "/api/orders/export", False),
        ("GET /api/orders/export", "GET", "/api/orders/export", True),
        ("GET /api/orders/or-1", "GET", "/api/orders/or-1", True),
        ("GET /api/orders/or-1", "GET", "/api/orders/or-2", False),
        ("GET /api/orders", "GET", "/api/orders/or-1", False),
        ("GET /api/*", "GET", "/api/orders/or-1", True),
        ("GET /api/files/{name:path}", "GET", "/api/files/a/b", True),
        ("GET /orders/{id}", "GET", "/orders/or-1", True),
        ("GET /api/orders.{x}", "GET", "/api/orders-1", False),
    ],
)
def test_hits(on: str, method: str, path: str, hit: bool) -> None:
    assert TABLE.hits(Route.parse(on), method, path) is hit


@pytest.mark.parametrize(
    ("on", "fine"),
    [
        ("GET /api/orders/{id}", True),
        ("GET /api/orders/or-1", True),
        ("GET /api/*", True),
        ("GET /orders", True),
        ("POST /api/orders/{id}", False),
        ("GET /api/oders", False),
    ],
)
def test_a_route_that_no_request_can_be_is_told(on: str, fine: bool) -> None:
    problem = TABLE.problem(Route.parse(on))
    assert (problem is None) is fine
    if problem:
        assert "/api/orders" in problem


@pytest.mark.parametrize("text", ["/api/orders", "get /api/orders", "GET api/orders", "GET  /api/orders", ""])
def test_what_is_no_route_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="a route looks like"):
        Route.parse(text)
