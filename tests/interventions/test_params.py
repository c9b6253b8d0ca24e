"""Parameters: what is taken, what is refused, and what the message says."""

from typing import Any

import pytest

from interventions.params import Param, ParamError, bind


def param(**fields: Any) -> Param:
    return Param.model_validate(fields)


@pytest.mark.parametrize(
    ("fields", "value", "said"),
    [
        ({"type": "int"}, True, "whole number"),
        ({"type": "int"}, 1.5, "whole number"),
        ({"type": "int", "max": 4}, 5, "above the maximum 4"),
        ({"type": "number", "min": 0}, -0.5, "below the minimum 0"),
        ({"type": "number"}, float("nan"), "a number"),
        ({"type": "money"}, 4.5, "amount in quotes"),
        ({"type": "money"}, "4.505", "amount in quotes"),
        ({"type": "money", "max": 10}, "10.01", "above the maximum 10"),
        ({"type": "route"}, "/api/orders", "a route such as"),
        ({"type": "route"}, "FETCH /api/orders", "a route such as"),
        ({"type": "target"}, "the lamp", "name of a target"),
        ({"type": "map"}, [1], "a map"),
        ({"type": "list", "min": 1}, [], "0 items is below the minimum 1"),
        ({"type": "str", "choices": ["a", "b"]}, "c", "one of a, b"),
        ({"type": "bool"}, "yes", "true or false"),
    ],
)
def test_a_value_that_does_not_fit_is_refused_with_what_was_expected(
    fields: dict[str, Any], value: Any, said: str
) -> None:
    with pytest.raises(ParamError, match=said) as refused:
        param(**fields).check("times", value)
    assert refused.value.name == "times"


def test_given_values_are_checked_and_the_rest_takes_defaults() -> None:
    params = {"times": param(type="int", default=2), "on": param(type="route"), "wait": param(type="int", default=None)}
    assert bind(params, {"on": "GET /api/x"}) == {"times": 2, "on": "GET /api/x", "wait": None}
    assert bind(params, {"on": "GET /api/x", "times": 3})["times"] == 3
    with pytest.raises(ParamError, match="on: is required"):
        bind(params, {})
    with pytest.raises(ParamError, match="did you mean 'times'"):
        bind(params, {"on": "GET /api/x", "time": 3})


def test_a_target_template_stands_for_a_value_of_any_type_until_the_plan_is_compiled() -> None:
    assert param(type="money").check("price", "{lamp.price}") == "{lamp.price}"
    with pytest.raises(ParamError):
        param(type="bool").check("again", "{lamp.price}")


def test_words_of_the_command_line_are_read_by_type() -> None:
    assert param(type="int").read("times", "3") == 3
    assert param(type="number").read("seconds", "2.5") == 2.5
    assert param(type="str").read("label", "3") == "3"
    assert param(type="map").read("set", '{"a": 1}') == {"a": 1}
    for kind, text in (("int", "three"), ("int", "3.5"), ("bool", "yes")):
        with pytest.raises(ParamError):
            param(type=kind).read("x", text)


@pytest.mark.parametrize(
    "fields",
    [
        {"type": "str", "dose": True},
        {"type": "int", "min": 3, "max": 2},
        {"type": "int", "default": "one"},
        {"type": "integer"},
        {"type": "int", "defualt": 1},
    ],
)
def test_a_parameter_that_contradicts_itself_is_refused(fields: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"default|dose|min|integer|defualt"):
        param(**fields)
