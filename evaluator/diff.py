"""What changed between two states, collection by collection, in time linear in their size.

Every field counts, whatever its name. Values are compared by their types (money by amount, instants as instants).
Incidental fields are kept apart: they never make a row changed, but a check may name them.
"""

from dataclasses import dataclass, field

from evaluator.state import Row, State, StateTypes, row_with_id
from evaluator.values import Kind, identical, same


@dataclass(frozen=True)
class Changed:
    """A row that is in both states; `fields` are the differing ones that count, `incidental` the others that differ."""

    old: Row
    new: Row
    fields: frozenset[str]
    incidental: frozenset[str] = frozenset()


@dataclass(frozen=True)
class CollectionDiff:
    """Rows by id. `touched` rows differ in incidental fields only."""

    graded: bool = True
    added: dict[str, Row] = field(default_factory=dict)
    removed: dict[str, Row] = field(default_factory=dict)
    changed: dict[str, Changed] = field(default_factory=dict)
    touched: dict[str, Changed] = field(default_factory=dict)

    def __bool__(self) -> bool:
        """Whether anything changed that counts."""
        return bool(self.added or self.removed or self.changed)


type StateDiff = dict[str, CollectionDiff]


def diff(baseline: State, final: State, types: StateTypes) -> StateDiff:
    """The difference of every collection of either state; one that a state lacks counts as empty."""
    names = dict.fromkeys([*baseline, *final])
    return {name: _collection(name, baseline, final, types) for name in names}


def _collection(name: str, baseline: State, final: State, types: StateTypes) -> CollectionDiff:
    old, new = baseline.get(name, {}), final.get(name, {})
    if old is new:
        return CollectionDiff(types.of(name).graded)
    kind, incidental = types.kind(name), types.of(name).incidental
    result = CollectionDiff(
        types.of(name).graded,
        {str(key): row_with_id(str(key), row) for key, row in new.items() if key not in old},
        {str(key): row_with_id(str(key), row) for key, row in old.items() if key not in new},
    )
    for key, before in old.items():
        after = new.get(key, before)
        fields = _differing(before, after, kind)
        if fields:
            change = _changed(str(key), before, after, fields, incidental)
            (result.changed if change.fields else result.touched)[str(key)] = change
    return result


def _differing(before: Row, after: Row, kind: Kind) -> frozenset[str]:
    if before is after:
        return frozenset()
    here = {
        name
        for name, value in before.items()
        if name in after and not identical(value, after[name]) and not same(value, after[name], kind.child(name))
    }
    return frozenset(here | (before.keys() ^ after.keys()))


def _changed(key: str, before: Row, after: Row, fields: frozenset[str], incidental: frozenset[str]) -> Changed:
    return Changed(row_with_id(key, before), row_with_id(key, after), fields - incidental, fields & incidental)
