"""All ops, by layer and name: the one list of what a family can be made of."""

from collections.abc import Mapping
from typing import Any, Literal

from interventions.layers.base import Op
from interventions.layers.client import ops as client
from interventions.layers.network import ops as network
from interventions.layers.seed import ops as seed
from interventions.layers.server import ops as server

Layer = Literal["seed", "server", "network", "client"]
LAYERS: tuple[Layer, ...] = ("seed", "server", "network", "client")
OPS: Mapping[Layer, Mapping[str, type[Op]]] = {
    "seed": seed.OPS, "server": server.OPS, "network": network.OPS, "client": client.OPS,
}  # fmt: skip
EXAMPLES: Mapping[Layer, Mapping[str, str]] = {
    "seed": seed.EXAMPLES, "server": server.EXAMPLES, "network": network.EXAMPLES, "client": client.EXAMPLES,
}  # fmt: skip


def parse(layer: Layer, raw: Mapping[str, Any]) -> Op:
    """The op of a plan; pydantic's ValidationError, or KeyError for a name that the layer does not have."""
    return OPS[layer][str(raw["op"])].model_validate(raw)


def dump(op: Op) -> dict[str, Any]:
    """An op as JSON with the keys that files use; what was not given is left to the model."""
    return op.model_dump(mode="json", by_alias=True, exclude_defaults=True) | {"op": op.op}
