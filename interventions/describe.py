"""What there is to know of a family, as data: for `breakingweb families`."""

from typing import Any

from interventions.family import Family


def summary(family: Family) -> dict[str, Any]:
    """{name, layer, primitives, dispatches, params}: the names of dispatches, and for each parameter what it takes."""
    return {
        "name": family.name,
        "layer": family.layer,
        "primitives": list(family.primitives),
        "dispatches": list(family.dispatches),
        "params": {
            name: {"required": param.required, **param.model_dump(mode="json", exclude_none=True)}
            for name, param in family.params.items()
        },
    }
