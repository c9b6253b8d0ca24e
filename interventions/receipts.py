"""Proof of what an op did: `applied`, it did its work; `met`, the effect reached the client."""

from collections.abc import Iterable, Mapping
from typing import Any, Literal

from interventions.layers.base import Op

Kind = Literal["applied", "met"]


def receipt(op: Op, kind: Kind, nth: int = 0, **detail: Any) -> dict[str, Any]:
    """A receipt as the JSON that is passed between processes, and the start of a line of receipts.jsonl.

    op: id of the op in the plan. nth: which request of the path, from 1; 0 where no request is meant. Whoever records
    it adds `wall`, and the site server `at`, the session clock.
    """
    return {"op": op.id, "family": op.family, "kind": kind, "nth": nth, "detail": detail}


def counts(receipts: Iterable[Mapping[str, Any]]) -> dict[str, int]:
    """{applied, met}: how many of each."""
    totals = {"applied": 0, "met": 0}
    for one in receipts:
        totals[one["kind"]] += 1
    return totals


def exposed(families: Iterable[str], receipts: Iterable[Mapping[str, Any]]) -> bool:
    """Whether every family of the variant was met at least once; a clean run has none and is not exposed."""
    wanted = set(families)
    met = {one["family"] for one in receipts if one["kind"] == "met"}
    return bool(wanted) and wanted <= met
