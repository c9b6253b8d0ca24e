"""Typed read-only views of a state, converted field by field as an expression asks for them."""

from collections.abc import Iterator, Mapping
from typing import Any

from evaluator.result import GraderError
from evaluator.state import State, StateTypes, row_with_id
from evaluator.values import Kind, to_value


class RowView(Mapping[str, Any]):
    """One row whose fields come out as canonical values."""

    def __init__(self, row: Mapping[str, Any], kind: Kind) -> None:
        self._row, self._kind = row, kind

    def __getitem__(self, field: str) -> Any:
        try:
            return to_value(self._row[field], self._kind.child(field))
        except ValueError as error:
            raise GraderError(f"field {field}: {error}") from error

    def __contains__(self, field: object) -> bool:
        return field in self._row

    def __iter__(self) -> Iterator[str]:
        return iter(self._row)

    def __len__(self) -> int:
        return len(self._row)


class RowsView(Mapping[str, RowView]):
    """A collection, id to row."""

    def __init__(self, rows: Mapping[str, Mapping[str, Any]], kind: Kind) -> None:
        self._rows, self._kind = rows, kind

    def __getitem__(self, key: str) -> RowView:
        return RowView(row_with_id(key, self._rows[key]), self._kind)

    def __contains__(self, key: object) -> bool:
        return key in self._rows

    def __iter__(self) -> Iterator[str]:
        return iter(self._rows)

    def __len__(self) -> int:
        return len(self._rows)


class StateView(Mapping[str, RowsView]):
    """A whole state; a collection that the types know and the state lacks is empty."""

    def __init__(self, state: State, types: StateTypes) -> None:
        self._state, self._types = state, types
        self._names = list(dict.fromkeys([*state, *types.root]))

    def __getitem__(self, collection: str) -> RowsView:
        if collection not in self._names:
            raise KeyError(collection)
        return RowsView(self._state.get(collection, {}), self._types.kind(collection))

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)
