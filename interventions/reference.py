"""The reference of all ops, made from their models: `python -m interventions.reference > docs/reference/ops.md`."""

import sys
from collections.abc import Iterator
from typing import Any

from interventions.family import Family
from interventions.layers.base import Op, Window
from interventions.layers.network.ops import NetworkOp
from interventions.layers.vocabulary import EXAMPLES, LAYERS, OPS, Layer
from interventions.params import Param

OWN = {"id", "family", "op", "ids", "but"}
SHARED: dict[Layer, type[Op]] = {"server": Window, "network": NetworkOp}
LAYER_WORDS: dict[Layer, str] = {
    "seed": "Rows are changed before the session opens; the baseline of the run is taken afterwards. A row that an op "
    "touched is *met* when an answer carries it.",
    "server": "The site server changes its answers, refuses, or writes, around its own routes. Polls and prefetches "
    "are left alone.",
    "network": "The proxy changes requests and answers on their way. An op is *met* when what it did was delivered.",
    "client": "One script, the same in both arms, changes the page. It never moves, removes or replaces a node of the "
    "page; an op is *met* when its effect is on the page.",
}
HEAD = """# Ops

A family (`interventions/families/<layer>/<family>.yaml`) is made of these and of nothing else. This page is made from
their models: `.venv/bin/python -m interventions.reference > docs/reference/ops.md`.

## Values

| written | filled when | with |
|---|---|---|
| `$name` | a variant is read | a parameter of the family, with its type; a key whose parameter is null is left out |
| `${name}` | a variant is read | the same inside a longer text |
| `{target.field}` | the plan is compiled | a field of a target of the task, as looked up in the clean world |
| `{field}` | a row is written | a field of the row as it was; `{title}` is what the site calls the title |
| `{n}` | a row is written | the number of the copy, from 1 |
| `{now}` `{now-2d}` `{today+1w}` | a row is written | the session clock, moved by s, m, h, d or w |
| `{expr: "x * 2"}` | a row is written | an expression over the old value `x`, in the language of checks |
| `{request.field}` | a request comes in | what the client sent (only in `forge`) |

A route is `METHOD /path` (or `* /path`); `{…}` stands for any one segment and never takes the place of a route of the
site's own, a last `/*` stands for any rest. A JSON path is like `items`, `order.items[0].price`, `items[*].status`.
Draws of one op never shift those of another.
"""


def reference() -> str:
    """The whole page."""
    parts = [HEAD]
    for layer in LAYERS:
        parts.append(f"\n## {layer.capitalize()} ops\n\n{LAYER_WORDS[layer]}\n")
        shared = SHARED.get(layer)
        if shared:
            parts.append("\nEvery op of this layer has:\n\n" + _table(shared, set()))
        known = set(shared.model_fields) if shared else set()
        parts += [_section(name, model, EXAMPLES[layer][name], known) for name, model in OPS[layer].items()]
    parts.append("\n## Parameters of a family\n\n" + _table(Param, set()))
    parts.append("\n## A family\n\n" + _table(Family, {"name"}))
    return "".join(parts)


def _section(name: str, model: type[Op], example: str, known: set[str]) -> str:
    table = _table(model, known)
    return f"\n### {name}\n\n{model.__doc__}\n\n```yaml\n{example}\n```\n" + (f"\n{table}" if table else "")


def _table(model: type[Any], left_out: set[str]) -> str:
    rows = [f"| `{key}` | {kind} | {default} | {about} |\n" for key, kind, default, about in _fields(model, left_out)]
    return "| key | type | default | |\n|---|---|---|---|\n" + "".join(rows) if rows else ""


def _fields(model: type[Any], left_out: set[str]) -> Iterator[tuple[str, str, str, str]]:
    properties = model.model_json_schema(by_alias=True, mode="validation")
    for name, field in model.model_fields.items():
        key = field.alias or name
        if name in left_out or name in OWN:
            continue
        kind = _kind(properties["properties"][key], properties.get("$defs", {}))
        default = "required" if field.is_required() else _default(field.get_default(call_default_factory=True))
        yield key, kind, default, field.description or ""


def _default(value: Any) -> str:
    if value is None:
        return "–"
    if isinstance(value, bool):
        return f"`{str(value).lower()}`"
    return f"`{value}`" if isinstance(value, str | int | float) and value != "" else "empty"


def _kind(schema: dict[str, Any], models: dict[str, Any]) -> str:
    if "anyOf" in schema:
        return " or ".join(kind for one in schema["anyOf"] if (kind := _kind(one, models)) != "null")
    if "enum" in schema:
        return ", ".join(f"`{value}`" for value in schema["enum"])
    if "$ref" in schema:
        inner = models[schema["$ref"].rpartition("/")[2]]
        return "map of " + ", ".join(f"`{key}`" for key in inner["properties"])
    words = {"array": "list", "object": "map", "string": "text", "boolean": "true or false", "integer": "whole number"}
    kind = words.get(schema.get("type", ""), str(schema.get("type", "any value")))
    low, high = schema.get("minimum", schema.get("exclusiveMinimum")), schema.get("maximum")
    bounds = "" if low is None and high is None else f" {'' if low is None else low}–{'' if high is None else high}"
    return kind + bounds


if __name__ == "__main__":
    sys.stdout.write(reference())
