"""Finding products: words, filters, facets and order. Pure: entries in, entries and counts out.

Every order ends with title and id, so that equal products never change places between two calls.
"""

import math
import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal, InvalidOperation
from functools import lru_cache
from typing import Any

BANDS = {
    "0-25": "Up to £25",
    "25-50": "£25 to £50",
    "50-100": "£50 to £100",
    "100-200": "£100 to £200",
    "200-": "Over £200",
}
RATINGS = ("4.5", "4", "3")
WORD = re.compile(r"[a-z0-9]+")
FIELDS = (("title", 6), ("category", 4), ("brand", 3), ("tags", 2), ("description", 1))  # weight of a word found there


@dataclass(frozen=True)
class Entry:
    """A product as search sees it."""

    id: str
    title: str
    brand: str
    department: str
    category: str
    price: Decimal
    rating: float
    ratings: int
    tags: tuple[str, ...]
    added: date
    in_stock: bool
    on_offer: bool
    subscribe: bool
    description: str = ""


@dataclass(frozen=True)
class Filters:
    """What to keep. Values of one filter are alternatives, except tags, which must all be there. Empty = no filter."""

    department: str = ""
    category: tuple[str, ...] = ()
    brand: tuple[str, ...] = ()
    tag: tuple[str, ...] = ()
    price: str = ""
    rating: str = ""
    stock: str = ""
    offer: str = ""
    subscribe: str = ""
    low: Decimal = field(init=False, default=Decimal(0))
    high: Decimal | None = field(init=False, default=None)

    def __post_init__(self) -> None:
        low, high = band(self.price) or (Decimal(0), None)
        object.__setattr__(self, "low", low)
        object.__setattr__(self, "high", high)


def band(text: str) -> tuple[Decimal, Decimal | None] | None:
    """The limits of a price band such as "25-50", "200-" or "-25": from (included) to (excluded)."""
    low, dash, high = text.partition("-")
    try:
        limits = Decimal(low or 0), Decimal(high) if high else None
    except InvalidOperation:
        return None
    return limits if dash else None


TESTS: dict[str, Callable[[Entry, Filters], bool]] = {
    "department": lambda e, f: not f.department or e.department == f.department,
    "category": lambda e, f: not f.category or e.category in f.category,
    "brand": lambda e, f: not f.brand or e.brand in f.brand,
    "tag": lambda e, f: all(tag in e.tags for tag in f.tag),
    "price": lambda e, f: f.low <= e.price and (f.high is None or e.price < f.high),
    "rating": lambda e, f: not f.rating or e.rating >= float(f.rating),
    "stock": lambda e, f: not f.stock or e.in_stock,
    "offer": lambda e, f: not f.offer or e.on_offer,
    "subscribe": lambda e, f: not f.subscribe or e.subscribe,
}


def words(text: str) -> list[str]:
    """Lower-case words; a plural s is dropped so that "lamps" finds "lamp"."""
    return [
        w[:-1] if len(w) > 3 and w.endswith("s") and not w.endswith("ss") else w for w in WORD.findall(text.lower())
    ]


def score(entry: Entry, query: Sequence[str]) -> int:
    """How well an entry answers the words of a query; 0 where one of them is nowhere in it."""
    found = [(vocabulary(_text(entry, name)), weight) for name, weight in FIELDS]
    total = 0
    for word in query:
        best = max((_hit(word, there) * weight for there, weight in found), default=0)
        if not best:
            return 0
        total += best
    return total


@lru_cache(maxsize=8192)
def vocabulary(text: str) -> frozenset[str]:
    """The different words of a text; the same few thousand texts are searched over and over."""
    return frozenset(words(text))


def _text(entry: Entry, name: str) -> str:
    value = getattr(entry, name)
    return " ".join(value) if isinstance(value, tuple) else str(value)


def _hit(word: str, there: frozenset[str]) -> int:
    """2 for the word itself, 1 for a longer word that begins with it."""
    if word in there:
        return 2
    return int(len(word) > 2 and any(other.startswith(word) for other in there))


def find(entries: Sequence[Entry], q: str, filters: Filters, sort: str) -> tuple[list[Entry], dict[str, Any]]:
    """The entries that fit, in order, and the facets: {name: [{value, label, count, selected}]}."""
    query = words(q)
    scores = {entry.id: score(entry, query) if query else 1 for entry in entries}
    near = [entry for entry in entries if scores[entry.id]]
    failed = {entry.id: [name for name, test in TESTS.items() if not test(entry, filters)] for entry in near}
    hits = [entry for entry in near if not failed[entry.id]]
    return sorted(hits, key=_order(sort, scores)), facets(near, failed, filters)


def _order(sort: str, scores: dict[str, int]) -> Callable[[Entry], Any]:
    orders: dict[str, Callable[[Entry], Any]] = {
        "price-asc": lambda e: e.price,
        "price-desc": lambda e: -e.price,
        "rating": lambda e: (-e.rating, -e.ratings),
        "newest": lambda e: -e.added.toordinal(),
        "relevance": lambda e: (-scores[e.id], -popularity(e)),
    }
    first = orders[sort]
    return lambda e: (first(e), e.title, e.id)


def popularity(entry: Entry) -> float:
    """A good rating counts for more where many people gave it."""
    return entry.rating * math.log10(entry.ratings + 1)


def facets(near: Sequence[Entry], failed: dict[str, list[str]], f: Filters) -> dict[str, Any]:
    """For each filter what each of its values would leave, the other filters being as they are."""

    def within(name: str) -> list[Entry]:
        return [entry for entry in near if all(other == name for other in failed[entry.id])]

    def counted(name: str, chosen: Sequence[str]) -> list[dict[str, Any]]:
        counts = Counter(str(getattr(entry, name)) for entry in within(name))
        counts.update({value: 0 for value in chosen if value})
        return [_value(value, value, n, value in chosen) for value, n in sorted(counts.items())]

    tags = Counter(tag for entry in within("none") for tag in entry.tags)
    tags.update(dict.fromkeys(f.tag, 0))
    by_price, by_rating = within("price"), within("rating")
    return {
        "department": counted("department", [f.department]),
        "category": counted("category", f.category),
        "brand": counted("brand", f.brand),
        "price": [_band_value(key, by_price, f) for key in BANDS],
        "rating": [
            _value(r, f"{r} stars and up", sum(e.rating >= float(r) for e in by_rating), f.rating == r) for r in RATINGS
        ],
        "tag": [_value(tag, tag.replace("-", " "), n, tag in f.tag) for tag, n in sorted(tags.items(), key=_most)],
        "stock": [_value("in", "In stock", sum(e.in_stock for e in within("stock")), bool(f.stock))],
        "offer": [_value("yes", "On offer", sum(e.on_offer for e in within("offer")), bool(f.offer))],
    }


def _most(pair: tuple[str, int]) -> tuple[int, str]:
    return -pair[1], pair[0]


def _band_value(key: str, entries: Sequence[Entry], f: Filters) -> dict[str, Any]:
    one = Filters(price=key)
    return _value(key, BANDS[key], sum(TESTS["price"](e, one) for e in entries), f.price == key)


def _value(value: str, label: str, count: int, selected: bool) -> dict[str, Any]:
    return {"value": value, "label": label, "count": count, "selected": selected}
