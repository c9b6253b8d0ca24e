"""From what stands in a task file to a predicate.

predicate = bare value              the same as {eq: value}
          | {name: argument}        one predicate, with its options beside it
          | {field: predicate, …}   inside each, some and lists of elements: an object with these fields
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from evaluator.expr import Expr, ExprError
from evaluator.nearest import did_you_mean, nearest
from evaluator.predicates.base import Predicate, PredicateError
from evaluator.predicates.collection import BagEq, Elements, SetEq, Size, Subset, Superset, is_count
from evaluator.predicates.linear_regex import LinearRegex
from evaluator.predicates.logical import AllOf, AnyOf, Each, Fields, Missing, Not, Some
from evaluator.predicates.scalar import Anything, Between, Eq, Expression, In
from evaluator.predicates.text import Contains, MatchesSemantic, Regex, StartsWith
from evaluator.values import parse_date, parse_instant, parse_money, parse_number

MAX_DEPTH = 20
MAX_SEMANTIC = 2_000


@dataclass(frozen=True)
class _Spot:
    """Where a predicate is written: in the position of a list's item (where bare fields mean an object), how deep."""

    item: bool = False
    depth: int = 0

    def inner(self, item: bool | None = None) -> "_Spot":
        return _Spot(self.item if item is None else item, self.depth + 1)


type _Options = Mapping[str, bool]
type _Build = Callable[[Any, _Options, _Spot], Predicate]


def parse(raw: Any) -> Predicate:
    """Reads a predicate. Raises PredicateError with the path to the fault, what is allowed there, the nearest name."""
    return _parse(raw, _Spot())


def _parse(raw: Any, spot: _Spot) -> Predicate:
    if spot.depth > MAX_DEPTH:
        raise PredicateError(f"predicates nest at most {MAX_DEPTH} deep")
    if not isinstance(raw, Mapping):
        return Eq(raw)
    names = [key for key in raw if key in BUILDERS]
    others = [key for key in raw if key not in BUILDERS]
    if len(names) == 1 and all(key in OPTIONS.get(names[0], ()) for key in others):
        return _build(names[0], raw, spot)
    if len(names) > 1 and not others:
        raise PredicateError(f"{' and '.join(names)} stand side by side: join them with all_of")
    if spot.item and others and not _looks_misspelt(others, raw):
        return _fields(raw, {}, spot)
    raise PredicateError(_unknown(names, others))


def _build(name: str, raw: Mapping[str, Any], spot: _Spot) -> Predicate:
    options = {key: value for key, value in raw.items() if key != name}
    for key, value in options.items():
        if not isinstance(value, bool):
            raise PredicateError(f"should be true or false, not {value!r}", (key,))
    try:
        return BUILDERS[name](raw[name], options, spot)
    except PredicateError as error:
        raise error.under(name) from error


def _unknown(names: list[str], others: list[str]) -> str:
    if not names and not others:
        return "is empty: for an empty object write {eq: {}}"
    if names:
        known = OPTIONS.get(names[0], ())
        return did_you_mean(f"option of {names[0]}", others[0], known)
    text = did_you_mean("predicate", others[0], BUILDERS)
    return f"{text}; for an object with these fields write {{fields: {{…}}}}, for exactly this object {{eq: {{…}}}}"


def _looks_misspelt(others: list[str], raw: Mapping[str, Any]) -> bool:
    """One key that is nearly a predicate's name is a slip of the pen rather than a field."""
    guess = nearest(others[0], BUILDERS) if len(raw) == 1 else None
    return guess is not None and len(others[0]) > 3 and abs(len(guess) - len(others[0])) <= 1 and guess != others[0]


def _fields(raw: Any, options: _Options, spot: _Spot) -> Predicate:
    if not isinstance(raw, Mapping) or not raw:
        raise PredicateError(f"takes an object of fields, not {raw!r}")
    parts = []
    for name, inner in raw.items():
        try:
            parts.append((str(name), _parse(inner, spot.inner(item=False))))
        except PredicateError as error:
            raise error.under(name) from error
    return Fields(tuple(parts))


def _in(raw: Any, options: _Options, spot: _Spot) -> Predicate:
    return In(tuple(_list(raw, "values", least=1)))


def _between(raw: Any, options: _Options, spot: _Spot) -> Predicate:
    low, high = _list(raw, "two bounds, the lower first", least=2, most=2)
    if _backwards(low, high):
        raise PredicateError(f"the lower bound {low!r} is above the upper one {high!r}")
    if any(isinstance(bound, bool | list | dict | None) for bound in (low, high)):
        raise PredicateError("bounds are numbers, money, instants or days")
    return Between(low, high)


def _backwards(low: Any, high: Any) -> bool:
    """Whether the first reading that both bounds have puts the lower one above the upper one."""
    readings: tuple[Callable[[Any], Any], ...] = (parse_number, parse_money, parse_instant, parse_date)
    for read in readings:
        try:
            return bool(read(low) > read(high))
        except (ValueError, TypeError):
            continue
    return False


def _any(raw: Any, options: _Options, spot: _Spot) -> Predicate:
    if raw is not True:
        raise PredicateError("takes true only; for no value write {missing: true}")
    return Anything()


def _missing(raw: Any, options: _Options, spot: _Spot) -> Predicate:
    if not isinstance(raw, bool):
        raise PredicateError(f"takes true or false, not {raw!r}")
    return Missing(raw)


def _expr(raw: Any, options: _Options, spot: _Spot) -> Predicate:
    try:
        expr = Expr.parse(_words(raw))
    except ExprError as error:
        raise PredicateError(str(error)) from error
    if expr.constant:
        raise PredicateError(f"{expr.source!r} reads none of x, target and state: it says the same of every run")
    return Expression(expr)


def _elements(make: Callable[[tuple[Predicate, ...]], Elements]) -> _Build:
    def build(raw: Any, options: _Options, spot: _Spot) -> Predicate:
        return make(_several(raw, spot.inner(item=True), least=0))

    return build


def _size(raw: Any, options: _Options, spot: _Spot) -> Predicate:
    if not isinstance(raw, Mapping) and not is_count(raw):
        hint = "for a field of this name write {fields: {size: …}}"
        raise PredicateError(f"takes a number of items or a test of it, not {raw!r}; {hint}")
    return Size(_parse(raw, spot.inner(item=False)))


def _contains(raw: Any, options: _Options, spot: _Spot) -> Predicate:
    return Contains(_words(raw), **options)


def _starts_with(raw: Any, options: _Options, spot: _Spot) -> Predicate:
    return StartsWith(_words(raw), **options)


def _regex(raw: Any, options: _Options, spot: _Spot) -> Predicate:
    try:
        return Regex(LinearRegex.parse(_words(raw), **options))
    except PredicateError:
        raise
    except ValueError as error:
        raise PredicateError(str(error)) from error


def _semantic(raw: Any, options: _Options, spot: _Spot) -> Predicate:
    if len(_words(raw)) > MAX_SEMANTIC:
        raise PredicateError(f"takes at most {MAX_SEMANTIC:,} characters")
    return MatchesSemantic(raw)


def _joined(make: Callable[[tuple[Predicate, ...]], Predicate]) -> _Build:
    def build(raw: Any, options: _Options, spot: _Spot) -> Predicate:
        return make(_several(raw, spot.inner(), least=1))

    return build


def _wrapped(make: Callable[[Predicate], Predicate], item: bool | None) -> _Build:
    def build(raw: Any, options: _Options, spot: _Spot) -> Predicate:
        return make(_parse(raw, spot.inner(item)))

    return build


def _several(raw: Any, spot: _Spot, least: int) -> tuple[Predicate, ...]:
    parts = []
    for number, inner in enumerate(_list(raw, "predicates or values", least=least)):
        try:
            parts.append(_parse(inner, spot))
        except PredicateError as error:
            raise error.under(number) from error
    return tuple(parts)


def _list(raw: Any, what: str, least: int, most: int = 1_000) -> list[Any]:
    if not isinstance(raw, list):
        raise PredicateError(f"takes a list of {what}, not {raw!r}")
    if not least <= len(raw) <= most:
        raise PredicateError(f"takes a list of {what}: {least} to {most} of them, not {len(raw)}")
    return raw


def _words(raw: Any) -> str:
    if not isinstance(raw, str) or not raw:
        raise PredicateError(f"takes a text that is not empty, not {raw!r}")
    return raw


BUILDERS: dict[str, _Build] = {
    "eq": lambda raw, options, spot: Eq(raw),
    "in": _in,
    "between": _between,
    "any": _any,
    "expr": _expr,
    "set_eq": _elements(SetEq),
    "bag_eq": _elements(BagEq),
    "superset": _elements(Superset),
    "subset": _elements(Subset),
    "size": _size,
    "contains": _contains,
    "starts_with": _starts_with,
    "regex": _regex,
    "matches_semantic": _semantic,
    "all_of": _joined(AllOf),
    "any_of": _joined(AnyOf),
    "not": _wrapped(Not, None),
    "each": _wrapped(Each, True),
    "some": _wrapped(Some, True),
    "missing": _missing,
    "fields": _fields,
}
OPTIONS: dict[str, tuple[str, ...]] = {
    "contains": ("whole_word", "ignore_case"),
    "starts_with": ("whole_word", "ignore_case"),
    "regex": ("ignore_case",),
}
