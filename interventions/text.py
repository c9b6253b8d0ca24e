"""Templates in op values: `$param` and `${param}` of a family, `{target.field}` of a task, `{field}` of a row.

Each is filled at its own time: parameters when a variant is read, targets when the plan is compiled, fields of a row
when the op runs. A value that is one template and nothing else keeps the type of what it names.
"""

import re
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from typing import Any

from tasks.templates import PLACE, Place, look_up, stored

_PARAM = re.compile(r"\$(\w+)|\$\{(\w+)\}")
_FIELD = re.compile(r"\{([A-Za-z_]\w*)(?:([+-]\d+)([smhdw]))?\}")
_UNITS = {"s": 1, "m": 60, "h": 3600, "d": 86400, "w": 604800}

Lookup = Callable[[re.Match[str]], Any]


def fill(value: Any, pattern: re.Pattern[str], lookup: Lookup) -> Any:
    """`value` with each match of `pattern` in its strings replaced, in maps and lists too. None drops a map's key."""
    if isinstance(value, str):
        whole = pattern.fullmatch(value)
        return lookup(whole) if whole else pattern.sub(lambda found: str(lookup(found)), value)
    if isinstance(value, Mapping):
        filled = {key: fill(item, pattern, lookup) for key, item in value.items()}
        return {key: item for key, item in filled.items() if item is not None or value[key] is None}
    if isinstance(value, list | tuple):
        return [fill(item, pattern, lookup) for item in value]
    return value


def params_in(value: Any) -> set[str]:
    """The names of the parameters that a value mentions."""
    found: set[str] = set()

    def note(match: re.Match[str]) -> str:
        found.add(match[1] or match[2])
        return ""

    fill(value, _PARAM, note)
    return found


def fill_params(value: Any, values: Mapping[str, Any]) -> Any:
    """KeyError for a parameter that is not among `values`."""
    return fill(value, _PARAM, lambda found: values[found[1] or found[2]])


def fill_targets(value: Any, targets: Mapping[str, Any], keep: frozenset[str] = frozenset({"request"})) -> Any:
    """TemplateError (a ValueError) that names what is missing; names in `keep` are filled later."""

    def lookup(found: re.Match[str]) -> Any:
        if found[1] in keep:
            return found[0]
        value = look_up(Place.of(found), targets)
        return value if found[0] == found.string else stored(value)

    return fill(value, PLACE, lookup)


def fill_request(value: Any, body: Any) -> Any:
    """`{request.field}` from the JSON that a client sent; what it did not send is empty."""

    def lookup(found: re.Match[str]) -> Any:
        at = body
        for step in Place.of(found).fields:
            at = at.get(step, "") if isinstance(at, Mapping) else ""
        return at

    return fill(value, PLACE, lookup)


def fill_row(value: Any, row: Mapping[str, Any], now: datetime, n: int = 1) -> Any:
    """`{field}` of a row, `{n}` the number of the copy, `{now-2d}` and `{today+1w}` around the session clock."""

    def lookup(found: re.Match[str]) -> Any:
        name, amount, unit = found.groups()
        if name in ("now", "today"):
            moment = now + timedelta(seconds=int(amount or 0) * _UNITS[unit or "s"])
            return moment.isoformat() if name == "now" else moment.date().isoformat()
        if name == "n":
            return n
        if name not in row:
            raise LookupError(f"the row has no field {name!r} for {found[0]}; it has {', '.join(row)}")
        return row[name]

    return fill(value, _FIELD, lookup)
