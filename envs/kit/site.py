"""What a site declares about itself; everything else in the kit works from these facts."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from pathlib import Path
from random import Random
from typing import Any

from fastapi import APIRouter
from fastapi.routing import APIRoute
from sqlmodel import SQLModel

from envs.kit.columns import field_type
from envs.kit.draws import stream
from envs.kit.ids import make_id


@dataclass(frozen=True)
class Collection:
    """A table that appears in the state under its name.

    graded: whether an unexplained change in it is a fault of the agent.
    incidental: fields that count only where a check names them (read marks, last seen, stock).
    nested: grading types of fields inside list columns, as {"items.price": "money"}.
    """

    model: type[SQLModel]
    graded: bool = True
    incidental: frozenset[str] = frozenset()
    nested: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def types(self) -> dict[str, str]:
        """{column: grading type}, in column order."""
        table = self.model.__table__  # type: ignore[attr-defined]
        fields = self.model.model_fields
        return {c.name: field_type(c.name, c.type, fields[c.name].annotation) for c in table.columns}

    @property
    def table(self) -> str:
        return str(self.model.__tablename__)


@dataclass(frozen=True)
class Role:
    """An entity role: how a kind of row can be read and varied without knowing the site.

    title: the field that names a row to a person; numbers: fields that people compare; text: a longer description.
    parts: {collection: field} of rows that belong to a row of this role, such as the variants of a product.
    """

    collection: str
    title: str
    numbers: tuple[str, ...] = ()
    text: str | None = None
    parts: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Seeder:
    """What a site's `seed` function may use: the seed, the fixed instant, ids and named draws."""

    seed: int
    now: datetime

    def id(self, collection: str, key: str) -> str:
        """The id of the row that `key` names within its collection."""
        return make_id(self.seed, collection, key)

    def rng(self, *name: str) -> Random:
        return stream(self.seed, "site", *name)


@dataclass(frozen=True)
class Site:
    """A site as a value. Hosts are names under .test; `starts_at` is where every session's clock begins."""

    name: str
    host: str
    title: str
    starts_at: datetime
    time_zone: str
    collections: Mapping[str, Collection]
    routers: Sequence[APIRouter]
    seed: Callable[[Seeder], Iterable[SQLModel]]
    ui: Path
    roles: Mapping[str, Role] = field(default_factory=dict)

    def types(self) -> dict[str, Any]:
        """{collection: {graded, incidental, fields}}: what the evaluator needs to compare states."""
        return {
            name: {"graded": c.graded, "incidental": sorted(c.incidental), "fields": {**c.types, **c.nested}}
            for name, c in self.collections.items()
        }

    def routes(self) -> list[tuple[str, str]]:
        """(method, path template) of every API route, in declared order."""
        return [
            (method, route.path)
            for router in self.routers
            for route in router.routes
            if isinstance(route, APIRoute)
            for method in sorted(route.methods or ())
        ]
