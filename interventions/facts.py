"""What the compiler knows of a site: its routes, its collections and its entity roles."""

from collections.abc import Mapping
from typing import Any, Protocol

from pydantic import Field

from evaluator.model import Strict


class RoleFacts(Strict):
    """A kind of row: where it is kept, what names it, what belongs to it."""

    collection: str
    title: str
    numbers: tuple[str, ...] = ()
    text: str | None = None
    parts: dict[str, str] = Field(default_factory=dict)


class SiteFacts(Strict):
    """One site; `types` is {collection: {graded, incidental, fields}}."""

    name: str
    routes: tuple[tuple[str, str], ...]
    types: dict[str, dict[str, Any]]
    roles: dict[str, RoleFacts] = Field(default_factory=dict)


class SiteLike(Protocol):
    """The part of the kit's Site that is read here."""

    @property
    def name(self) -> str: ...
    @property
    def roles(self) -> Mapping[str, Any]: ...
    def types(self) -> dict[str, Any]: ...
    def routes(self) -> list[tuple[str, str]]: ...


def facts_of(site: SiteLike) -> SiteFacts:
    """The facts of a site of the kit."""
    roles = {
        name: RoleFacts(
            collection=role.collection,
            title=role.title,
            numbers=tuple(role.numbers),
            text=role.text,
            parts=dict(role.parts),
        )
        for name, role in site.roles.items()
    }
    return SiteFacts(name=site.name, routes=tuple(site.routes()), types=site.types(), roles=roles)
