"""A backend state and what its fields mean to the grader.

A state is `{collection: {id: {field: value}}}` in JSON values: money as decimal text, instants as ISO 8601 with offset,
identifiers as text. The site says by `StateTypes` which collections are graded, which fields are incidental (they count
only where a check names them) and what type each field has.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from pydantic import Field, RootModel

from evaluator.model import Strict
from evaluator.values import UNTYPED, FieldType, Kind, kind_word

type Row = dict[str, Any]
type Rows = dict[str, Row]
type State = dict[str, Rows]


class CollectionTypes(Strict):
    """One collection: whether it is graded, its incidental fields, and the type of each field."""

    graded: bool = Field(default=True, description="Whether a change that nothing explains counts against the run.")
    incidental: frozenset[str] = Field(
        default=frozenset(), description="Fields that count only where a check names them."
    )
    fields: dict[str, FieldType] = Field(
        default_factory=dict, description="Type of each field; a dotted name (`items.price`) types what is inside it."
    )

    def kind(self) -> Kind:
        """The row as an object kind, with the dotted names folded into a tree."""
        tree: dict[str, Any] = {}
        for name, type_ in self.fields.items():
            node = tree
            *parents, leaf = name.split(".")
            for parent in parents:
                node = node.setdefault(parent, {}).setdefault("inner", {})
            node.setdefault(leaf, {})["name"] = type_
        return Kind("object", _fold(tree))


class StateTypes(RootModel[dict[str, CollectionTypes]]):
    """Types of every collection of a site. A collection that is not named is graded and untyped."""

    root: dict[str, CollectionTypes] = Field(default_factory=dict)

    def of(self, collection: str) -> CollectionTypes:
        """Types of one collection."""
        return self.root.get(collection) or CollectionTypes()

    def kind(self, collection: str) -> Kind:
        """The kind of one collection's rows."""
        return self.of(collection).kind() if collection in self.root else UNTYPED


def as_state(value: Any) -> State:
    """A JSON value that is a state, as it stands. ValueError, naming the place, where it is none."""
    for collection, rows in _object(value, "a state is an object of collections").items():
        for key, row in _object(rows, f"{collection} should be an object, id to row").items():
            at = f"{collection}/{key}"
            named = _object(row, f"{at} should be an object, field to value").get("id", key)
            if isinstance(named, bool) or str(named) != key:
                raise ValueError(f"{at}: the row says that its id is {named!r}")
    state: State = value
    return state


def _object(value: Any, what: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise ValueError(f"{what}, not {kind_word(value)}")
    return value


def lost(types: StateTypes, state: State, other: State) -> list[str]:
    """The declared collections that only the other state of a run has: this one is a part, and no verdict rests on it.

    A site's state names all its collections, empty ones too.
    """
    return [name for name in types.root if name in other and name not in state]


def row_with_id(key: str, row: Mapping[str, Any]) -> Row:
    """The row with its identifier standing in it as `id`."""
    return dict(row) if "id" in row else {"id": key, **row}


def rows_of(state: State, collection: str) -> Iterator[tuple[str, Row]]:
    """Every (id, row with id) of a collection; nothing where the state has no such collection."""
    for key, row in state.get(collection, {}).items():
        yield str(key), row_with_id(str(key), row)


def _fold(tree: dict[str, Any]) -> dict[str, Kind]:
    return {key: Kind(node.get("name"), _fold(node.get("inner", {}))) for key, node in tree.items()}
