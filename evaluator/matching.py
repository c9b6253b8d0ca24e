"""Bipartite matching: who can have which of the things that several want. Exact, by augmenting paths."""

from collections import deque
from collections.abc import Hashable, Mapping, Sequence


def match[L: Hashable, R: Hashable](wants: Mapping[L, Sequence[R]]) -> dict[L, R]:
    """A largest assignment of right sides to left ones, each used once."""
    taken: dict[L, R] = {}
    for left in wants:
        augment(left, wants, taken)
    return taken


def augment[L: Hashable, R: Hashable](
    start: L, wants: Mapping[L, Sequence[R]], taken: dict[L, R], may_lose: frozenset[L] = frozenset()
) -> bool:
    """Finds something for `start` by moving others along; only a left side in `may_lose` may end with nothing.

    Changes `taken` in place and keeps every right side that was in use in use. False where it cannot be done.
    """
    owner = {right: left for left, right in taken.items()}
    came_from: dict[R, L] = {}
    queue = deque([start])
    while queue:
        left = queue.popleft()
        for right in wants[left]:
            if right in came_from:
                continue
            came_from[right] = left
            holder = owner.get(right)
            if holder is None or holder in may_lose:
                _hand_over(right, start, came_from, taken, holder)
                return True
            queue.append(holder)
    return False


def _hand_over[L: Hashable, R: Hashable](
    right: R, start: L, came_from: dict[R, L], taken: dict[L, R], loser: L | None
) -> None:
    if loser is not None:
        del taken[loser]
    while True:
        left = came_from[right]
        before = taken.get(left)
        taken[left] = right
        if left == start or before is None:
            return
        right = before
