"""Patterns search as Python's do, in time that no pattern can make explode."""

import re
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaluator.predicates.linear_regex import LinearRegex

PATTERNS = [
    "abc", "^abc$", "a|b|cd", "(a|b)*c", "a+b?", "a{2,3}", "a{2}", "a{2,}", "(ab){1,2}c", "[a-c]+", "[^a]b", r"\d+",
    r"\w+\s\w+", r"\bcat\b", r"\Bat", r"a.c", r"\Aab", r"ab\Z", "a*?b", "(?:ab)+", "(?P<n>a)b", "", "a||b", "()",
    "()*a", r"[\d.]+", r"[^\s\w]", "(a*)*b", "x{0}a", r"a$", "é", "[à-ü]",
]  # fmt: skip


@pytest.mark.parametrize("pattern", PATTERNS)
@given(text=st.text("abcx .1é\n", max_size=12))
def test_it_finds_what_python_finds(pattern: str, text: str) -> None:
    assert LinearRegex.parse(pattern).search(text) is (re.search(pattern, text) is not None)
    ignoring = re.search(pattern, text.upper(), re.IGNORECASE) is not None
    assert LinearRegex.parse(pattern, ignore_case=True).search(text.upper()) is ignoring


@pytest.mark.parametrize("pattern", ["(a+)+$", "(a|a)*$", "(a*)*$", "a*a*a*a*a*a*$", "(.*){20}$", "(a?){50}a{50}$"])
def test_patterns_that_would_explode_stay_linear(pattern: str) -> None:
    start = time.process_time()
    LinearRegex.parse(pattern).search("a" * 2_000 + "b")
    assert time.process_time() - start < 5


@pytest.mark.parametrize(
    ("pattern", "says"),
    [
        (r"(a)\1", "back-references"),
        ("(?=a)b", "look-around"),
        ("(?<!a)b", "look-around"),
        ("(?i)a", "ignore_case: true"),
        ("(?i:a)", "ignore_case: true"),
        ("(", "no pattern"),
        ("a" * 301, "at most 300"),
        ("((a{50}){50}){50}", "repeats too much"),
        ("(){4000000000}", "repeats too much"),
        ("((){1000}){1000}", "repeats too much"),
    ],
)
def test_what_needs_more_than_an_automaton_is_refused(pattern: str, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        LinearRegex.parse(pattern)
