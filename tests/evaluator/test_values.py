"""Canonical values: equal things compare equal whatever their spelling, and no others do."""

from datetime import UTC, datetime
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaluator.state import StateTypes
from evaluator.values import FieldType, Kind, Money, equal, parse_instant, parse_money, parse_number, same, to_value


@pytest.mark.parametrize(
    ("one", "other", "alike"),
    [
        (0, "$0.00", True),
        ("2,310.5", "2310.50", True),
        (Decimal("2310.5"), "2310.50", True),
        ("EUR 40", "USD 40", False),
        ("€40", "40.00 EUR", True),
        ("£40", "40", True),
        ("-£5.00", "-5", True),
        ("39.999", "40", False),
        ("9.99", "100.00", False),
        (19.99, "19.99", True),
        (0.1, "0.10", True),
    ],
)
def test_money_is_its_amount_and_a_named_currency(one: object, other: object, alike: bool) -> None:
    assert same(one, other, Kind("money")) is alike
    assert same(other, one, Kind("money")) is alike


@pytest.mark.parametrize(
    "text", ["1.234,50", "12,34", "1,2345", "", "abc", "NaN", "Infinity", "1e5", "EUR 4 EUR", True]
)
def test_what_is_no_plain_amount_is_refused(text: object) -> None:
    with pytest.raises(ValueError, match=r"is no"):
        parse_money(text)


def test_ten_dimes_are_one() -> None:
    assert sum((parse_number(0.10) for _ in range(10)), Decimal(0)) == parse_number("1.00")


@pytest.mark.parametrize(
    ("one", "other", "alike"),
    [
        ("2027-03-10T08:30:00Z", "2027-03-10T10:30:00+02:00", True),
        ("2027-03-10T08:30:00Z", "2027-03-10T08:30:00+02:00", False),
        ("2027-03-10T08:30:00", "2027-03-10T08:30:00+00:00", True),
        ("2027-03-10T08:30:00.000001Z", "2027-03-10T08:30:00Z", False),
        ("2027-10-31T01:30:00+01:00", "2027-10-31T01:30:00+00:00", False),
    ],
)
def test_instants_are_compared_as_instants_and_naive_ones_are_utc(one: str, other: str, alike: bool) -> None:
    assert same(one, other, Kind("instant")) is alike


@given(st.datetimes(timezones=st.timezones()))
def test_an_instant_survives_storing_with_its_microseconds(moment: datetime) -> None:
    assert parse_instant(moment.isoformat()) == moment.astimezone(UTC)


def test_a_day_is_no_instant_and_an_instant_no_day() -> None:
    with pytest.raises(ValueError, match="is no instant"):
        parse_instant("2027-03-10")
    with pytest.raises(ValueError, match=r"2027"):
        to_value("2027-03-10T08:30:00Z", Kind("date"))


@pytest.mark.parametrize("name", [None, "id", "text", "number", "money", "instant", "date", "bool", "list", "object"])
def test_nothing_is_only_nothing(name: FieldType | None) -> None:
    assert to_value(None, Kind(name)) is None
    assert not any(equal(None, other) for other in (0, "", False, [], {}))


def test_kinds_never_mix() -> None:
    values = [True, False, Decimal(1), Decimal(0), "1", "true", [], {}, datetime(2027, 1, 1, tzinfo=UTC), [Decimal(1)]]
    for i, one in enumerate(values):
        for j, other in enumerate(values):
            assert equal(one, other) is (i == j)


def test_identifiers_and_text_are_text() -> None:
    assert to_value(7, Kind("id")) == "7"
    assert not same("7", "07", Kind("id"))
    assert not same("1.0", "1", Kind("text"))
    with pytest.raises(ValueError, match="is no text"):
        to_value(True, Kind("text"))


def test_dotted_names_type_what_is_inside_a_list() -> None:
    types = StateTypes.model_validate({"orders": {"fields": {"items": "list", "items.price": "money", "tags.*": "id"}}})
    kind = types.kind("orders")
    assert same([{"price": "1.5"}], [{"price": "1.50"}], kind.child("items"))
    assert to_value([7], kind.child("tags")) == ["7"]
    assert to_value({"price": "USD 2"}, kind.child("items").item())["price"] == Money(Decimal(2), "USD")


json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=8,
)


@given(json, json)
def test_equality_is_reflexive_and_symmetric(one: object, other: object) -> None:
    assert same(one, one)
    assert same(one, other) is same(other, one)
