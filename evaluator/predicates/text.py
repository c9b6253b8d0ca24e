"""contains, starts_with, regex, matches_semantic: tests of text.

A number at the edge of what is looked for must be the whole number there: "28" is not in "1280" or "28.50", and
"/orders/5" does not start "/orders/57". `whole_word` asks the same of words.
"""

import re
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Any

from evaluator.predicates.base import At, Predicate
from evaluator.predicates.linear_regex import LinearRegex
from evaluator.result import Reason
from evaluator.values import kind_word

MAX_TEXT = 20_000
SEMANTIC_RATIO = 0.8


@dataclass(frozen=True)
class Contains(Predicate):
    """The text stands somewhere in the value; upper and lower case differ unless `ignore_case`."""

    text: str
    whole_word: bool = False
    ignore_case: bool = False

    def test(self, x: Any, at: At) -> list[Reason]:
        pattern = _left(self.text, self.whole_word) + re.escape(self.text) + _right(self.text, self.whole_word)
        text = _text(x, at, "contains")
        return [] if text is not None and _search(pattern, text, self.ignore_case) else at.reason(self.raw(), x)

    def raw(self) -> Any:
        return {"contains": self.text, **_options(self.whole_word, self.ignore_case)}


@dataclass(frozen=True)
class StartsWith(Predicate):
    """The value begins with the text."""

    text: str
    whole_word: bool = False
    ignore_case: bool = False

    def test(self, x: Any, at: At) -> list[Reason]:
        pattern = r"\A" + re.escape(self.text) + _right(self.text, self.whole_word)
        text = _text(x, at, "starts_with")
        return [] if text is not None and _search(pattern, text, self.ignore_case) else at.reason(self.raw(), x)

    def raw(self) -> Any:
        return {"starts_with": self.text, **_options(self.whole_word, self.ignore_case)}


@dataclass(frozen=True)
class Regex(Predicate):
    """The pattern matches somewhere in the value (anchor it with ^ and $), in time linear in the text."""

    pattern: LinearRegex

    def test(self, x: Any, at: At) -> list[Reason]:
        text = _text(x, at, "regex")
        if text is not None and len(text) > MAX_TEXT:  # an agent's doing: a verdict, not an error
            return at.reason(f"at most {MAX_TEXT:,} characters that match {self.pattern.source}", text)
        return [] if text is not None and self.pattern.search(text) else at.reason(self.raw(), x)

    def raw(self) -> Any:
        return {"regex": self.pattern.source, **_options(False, self.pattern.ignore_case)}


@dataclass(frozen=True)
class MatchesSemantic(Predicate):
    """Nearly the same text: difflib ratio of at least 0.8 on case-folded text with single spaces."""

    text: str

    def test(self, x: Any, at: At) -> list[Reason]:
        text = _text(x, at, "matches_semantic")
        return [] if text is not None and similar(self.text, text) else at.reason(self.raw(), x)

    def raw(self) -> Any:
        return {"matches_semantic": self.text}


def similar(wanted: str, got: str) -> bool:
    """Whether two texts are at least 0.8 alike; the cheap upper bounds are asked first."""
    matcher = SequenceMatcher(None, _plain(got), _plain(wanted), autojunk=False)
    bounds = (matcher.real_quick_ratio, matcher.quick_ratio, matcher.ratio)
    return all(bound() >= SEMANTIC_RATIO for bound in bounds)


def _plain(text: str) -> str:
    return " ".join(text.casefold().split())


def _text(x: Any, at: At, what: str) -> str | None:
    if x is None:
        return None
    if at.kind.name not in (None, "id", "text") or not isinstance(x, str):
        raise at.fault(f"{what} reads text, and this is {at.kind.name or kind_word(x)}")
    return x


def _search(pattern: str, text: str, ignore_case: bool) -> bool:
    return re.search(pattern, text, re.IGNORECASE if ignore_case else 0) is not None


def _left(text: str, whole_word: bool) -> str:
    number = r"(?<!\d)(?<!\d[.,])" if text[0].isdigit() else ""
    return number + (r"(?<!\w)" if whole_word and re.match(r"\w", text) else "")


def _right(text: str, whole_word: bool) -> str:
    number = r"(?!\d)(?![.,]\d)" if text[-1].isdigit() else ""
    return number + (r"(?!\w)" if whole_word and re.match(r"\w", text[-1]) else "")


def _options(whole_word: bool, ignore_case: bool) -> dict[str, bool]:
    return {name: True for name, on in (("whole_word", whole_word), ("ignore_case", ignore_case)) if on}
