"""Typed parameters of a family: what a variant, or the command line, may set, within which bounds."""

import json
import math
from collections.abc import Callable, Mapping
from decimal import Decimal, InvalidOperation
from typing import Any, Literal

from pydantic import Field, model_validator

from evaluator.model import Strict
from evaluator.nearest import did_you_mean
from interventions.routes import Route

ParamType = Literal["int", "number", "str", "text", "bool", "money", "route", "target", "map", "list"]
Binding = Literal["write", "read", "target", "control"]
NUMERIC = ("int", "number", "money")


class ParamError(ValueError):
    """A value that a parameter does not take. `name` is the parameter."""

    def __init__(self, name: str, message: str) -> None:
        super().__init__(f"{name}: {message}")
        self.name, self.message = name, message


class Param(Strict):
    """One parameter of a family. Without `default` it must be given."""

    type: ParamType = Field(
        description="int, number, str, text (may name {target.field}), bool, money (a decimal "
        "string), route (METHOD /path), target (a name from the task), map or list."
    )
    default: Any = Field(None, description="The value where none is given; null makes the parameter optional.")
    min: float | None = Field(None, description="Smallest number, or fewest items of a list or map.")
    max: float | None = Field(None, description="Largest number, or most items of a list or map.")
    choices: tuple[Any, ...] = Field((), description="The only values allowed.")
    dose: bool = Field(False, description="Whether more of it makes the intervention stronger (for --dose).")
    bind: Binding | None = Field(
        None,
        description="How --apply finds a value: the write that the task's checks ask "
        "for, the read of a target's collection, a target, or the control that finishes it.",
    )
    about: str = Field("", description="One sentence for people who set it.")

    @model_validator(mode="after")
    def _consistent(self) -> "Param":
        if self.dose and self.type not in NUMERIC:
            raise ValueError(f"only a number can be a dose, not {self.type}")
        if self.min is not None and self.max is not None and self.min > self.max:
            raise ValueError(f"min {self.min} is above max {self.max}")
        if self.default is not None:
            self.check("default", self.default)
        return self

    @property
    def required(self) -> bool:
        return "default" not in self.model_fields_set

    def check(self, name: str, value: Any) -> Any:
        """The value, or ParamError that says what was expected."""
        if isinstance(value, str) and _is_template(value) and self.type not in ("route", "target", "bool"):
            return value  # filled from the targets when the plan is compiled, and checked again there by the op
        problem = _CHECKS[self.type](value)
        if problem:
            raise ParamError(name, f"expected {problem}, got {value!r}")
        self._bounds(name, value)
        if self.choices and value not in self.choices:
            allowed = ", ".join(str(choice) for choice in self.choices)
            raise ParamError(name, f"expected one of {allowed}, got {value!r}")
        return value

    def _bounds(self, name: str, value: Any) -> None:
        if self.type in NUMERIC:
            size, what = float(value), str(value)
        elif self.type in ("map", "list"):
            size, what = float(len(value)), f"{len(value)} items"
        else:
            return
        if self.min is not None and size < self.min:
            raise ParamError(name, f"{what} is below the minimum {self.min:g}")
        if self.max is not None and size > self.max:
            raise ParamError(name, f"{what} is above the maximum {self.max:g}")

    def read(self, name: str, text: str) -> Any:
        """The value that a word of the command line stands for."""
        if self.type in ("str", "text", "money", "route", "target"):
            return self.check(name, text)
        try:
            value = json.loads(text)
        except ValueError:
            raise ParamError(name, f"expected {self.type}, got {text!r}") from None
        return self.check(name, value)

    def sample(self) -> Any:
        """A value that is allowed, for trying a family's ops with no task at hand."""
        if self.default is not None:
            return self.default
        if self.choices:
            return self.choices[0]
        low = 1 if self.min is None else self.min
        samples: dict[str, Any] = {
            "int": int(low), "number": low, "money": f"{low:.2f}", "bool": True, "str": "word", "text": "words",
            "route": "POST /api/things", "target": "thing", "map": {"field": "value"}, "list": ["one", "two"],
        }  # fmt: skip
        return samples[self.type]


def bind(params: Mapping[str, Param], given: Mapping[str, Any]) -> dict[str, Any]:
    """All parameters with their values: the given ones checked, defaults for the rest."""
    for name in given:
        if name not in params:
            raise ParamError(name, did_you_mean("parameter", name, params))
    return {name: _one(name, param, given) for name, param in params.items()}


def _one(name: str, param: Param, given: Mapping[str, Any]) -> Any:
    if name in given and given[name] is not None:
        return param.check(name, given[name])
    if param.required:
        raise ParamError(name, f"is required ({param.type})" + (f": {param.about}" if param.about else ""))
    return param.default


def _is_template(value: str) -> bool:
    return value.startswith("{") and value.endswith("}") and "." in value


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)


def _is_money(value: Any) -> bool:
    try:
        amount = Decimal(value) if isinstance(value, str) else None
    except InvalidOperation:
        return False
    return amount is not None and amount.is_finite() and amount == amount.quantize(Decimal("0.01"))


def _is_route(value: Any) -> bool:
    try:
        Route.parse(value)
    except (ValueError, TypeError):
        return False
    return True


def _unless(test: Callable[[Any], bool], wanted: str) -> Callable[[Any], str | None]:
    return lambda value: None if test(value) else wanted


_CHECKS: dict[str, Callable[[Any], str | None]] = {
    "int": _unless(lambda v: isinstance(v, int) and not isinstance(v, bool), "a whole number"),
    "number": _unless(_is_number, "a number"),
    "bool": _unless(lambda v: isinstance(v, bool), "true or false"),
    "str": _unless(lambda v: isinstance(v, str), "a string"),
    "text": _unless(lambda v: isinstance(v, str), "a text"),
    "money": _unless(_is_money, 'an amount in quotes such as "19.99"'),
    "route": _unless(_is_route, "a route such as POST /api/orders"),
    "target": _unless(lambda v: isinstance(v, str) and v.isidentifier(), "the name of a target"),
    "map": _unless(lambda v: isinstance(v, dict) and all(isinstance(key, str) for key in v), "a map"),
    "list": _unless(lambda v: isinstance(v, list | tuple), "a list"),
}
