"""The references of ops and families, made from models and files: `python -m interventions.reference [families]`."""

import json
import sys
from collections.abc import Iterable, Iterator
from typing import Any

from interventions.catalog import load
from interventions.family import Family
from interventions.layers.base import Op, Window
from interventions.layers.network.ops import NetworkOp
from interventions.layers.vocabulary import EXAMPLES, LAYERS, OPS, Layer
from interventions.params import Param
from interventions.variant import Apply, Notice, Variant

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
FAMILIES_HEAD = """# Families

Made from the files in `interventions/families`: `.venv/bin/python -m interventions.reference families >
docs/reference/families.md`. A variant (`interventions/variants/<site>/<task>.yaml`) names families, dispatches and
values of their parameters; `ops.md` has its keys, and what the ops do.
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
    parts.append("\n## A variant\n\n" + _table(Variant, {"name"}))
    parts.append("\n`apply` is a list of:\n\n" + _table(Apply, set()))
    parts.append("\n`notice` is:\n\n" + _table(Notice, set()))
    return "".join(parts)


def families_reference(families: Iterable[Family]) -> str:
    """A page of families: what each does, how it is noticed and got round, what can be set."""
    parts = [FAMILIES_HEAD]
    for family in sorted(families, key=lambda one: (LAYERS.index(one.layer), one.name)):
        parts.append(
            f"\n## {family.name}\n\n{family.what}\n\n- Layer: {family.layer}.\n"
            f"- Primitives: {', '.join(family.primitives)}.\n- Noticed: {family.detect}.\n"
            f"- Got round: {family.recover}.\n\n"
        )
        parts += [f"`{dispatch}` takes {_names(family.params_of(dispatch))}.\n\n" for dispatch in family.dispatches]
        parts.append("| parameter | type | default | |\n|---|---|---|---|\n")
        parts += [_param(name, param) for name, param in family.params.items()]
    return "".join(parts)


def _names(names: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in names) or "no parameters"


def _param(name: str, param: Param) -> str:
    kind = " or ".join(f"`{choice}`" for choice in param.choices) or param.type
    if param.min is not None or param.max is not None:
        low, high = ("" if bound is None else f"{bound:g}" for bound in (param.min, param.max))
        kind += f" {low}–{high}"
    default = "required" if param.required else _default(param.default)
    dose = " A dose." if param.dose else ""
    return f"| `{name}` | {kind} | {default} | {param.about}{dose} |\n"


def _section(name: str, model: type[Op], example: str, known: set[str]) -> str:
    table = _table(model, known)
    return f"\n### {name}\n\n{model.__doc__}\n\n```yaml\n{example}\n```\n" + (f"\n{table}" if table else "")


def _table(model: type[Any], left_out: set[str]) -> str:
    rows = [f"| `{key}` | {kind} | {default} | {about} |\n" for key, kind, default, about in _fields(model, left_out)]
    return "| key | type | default | |\n|---|---|---|---|\n" + "".join(rows) if rows else ""


def _fields(model: type[Any], left_out: set[str]) -> Iterator[tuple[str, str, str, str]]:
    left_out = left_out | OWN if issubclass(model, Op) else left_out
    properties = model.model_json_schema(by_alias=True, mode="validation")
    for name, field in model.model_fields.items():
        key = field.alias or name
        if name in left_out:
            continue
        kind = _kind(properties["properties"][key], properties.get("$defs", {}))
        default = "required" if field.is_required() else _default(field.get_default(call_default_factory=True))
        yield key, kind, default, field.description or ""


def _default(value: Any) -> str:
    if value is None:
        return "–"
    if isinstance(value, bool):
        return f"`{str(value).lower()}`"
    if isinstance(value, str | int | float) and value != "":
        return f"`{value}`"
    return f"`{json.dumps(value, ensure_ascii=False)}`" if value and isinstance(value, list | dict) else "empty"


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
    sys.stdout.write(families_reference(load().families.values()) if "families" in sys.argv else reference())
