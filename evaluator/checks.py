"""Checks: what a task asks of the final state, as it stands in a task file."""

from collections.abc import Iterator, Mapping
from decimal import Decimal
from typing import Annotated, Any, Literal, Self

from pydantic import Field, PlainSerializer, PlainValidator, model_validator

from evaluator.model import Strict, located, located_all
from evaluator.nearest import did_you_mean
from evaluator.predicates import Predicate, PredicateError, parse
from evaluator.predicates.misfits import misfits
from evaluator.predicates.scalar import Expression
from evaluator.state import StateTypes

CheckKind = Literal["added", "removed", "changed", "present", "absent"]
KINDS: tuple[CheckKind, ...] = ("added", "removed", "changed", "present", "absent")
_KEYS = (*KINDS, "where", "fields", "count", "weight", "name")


def _predicate(raw: Any) -> Predicate:
    if isinstance(raw, Predicate):
        return raw
    try:
        return parse(raw)
    except PredicateError as error:
        raise located(error.message, error.path) from error


PredicateField = Annotated[Predicate, PlainValidator(_predicate), PlainSerializer(lambda predicate: predicate.raw())]


class Check(Strict):
    """One check. In a file its kind is a key: `{added: orders, fields: {…}}`."""

    kind: CheckKind = Field(description="What to look at: added, removed, changed rows, or present, absent ones.")
    collection: str = Field(min_length=1, description="The collection to look in.")
    where: dict[str, PredicateField] = Field(
        default_factory=dict, description="Which rows: of changed and removed rows the old values are read."
    )
    fields: dict[str, PredicateField] = Field(
        default_factory=dict, description="What those rows should hold, in the new values (of removed rows the old)."
    )
    count: int | None = Field(
        default=None, ge=1, strict=True, description="How many rows exactly; without it one, for present at least one."
    )
    weight: float = Field(default=1.0, gt=0, strict=True, allow_inf_nan=False, description="Share in the score.")
    name: str | None = Field(default=None, min_length=1, description="How reports call it.")

    @model_validator(mode="before")
    @classmethod
    def _kind_is_a_key(cls, data: Any) -> Any:
        if not isinstance(data, Mapping) or "kind" in data:
            return data
        kinds = [key for key in data if key in KINDS]
        unknown = [key for key in data if key not in _KEYS]
        if unknown:
            raise located(did_you_mean("key", str(unknown[0]), _KEYS), (unknown[0],))
        if len(kinds) != 1:
            raise located(f"names one of {', '.join(KINDS)}, with the collection: not {len(kinds)} of them", ())
        rest = {key: value for key, value in data.items() if key != kinds[0]}
        return {"kind": kinds[0], "collection": data[kinds[0]], **rest}

    @property
    def label(self) -> str:
        """Its name, or its kind and collection."""
        return self.name or f"{self.kind}: {self.collection}"

    @property
    def needed(self) -> int:
        """How many rows it asks for."""
        return self.count or 1

    @property
    def share(self) -> Decimal:
        """The weight as it is written, for exact sums."""
        return Decimal(repr(self.weight))

    def predicates(self) -> Iterator[tuple[tuple[str, str], Predicate]]:
        """Every predicate with its key path within the check."""
        for part, fields in (("where", self.where), ("fields", self.fields)):
            for field, predicate in fields.items():
                yield (part, field), predicate

    def targets(self) -> Iterator[tuple[tuple[str, str], str]]:
        """Names of the targets that its expressions read, with the key path."""
        for path, predicate in self.predicates():
            for part in predicate.walk():
                if isinstance(part, Expression):
                    yield from ((path, name) for name in sorted(part.expr.targets()))


class Criterion(Strict):
    """All that decides a grade, apart from the states: positive checks, negative ones, and what is allowed besides."""

    checks: tuple[Check, ...] = Field(description="Positive checks; the score is the weighted share that holds.")
    never: tuple[Check, ...] = Field(default=(), description="Negative checks; one that matches means not passed.")
    allow: tuple[Check, ...] = Field(default=(), description="Changes that are neither asked for nor wrong.")
    targets: dict[str, str] = Field(default_factory=dict, description="The collection of each target, for its types.")

    @model_validator(mode="after")
    def _well_formed(self) -> Self:
        if faults := list(misuse(self.checks, self.never, self.allow)):
            raise located_all(faults)
        return self


def misuse(
    checks: tuple[Check, ...], never: tuple[Check, ...], allow: tuple[Check, ...]
) -> Iterator[tuple[tuple[str | int, ...], str]]:
    """Faults of form, each with its key path: no positive check, a count or weight that means nothing."""
    if not checks:
        yield ("checks",), "has no positive check: a run that does nothing would pass; say what must come about"
    for number, check in enumerate(checks):
        if check.kind == "absent" and check.count is not None:
            yield ("checks", number, "count"), "absent means no row: it takes no count"
    for part, listed in (("never", never), ("allow", allow)):
        for number, check in enumerate(listed):
            if "weight" in check.model_fields_set and check.weight != 1:
                yield (part, number, "weight"), f"{part} has no part in the score: leave weight out"
            if part == "never" and check.count is not None:
                yield (part, number, "count"), "never means not once: leave count out"
            if part == "allow" and check.kind in ("present", "absent"):
                yield (part, number, check.kind), "allow names changes: one of added, removed, changed"


def unknown_names(criterion: Criterion, types: StateTypes) -> Iterator[tuple[tuple[str | int, ...], str]]:
    """What does not fit the site, with its key path: unknown collections and fields, values of another type."""
    for part in ("checks", "never", "allow"):
        listed: tuple[Check, ...] = getattr(criterion, part)
        for number, check in enumerate(listed):
            if check.collection not in types.root:
                yield (part, number, check.kind), did_you_mean("collection", check.collection, types.root)
                continue
            known, kind = types.of(check.collection).fields, types.kind(check.collection)
            for path, predicate in check.predicates():
                if known and path[1] not in kind.inner and path[1] != "id":
                    yield (
                        (part, number, *path),
                        did_you_mean(f"field of {check.collection}", path[1], [*kind.inner, "id"]),
                    )
                else:
                    yield from (((part, number, *path), line) for line in misfits(predicate, kind.child(path[1])))
                yield from (((part, number, *path), line) for line in _unread(predicate, criterion, types))


def _unread(predicate: Predicate, criterion: Criterion, types: StateTypes) -> Iterator[str]:
    """One line for each field of a target that an expression reads and the target's rows do not have."""
    for part in predicate.walk():
        for name, field in sorted(part.expr.target_fields()) if isinstance(part, Expression) else ():
            collection = criterion.targets.get(name, "")
            known = types.kind(collection).inner
            if known and field not in known and field != "id":
                yield did_you_mean(f"field of {collection}", field, [*known, "id"])
