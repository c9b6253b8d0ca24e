"""Grades a final state against a baseline: pure, from files alone.

The closed world: a change in a graded collection that no check and no `allow` explains is a violated negative. A check
explains all of an added or removed row, of a changed row only the fields that it names. A predicate that cannot be
decided raises GraderError; that run is void, never failed.
"""

from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from typing import Any

from evaluator.candidates import Candidate, Matcher
from evaluator.checks import Check, CheckKind, Criterion, unknown_names
from evaluator.diff import CollectionDiff, diff
from evaluator.explain import CHANGES, Comparison, Explained, explain
from evaluator.predicates import At, Scope
from evaluator.result import CheckResult, Grade, GraderError, Reason
from evaluator.sandbox.views import RowView, StateView
from evaluator.state import Row, State, StateTypes

__all__ = ["Grade", "GraderError", "grade", "holding"]

MAX_REASONS = 50

type Targets = Mapping[str, Row | Sequence[Row] | None]


def grade(criterion: Criterion, targets: Targets, types: StateTypes, baseline: State, final: State) -> Grade:
    """The grade of a run. `baseline` is the state after the seed ops, `final` the one after the drain.

    Raises GraderError where a check cannot be decided (a fault of the task, the types or a state).
    """
    _check_names(criterion, types, baseline, final)
    compared = Comparison(
        diff(baseline, final, types), final, Matcher.of(types, scope_of(criterion, targets, types, final))
    )
    explained = explain(criterion, compared)
    positive = [_positive(number, check, compared, explained) for number, check in enumerate(criterion.checks)]
    never = [_never(check, compared) for check in criterion.never]
    unexplained = list(_unexplained(compared, explained))
    explicit = all(result.passed for result in (*positive, *never))
    return Grade(
        passed=explicit and not unexplained,
        score=_score(criterion.checks, positive),
        passed_explicit=explicit,
        checks=(*positive, *never, *unexplained),
    )


def holding(criterion: Criterion, targets: Targets, types: StateTypes, state: State) -> dict[int, str]:
    """Positive checks that hold with nothing done, by number from 0: such a task would pay for doing nothing."""
    positive = grade(criterion, targets, types, state, state).checks[: len(criterion.checks)]
    return {number: result.name for number, result in enumerate(positive) if result.passed}


def scope_of(criterion: Criterion, targets: Targets, types: StateTypes, state: State) -> Scope:
    """What expressions read: targets typed by their collections, and the state."""

    def typed(name: str, value: Any) -> Any:
        kind = types.kind(criterion.targets.get(name, ""))
        if isinstance(value, Sequence):
            return [RowView(row, kind) for row in value]
        return None if value is None else RowView(value, kind)

    return Scope({name: typed(name, value) for name, value in targets.items()}, StateView(state, types))


def _check_names(criterion: Criterion, types: StateTypes, baseline: State, final: State) -> None:
    """A misspelt collection or field would be a verdict on nothing, so it is an error."""
    if not types.root:
        return
    for path, message in unknown_names(criterion, types):
        check: Check = getattr(criterion, str(path[0]))[path[1]]
        if check.collection in types.root or not (check.collection in baseline or check.collection in final):
            raise GraderError(f"{check.label}: {message}")


def _score(checks: Sequence[Check], results: Sequence[CheckResult]) -> float:
    total = sum((check.share for check in checks), Decimal(0))
    held = sum((check.share for check, result in zip(checks, results, strict=True) if result.passed), Decimal(0))
    return float(held / total)


def _positive(number: int, check: Check, compared: Comparison, explained: Explained) -> CheckResult:
    passed = number in explained.held if check.kind in CHANGES else _enough(check, len(compared.matching(check)))
    reasons = () if passed else _why_not(check, compared)
    return CheckResult(kind="positive", name=check.label, passed=passed, reasons=tuple(reasons))


def _enough(check: Check, found: int) -> bool:
    if check.kind == "absent":
        return found == 0
    return found >= 1 if check.count is None else found == check.count


def _why_not(check: Check, compared: Comparison) -> Sequence[Reason]:
    """Why a positive check does not hold: the number of rows that match, and the nearest row's reasons if none does."""
    found = compared.matching(check)
    got = f"{len(found)}: {', '.join(candidate.id for candidate in found[:10])}" if found else "0"
    reasons = At(check.collection).reason(_wanted(check), got)
    if found or check.kind == "absent":
        return reasons
    selected = [candidate for candidate in compared.candidates(check) if compared.matcher.selects(check, candidate)]
    return reasons + _nearest(check, selected, compared)


def _nearest(check: Check, selected: list[Candidate], compared: Comparison) -> list[Reason]:
    listed = [compared.matcher.reasons(check, candidate) for candidate in selected[:MAX_REASONS]]
    return min(listed, key=len) if listed else []


def _wanted(check: Check) -> str:
    if check.kind == "absent":
        return "no such row"
    if check.kind == "present" and check.count is None:
        return "at least 1 such row"
    return f"exactly {check.needed} {check.kind}"


def _never(check: Check, compared: Comparison) -> CheckResult:
    found = compared.matching(check)
    if check.kind == "absent":
        reasons = [] if found else At(check.collection).reason("a row that stays", "no such row")
    else:
        reasons = [
            reason
            for candidate in found[:MAX_REASONS]
            for reason in At(f"{check.collection}/{candidate.id}").reason(f"never {check.kind}", _seen(candidate))
        ]
    return CheckResult(kind="never", name=check.label, passed=not reasons, reasons=tuple(reasons))


def _seen(candidate: Candidate) -> Any:
    if candidate.change is None:
        return candidate.fields
    return {name: [candidate.where.get(name), candidate.fields.get(name)] for name in sorted(candidate.change.fields)}


def _unexplained(compared: Comparison, explained: Explained) -> Iterator[CheckResult]:
    """One result for each kind of change of each graded collection that nothing explains."""
    for collection, delta in sorted(compared.delta.items()):
        for kind in CHANGES if delta.graded else ():
            found = [
                At(path).reason(before, after)[0] for path, before, after in _left(kind, collection, delta, explained)
            ]
            if not found:
                continue
            if len(found) > MAX_REASONS:
                found[MAX_REASONS:] = At(collection).reason("no more", f"{len(found) - MAX_REASONS} more {kind}")
            yield CheckResult(kind="unexplained", name=f"{kind}: {collection}", passed=False, reasons=tuple(found))


def _left(
    kind: CheckKind, collection: str, delta: CollectionDiff, explained: Explained
) -> Iterator[tuple[str, Any, Any]]:
    """Path, what stood there, what stands there now."""
    if kind == "changed":
        for key, change in delta.changed.items():
            for name in sorted(change.fields - explained.fields.get((collection, key), set())):
                yield f"{collection}/{key}.{name}", change.old.get(name), change.new.get(name)
        return
    for key, row in (delta.added if kind == "added" else delta.removed).items():
        if (kind, collection, key) not in explained.rows:
            yield f"{collection}/{key}", *((None, row) if kind == "added" else (row, None))
