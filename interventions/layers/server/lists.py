"""Hooks that change answers: their order, their pages, their values."""

import json
from collections.abc import Callable
from datetime import datetime, timedelta
from random import Random
from typing import Any

from envs.kit.draws import stream
from interventions.layers import paths
from interventions.layers.server.base import CallLike, OpHook, OpSession
from interventions.layers.server.ops import Repage, Rewrite, Shuffle


class ShuffleHook(OpHook):
    """Keeps the draw of an order by what was asked for, so that reading the same list again shows it unchanged."""

    def __init__(self, op: Shuffle, session: OpSession) -> None:
        super().__init__(op, session)
        self.op, self._base = op, session.rng.getrandbits(64)

    def after(self, call: CallLike, ctx: Any, body: Any) -> Any:
        place = paths.list_at(body, self.op.at)
        if not self.concerns(call) or place is None or any(name in call.query for name in self.op.unless):
            return body
        container, key = place
        rows = container[key]
        turned = self._turned(rows, call)
        if turned != rows:
            container[key] = turned
            self.applied(call.nth)
            self.met(call.nth, rows=len(rows))
        return body

    def _turned(self, rows: list[Any], call: CallLike) -> list[Any]:
        if self.op.order == "reversed":
            return rows[::-1]
        asked = json.dumps([call.path, sorted(call.query.items()), call.nth if self.op.again else 0])
        return _other_order(rows, stream(self._base, asked))


def _other_order(rows: list[Any], rng: Random) -> list[Any]:
    """Another order of the rows wherever there is one, with another row in front."""
    if len(rows) < 2:
        return rows
    order = list(range(len(rows)))
    rng.shuffle(order)
    if order[0] == 0:
        other = rng.randrange(1, len(order))
        order[0], order[other] = order[other], order[0]
    return [rows[i] for i in order]


class RepageHook(OpHook):
    """Exchanges rows across the border between two pages once both have been asked for.

    Somebody who reads page 1 and then page 2 sees the end of page 1 again, and misses the start of page 2, which now
    stands at the end of page 1. Nothing is lost: going back finds it.
    """

    def __init__(self, op: Repage, session: OpSession) -> None:
        super().__init__(op, session)
        self.op = op
        self._true: dict[str, dict[int, list[Any]]] = {}
        self._moved: set[tuple[str, int]] = set()

    def after(self, call: CallLike, ctx: Any, body: Any) -> Any:
        place = paths.list_at(body, self.op.at)
        number = call.query.get(self.op.page, "1")
        if place is None or not number.isdigit() or not self.concerns(call):
            return body
        container, key = place
        rest = sorted((name, value) for name, value in call.query.items() if name != self.op.page)
        listing, page = json.dumps([call.path, rest]), int(number)
        self._true.setdefault(listing, {})[page] = container[key]
        shown = self._shown(listing, page)
        if shown != container[key]:
            container[key] = shown
            self.applied(call.nth, page=page)
            self.met(call.nth, page=page)
        return body

    def _shown(self, listing: str, page: int) -> list[Any]:
        pages = self._true[listing]
        for border in (page - 1, page):
            if border in pages and border + 1 in pages:
                self._moved.add((listing, border))
        shown = list(pages[page])
        if (listing, page - 1) in self._moved:
            n = self._size(pages[page - 1], pages[page])
            shown[:n] = pages[page - 1][len(pages[page - 1]) - n :]
        if (listing, page) in self._moved:
            n = self._size(pages[page], pages[page + 1])
            shown[len(shown) - n :] = pages[page + 1][:n]
        return shown

    def _size(self, upper: list[Any], lower: list[Any]) -> int:
        """How many rows change places: never so many that the two ends of a page would meet."""
        return min(self.op.rows, len(upper) // 2, len(lower) // 2)


class RewriteHook(OpHook):
    """Changes the named values of an answer."""

    def __init__(self, op: Rewrite, session: OpSession) -> None:
        super().__init__(op, session)
        self.op, self._base = op, session.rng.getrandbits(64)

    def after(self, call: CallLike, ctx: Any, body: Any) -> Any:
        found = list(paths.places(body, self.op.at)) if self.concerns(call) else []
        if not found:
            return body
        before = [container[key] for container, key in found]
        if self.op.how == "drop":
            for container, key in reversed(found):
                del container[key]
        else:
            for (container, key), value in zip(found, self._values(before, call), strict=True):
                container[key] = value
            if [container[key] for container, key in found] == before:
                return body
        self.applied(call.nth)
        self.met(call.nth, values=len(found))
        return body

    def _values(self, before: list[Any], call: CallLike) -> list[Any]:
        how: dict[str, Callable[[], list[Any]]] = {
            "set": lambda: [self.op.value for _ in before],
            "permute": lambda: _other_order(before, stream(self._base, call.path)),
            "shift": lambda: [_shifted(value, self.op.seconds) for value in before],
        }
        return how[self.op.how]()


def _shifted(value: Any, seconds: int) -> Any:
    """An instant moved; null stays null. ValueError for what is no instant: the op is aimed at the wrong values."""
    if value is None:
        return None
    return (datetime.fromisoformat(str(value)) + timedelta(seconds=seconds)).isoformat()
