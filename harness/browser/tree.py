"""Playwright's accessibility snapshot (mode "ai") as nodes. Pure: text in, nodes out."""

import json
import re
from dataclasses import dataclass, field

_ATTRIBUTE = re.compile(r"\s*\[([a-z-]+)(?:=([^\]]*))?\]")
_ROLE = re.compile(r"[A-Za-z]+")
_ESCAPE = re.compile(r"\\(?:x([0-9a-f]{2})|.)", re.DOTALL)
_STRINGS = json.JSONDecoder()


@dataclass
class Node:
    """One element of the snapshot; children are nodes and runs of text in the order a person meets them."""

    role: str
    name: str = ""
    attributes: dict[str, str] = field(default_factory=dict)
    children: list["Node | str"] = field(default_factory=list)

    @property
    def ref(self) -> str:
        """Playwright's reference, or empty where the element takes no pointer."""
        return self.attributes.get("ref", "")


def parse(snapshot: str) -> list["Node | str"]:
    """The top nodes of a snapshot. A line that is not of its form raises ValueError."""
    top = Node("fragment")
    stack: list[Node] = [top]
    for line in snapshot.split("\n"):
        body = line.lstrip(" ")
        if not body:
            continue
        depth = (len(line) - len(body)) // 2
        del stack[depth + 1 :]
        _line(body, stack)
    return top.children


def _line(body: str, stack: list[Node]) -> None:
    if not body.startswith("- ") or not stack:
        raise ValueError(f"not a line of a snapshot: {body[:80]!r}")
    key, value = _split(body[2:])
    owner = stack[-1]
    if key == "text":
        owner.children.append(_scalar(value))
        return
    if key.startswith("/"):
        owner.attributes[key[1:]] = _scalar(value)
        return
    node = _node(key)
    if value:
        node.children.append(_scalar(value))
    owner.children.append(node)
    stack.append(node)


def _split(body: str) -> tuple[str, str]:
    """Key and value of `key`, `key:`, `key: value`; a key in single quotes doubles the quotes in it."""
    if body.startswith("'"):
        end = 1
        while body[end] != "'" or body[end + 1 : end + 2] == "'":
            end += 2 if body[end] == "'" else 1
        return body[1:end].replace("''", "'"), body[end + 1 :].removeprefix(":").removeprefix(" ")
    key, colon, value = body.partition(": ")
    return (key, value) if colon else (body.removesuffix(":"), "")


def _scalar(value: str) -> str:
    if not value.startswith('"'):
        return value
    text: str = json.loads(_ESCAPE.sub(_as_json, value), strict=False)
    return text


def _as_json(match: re.Match[str]) -> str:
    return f"\\u00{match.group(1)}" if match.group(1) else match.group()


def _node(key: str) -> Node:
    role = _ROLE.match(key)
    if role is None:
        raise ValueError(f"a node without a role: {key[:80]!r}")
    rest, name = key[role.end() :], ""
    if rest.startswith(' "'):
        name, end = _STRINGS.raw_decode(rest, 1)
        rest = rest[end:]
    attributes = {m.group(1): m.group(2) or "" for m in _ATTRIBUTE.finditer(rest)}
    return Node(role.group(), name, attributes)
