"""A shop to talk to, and the pages' TypeScript as a contract that its answers are held to."""

import re
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest

from envs.kit.app import SiteServer
from envs.kit.store import Store, WorldRequest
from envs.kit.world import World
from envs.sites.shop.site import SITE

API = Path(SITE.ui).parent / "src" / "api"
CALL = re.compile(r"\b(get|post|put|patch|del)<(.+?)>\((?:`([^`]+)`|\"([^\"]+)\")", re.S)
TOKEN = re.compile(r'"[^"]*"|[A-Za-z_][\w.]*|[\[\]{}<>|&():;,?]')
PLAIN: dict[str, Callable[[Any], bool]] = {
    "string": lambda v: isinstance(v, str),
    "number": lambda v: isinstance(v, int | float) and not isinstance(v, bool),
    "boolean": lambda v: isinstance(v, bool),
    "null": lambda v: v is None,
    "true": lambda v: v is True,
    "Money": lambda v: isinstance(v, str) and re.fullmatch(r"-?\d+\.\d\d", v) is not None,
    "Instant": lambda v: isinstance(v, str) and re.fullmatch(r"\d{4}-\d\d-\d\dT[\d:.]+\+00:00", v) is not None,
    "Day": lambda v: isinstance(v, str) and re.fullmatch(r"\d{4}-\d\d-\d\d", v) is not None,
}


@dataclass
class Shop:
    """One session: calls, and the rows behind them."""

    http: httpx.AsyncClient
    world: World

    async def get(self, path: str, /, **query: Any) -> Any:
        return self._ok(await self.http.get(path, params=query or None))

    async def send(self, method: str, path: str, /, **body: Any) -> Any:
        return self._ok(await self.http.request(method, path, json=body))

    async def refused(self, method: str, path: str, /, **body: Any) -> tuple[int, str]:
        """(status, code) of a call that must be refused, with a reason for people and nothing written."""
        before = self.world.state()
        answer = await self.http.request(method, path, json=body)
        assert 400 <= answer.status_code < 500, answer.text
        error = answer.json()["error"]
        assert error["reason"].endswith((".", "!", "?")), error
        assert self.world.state() == before
        return answer.status_code, error["code"]

    def row(self, collection: str, **where: Any) -> dict[str, Any]:
        """The one row with these fields."""
        found = [r for r in self.world.rows(collection) if all(r[k] == v for k, v in where.items())]
        assert len(found) == 1, (collection, where, len(found))
        return found[0]

    def id(self, collection: str, **where: Any) -> str:
        return str(self.row(collection, **where)["id"])

    @staticmethod
    def _ok(answer: httpx.Response) -> Any:
        assert answer.status_code == 200, f"{answer.request.method} {answer.request.url}: {answer.text}"
        return answer.json()


@pytest.fixture(scope="session")
def store() -> Store:
    return Store([SITE])


@pytest.fixture(scope="session")
def server(store: Store) -> SiteServer:
    return SiteServer(store)


@pytest.fixture
async def shop(store: Store, server: SiteServer) -> AsyncIterator[Shop]:
    session = store.open([WorldRequest("shop", 7)])
    transport = httpx.ASGITransport(app=server)
    headers = {"x-session": session.id}
    async with httpx.AsyncClient(transport=transport, base_url="http://shop.test", headers=headers) as http:
        yield Shop(http, session.worlds["shop"].world)
    assert session.worlds["shop"].faults == []
    store.close(session.id)


class Contract:
    """types.ts and endpoints.ts, read as far as they are used: interfaces, aliases, calls."""

    def __init__(self) -> None:
        text = re.sub(r"//[^\n]*", "", (API / "types.ts").read_text(encoding="utf-8"))
        calls = re.sub(r"//[^\n]*|/\*.*?\*/", "", (API / "endpoints.ts").read_text(encoding="utf-8"), flags=re.S)
        self.aliases = dict(re.findall(r"export type (\w+) =\s*([^;]+);", text))
        self.interfaces: dict[str, tuple[str, str]] = {}
        for name, base, body in re.findall(
            r"export interface (\w+(?:<T>)?)(?: extends ([^{]+?))? \{\n(.*?)\n\}", text, re.S
        ):
            self.interfaces[name.removesuffix("<T>")] = (base, body)
        self.endpoints = {self._endpoint(*found) for found in CALL.findall(calls)}

    def _endpoint(self, verb: str, answer: str, template: str, plain: str) -> tuple[str, str, str]:
        path = re.sub(r"\$\{id\((\w+)\)\}", "{}", template or plain)
        path = re.sub(r"\$\{query\(.*", "", path)
        return ("DELETE" if verb == "del" else verb.upper(), path, answer.replace("T.", ""))

    def faults(self, answer: str, value: Any, where: str = "answer") -> list[str]:
        """Where a value is not of this TypeScript type; empty where it is."""
        return self._check(_Parser(answer).union(), value, where, {})

    def _check(self, node: Any, value: Any, where: str, bound: dict[str, Any]) -> list[str]:
        kind, rest = node
        if kind == "union":
            tried = [self._check(part, value, where, bound) for part in rest]
            return [] if any(not faults for faults in tried) else min(tried, key=len)
        if kind == "array":
            if not isinstance(value, list):
                return [f"{where} is no list"]
            return [f for n, one in enumerate(value) for f in self._check(rest, one, f"{where}[{n}]", bound)]
        if kind == "literal":
            return [] if value == rest else [f"{where} is {value!r}, not {rest!r}"]
        if kind == "name":
            return self._named(*rest, value, where, bound)
        return self._object(self._fields(node, bound), value, where)

    def _named(self, name: str, arguments: list[Any], value: Any, where: str, bound: dict[str, Any]) -> list[str]:
        if name in PLAIN:
            return [] if PLAIN[name](value) else [f"{where} is {value!r}, not {name}"]
        if name == "Record":
            if not isinstance(value, dict):
                return [f"{where} is no mapping"]
            return [f for k, one in value.items() for f in self._check(arguments[1], one, f"{where}.{k}", bound)]
        if name in bound:
            return self._check(bound[name], value, where, {})
        if name in self.aliases:
            return self._check(_Parser(self.aliases[name]).union(), value, where, {})
        return self._object(self._fields(("name", (name, arguments)), bound), value, where)

    def _fields(self, node: Any, bound: dict[str, Any]) -> dict[str, tuple[bool, Any, dict[str, Any]]]:
        """{field: (optional, type, bound type names)} of an interface, an object type or an intersection."""
        kind, rest = node
        if kind == "object":
            return {name: (optional, part, bound) for name, optional, part in rest}
        if kind == "both":
            return {k: v for part in rest for k, v in self._fields(part, bound).items()}
        name, arguments = rest
        base, body = self.interfaces[name]
        inner = {"T": arguments[0]} if arguments else {}
        own = self._fields(_Parser("{" + body + "}").union(), inner)
        return {**self._fields(_Parser(base).union(), {}), **own} if base else own

    def _object(self, fields: dict[str, tuple[bool, Any, dict[str, Any]]], value: Any, where: str) -> list[str]:
        if not isinstance(value, dict):
            return [f"{where} is no object"]
        faults = [f"{where}.{key} is not in types.ts" for key in value.keys() - fields.keys()]
        for name, (optional, node, bound) in fields.items():
            if name in value:
                faults += self._check(node, value[name], f"{where}.{name}", bound)
            elif not optional:
                faults.append(f"{where}.{name} is missing")
        return faults


class _Parser:
    """Type expressions of TypeScript, as nodes: union, both, array, object, literal, name."""

    def __init__(self, text: str) -> None:
        self.tokens, self.at = TOKEN.findall(text), 0

    def peek(self) -> str:
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def take(self, wanted: str = "") -> str:
        token = self.peek()
        assert not wanted or token == wanted, f"{wanted!r} expected in {self.tokens}, not {token!r}"
        self.at += 1
        return token

    def some(self, separator: str, part: Callable[[], Any], kind: str) -> Any:
        if self.peek() == separator:
            self.take()
        parts = [part()]
        while self.peek() == separator:
            self.take()
            parts.append(part())
        return parts[0] if len(parts) == 1 else (kind, parts)

    def union(self) -> Any:
        return self.some("|", lambda: self.some("&", self.postfix, "both"), "union")

    def postfix(self) -> Any:
        node = self.atom()
        while self.peek() == "[":
            self.take("[")
            self.take("]")
            node = ("array", node)
        return node

    def atom(self) -> Any:
        token = self.take()
        if token == "(":
            node = self.union()
            self.take(")")
            return node
        if token == "{":
            return ("object", self.members())
        if token.startswith('"'):
            return ("literal", token[1:-1])
        return ("name", (token, self.arguments()))

    def arguments(self) -> list[Any]:
        found = []
        if self.peek() == "<":
            self.take("<")
            found.append(self.union())
            while self.take() == ",":
                found.append(self.union())
        return found

    def members(self) -> list[tuple[str, bool, Any]]:
        found = []
        while self.peek() != "}":
            name = self.take()
            optional = self.peek() == "?" and bool(self.take())
            self.take(":")
            found.append((name, optional, self.union()))
            if self.peek() in (";", ","):
                self.take()
        self.take("}")
        return found


@pytest.fixture(scope="session")
def contract() -> Contract:
    return Contract()
