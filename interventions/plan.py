"""What a run's injections come down to: one value, fixed before the run, the same in any process."""

import hashlib
import json
from collections.abc import Mapping
from typing import Any

from pydantic import Field

from evaluator.model import Strict
from evaluator.records.run import Condition
from interventions.layers.vocabulary import LAYERS, Layer

RawOp = dict[str, Any]


def no_ops() -> dict[Layer, list[RawOp]]:
    return {layer: [] for layer in LAYERS}


class Plan(Strict):
    """Ops by layer, ready for their appliers; the clean arm's has none."""

    task: str = Field(description="Id of the task, site/name.")
    variant: str | None = Field(None, description="Name of the variant; None for clean.")
    condition: Condition = "clean"
    seed: int
    ops: dict[Layer, list[RawOp]] = Field(default_factory=no_ops)
    hash: str = ""

    def families(self) -> list[str]:
        """The families that must each be met for the run to count as exposed."""
        return sorted({str(op["family"]) for ops in self.ops.values() for op in ops})


def seal(task: str, seed: int, variant: str | None = None, ops: Mapping[Layer, list[RawOp]] | None = None) -> Plan:
    """The plan with its hash, over everything that it holds."""
    plan = Plan(
        task=task,
        variant=variant,
        condition="clean" if variant is None else "perturbed",
        seed=seed,
        ops={**no_ops(), **(ops or {})},
    )
    return plan.model_copy(update={"hash": digest(plan)})


def digest(plan: Plan) -> str:
    """sha256 over the canonical JSON of the plan, its hash left out."""
    content = plan.model_dump(mode="json", exclude={"hash"})
    return hashlib.sha256(json.dumps(content, sort_keys=True, separators=(",", ":")).encode()).hexdigest()
