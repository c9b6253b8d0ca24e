"""Every predicate: when it holds, when not, and when it cannot be decided."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaluator.predicates import PredicateError, parse
from evaluator.predicates.misfits import misfits
from evaluator.result import GraderError
from evaluator.state import StateTypes
from evaluator.testing import holds, reasons
from evaluator.values import FieldType, Kind

ITEMS = StateTypes.model_validate(
    {"o": {"fields": {"items": "list", "items.price": "money", "items.quantity": "number", "items.size": "text"}}}
)
ITEMS_KIND = ITEMS.kind("o").child("items")
TWO = [{"id": "i-1", "price": "1.50", "quantity": 1}, {"id": "i-2", "price": "3.00", "quantity": 2}]

CASES: list[tuple[Any, Any, FieldType | None, bool]] = [
    # eq, by type
    ("64.9", "64.90", "money", True),
    (64.9, "64.90", "money", True),
    ("$64.90", "64.90", "money", True),
    ("2,310.5", "2310.50", "money", True),
    ("39.999", "40", "money", False),
    ("07", "7", "id", False),
    (7, "7", "id", True),
    ("28", "1280", "text", False),
    ("1.0", "1", "text", False),
    ("2027-03-10T10:30:00+02:00", "2027-03-10T08:30:00Z", "instant", True),
    ("2027-03-10T08:30:00", "2027-03-10T08:30:00Z", "instant", True),
    (True, True, "bool", True),
    (None, None, "text", True),
    (None, "", "text", False),
    ("", None, "text", False),
    # eq without a type: numeric text counts as a number
    (5, "5.0", None, True),
    ("5", 5, None, True),
    ("05", "5", None, False),
    (True, 1, None, False),
    ([1, "a"], ["1", "a"], None, True),
    ({"eq": {"a": 1}}, {"a": 1}, None, True),
    ({"eq": {"a": 1}}, {"a": 1, "b": 2}, None, False),
    # in, between, any, missing
    ({"in": ["9.5", "10"]}, "9.50", "money", True),
    ({"in": ["a", "b"]}, "c", "text", False),
    ({"in": [None, "a"]}, None, "text", True),
    ({"between": ["9.99", "100.00"]}, "20.00", "money", True),
    ({"between": ["9.99", "100.00"]}, "9.99", "money", True),
    ({"between": ["9.99", "100.00"]}, "100.01", "money", False),
    ({"between": [1, 5]}, "5", None, True),
    ({"between": ["£9.00", "£10.00"]}, "9.50", "money", True),
    ({"between": ["GBP 9.00", "GBP 10.00"]}, "9.50", "money", True),
    ({"between": ["2027-03-12T00:30:00+14:00", "2027-03-11T12:00:00Z"]}, "2027-03-11T11:00:00Z", "instant", True),
    ({"between": ["2027-03-01", "2027-03-31"]}, "2027-03-31", "date", True),
    ({"between": ["2027-03-10T00:00:00Z", "2027-03-11T00:00:00Z"]}, "2027-03-11T00:30:00+01:00", "instant", True),
    ({"between": ["2027-03-10T00:00:00Z", "2027-03-11T00:00:00Z"]}, "2027-03-10T12:00:00Z", None, True),
    ({"between": [1, 5]}, None, "number", False),
    ({"any": True}, None, "text", True),
    ({"missing": True}, None, "text", True),
    ({"missing": True}, "", "text", False),
    ({"missing": False}, "", "text", True),
    # text
    ({"contains": "28"}, "1280", "text", False),
    ({"contains": "28"}, "28.50", "text", False),
    ({"contains": "28"}, "no. 28.", "text", True),
    ({"contains": "lamp"}, "two lamps", "text", True),
    ({"contains": "lamp", "whole_word": True}, "two lamps", "text", False),
    ({"contains": "0", "whole_word": True}, "Total open: 0.", "text", True),
    ({"contains": "0", "whole_word": True}, "10.", "text", False),
    ({"contains": "0", "whole_word": True}, "0.5", "text", False),
    ({"contains": "LAMP", "ignore_case": True}, "two lamps", "text", True),
    ({"contains": "LAMP"}, "two lamps", "text", False),
    ({"contains": "a.c (x)", "whole_word": True}, "say a.c (x), please", "text", True),
    ({"starts_with": "/orders/5"}, "/orders/57", "text", False),
    ({"starts_with": "/orders/5"}, "/orders/5/items", "text", True),
    ({"starts_with": "b"}, "ab", "text", False),
    ({"regex": r"^\d{4}-\d\d$"}, "2027-03", "text", True),
    ({"regex": "lamp"}, None, "text", False),
    ({"regex": "a"}, "a" * 20_001, "text", False),
    ({"contains": "b"}, "a" * 100_000 + "b", "text", True),
    ({"matches_semantic": "a"}, "a" * 100_000, "text", False),
    ({"matches_semantic": "Please deliver  before NOON"}, "please deliver before noon", "text", True),
    ({"matches_semantic": "Please deliver before noon"}, "Please deliver it before noon!", "text", True),
    ({"matches_semantic": "Please deliver before noon"}, "Leave it with the neighbour", "text", False),
    ({"matches_semantic": "Please deliver before noon"}, "", "text", False),
    # lists
    ({"set_eq": ["a", "b"]}, ["b", "a", "a"], "list", True),
    ({"set_eq": ["a", "b"]}, ["a"], "list", False),
    ({"set_eq": ["a"]}, ["a", "b"], "list", False),
    ({"set_eq": []}, None, "list", True),
    ({"bag_eq": ["a", "a", "b"]}, ["a", "b", "a"], "list", True),
    ({"bag_eq": ["a", "b"]}, ["a", "b", "a"], "list", False),
    ({"superset": ["a"]}, ["b", "a"], "list", True),
    ({"superset": ["c"]}, ["b", "a"], "list", False),
    ({"subset": ["a", "b"]}, ["a"], "list", True),
    ({"subset": ["a", "b"]}, ["a", "c"], "list", False),
    ({"size": 2}, ["a", "b"], "list", True),
    ({"size": {"between": [1, 3]}}, ["a"] * 4, "list", False),
    ({"size": 0}, None, "list", True),
    # logic
    ({"all_of": [{"contains": "a"}, {"not": {"contains": "b"}}]}, "abc", "text", False),
    ({"any_of": ["a", {"starts_with": "b"}]}, "bc", "text", True),
    ({"not": "a"}, None, "text", True),
    ({"each": {"in": ["a", "b"]}}, ["a", "b"], "list", True),
    ({"each": {"in": ["a", "b"]}}, [], "list", False),
    ({"each": "a"}, None, "list", False),
    ({"some": "a"}, ["b", "a"], "list", True),
    ({"some": "a"}, [], "list", False),
    ({"expr": "x > 19.99 and x == 20"}, "20.00", "money", True),
    ({"expr": "x is None"}, None, "text", True),
]


@pytest.mark.parametrize(("raw", "x", "type_", "expected"), CASES)
def test_verdicts(raw: Any, x: Any, type_: FieldType | None, expected: bool) -> None:
    found = reasons(raw, x, type_)
    assert (not found) is expected
    assert all(reason.path.startswith(("x", "size(x)")) for reason in found)


OBJECTS: list[tuple[Any, bool]] = [
    ({"each": {"price": {"between": [1, 5]}}}, True),
    ({"each": {"price": {"between": [1, 2]}}}, False),
    ({"some": {"id": "i-2", "quantity": 2, "price": "3"}}, True),
    ({"bag_eq": [{"quantity": 2}, {"quantity": 1}]}, True),
    ({"bag_eq": [{"quantity": {"between": [1, 2]}}, {"quantity": 1}]}, True),
    ({"bag_eq": [{"quantity": 1}, {"quantity": {"between": [1, 2]}}]}, True),
    ({"bag_eq": [{"quantity": 1}, {"quantity": 1}]}, False),
    ({"set_eq": [{"id": "i-1"}]}, False),
    ({"superset": [{"id": "i-1", "price": 1.5}]}, True),
    ({"each": {"all_of": [{"quantity": {"in": [1, 2]}}, {"price": {"not": "9"}}]}}, True),
    ({"each": {"fields": {"size": {"missing": True}}}}, True),
    ({"each": {"size": {"missing": True}, "quantity": {"any": True}}}, True),
    ({"not": {"some": {"id": "i-3"}}}, True),
]


@pytest.mark.parametrize(("raw", "expected"), OBJECTS)
def test_lists_of_objects_are_tested_by_their_fields_and_types(raw: Any, expected: bool) -> None:
    assert holds(raw, TWO, ITEMS_KIND) is expected


REFUSED: list[tuple[Any, tuple[str | int, ...], str]] = [
    ({"betwen": [1, 2]}, (), "did you mean 'between'"),
    ({"city": "Leeds"}, (), "write {fields: "),
    ({}, (), "is empty"),
    ({"eq": 1, "not": 2}, (), "join them with all_of"),
    ({"contains": "a", "wholeword": True}, (), "did you mean 'whole_word'"),
    ({"contains": "a", "whole_word": "yes"}, ("whole_word",), "true or false"),
    ({"eq": 1, "ignore_case": True}, (), "unknown option of eq"),
    ({"in": "a"}, ("in",), "takes a list"),
    ({"in": []}, ("in",), "takes a list"),
    ({"between": [1]}, ("between",), "two bounds"),
    ({"between": [5, 1]}, ("between",), "above the upper one"),
    ({"between": ["2027-03-10T12:00:00+02:00", "2027-03-10T09:00:00Z"]}, ("between",), "above the upper one"),
    ({"between": ["£10.00", "£9.00"]}, ("between",), "above the upper one"),
    ({"between": ["2027-03-11T12:00:00Z", "2027-03-12T00:30:00+14:00"]}, ("between",), "above the upper one"),
    ({"between": ["2027-05-01", "2027-04-01"]}, ("between",), "above the upper one"),
    ({"any": False}, ("any",), "takes true only"),
    ({"missing": "x"}, ("missing",), "true or false"),
    ({"contains": ""}, ("contains",), "not empty"),
    ({"contains": 28}, ("contains",), "takes a text"),
    ({"regex": "("}, ("regex",), "no pattern"),
    ({"size": "XL"}, ("size",), "for a field of this name"),
    ({"size": -1}, ("size",), "takes a number of items"),
    ({"all_of": []}, ("all_of",), "takes a list"),
    (
        {"all_of": [{"size": 1}, {"each": {"a": {"contians": "x"}}}]},
        ("all_of", 1, "each", "a"),
        "did you mean 'contains'",
    ),
    ({"each": {"betwen": [1, 2]}}, ("each",), "did you mean 'between'"),
    ({"expr": "x.__class__"}, ("expr",), "attributes are not allowed"),
    ({"expr": 5}, ("expr",), "takes a text"),
    ({"fields": []}, ("fields",), "takes an object of fields"),
]


@pytest.mark.parametrize(("raw", "path", "says"), REFUSED)
def test_what_is_written_wrongly_is_refused_where_it_stands(raw: Any, path: tuple[str | int, ...], says: str) -> None:
    with pytest.raises(PredicateError) as caught:
        parse(raw)
    assert says in caught.value.message
    assert caught.value.path == path


UNDECIDABLE: list[tuple[Any, Any, FieldType | None]] = [
    ("1.234,50", "1234.50", "money"),
    ("red", 5, "number"),
    ("2027-03-10", "2027-03-10T00:00:00Z", "instant"),
    ("yes", True, "bool"),
    ({"between": ["a", "b"]}, "c", "text"),
    ({"between": ["EUR 1", "EUR 2"]}, "USD 1.50", "money"),
    ({"between": [1, 2]}, "five", None),
    ({"contains": "a"}, 5, None),
    ({"contains": "2027"}, "2027-03-10", "date"),
    ({"set_eq": ["a"]}, "a", "text"),
    ({"size": 1}, "a", "text"),
    ({"each": {"price": 1}}, ["a"], None),
    ({"expr": "x['a'] == 1"}, 5, "number"),
    ("5", "five", "number"),
]


@pytest.mark.parametrize(("raw", "x", "type_"), UNDECIDABLE)
def test_what_cannot_be_decided_is_a_grader_error_with_its_place(raw: Any, x: Any, type_: FieldType | None) -> None:
    with pytest.raises(GraderError, match=r"^x"):
        reasons(raw, x, type_)


def test_reasons_lead_to_the_very_value() -> None:
    (reason,) = reasons({"each": {"quantity": 1}}, TWO, ITEMS_KIND)
    assert (reason.path, reason.expected, reason.got) == ("x[1].quantity", 1, 2)


def test_long_values_are_cut_in_reasons() -> None:
    (reason,) = reasons("a", "b" * 10_000, "text")
    assert len(reason.got) < 500


def test_an_expression_reads_targets_and_the_final_state() -> None:
    raw = {"expr": "x == target['lamp']['id'] and x in state['products']"}
    assert holds(raw, "p-1", "id", target={"lamp": {"id": "p-1"}}, products={"p-1": {}})
    assert not holds(raw, "p-2", "id", target={"lamp": {"id": "p-1"}}, products={"p-1": {}})


MISFITS: list[tuple[Any, Kind, str]] = [
    ("sixty", Kind("money"), "no amount of money"),
    ({"in": ["1", "two"]}, Kind("number"), "'two' is no number"),
    ({"between": ["a", "b"]}, Kind("text"), "of type text"),
    ({"contains": "1"}, Kind("number"), "contains reads text"),
    ({"not": {"regex": "1"}}, Kind("date"), "regex reads text"),
    ({"each": "a"}, Kind("text"), "each reads lists"),
    ({"each": {"quantity": "two"}}, ITEMS_KIND, "quantity: 'two' is no number"),
    ({"any_of": [{"bag_eq": [{"price": True}]}]}, ITEMS_KIND, "price: True is no number"),
]


@pytest.mark.parametrize(("raw", "kind", "says"), MISFITS)
def test_what_can_never_be_decided_is_found_before_a_run(raw: Any, kind: Kind, says: str) -> None:
    (message,) = misfits(parse(raw), kind)
    assert says in message


@pytest.mark.parametrize(("raw", "x", "type_", "expected"), CASES)
def test_what_can_be_decided_is_no_misfit(raw: Any, x: Any, type_: FieldType | None, expected: bool) -> None:
    assert list(misfits(parse(raw), Kind(type_))) == []


scalars = st.none() | st.booleans() | st.integers(-5, 5) | st.text("ab", max_size=2)
lists = st.lists(scalars, max_size=5)
tests = st.recursive(
    scalars | st.builds(lambda v: {"in": v}, st.lists(scalars, min_size=1, max_size=3)) | st.just({"any": True}),
    lambda inner: (
        st.builds(lambda v: {"not": v}, inner)
        | st.builds(lambda v: {"all_of": v}, st.lists(inner, min_size=1, max_size=2))
        | st.builds(lambda v: {"any_of": v}, st.lists(inner, min_size=1, max_size=2))
    ),
    max_leaves=6,
)


@given(tests, scalars)
def test_a_predicate_or_its_opposite_holds_never_both(raw: Any, x: Any) -> None:
    assert holds(raw, x) is not holds({"not": raw}, x)


@given(tests, tests, scalars)
def test_de_morgan(one: Any, other: Any, x: Any) -> None:
    assert holds({"not": {"all_of": [one, other]}}, x) is holds({"any_of": [{"not": one}, {"not": other}]}, x)


@given(tests)
def test_the_canonical_spelling_reads_back_as_the_same_predicate(raw: Any) -> None:
    assert parse(parse(raw).raw()) == parse(raw)


@given(lists, st.randoms(use_true_random=False))
def test_bags_and_sets_do_not_depend_on_order(items: list[Any], random: Any) -> None:
    shuffled = random.sample(items, len(items))
    assert holds({"bag_eq": items}, shuffled)
    assert holds({"set_eq": items + items}, shuffled)
    assert holds({"superset": items}, shuffled)
    assert holds({"subset": items}, shuffled)


@given(lists, lists)
def test_set_eq_is_superset_and_subset(wanted: list[Any], items: list[Any]) -> None:
    both = holds({"superset": wanted}, items) and holds({"subset": wanted}, items)
    assert holds({"set_eq": wanted}, items) is both


@given(st.text("abc 1.", min_size=1, max_size=3), st.text("abc 1.", max_size=12))
def test_a_whole_word_is_a_substring_too(needle: str, text: str) -> None:
    if holds({"contains": needle, "whole_word": True}, text, "text"):
        assert holds({"contains": needle}, text, "text")
    if holds({"contains": needle}, text, "text"):
        assert needle in text


@given(st.decimals(-99, 99, places=2), st.decimals(-99, 99, places=2))
def test_money_is_equal_exactly_where_its_amounts_are(one: Any, other: Any) -> None:
    assert holds(str(one), f"{other:.3f}", Kind("money")) is (one == other)
