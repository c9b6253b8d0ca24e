"""What is to be said beside numbers: runs that are counted, but do not stand on the same ground as the others."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from analysis.rows import Facts, Row
from analysis.tables.words import plural

VERSIONS = {"browser": "versions of the browser", "code": "versions of the product"}
"""Fingerprints that may differ among runs that are pooled."""


def caveats(rows: Iterable[Row]) -> list[str]:
    """One sentence each; none where all is as it should be."""
    rows = list(rows)
    known = [(row, row.facts) for row in rows if row.facts is not None]
    facts = [one for _, one in known]
    nameless = sum(row.passed is False and not one.failure for row, one in known)
    by_hand, cut = sum(not row.certified for row in rows), sum(one.cut for one in facts)
    said = []
    if by_hand:
        said.append(f"{plural(by_hand, 'run')} not certified: the seed or the family was given by hand.")
    if cut:
        said.append(f"{plural(cut, 'run')} whose log has lost its end: graded, but not known whether declared done.")
    if nameless:
        said.append(f"{plural(nameless, 'failed run')} without a failure mode: `breakingweb grade RUNS` names it.")
    return said + [sentence for name in VERSIONS for sentence in _versions(facts, name)]


def _versions(facts: Sequence[Facts], name: str) -> list[str]:
    found = sorted({one.fingerprints[name] for one in facts if name in one.fingerprints})
    return [f"Runs of {len(found)} {VERSIONS[name]}: {', '.join(found)}."] if len(found) > 1 else []
