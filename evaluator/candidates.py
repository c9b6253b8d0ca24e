"""The rows that a check looks at, and whether each is what the check describes."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from evaluator.checks import Check, CheckKind
from evaluator.diff import Changed, CollectionDiff
from evaluator.predicates import At, Predicate, Scope
from evaluator.result import GraderError, Reason
from evaluator.state import Row, Rows, StateTypes, row_with_id
from evaluator.values import UNTYPED, Kind


@dataclass(frozen=True)
class Candidate:
    """A row: what `where` reads, what `fields` reads, and of a changed row the fields that differ."""

    id: str
    where: Row
    fields: Row
    change: Changed | None = None


def candidates(kind: CheckKind, delta: CollectionDiff, final: Rows) -> Iterator[Candidate]:
    """The rows of a collection that a kind of check looks at."""
    if kind == "added":
        yield from (Candidate(key, row, row) for key, row in delta.added.items())
    elif kind == "removed":
        yield from (Candidate(key, row, row) for key, row in delta.removed.items())
    elif kind == "changed":
        for changes in (delta.changed, delta.touched):
            yield from (Candidate(key, change.old, change.new, change) for key, change in changes.items())
    else:
        for key, row in final.items():
            whole = row_with_id(str(key), row)
            yield Candidate(str(key), whole, whole)


@dataclass(frozen=True)
class Matcher:
    """Tests candidates against checks, under the targets and the final state."""

    kinds: Mapping[str, Kind]
    scope: Scope

    @classmethod
    def of(cls, types: StateTypes, scope: Scope) -> "Matcher":
        """A matcher that has worked out the kinds of all collections once."""
        return cls({name: types.kind(name) for name in types.root}, scope)

    def selects(self, check: Check, candidate: Candidate) -> bool:
        """Whether `where` holds."""
        at = self._at(check, candidate)
        return all(
            not self._test(check, predicate, candidate.where.get(field), at.child(field))
            for field, predicate in check.where.items()
        )

    def matches(self, check: Check, candidate: Candidate) -> bool:
        """Whether the row is one that the check describes."""
        return self.selects(check, candidate) and not self.reasons(check, candidate)

    def reasons(self, check: Check, candidate: Candidate) -> list[Reason]:
        """Why a selected row is not what the check describes; empty where it is."""
        at = self._at(check, candidate)
        found = [
            reason
            for field, predicate in check.fields.items()
            for reason in self._test(check, predicate, candidate.fields.get(field), at.child(field))
        ]
        if not found and candidate.change is not None and not _touches(check, candidate.change):
            wanted = f"a change of {' or '.join(check.fields)}" if check.fields else "a change"
            return at.reason(wanted, "no change there")
        return found

    def _at(self, check: Check, candidate: Candidate) -> At:
        kind = self.kinds.get(check.collection, UNTYPED)
        return At(f"{check.collection}/{candidate.id}", kind, self.scope)

    def _test(self, check: Check, predicate: Predicate, value: object, at: At) -> list[Reason]:
        try:
            return predicate.test(value, at)
        except GraderError as error:
            raise GraderError(f"{check.label}: {error}") from error


def _touches(check: Check, change: Changed) -> bool:
    """Whether a field changed that the check names or, where it names none, a field that counts."""
    if not check.fields:
        return bool(change.fields)
    return any(field in change.fields or field in change.incidental for field in check.fields)
