"""Assignments are as large as they can be, and whoever must be served is served."""

from itertools import permutations

from hypothesis import given
from hypothesis import strategies as st

from evaluator.matching import augment, match

wants = st.dictionaries(st.integers(0, 5), st.lists(st.integers(0, 5), unique=True, max_size=6), max_size=6)


@given(st.dictionaries(st.integers(0, 3), st.lists(st.integers(0, 3), unique=True, max_size=4), max_size=4))
def test_no_assignment_is_larger(table: dict[int, list[int]]) -> None:
    taken = match(table)
    assert len(set(taken.values())) == len(taken)
    assert all(right in table[left] for left, right in taken.items())
    rights = range(4)
    best = 0
    for size in range(len(table) + 1):
        for lefts in permutations(table, size):
            if any(
                all(right in table[left] for left, right in zip(lefts, chosen, strict=True))
                for chosen in permutations(rights, size)
            ):
                best = size
                break
    assert len(taken) == best


@given(wants, st.frozensets(st.integers(0, 5)))
def test_moving_along_keeps_what_was_taken_in_use(table: dict[int, list[int]], optional: frozenset[int]) -> None:
    taken = match({left: rights for left, rights in table.items() if left in optional})
    before_rights = set(taken.values())
    for left in table.keys() - optional:
        served = set(taken)
        if augment(left, table, taken, optional):
            assert left in taken
            assert served - optional <= set(taken)
        assert before_rights <= set(taken.values())
        before_rights = set(taken.values())
