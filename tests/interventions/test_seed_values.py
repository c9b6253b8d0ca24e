"""New values for fields: types, names that nothing else has, references to itself."""

import re
from datetime import UTC, datetime
from random import Random
from typing import Any

import pytest

from interventions.layers.seed.values import as_kind, fresh, new_fields, replaced, slug, unlike_fields

NOW = datetime(2027, 3, 10, 9, 40, tzinfo=UTC)


@pytest.mark.parametrize(
    ("kind", "value", "state"),
    [
        ("money", 4, "4.00"), ("money", "4.005", "4.01"), ("number", "3.0", 3), ("number", "3.5", 3.5),
        ("text", 12, "12"), ("instant", "2027-03-10T09:40:00+00:00", "2027-03-10T09:40:00+00:00"), 
        ("money", None, None), ("list", ["a"], ["a"]), ("bool", True, True),
    ],
)  # fmt: skip
def test_a_value_takes_the_form_of_its_field(kind: str, value: Any, state: Any) -> None:
    assert as_kind(kind, value) == state


def test_expressions_read_the_old_value_and_templates_the_row() -> None:
    row, types = {"price": "20.00", "title": "Arc", "stock": 3}, {"price": "money", "title": "text", "stock": "number"}
    written = {"price": {"expr": "x * 0.9 + {n}"}, "title": "{title} {stock}", "stock": {"expr": "{stock} * 2"}}
    assert new_fields(written, row, types, NOW, 2) == {"price": "20.00", "title": "Arc 3", "stock": 6}


@pytest.mark.parametrize(
    ("value", "taken", "pattern"),
    [
        ("TW-318-4402", {"TW-318-4402"}, r"TW-318-\d{4}"),
        ("4417", {"4417"}, r"\d{4}"),
        ("arc-lamp", {"arc-lamp", "arc-lamp-2"}, r"arc-lamp-3"),
        ("free", {"other"}, r"free"),
    ],
)
def test_a_fresh_value_is_of_the_same_make(value: str, taken: set[str], pattern: str) -> None:
    made = fresh(value, taken, Random(1))
    assert re.fullmatch(pattern, made)
    assert made not in taken


def test_fields_that_are_keys_to_people_are_found_from_their_values() -> None:
    rows = [
        {"number": f"TW-3{n}", "code": f"WELCOME{n}0", "expires": f"2028-0{n}", "label": f"Place {n}", "kind": "a-b",
         "id": f"x-{n}", "last": None if n == 1 else f"44{n}7"}
        for n in range(1, 5)
    ]  # fmt: skip
    types = dict.fromkeys(rows[0], "text") | {"id": "id"}
    assert unlike_fields(rows, types, {"own"}) == {"number", "code", "last", "own"}
    assert unlike_fields(rows[:2], types) == set()


def test_references_of_a_copy_to_itself_are_exchanged_at_any_depth() -> None:
    assert replaced({"a": ["x", {"b": "x", "c": "xy"}], "n": 1}, {"x": "y"}) == {
        "a": ["y", {"b": "y", "c": "xy"}],
        "n": 1,
    }
    assert slug("Arc Desk Lamp, Brass (2nd)") == "arc-desk-lamp-brass-2nd"
