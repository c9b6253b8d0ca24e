"""Templates: each kind is filled at its own time and leaves the others alone."""

from datetime import UTC, datetime

import pytest

from interventions.text import fill_params, fill_request, fill_row, fill_targets, params_in
from tasks.templates import TemplateError

NOW = datetime(2027, 3, 10, 9, 40, tzinfo=UTC)
WRITTEN = {"a": "$times", "b": "x ${name} {lamp.title} {title} {n}", "c": ["$times", {"d": "$gone"}]}


def test_parameters_keep_their_type_and_null_takes_its_key_away() -> None:
    assert params_in(WRITTEN) == {"times", "name", "gone"}
    filled = fill_params(WRITTEN, {"times": 3, "name": "y", "gone": None})
    assert filled == {"a": 3, "b": "x y {lamp.title} {title} {n}", "c": [3, {}]}


def test_targets_fill_dotted_names_only() -> None:
    targets = {"lamp": {"title": "Arc", "stock": 3, "tags": ["led"]}, "many": [{"id": "a"}, {"id": "b"}]}
    assert fill_targets("{lamp.title} {title} {n} {many.1.id} {many.id}", targets) == "Arc {title} {n} b a, b"
    assert fill_targets("{lamp.stock}", targets) == 3
    assert fill_targets("{lamp.tags}", targets) == ["led"]
    assert fill_targets("{request.name}", targets) == "{request.name}"
    with pytest.raises(TemplateError, match="no target 'lamb'"):
        fill_targets("{lamb.title}", targets)
    with pytest.raises(TemplateError, match="no 'titel'"):
        fill_targets("{lamp.titel}", targets)


def test_rows_and_the_session_clock() -> None:
    row = {"title": "Arc", "price": "4.00"}
    assert fill_row("{title} {n}", row, NOW, 2) == "Arc 2"
    assert fill_row("{now-2d}", row, NOW) == "2027-03-08T09:40:00+00:00"
    assert fill_row("{today+1w}", row, NOW) == "2027-03-17"
    with pytest.raises(LookupError, match="no field 'tilte'"):
        fill_row("{tilte}", row, NOW)


def test_what_a_client_sent_or_did_not() -> None:
    assert fill_request({"x": "{request.a.b}", "y": "{request.c}"}, {"a": {"b": 1}}) == {"x": 1, "y": ""}
    assert fill_request("{request.a}", None) == ""
