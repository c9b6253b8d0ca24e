"""Targets are found, one or as many as asked for; whatever is doubtful is an error. Instructions read well."""

from typing import Any

import pytest

from evaluator.state import StateTypes
from evaluator.testing import SHOP_TYPES, an_order, shop
from tasks.targets import Readable, TargetError, render, resolve
from tasks.testing import a_task

STATE = shop(
    o1=an_order(total="9.99", status="sent"),
    o2=an_order(total="100.00", address_id="a-2"),
    o3=an_order(total="100.00", placed_at="2027-07-01T23:30:00+00:00", gift=True),
)


def found(targets: dict[str, Any], types: StateTypes = SHOP_TYPES) -> dict[str, Any]:
    plain: dict[str, Any] = {"instruction": "x", "checks": [{"added": "orders"}], "reference": [{"open": "/"}]}
    return resolve(a_task(**plain, targets=targets), STATE, types)


def test_a_row_is_found_by_any_predicate_and_carries_its_id() -> None:
    targets = found(
        {
            "office": {"in": "addresses", "where": {"label": "Office"}},
            "lamp": {"in": "products", "where": {"price": {"between": [60, 70]}, "title": {"contains": "Brass"}}},
            "sent": {"in": "orders", "where": {"id": "o1"}},
        }
    )
    assert (targets["office"]["id"], targets["lamp"]["id"], targets["sent"]["id"]) == ("a-2", "p-1", "o1")
    assert targets["lamp"]["price"] == "64.90"


def test_a_later_target_may_name_an_earlier_one() -> None:
    targets = found(
        {
            "office": {"in": "addresses", "where": {"label": "Office"}},
            "order": {"in": "orders", "where": {"address_id": "{office.id}"}},
            "same": {"in": "orders", "where": {"address_id": {"expr": "x == target['office']['id']"}}},
        }
    )
    assert targets["order"]["id"] == targets["same"]["id"] == "o2"


def test_pick_compares_by_type() -> None:
    assert found({"o": {"in": "orders", "pick": {"min": "total"}}})["o"]["id"] == "o1"
    latest = {"in": "orders", "where": {"status": "placed"}, "pick": {"max": "placed_at"}}
    assert found({"o": latest})["o"]["id"] == "o3"
    assert found({"o": {"in": "orders", "where": {"gift": True}, "pick": {"max": "total"}}})["o"]["id"] == "o3"


def test_many_gives_all_rows_in_the_order_of_their_ids() -> None:
    plain: dict[str, Any] = {"instruction": "x", "checks": [{"added": "orders"}], "reference": [{"open": "/"}]}
    task = a_task(**plain, targets={"o": {"in": "orders", "where": {"total": 100}, "many": True}})
    for orders in (STATE["orders"], dict(reversed(STATE["orders"].items()))):
        rows = resolve(task, {**STATE, "orders": orders}, SHOP_TYPES)["o"]
        assert [row["id"] for row in rows] == ["o2", "o3"]


@pytest.mark.parametrize(
    ("target", "path", "says"),
    [
        ({"in": "orders", "pick": {"max": "total"}}, (), "2 rows of orders tie (o2, o3)"),
        ({"in": "orders", "where": {"total": 100}}, (), "2 rows of orders fit (o2, o3)"),
        ({"in": "orders", "where": {"total": 1}}, (), "no row of orders fits"),
        ({"in": "orders", "where": {"total": 1}, "many": True}, (), "no row of orders fits"),
        ({"in": "ordres"}, ("in",), "did you mean 'orders'"),
        ({"in": "orders", "where": {"totl": 1}}, ("where", "totl"), "did you mean 'total'"),
        ({"in": "orders", "pick": {"max": "totl"}}, ("pick", "max"), "did you mean 'total'"),
        ({"in": "orders", "where": {"total": "much"}}, ("where",), "no amount of money"),
        ({"in": "orders", "where": {"total": {"expr": "x == 'a'"}}}, ("where",), "compares a number with text"),
        ({"in": "orders", "pick": {"max": "items"}}, ("pick", "max"), "no row has a value of items"),
    ],
)
def test_what_is_doubtful_is_an_error_at_its_key(target: Any, path: tuple[str, ...], says: str) -> None:
    with pytest.raises(TargetError) as caught:
        found({"o": target})
    assert says in caught.value.message
    assert caught.value.path == ("targets", "o", *path)


def test_a_field_of_an_earlier_target_that_is_not_there_is_an_error() -> None:
    with pytest.raises(TargetError, match="there is no 'colour'"):
        found(
            {
                "lamp": {"in": "products", "where": {"id": "p-1"}},
                "o": {"in": "orders", "where": {"note": "{lamp.colour}"}},
            }
        )


TARGETS: dict[str, Any] = {
    "order": {"in": "orders", "where": {"id": "o3"}},
    "both": {"in": "products", "many": True},
}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Pay {order.total} on {order.deliver_on}.", "Pay £100.00 on 12 March 2027."),
        ("Placed {order.placed_at}", "Placed 2 July 2027 at 00:30"),
        ("Buy {both.title}", "Buy Arc Desk Lamp, Brass and Arc Desk Lamp, Black"),
        ("The second costs {both.1.price}", "The second costs £59.00"),
        ("For {both.price}", "For £64.90 and £59.00"),
        ("Tags {both.0.tags}", "Tags dimmable"),
        ("Item {order.items.0.price}, quantity {order.items.0.quantity}", "Item £64.90, quantity 1"),
        ("A gift: {order.gift}", "A gift: true"),
        ("Use {braces} and {} and {a b}", "Use {braces} and {} and {a b}"),
    ],
)
def test_instructions_read_as_people_write(text: str, expected: str) -> None:
    task = a_task(instruction=text, checks=[{"added": "orders"}], reference=[{"open": "/"}], targets=TARGETS)
    rows = resolve(task, STATE, SHOP_TYPES)
    assert render(text, rows, SHOP_TYPES, task, Readable(zone="Europe/London")) == expected


def test_money_names_the_sites_currency_and_large_sums_are_grouped() -> None:
    task = a_task(instruction="x", checks=[{"added": "orders"}], reference=[{"open": "/"}], targets=TARGETS)
    rows = {"order": an_order(total="-12345.60")}
    assert render("{order.total}", rows, SHOP_TYPES, task, Readable(currency="$")) == "-$12,345.60"


def test_an_instruction_with_a_field_that_is_not_there_is_an_error() -> None:
    task = a_task()
    with pytest.raises(TargetError, match="there is no 'titel'"):
        render("{lamp.titel}", {"lamp": {"title": "x"}}, SHOP_TYPES, task)
