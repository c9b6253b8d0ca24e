"""Which request an op is about: `METHOD /path/{wildcard}`, against the route templates of a site."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cached_property

METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "*")
_SHAPE = re.compile(r"(?P<method>[A-Z]+|\*) (?P<path>/\S*)")
_WILD = re.compile(r"\{[^}]*\}")


@dataclass(frozen=True)
class Route:
    """A method (or `*`) and a path whose `{…}` segments stand for any one segment; a last `/*` for any rest."""

    method: str
    path: str

    @classmethod
    def parse(cls, text: str) -> "Route":
        """ValueError that says what a route looks like."""
        found = _SHAPE.fullmatch(text)
        if found is None or found["method"] not in METHODS:
            raise ValueError(f"a route looks like 'POST /api/orders/{{order_id}}', got {text!r}")
        return cls(found["method"], found["path"])

    def __str__(self) -> str:
        return f"{self.method} {self.path}"

    @cached_property
    def _regex(self) -> re.Pattern[str]:
        body, rest = (self.path[:-2], r"(/.*)?") if self.path.endswith("/*") else (self.path, "")
        parts = (".*" if ":path" in wild else "[^/]+" for wild in _WILD.findall(body))
        fixed = (re.escape(piece) for piece in _WILD.split(body))
        return re.compile("".join(piece + next(parts, "") for piece in fixed) + rest)

    def matches(self, method: str, path: str) -> bool:
        """Whether a concrete request is one of this route's, as far as its own path can tell."""
        return self.method in ("*", method) and self._regex.fullmatch(path) is not None

    def covers(self, template: str) -> bool:
        """Whether a request of the site's `template` may be meant: a wildcard here never takes a fixed word there.

        `GET /api/orders/{id}` does not mean `GET /api/orders/export`, a route of its own.
        """
        if self.path.endswith("/*"):
            return True
        mine, theirs = self.path.split("/"), template.split("/")
        if len(mine) != len(theirs):
            return ":path" in self.path or ":path" in template
        return all(not _is_wild(own) or _is_wild(other) for own, other in zip(mine, theirs, strict=True))

    def same_as(self, template: str) -> bool:
        """Whether this names the template itself, whatever its wildcards are called."""
        return _WILD.sub("{}", self.path) == _WILD.sub("{}", template)


def _is_wild(segment: str) -> bool:
    return segment.startswith("{")


class RouteTable:
    """The routes of a site, in the order in which the site tries them."""

    def __init__(self, routes: Iterable[tuple[str, str]]) -> None:
        self.routes = [Route(method, path) for method, path in routes]

    def template(self, method: str, path: str) -> str | None:
        """The template that answers this request; None for pages and assets."""
        return next((route.path for route in self.routes if route.matches(method, path)), None)

    def hits(self, on: Route, method: str, path: str) -> bool:
        """Whether the request is one of `on`'s."""
        if not on.matches(method, path):
            return False
        template = self.template(method, path)
        return template is None or on.covers(template)

    def problem(self, on: Route) -> str | None:
        """Why no request of this site can ever be one of `on`'s; None where one can."""
        if not on.path.startswith("/api/") or on.path.endswith("/*"):
            return None
        for route in self.routes:
            if on.method in ("*", route.method) and (on.same_as(route.path) or self._concrete(on, route)):
                return None
        known = [str(route) for route in self.routes]
        near = get_close_matches(str(on), known, n=3, cutoff=0.4)
        return f"no route of the site is {on}" + (f"; near: {', '.join(near)}" if near else "")

    @staticmethod
    def _concrete(on: Route, route: Route) -> bool:
        return route.matches(route.method, on.path) and on.covers(route.path)
