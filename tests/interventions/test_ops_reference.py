"""The op vocabulary: each op has an example that is read, and the printed reference is the one of the models."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from interventions.catalog import load
from interventions.family import OpError, parse_op
from interventions.layers.client.inject import options
from interventions.layers.network.effects import EFFECTS
from interventions.layers.seed.applier import DOES
from interventions.layers.server.hooks import MAKERS
from interventions.layers.vocabulary import EXAMPLES, OPS, Layer, dump, parse
from interventions.reference import families_reference, reference
from tasks.yaml_source import parse as read

ALL = [(layer, name) for layer, ops in OPS.items() for name in ops]


def example(layer: Layer, name: str) -> dict[str, Any]:
    data: dict[str, Any] = read(EXAMPLES[layer][name], "example").data
    return data


@pytest.mark.parametrize(("layer", "name"), ALL)
def test_every_op_has_an_example_that_survives_a_plan(layer: Layer, name: str) -> None:
    op = parse_op(layer, example(layer, name))
    assert op.op == name
    assert parse(layer, yaml.safe_load(yaml.safe_dump(dump(op)))) == op
    assert all(
        field.description
        for field in OPS[layer][name].model_fields.values()
        if field is not OPS[layer][name].model_fields["op"]
    )


def test_every_op_can_be_carried_out() -> None:
    assert set(OPS["seed"].values()) == set(DOES)
    assert set(OPS["server"]) == set(MAKERS)
    assert set(OPS["network"]) == set(EFFECTS)
    assert len(options([{"id": "x", "family": "f", **example("client", name)} for name in OPS["client"]])) == len(
        OPS["client"]
    )


def test_the_printed_reference_is_up_to_date() -> None:
    page = Path(__file__).parents[2] / "docs/reference/ops.md"
    assert page.read_text() == reference(), "run: .venv/bin/python -m interventions.reference > docs/reference/ops.md"


def test_the_printed_families_are_up_to_date() -> None:
    page = Path(__file__).parents[2] / "docs/reference/families.md"
    again = "run: .venv/bin/python -m interventions.reference families > docs/reference/families.md"
    assert page.read_text() == families_reference(load().families.values()), again


@pytest.mark.parametrize(
    ("layer", "raw", "path"),
    [
        ("seed", {"op": "clone", "set": {"a": 1}}, ()),
        ("seed", {"op": "clone", "in": "x", "of": "y"}, ()),
        ("seed", {"op": "delete", "in": "x", "where": {"price": {"betwen": [1, 2]}}}, ("where", "price")),
        ("seed", {"op": "update", "in": "x", "set": {"price": {"expr": "x +"}}}, ("set", "price", "expr")),
        ("seed", {"op": "update", "in": "x", "set": {}}, ("set",)),
        ("server", {"op": "shuffle", "on": "GET /api/x", "at": "items[", "order": "drawn"}, ("at",)),
        ("server", {"op": "shuffle", "on": "/api/x"}, ("on",)),
        ("network", {"op": "stale", "on": "GET /api/x"}, ()),
        ("network", {"op": "delay", "on": "GET /api/x", "seconds": 500}, ("seconds",)),
        ("client", {"op": "set", "at": {"role": "button"}, "style": {"display": "none"}}, ()),
        ("client", {"op": "set", "at": {"role": "button"}, "attrs": {"disabled": ""}}, ()),
        ("network", {"op": "forge", "on": "GET /api/x"}, ()),
        ("client", {"op": "note", "at": {}, "text": "x"}, ("at",)),
        ("client", {"op": "note", "at": {"role": "buton"}, "text": "x"}, ("at", "role")),
    ],
)
def test_an_op_that_cannot_be_is_refused_at_its_key(layer: Layer, raw: dict[str, Any], path: tuple[str, ...]) -> None:
    with pytest.raises(OpError) as refused:
        parse_op(layer, raw)
    assert refused.value.path == path
