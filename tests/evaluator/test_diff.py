"""The difference of two states: complete, typed, linear, and with bookkeeping kept apart."""

import time
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from evaluator.diff import diff
from evaluator.state import State, StateTypes
from evaluator.testing import SHOP_TYPES, an_order, shop

values = st.none() | st.booleans() | st.integers(0, 3) | st.text("ab", max_size=2)
rows = st.dictionaries(st.sampled_from(["a", "b", "__kind", "at"]), values, max_size=3)
states = st.dictionaries(st.sampled_from(["x", "y"]), st.dictionaries(st.sampled_from("123"), rows, max_size=3))


def apply(delta: Any, old: State) -> State:
    """The baseline with a difference laid over it."""
    state = {name: {key: dict(row) for key, row in collection.items()} for name, collection in old.items()}
    for name, changes in delta.items():
        collection = state.setdefault(name, {})
        for key in changes.removed:
            del collection[key]
        for key, row in changes.added.items():
            collection[key] = {field: value for field, value in row.items() if field != "id"}
        for key, change in changes.changed.items():
            for field in change.fields:
                collection[key].pop(field, None)
                if field in change.new:
                    collection[key][field] = change.new[field]
    return state


@given(states, states)
def test_a_difference_leads_from_one_state_to_the_other_and_back(old: State, new: State) -> None:
    types = StateTypes()
    whole = {name: new.get(name, {}) for name in {*old, *new}}
    assert apply(diff(old, new, types), old) == whole
    back = diff(new, old, types)
    for name, changes in diff(old, new, types).items():
        assert changes.added.keys() == back[name].removed.keys()
        assert {key: change.fields for key, change in changes.changed.items()} == {
            key: change.fields for key, change in back[name].changed.items()
        }


@given(states)
def test_a_state_does_not_differ_from_itself(state: State) -> None:
    copy = {name: {key: dict(row) for key, row in rows.items()} for name, rows in state.items()}
    assert not any(diff(state, copy, StateTypes()).values())


def test_fields_of_any_name_and_dates_beside_floats_are_seen() -> None:
    old: State = {"x": {"1": {"__kind": "a", "on": "2027-01-01", "ratio": 0.1}}}
    new: State = {"x": {"1": {"__kind": "b", "on": "2027-01-02", "ratio": 0.1}}}
    assert diff(old, new, StateTypes())["x"].changed["1"].fields == {"__kind", "on"}


def test_another_spelling_of_the_same_value_is_no_change() -> None:
    old = shop(o=an_order(total="64.90", placed_at="2027-03-10T09:40:00+00:00"))
    new = shop(o=an_order(total="64.9", placed_at="2027-03-10T10:40:00+01:00"))
    assert not any(diff(old, new, SHOP_TYPES).values())


def test_true_is_not_one_and_text_is_not_its_number() -> None:
    types = StateTypes()
    assert diff({"x": {"1": {"a": [True]}}}, {"x": {"1": {"a": [1]}}}, types)["x"].changed
    assert diff({"x": {"1": {"a": 1}}}, {"x": {"1": {"a": "1"}}}, types)["x"].changed


def test_incidental_fields_are_kept_apart() -> None:
    delta = diff(shop(o=an_order(viewed=0)), shop(o=an_order(viewed=3)), SHOP_TYPES)["orders"]
    assert not delta
    assert delta.touched["o"].incidental == {"viewed"}
    both = diff(shop(o=an_order()), shop(o=an_order(viewed=3, status="x")), SHOP_TYPES)["orders"]
    assert both.changed["o"].fields == {"status"}


def test_a_collection_that_went_away_is_removed_rows() -> None:
    assert set(diff(shop(o=an_order()), {}, SHOP_TYPES)["orders"].removed) == {"o"}


def test_time_grows_with_the_size_only() -> None:
    def taken(size: int) -> float:
        old: State = {"orders": {str(n): an_order(note=str(n)) for n in range(size)}}
        new: State = {"orders": {str(n): an_order(note=str(n + n % 2)) for n in range(1, size + 1)}}
        best = float("inf")
        for _ in range(3):
            start = time.process_time()
            delta = diff(old, new, SHOP_TYPES)["orders"]
            best = min(best, time.process_time() - start)
        assert (len(delta.added), len(delta.removed), len(delta.changed)) == (1, 1, (size - 1) - (size - 1) // 2)
        return best

    small, large = taken(1_000), taken(10_000)
    assert large < 1.5, "ten thousand rows take a fraction of a second"
    assert large < small * 40
