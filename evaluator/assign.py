"""Which check a changed row answers to, where several would take it.

A check holds where exactly as many rows are its own as it needs, and no row that it matches is left over. Rows are
given out so that checks of the greatest total weight hold; the order in which checks are written never matters. Exact:
the checks that compete are few.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal

from evaluator.matching import augment
from evaluator.result import GraderError

MAX_COMPETING = 20

type Slot = tuple[int, int]


@dataclass(frozen=True)
class Claim:
    """A positive check: the rows it matches, how many it needs; `key` orders claims whatever the file's order is."""

    rows: tuple[str, ...]
    needed: int
    weight: Decimal
    key: str


@dataclass(frozen=True)
class Taker:
    """An `allow`: it may take the rows it matches, at most `limit` of them."""

    rows: tuple[str, ...]
    limit: int | None = None


@dataclass(frozen=True)
class Assignment:
    """Numbers of the claims that hold, and the rows that some check or allow explains."""

    held: frozenset[int]
    explained: frozenset[str]
    owner: dict[str, int]


def assign(claims: Sequence[Claim], takers: Sequence[Taker] = ()) -> Assignment:
    """Gives each row to at most one claim or taker."""
    held = frozenset[int]()
    for group in _competing(claims):
        held |= _best(sorted(group, key=lambda number: (-claims[number].weight, claims[number].key)), claims, takers)
    taken = _fill(held, claims, takers)
    assert taken is not None, "every group was feasible, and groups share no row"
    slots = {**_claim_slots(range(len(claims)), claims), **_taker_slots(takers)}
    for slot in slots:
        if slot not in taken:
            augment(slot, slots, taken)  # what is still free explains as many rows as it can
    free = {row for taker in takers if taker.limit is None for row in taker.rows}
    owner = {row: slot[0] for slot, row in taken.items() if slot[0] >= 0}
    return Assignment(held, frozenset(taken.values()) | free, owner)


def _competing(claims: Sequence[Claim]) -> list[set[int]]:
    """Groups of claims that share rows, directly or through others; a claim with too few rows cannot hold."""
    groups: list[tuple[set[int], set[str]]] = []
    for number, claim in enumerate(claims):
        if not claim.rows:
            continue
        members, rows = {number}, set(claim.rows)
        for group in [group for group in groups if group[1] & rows]:
            groups.remove(group)
            members |= group[0]
            rows |= group[1]
        groups.append((members, rows))
    return [members for members, _ in groups]


def _best(order: list[int], claims: Sequence[Claim], takers: Sequence[Taker]) -> frozenset[int]:
    """The heaviest set of claims of a group that can hold together; of equals the first in canonical order."""
    if _fill(frozenset(order), claims, takers) is not None:
        return frozenset(order)
    if len(order) > MAX_COMPETING:
        raise GraderError(f"more than {MAX_COMPETING} checks compete for the same rows: name the rows by where")
    best: tuple[Decimal, frozenset[int]] = (Decimal(0), frozenset())

    def search(index: int, chosen: frozenset[int], weight: Decimal, left: Decimal) -> None:
        nonlocal best
        if weight > best[0]:
            best = (weight, chosen)
        if index == len(order) or weight + left <= best[0]:
            return
        number = order[index]
        rest = left - claims[number].weight
        grown = chosen | {number}
        if _fill(grown, claims, takers) is not None:
            search(index + 1, grown, weight + claims[number].weight, rest)
        search(index + 1, chosen, weight, rest)

    search(0, frozenset(), Decimal(0), sum((claims[number].weight for number in order), Decimal(0)))
    return best[1]


def _fill(held: frozenset[int], claims: Sequence[Claim], takers: Sequence[Taker]) -> dict[Slot, str] | None:
    """Rows for exactly these claims, with no row of theirs left over; None where that cannot be.

    A row may also go to an `allow`, or to a claim that is not asked to hold. Rows that nobody else would take are
    placed first, then every place of the held claims is filled: moving rows along never frees a row that was placed,
    so both can be had together whenever each can be had alone (Mendelsohn and Dulmage).
    """
    needed = _claim_slots(held, claims)
    slots = {**needed, **_taker_slots(takers)}
    elsewhere = {row for number, claim in enumerate(claims) if number not in held for row in claim.rows}
    elsewhere |= {row for taker in takers if taker.limit is None for row in taker.rows}
    own = {row for number in held for row in claims[number].rows}
    taken: dict[Slot, str] = {}
    wants, mandatory = _turned(slots), sorted(own - elsewhere)
    if len(mandatory) > len(slots) or not all(_place(row, wants, taken) for row in mandatory):
        return None
    optional = frozenset(slots.keys() - needed.keys())
    if not all(slot in taken or augment(slot, slots, taken, optional) for slot in needed):
        return None
    return taken


def _place(row: str, wants: dict[str, list[Slot]], taken: dict[Slot, str]) -> bool:
    """Finds a slot for a row by moving other rows along; a slot that was filled stays filled."""
    turned = {other: slot for slot, other in taken.items()}
    if row not in wants or not augment(row, wants, turned):
        return False
    taken.clear()
    taken.update({slot: other for other, slot in turned.items()})
    return True


def _turned(slots: dict[Slot, tuple[str, ...]]) -> dict[str, list[Slot]]:
    wants: dict[str, list[Slot]] = {}
    for slot, rows in slots.items():
        for row in rows:
            wants.setdefault(row, []).append(slot)
    return wants


def _claim_slots(numbers: Iterable[int], claims: Sequence[Claim]) -> dict[Slot, tuple[str, ...]]:
    return {(number, place): claims[number].rows for number in numbers for place in range(claims[number].needed)}


def _taker_slots(takers: Sequence[Taker]) -> dict[Slot, tuple[str, ...]]:
    """Slots of limited takers, numbered below zero."""
    return {(-1 - n, place): taker.rows for n, taker in enumerate(takers) for place in range(taker.limit or 0)}
