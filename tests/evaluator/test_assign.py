"""Rows go to checks so that the greatest weight holds: compared with trying every way of giving them out."""

import itertools
import time
from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evaluator.assign import Claim, Taker, assign
from evaluator.result import GraderError

ROWS = ("a", "b", "c", "d")
some_rows = st.lists(st.sampled_from(ROWS), unique=True, max_size=4).map(lambda rows: tuple(sorted(rows)))
claims_of = st.lists(
    st.builds(
        lambda rows, needed, weight: Claim(rows, needed, Decimal(weight), f"{rows}{needed}{weight}"),
        some_rows,
        st.integers(1, 2),
        st.integers(1, 3),
    ),
    max_size=3,
)
takers_of = st.lists(st.builds(Taker, some_rows, st.none() | st.integers(1, 2)), max_size=2)


def by_trying_all(claims: list[Claim], takers: list[Taker]) -> Decimal:
    """The greatest weight of claims that hold in any way of giving rows out."""
    owners = [*range(len(claims)), *(-1 - n for n in range(len(takers))), None]
    best = Decimal(0)
    for chosen in itertools.product(owners, repeat=len(ROWS)):
        given_out = dict(zip(ROWS, chosen, strict=True))
        if not allowed(given_out, claims, takers):
            continue
        left = {row for row, owner in given_out.items() if owner is None}
        held = [
            claim.weight
            for number, claim in enumerate(claims)
            if sum(owner == number for owner in given_out.values()) == claim.needed and not left & set(claim.rows)
        ]
        best = max(best, sum(held, Decimal(0)))
    return best


def allowed(given_out: dict[str, int | None], claims: list[Claim], takers: list[Taker]) -> bool:
    """Whether each row is with somebody who matches it, and no `allow` has more than its limit."""
    for row, owner in given_out.items():
        if owner is not None and row not in (claims[owner] if owner >= 0 else takers[-1 - owner]).rows:
            return False
    return all(
        taker.limit is None or sum(owner == -1 - n for owner in given_out.values()) <= taker.limit
        for n, taker in enumerate(takers)
    )


@settings(max_examples=150)
@given(claims_of, takers_of)
def test_no_other_way_makes_more_hold(claims: list[Claim], takers: list[Taker]) -> None:
    result = assign(claims, takers)
    assert sum((claims[number].weight for number in result.held), Decimal(0)) == by_trying_all(claims, takers)


@given(claims_of, takers_of)
def test_rows_go_only_to_those_that_match_them(claims: list[Claim], takers: list[Taker]) -> None:
    result = assign(claims, takers)
    assert all(row in claims[number].rows for row, number in result.owner.items())
    assert set(result.owner) <= result.explained
    for number in result.held:
        assert sum(owner == number for owner in result.owner.values()) == claims[number].needed


def test_ten_thousand_rows_beside_two_checks_take_no_time() -> None:
    rows = tuple(f"r{n}" for n in range(10_000))
    claims = [Claim(rows, 1, Decimal(1), "a"), Claim(rows[:2], 2, Decimal(1), "b")]
    start = time.process_time()
    assert assign(claims, [Taker(rows, 3)]).held == {1}
    assert assign(claims, [Taker(rows)]).held == {0, 1}
    assert time.process_time() - start < 2


def test_too_many_checks_on_the_same_rows_is_an_error_that_says_what_to_do() -> None:
    claims = [Claim(("a", "b"), 1, Decimal(1), str(n)) for n in range(21)]
    with pytest.raises(GraderError, match="name the rows by where"):
        assign(claims)


def test_many_checks_each_with_a_row_of_its_own_are_no_competition() -> None:
    claims = [Claim((f"r{n}",), 1, Decimal(1), str(n)) for n in range(200)]
    assert len(assign(claims).held) == 200
