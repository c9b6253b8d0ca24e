"""Which positive checks hold and which changes they, or an `allow`, explain."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from evaluator.assign import Claim, Taker, assign
from evaluator.candidates import Candidate, Matcher, candidates
from evaluator.checks import Check, CheckKind, Criterion
from evaluator.diff import CollectionDiff, StateDiff
from evaluator.matching import match
from evaluator.records.jsonl import dumps
from evaluator.state import State

CHANGES: tuple[CheckKind, ...] = ("added", "removed", "changed")


@dataclass
class Explained:
    """Numbers of the change checks that hold; rows explained whole; fields explained of changed rows."""

    held: set[int] = field(default_factory=set)
    rows: set[tuple[CheckKind, str, str]] = field(default_factory=set)
    fields: dict[tuple[str, str], set[str]] = field(default_factory=dict)


@dataclass(frozen=True)
class Comparison:
    """Two states side by side: what changed, what stands at the end, and what tests rows."""

    delta: StateDiff
    final: State
    matcher: Matcher

    def candidates(self, check: Check) -> list[Candidate]:
        """The rows that a check looks at."""
        # A difference in which nothing counts is false, and may still hold touched rows: no `or` here.
        delta = self.delta.get(check.collection, CollectionDiff())
        return list(candidates(check.kind, delta, self.final.get(check.collection, {})))

    def matching(self, check: Check) -> list[Candidate]:
        """The rows that a check describes."""
        return [candidate for candidate in self.candidates(check) if self.matcher.matches(check, candidate)]


def explain(criterion: Criterion, compared: Comparison) -> Explained:
    """Gives every changed row to the checks and allowances that describe it."""
    result = Explained()
    numbered = [(number, check) for number, check in enumerate(criterion.checks) if check.kind in CHANGES]
    rows = {number: tuple(candidate.id for candidate in compared.matching(check)) for number, check in numbered}
    places = {(check.kind, check.collection) for _, check in numbered} | {
        (a.kind, a.collection) for a in criterion.allow
    }
    for kind, collection in sorted(places):
        here = {number: check for number, check in numbered if (check.kind, check.collection) == (kind, collection)}
        allowed = [check for check in criterion.allow if (check.kind, check.collection) == (kind, collection)]
        if kind == "changed":
            _changed(collection, here, allowed, rows, compared, result)
        else:
            takers = [Taker(_ids(compared, check), check.count) for check in allowed]
            result.rows |= {(kind, collection, row) for row in _claimed(here, rows, takers, result)[1]}
    return result


def canonical(check: Check) -> str:
    """A check as text, for an order that does not depend on the file's."""
    plain = check.model_dump(mode="json", exclude_defaults=True)
    return dumps({key: _sorted(value) for key, value in sorted(plain.items())})


def _claimed(
    here: Mapping[int, Check], rows: Mapping[int, tuple[str, ...]], takers: Sequence[Taker], result: Explained
) -> tuple[dict[str, int], frozenset[str]]:
    """Rows by the number of the check that owns them, and all rows that are explained."""
    numbers = list(here)
    claims = [Claim(rows[n], here[n].needed, here[n].share, canonical(here[n])) for n in numbers]
    assignment = assign(claims, takers)
    result.held |= {numbers[index] for index in assignment.held}
    return {row: numbers[index] for row, index in assignment.owner.items()}, assignment.explained


def _changed(
    collection: str,
    here: Mapping[int, Check],
    allowed: Sequence[Check],
    rows: Mapping[int, tuple[str, ...]],
    compared: Comparison,
    result: Explained,
) -> None:
    """Checks on different fields of one row stand side by side; those that name a common field compete for the row."""
    open_ended = [check for check in allowed if check.count is None]
    for group in _overlapping(here):
        takers = [Taker(_ids(compared, check)) for check in open_ended]
        owners, _ = _claimed(group, rows, takers, result)
        for row, number in owners.items():
            result.fields.setdefault((collection, row), set()).update(here[number].fields)
    for check in open_ended:
        for candidate in compared.matching(check):
            result.fields.setdefault((collection, candidate.id), set()).update(_allowed_fields(check, candidate))
    _limited(collection, [check for check in allowed if check.count is not None], compared, result)


def _limited(collection: str, allowed: Sequence[Check], compared: Comparison, result: Explained) -> None:
    """An `allow` with a count explains at most so many rows, each of which it must explain to the end."""
    wants: dict[tuple[int, int], list[str]] = {}
    for number, check in enumerate(allowed):
        ids = [
            candidate.id
            for candidate in compared.matching(check)
            if (left := _left(collection, candidate, result)) and left <= _allowed_fields(check, candidate)
        ]
        wants |= {(number, place): ids for place in range(check.needed)}
    changed = compared.delta[collection].changed if collection in compared.delta else {}
    for row in match(wants).values():
        result.fields.setdefault((collection, row), set()).update(changed[row].fields)


def _left(collection: str, candidate: Candidate, result: Explained) -> set[str]:
    counted = candidate.change.fields if candidate.change else frozenset[str]()
    return set(counted) - result.fields.get((collection, candidate.id), set())


def _allowed_fields(check: Check, candidate: Candidate) -> set[str]:
    """An `allow` that names no fields allows them all."""
    if check.fields:
        return set(check.fields)
    return set(candidate.change.fields) if candidate.change else set()


def _overlapping(here: Mapping[int, Check]) -> Iterator[dict[int, Check]]:
    """Groups of checks that name a common field, directly or through others."""
    group_of = {number: number for number in here}
    for number, check in here.items():
        for other, its in here.items():
            if other < number and check.fields.keys() & its.fields.keys():
                old, new = group_of[number], group_of[other]
                group_of = {n: new if group == old else group for n, group in group_of.items()}
    for _, members in groupby(sorted(here, key=lambda number: (group_of[number], number)), key=group_of.__getitem__):
        yield {number: here[number] for number in members}


def _ids(compared: Comparison, check: Check) -> tuple[str, ...]:
    return tuple(candidate.id for candidate in compared.matching(check))


def _sorted(value: object) -> object:
    if isinstance(value, dict):
        return {key: _sorted(inner) for key, inner in sorted(value.items())}
    return [_sorted(item) for item in value] if isinstance(value, list) else value
