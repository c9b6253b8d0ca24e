"""Text with places in it: `{lamp.title}` stands for a field of a target, `{lamps.0.title}` for one of many.

Other braces are plain text. In an instruction a value is written as people read it; in a step's address, name or text
as it is stored.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

PLACE = re.compile(r"\{([A-Za-z_]\w*)((?:\.\w+)+)\}")
_BARE = re.compile(r"\{([A-Za-z_]\w*)\}")
_OPENED = re.compile(r"\{[{\s]*([A-Za-z_]\w*)\s*(?:[.\[][^}]*)?\}*")


class TemplateError(ValueError):
    """A place that leads nowhere."""


@dataclass(frozen=True)
class Place:
    """A place in a text: the target's name and the way into its row."""

    target: str
    fields: tuple[str, ...]

    @classmethod
    def of(cls, found: re.Match[str]) -> "Place":
        """The place that `PLACE` has found."""
        return cls(found[1], tuple(found[2][1:].split(".")))

    def __str__(self) -> str:
        return "{" + ".".join((self.target, *self.fields)) + "}"


def places(text: str) -> Iterator[Place]:
    """Every place of a text."""
    for found in PLACE.finditer(text):
        yield Place.of(found)


def bare_names(text: str) -> Iterator[str]:
    """Names in braces with no field: `{lamp}`, which leads to no value."""
    for found in _BARE.finditer(text):
        yield found[1]


def slips(text: str) -> Iterator[tuple[str, str]]:
    """What begins like a place and is none, with the name in it: `{ lamp.title }`, `{{lamp.title}}`, `{lamp.title`."""
    for found in _OPENED.finditer(text):
        if not (PLACE.fullmatch(found[0]) or _BARE.fullmatch(found[0])):
            yield found[1], found[0]


def fill(text: str, targets: Mapping[str, Any], show: Callable[[Any, Place], str] | None = None) -> str:
    """The text with every place filled in by `show` (as stored without it). Raises TemplateError."""
    written = show or (lambda value, place: stored(value))

    def replace(found: re.Match[str]) -> str:
        place = Place.of(found)
        return written(look_up(place, targets), place)

    return PLACE.sub(replace, text)


def whole(text: str) -> Place | None:
    """The place that a text consists of, if it is one."""
    found = PLACE.fullmatch(text)
    return Place.of(found) if found else None


def look_up(place: Place, targets: Mapping[str, Any]) -> Any:
    """The value at a place; of a target with many rows the list of their values. Raises TemplateError."""
    if place.target not in targets:
        raise TemplateError(f"{place}: there is no target {place.target!r} (known: {', '.join(targets) or 'none'})")
    return _inside(targets[place.target], place.fields, place)


def stored(value: Any) -> str:
    """A value as it is stored: text as it stands, truth as true or false, a list as its items with commas."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list):
        return ", ".join(stored(item) for item in value)
    return "" if value is None else str(value)


def _inside(value: Any, fields: tuple[str, ...], place: Place) -> Any:
    if not fields:
        return value
    name, *rest = fields
    if isinstance(value, list) and not name.isdigit():
        return [_inside(item, fields, place) for item in value]
    if isinstance(value, list) and int(name) < len(value):
        return _inside(value[int(name)], tuple(rest), place)
    if isinstance(value, Mapping) and name in value:
        return _inside(value[name], tuple(rest), place)
    known = f" (it has: {', '.join(map(str, value))})" if isinstance(value, Mapping) else ""
    raise TemplateError(f"{place}: there is no {name!r}{known}")
