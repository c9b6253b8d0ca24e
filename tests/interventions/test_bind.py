"""A family on a task that has no variant for it."""

from typing import Any

import pytest

from interventions.bind import BindError, bound_variant, variant_name
from interventions.catalog import load
from interventions.compile import compile_plan
from interventions.describe import summary
from interventions.facts import SiteFacts, facts_of
from interventions.testing import SHELF
from tasks.schema import Task

FAMILIES = load().families
SHOP = SiteFacts(
    name="shop",
    routes=(
        ("GET", "/api/products"), ("GET", "/api/orders"), ("POST", "/api/orders"), ("POST", "/api/cart/items"),
        ("PATCH", "/api/cart/items/{item_id}"), ("DELETE", "/api/cart/items/{item_id}"), ("DELETE", "/api/cart"),
        ("PUT", "/api/orders/{order_id}/address"), ("POST", "/api/wishlists/{list_id}/items"),
    ),
    types={"products": {"fields": {"id": "id", "title": "text"}}, "orders": {"fields": {"id": "id"}}},
)  # fmt: skip


def task(check: dict[str, Any], **more: Any) -> Task:
    base: dict[str, Any] = {
        "site": "shop", "tier": "easy", "seed": 1, "instruction": "Do it.", "checks": [check],
        "expected": {"steps": 5, "seconds": 60},
        "targets": {"home": {"in": "orders"}, "lamp": {"in": "products", "where": {"title": "Arc"}}},
        "reference": [{"open": "/"}, {"click": {"role": "button", "name": "Add {lamp.title}"}},
                      {"click": {"role": "link", "name": "Orders"}}],
    }  # fmt: skip
    return Task.model_validate({**base, **more}).named("buy")


ADDED = {"added": "orders", "fields": {"id": {"expr": "x == target['lamp']['id']"}}}


def params(family: str, check: dict[str, Any] = ADDED, dispatch: str | None = None, **given: Any) -> dict[str, Any]:
    return bound_variant(FAMILIES[family], task(check), SHOP, given, dispatch).apply[0].params


@pytest.mark.parametrize(
    ("check", "route"),
    [
        (ADDED, "POST /api/orders"),
        ({"added": "cart_items"}, "POST /api/cart/items"),
        ({"changed": "cart_items"}, "PATCH /api/cart/items/{item_id}"),
        ({"removed": "cart_items"}, "DELETE /api/cart/items/{item_id}"),
    ],
)
def test_the_write_is_the_one_that_makes_the_change_which_the_check_asks_for(check: dict[str, Any], route: str) -> None:
    assert params("forged_success", check) == {"on": route}


def test_targets_lists_and_controls_are_found_in_the_task() -> None:
    assert params("decoys_aliases") == {"target": "lamp"}
    assert params("shuffled_lists") == {"on": "GET /api/products"}
    assert params("misleading_feedback") == {"control": "Add {lamp.title}"}
    assert params("blocking_overlay") == {}


def test_given_values_come_first_and_name_the_variant() -> None:
    variant = bound_variant(FAMILIES["forged_success"], task(ADDED), SHOP, {"times": 3})
    assert variant.name == "forged_success.misleading_success.times-3"
    assert variant.apply[0].params == {"on": "POST /api/orders", "times": 3}
    assert variant_name("f", "d", {"on": "POST /api/x", "set": {"a": 1}}) == "f.d.on-POST_api_x.set-a_1"


@pytest.mark.parametrize(
    ("family", "check", "given", "said"),
    [
        ("forged_success", {"changed": "orders"}, {}, "on: no route of the site is known to make the change"),
        ("forged_success", {"present": "orders"}, {}, "on: no route"),
        ("planted_wrong_answer", ADDED, {}, "in has to be given"),
        ("forged_success", ADDED, {"times": 7}, "above the maximum 4"),
        ("forged_success", ADDED, {"tmies": 7}, "did you mean 'times'"),
    ],
)
def test_what_cannot_be_bound_says_why(family: str, check: dict[str, Any], given: dict[str, Any], said: str) -> None:
    with pytest.raises(BindError, match=said):
        params(family, check, **given)


# what is planted cannot be guessed from the task
PLANTED: dict[str, dict[str, Any]] = {
    "plant_wrong_answer": {"in": "products", "row": {"title": "P77"}},
    "completed_lookalike": {"set": {"title": "P78"}},
}


def test_a_bound_variant_compiles() -> None:
    shelf = facts_of(SHELF)
    given = {"site": "shelf", "targets": {"thing": {"in": "products", "where": {"title": "P3"}}}}
    target = {"thing": {"id": "pr-1", "title": "P3"}}
    one = task({"added": "orders"}, **given, reference=[{"click": {"role": "button", "name": "Buy"}}])
    for family in FAMILIES.values():
        for dispatch in family.dispatches:
            given_values = PLANTED.get(dispatch, {})
            variant = bound_variant(family, one, shelf, given_values, dispatch)
            plan = compile_plan(one, variant, FAMILIES, target, shelf, 1)
            assert plan.families() == [family.name]


def test_a_family_describes_itself() -> None:
    told = summary(FAMILIES["forged_success"])
    assert set(told) == {"name", "layer", "primitives", "dispatches", "params"}
    assert (told["layer"], told["dispatches"][0]) == ("network", "misleading_success")
    required = {name: param["required"] for name, param in told["params"].items()}
    assert (required["on"], required["times"]) == (True, False)
