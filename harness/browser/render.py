"""The text form of an observation. Pure. Page text is quoted, so that none of it can pass for a line with a bid."""

import json
import re
from collections.abc import Iterable, Iterator
from typing import Any

from harness.agents.base import Element, Tab
from harness.browser.items import Gap, Item, Line, Text, lines

_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f\u2028\u2029\u0085]")
_STATE_ORDER = (
    "disabled",
    "checked",
    "selected",
    "expanded",
    "pressed",
    "required",
    "readonly",
    "multiple",
    "invalid",
    "current",
    "haspopup",
    "type",
    "value",
    "placeholder",
    "options",
)
_LONGEST = 20_000


def quote(text: str) -> str:
    """Text as one quoted string on one line, control characters stripped."""
    plain = _CONTROL.sub("", text)
    cut = f" … ({len(plain) - _LONGEST} more characters)" if len(plain) > _LONGEST else ""
    return json.dumps(plain[:_LONGEST] + cut, ensure_ascii=False)


def one_line(text: str) -> str:
    """Text for a header line: no control characters, no line breaks."""
    return re.sub(r"[\t\r\n]+", " ", _CONTROL.sub(" ", text)).strip()


def header(goal: str, last_action: str, last_action_error: str, url: str) -> list[str]:
    """The four lines above the tree."""
    return [
        f"## goal: {one_line(goal)}",
        f"## last_action: {one_line(last_action)}",
        f"## last_action_error: {one_line(last_action_error)}".rstrip(),
        f"## url: {one_line(url)}",
    ]


def extras(tabs: Iterable[Tab], notes: Iterable[str]) -> list[str]:
    """Header lines for what is not always there: more than one tab, things that happened beside the action."""
    shown = list(tabs)
    out = [f"## note: {one_line(note)}" for note in notes]
    if len(shown) > 1:
        out += [f"## tab {t.index}{' (active)' if t.active else ''}: {quote(t.title)} {one_line(t.url)}" for t in shown]
    return out


def with_note(text: str, note: str) -> str:
    """An observation's text with one more note in its header."""
    head, root, rest = text.partition("\nRootWebArea ")
    return f"{head}\n## note: {one_line(note)}{root}{rest}"


def tree(title: str, items: list[Item]) -> list[str]:
    """The tree, one line an item, nesting by tabs."""
    return [f"RootWebArea {quote(title)}", *_lines(items, 1)]


def _lines(items: list[Item], depth: int) -> Iterator[str]:
    pad = "\t" * depth
    for item in items:
        if isinstance(item, Text):
            yield f"{pad}StaticText {quote(item.text)}"
        elif isinstance(item, Gap):
            yield f"{pad}({item.count} more {item.unit}{' ' * bool(item.unit)}{_where(item)})"
        else:
            yield pad + _line(item)
            yield from _lines(item.children, depth + 1)


def _where(gap: Gap) -> str:
    side = gap.where if gap.where in {"above", "below"} else f"to the {gap.where}"
    return f"{side}, scroll in here" if gap.inner else side


def _line(line: Line) -> str:
    head = f"[{line.bid}] {line.role}" + (f" {quote(line.name)}" if line.name else "")
    flags = [word for word, holds in _flags(line) if holds]
    return ", ".join([head, *flags, *_state_words(line.states)])


def _flags(line: Line) -> tuple[tuple[str, bool], ...]:
    return ("clickable", line.clickable), ("visible", line.visible), ("focused", line.focused)


def _state_words(states: dict[str, Any]) -> Iterator[str]:
    for key in _STATE_ORDER:
        value = states.get(key)
        if value is None or (value is False and key in {"disabled", "required", "readonly", "multiple", "invalid"}):
            continue
        if isinstance(value, bool):
            yield (
                key
                if key in {"disabled", "required", "readonly", "multiple", "invalid"}
                else f"{key}={str(value).lower()}"
            )
        elif isinstance(value, list):
            yield f"{key}=[{', '.join(quote(str(v)) for v in value)}]"
        else:
            yield f"{key}={quote(str(value))}"


def elements(items: list[Item]) -> tuple[Element, ...]:
    """Exactly the lines of the tree that have a bid, in their order."""
    return tuple(_element(line) for line in lines(items))


def _element(line: Line) -> Element:
    states = {k: v for k, v in line.states.items() if isinstance(v, str | bool) and k not in {"value", "label"}}
    value = line.states.get("value")
    return Element(
        bid=line.bid,
        role=line.role,
        name=line.name,
        value=None if value is None else str(value),
        options=tuple(line.states.get("options", ())),
        box=line.spot.box,
        in_view=line.visible,
        focused=line.focused,
        label=str(line.states.get("label", "")),
        clickable=line.clickable,
        states=states,
    )
