"""Comparing and combining typed values. Kinds never mix: comparing a number with a text is an error, not `False`."""

import operator
from collections.abc import Callable, Mapping
from datetime import date, datetime, timedelta
from decimal import Context, Decimal, DivisionByZero, InvalidOperation, Overflow
from typing import Any

from evaluator.result import GraderError
from evaluator.sandbox.budget import Budget
from evaluator.values import Money, equal, kind_word

# 40 digits and exponents to ±1000: exact for any money, too small for a number bomb.
ARITHMETIC = Context(prec=40, Emin=-1000, Emax=1000, traps=[DivisionByZero, InvalidOperation, Overflow])


def word(value: Any) -> str:
    """The value's kind for a message."""
    return "a duration" if isinstance(value, timedelta) else kind_word(value)


def equals(a: Any, b: Any) -> bool:
    """Equality within one kind; nothing (None) may be compared with anything."""
    if a is None or b is None:
        return a is b
    if word(a) != word(b) and not (_is_money(a) and _is_money(b)):
        raise GraderError(f"compares {word(a)} with {word(b)}")
    if isinstance(a, list) and len(a) == len(b):
        return all(equals(p, q) for p, q in zip(a, b, strict=True))
    return a == b if isinstance(a, frozenset | timedelta) else equal(a, b)


def order(a: Any, b: Any) -> int:
    """-1, 0 or 1 for two values of one ordered kind; lists by their items."""
    if isinstance(a, list) and isinstance(b, list):
        for p, q in zip(a, b, strict=False):
            if turn := order(p, q):
                return turn
        return (len(a) > len(b)) - (len(a) < len(b))
    if word(a) != word(b) or not isinstance(a, str | Decimal | date | timedelta):
        raise GraderError(f"cannot order {word(a)} and {word(b)}")
    return int(a > b) - int(a < b)


def contains(item: Any, inside: Any, budget: Budget) -> bool:
    """`item in inside` for texts, lists, sets and keys of objects."""
    if isinstance(inside, str):
        if not isinstance(item, str):
            raise GraderError(f"looks for {word(item)} in a text")
        budget.spend(len(inside) // 100)
        return item in inside
    if isinstance(inside, Mapping):
        return isinstance(item, str) and item in inside
    if isinstance(inside, list | frozenset):
        budget.spend(len(inside))
        return any(equals(item, other) for other in inside)
    raise GraderError(f"looks into {word(inside)}")


def compare(name: str, a: Any, b: Any, budget: Budget) -> bool:
    """One comparison; `name` is the syntax node's name."""
    if name in ("Eq", "NotEq"):
        budget.spend(len(a) if isinstance(a, list | Mapping) else 1)
        return equals(a, b) is (name == "Eq")
    if name in ("In", "NotIn"):
        return contains(a, b, budget) is (name == "In")
    if name in ("Is", "IsNot"):
        if a is not None and b is not None:
            raise GraderError("`is` compares with None only: use ==")
        return (a is b) is (name == "Is")
    test = _ORDERINGS[name]
    if isinstance(a, frozenset) and isinstance(b, frozenset):
        return bool(test(a, b))
    return bool(test(order(a, b), 0))


def combine(name: str, a: Any, b: Any, budget: Budget) -> Any:
    """One arithmetic operation; `name` is the syntax node's name."""
    if isinstance(a, Decimal) and isinstance(b, Decimal):
        return arithmetic(name, a, b)
    if name == "Add" and type(a) is type(b) and isinstance(a, str | list):
        budget.sized(len(a) + len(b))
        return a + b
    if isinstance(a, frozenset) and isinstance(b, frozenset) and name in _SETS:
        return _SETS[name](a, b)
    if name in ("Add", "Sub") and (isinstance(b, timedelta) or (name == "Sub" and word(a) == word(b))):
        return _time(name, a, b)
    raise GraderError(f"cannot combine {word(a)} and {word(b)} by {_SIGNS[name]}")


def arithmetic(name: str, a: Decimal, b: Decimal) -> Decimal:
    """Decimal arithmetic with 40 digits; dividing by zero or leaving the range is an error."""
    try:
        return _ARITHMETIC[name](a, b)
    except ArithmeticError as error:
        raise GraderError(f"cannot work out {a} {_SIGNS[name]} {b}") from error
    except KeyError as error:
        raise GraderError(f"numbers have no {_SIGNS[name]}") from error


def _time(name: str, a: Any, b: Any) -> Any:
    if not isinstance(a, datetime | date | timedelta):
        raise GraderError(f"cannot combine {word(a)} and {word(b)} by {_SIGNS[name]}")
    try:
        return a + b if name == "Add" else a - b
    except (OverflowError, TypeError) as error:
        raise GraderError(f"cannot work out {a} {_SIGNS[name]} {b}") from error


def _floor(a: Decimal, b: Decimal) -> Decimal:
    """The quotient rounded down, so that // and % have the signs that Python gives them."""
    return ARITHMETIC.divide(a, b).to_integral_value("ROUND_FLOOR")


def _is_money(value: Any) -> bool:
    return isinstance(value, Money | Decimal)


_ORDERINGS: dict[str, Callable[[Any, Any], Any]] = {
    "Lt": operator.lt,
    "LtE": operator.le,
    "Gt": operator.gt,
    "GtE": operator.ge,
}
_ARITHMETIC: dict[str, Callable[[Decimal, Decimal], Decimal]] = {
    "Add": ARITHMETIC.add,
    "Sub": ARITHMETIC.subtract,
    "Mult": ARITHMETIC.multiply,
    "Div": ARITHMETIC.divide,
    "FloorDiv": lambda a, b: _floor(a, b),
    "Mod": lambda a, b: ARITHMETIC.subtract(a, ARITHMETIC.multiply(b, _floor(a, b))),
}
_SETS: dict[str, Callable[[Any, Any], Any]] = {"BitOr": operator.or_, "BitAnd": operator.and_, "Sub": operator.sub}
_SIGNS = {"Add": "+", "Sub": "-", "Mult": "*", "Div": "/", "FloorDiv": "//", "Mod": "%", "BitOr": "|", "BitAnd": "&"}
