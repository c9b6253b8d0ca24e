"""The perturbed world of a pair, made in this process: what a session opens with, without a server."""

from dataclasses import dataclass
from typing import Any

from envs.kit.store import Store, WorldRequest
from envs.kit.world import World
from evaluator.state import State
from harness.prepare import Prepared
from interventions.layers.seed.applier import apply_seed
from interventions.layers.server.hooks import make_hooks
from interventions.plan import Plan


@dataclass(frozen=True)
class Opening:
    """A world as it stands when a session opens: its state, and the receipts of the ops that made it."""

    state: State
    receipts: list[dict[str, Any]]


class Openings:
    """Opens worlds and throws them away; templates are seeded once."""

    def __init__(self) -> None:
        self._stores: dict[str, Store] = {}

    def opening(self, prepared: Prepared, plan: Plan) -> Opening:
        """The world of a plan. ValueError or KeyError where an op cannot be carried out on it."""
        site, store = prepared.site, self._store(prepared)
        request = WorldRequest(site.name, plan.seed, list(plan.ops["seed"]), list(plan.ops["server"]))
        session = store.open([request])
        try:
            opened = session.worlds[site.name]
            assert opened.world.baseline is not None
            return Opening(opened.world.baseline, [without_wall(receipt) for receipt in opened.receipts])
        finally:
            store.close(session.id)

    def template(self, prepared: Prepared) -> World:
        """The clean world; never to be written to."""
        return self._store(prepared).template(prepared.site.name, prepared.seed)

    def _store(self, prepared: Prepared) -> Store:
        site = prepared.site
        if site.name not in self._stores:
            self._stores[site.name] = Store([site], apply_seed, make_hooks)
        return self._stores[site.name]


def without_wall(receipt: dict[str, Any]) -> dict[str, Any]:
    """A receipt without the time of day, which no two runs share."""
    return {key: value for key, value in receipt.items() if key != "wall"}
