"""A family: a kind of change in one layer, as dispatches made of ops, with typed parameters."""

from collections.abc import Mapping
from typing import Any, Literal

from pydantic import Field, ValidationError

from evaluator.model import Strict
from evaluator.nearest import did_you_mean
from interventions.layers.base import Op
from interventions.layers.vocabulary import OPS, Layer
from interventions.params import Param
from interventions.text import fill_params, params_in

Primitive = Literal[
    "grounding", "planning", "state_tracking", "backtracking", "patience", "exploration", "verification"
]
RawOp = dict[str, Any]


class OpError(ValueError):
    """An op that cannot be: `path` leads to the key from the op itself."""

    def __init__(self, message: str, path: tuple[str | int, ...] = ()) -> None:
        super().__init__(message)
        self.message, self.path = message, path


class Family(Strict):
    """One file in interventions/families/<layer>/; its name is the file's."""

    name: str = Field("", description="Set from the file name.")
    layer: Layer = Field(description="Where it acts: seed, server, network or client.")
    primitives: tuple[Primitive, ...] = Field(min_length=1, description="The abilities it tests, the main one first.")
    what: str = Field("", description="What it does, in a sentence.")
    detect: str = Field(min_length=1, description="How a competent person notices it.")
    recover: str = Field(min_length=1, description="How a competent person gets round it.")
    params: dict[str, Param] = Field(default_factory=dict, description="What a variant may set.")
    dispatches: dict[str, tuple[RawOp, ...]] = Field(min_length=1, description="Its forms: lists of ops.")

    def expand(self, dispatch: str, values: Mapping[str, Any]) -> list[RawOp]:
        """The ops of a dispatch with its parameters filled in; a key whose parameter is null is left out."""
        return [fill_params(op, values) for op in self.dispatches[dispatch]]

    def params_of(self, dispatch: str) -> dict[str, Param]:
        """The parameters that a dispatch uses."""
        used = set().union(*(params_in(op) for op in self.dispatches[dispatch]))
        return {name: param for name, param in self.params.items() if name in used}

    def problems(self) -> list[tuple[tuple[str | int, ...], str]]:
        """What is wrong with the ops, as (key path, message), tried with sample values of the parameters."""
        found: list[tuple[tuple[str | int, ...], str]] = []
        used: set[str] = set()
        for name, ops in self.dispatches.items():
            for i, op in enumerate(ops):
                used |= params_in(op)
                found += [(("dispatches", name, i, *path), text) for path, text in self._op_problems(op)]
            if not ops:
                found.append((("dispatches", name), "has no ops"))
        return found or [(("params", name), "is used by no dispatch") for name in self.params if name not in used]

    def _op_problems(self, op: RawOp) -> list[tuple[tuple[str | int, ...], str]]:
        unknown = params_in(op) - set(self.params)
        if unknown:
            return [((), did_you_mean("parameter", name, self.params)) for name in sorted(unknown)]
        try:
            parse_op(self.layer, fill_params(op, {name: p.sample() for name, p in self.params.items()}))
        except OpError as error:
            return [(error.path, error.message)]
        return []


def parse_op(layer: Layer, raw: Mapping[str, Any]) -> Op:
    """The op that a file writes down; OpError with the key and the nearest known name."""
    kind = raw.get("op")
    model = OPS[layer].get(str(kind))
    if model is None:
        elsewhere = [f"; it is one of the {other} layer" for other in OPS if kind in OPS[other]]
        raise OpError(did_you_mean("op", str(kind), OPS[layer]) + "".join(elsewhere[:1]), ("op",))
    try:
        return model.model_validate(raw)
    except ValidationError as error:
        first = error.errors()[0]
        path = (*first["loc"], *first.get("ctx", {}).get("path", ()))
        raise OpError(_said(first), path) from None


def _said(error: Any) -> str:
    where = ".".join(str(part) for part in error["loc"])
    message = str(error["msg"]).removeprefix("Value error, ")
    return f"{where}: {message}" if where else message
