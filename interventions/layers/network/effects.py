"""What each network op does to a flow: before the request leaves, and before the answer is delivered."""

import asyncio
import json
from collections import defaultdict, deque
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from mitmproxy import http

from interventions.layers import paths
from interventions.layers.network.answers import AnswerMaker, cut_short
from interventions.layers.network.counting import Hit
from interventions.layers.network.ops import Delay, Error, Forge, Limit, Patch, Stale
from interventions.text import fill_request

Sleep = Callable[[float], Awaitable[None]]


@dataclass(frozen=True)
class Tools:
    """What effects need from outside: waiting, the time, and how answers look."""

    answers: AnswerMaker
    sleep: Sleep = asyncio.sleep
    clock: Callable[[], float] = lambda: asyncio.get_running_loop().time()


class Effect:
    """One rule at work. `request` and `response` return whether they acted."""

    def __init__(self, op: Any, tools: Tools) -> None:
        self.op, self.tools = op, tools

    async def request(self, flow: http.HTTPFlow, hit: Hit) -> bool:
        return False

    async def response(self, flow: http.HTTPFlow, response: http.Response, hit: Hit) -> bool:
        return False

    def passed(self, flow: http.HTTPFlow, response: http.Response) -> None:
        """An answer of the site to a request of this rule's route that the rule leaves alone."""


class DelayEffect(Effect):
    op: Delay

    def _seconds(self, nth: int) -> float:
        return min(self.op.most, self.op.seconds + self.op.grow * (nth - self.op.after - 1))

    async def request(self, flow: http.HTTPFlow, hit: Hit) -> bool:
        if self.op.before:
            await self.tools.sleep(self._seconds(hit.nth))
        return self.op.before

    async def response(self, flow: http.HTTPFlow, response: http.Response, hit: Hit) -> bool:
        if not self.op.before:
            await self.tools.sleep(self._seconds(hit.nth))
        return not self.op.before


class ErrorEffect(Effect):
    op: Error

    async def request(self, flow: http.HTTPFlow, hit: Hit) -> bool:
        if self.op.commit == "before" and flow.response is None:
            flow.response = self._answer()
            return True
        return False

    async def response(self, flow: http.HTTPFlow, response: http.Response, hit: Hit) -> bool:
        if self.op.commit == "after":
            flow.response = self._answer()
            return True
        return False

    def _answer(self) -> http.Response:
        said = {"error": {"code": self.op.code, "reason": self.op.reason, "field": None, "link": None}}
        answer = self.tools.answers.make(200 if self.op.cut else self.op.status, said, self.op.retry_after)
        if self.op.cut:
            cut_short(answer)
        return answer


class ForgeEffect(Effect):
    op: Forge

    async def request(self, flow: http.HTTPFlow, hit: Hit) -> bool:
        if flow.response is not None:
            return False
        body = fill_request(self.op.body, _sent(flow.request))
        flow.response = self.tools.answers.make(self.op.status, body)
        return True


class StaleEffect(Effect):
    """Keeps the last true answer of each address from outside its window, and repeats it inside."""

    op: Stale

    def __init__(self, op: Stale, tools: Tools) -> None:
        super().__init__(op, tools)
        self._kept: dict[str, http.Response] = {}

    def passed(self, flow: http.HTTPFlow, response: http.Response) -> None:
        if 200 <= response.status_code < 300:
            self._kept[flow.request.path] = response.copy()

    async def request(self, flow: http.HTTPFlow, hit: Hit) -> bool:
        kept = self._kept.get(flow.request.path)
        if kept is None or flow.response is not None:
            return False
        flow.response = kept.copy()
        self.tools.answers.freshen(flow.response)
        return True


class LimitEffect(Effect):
    """Counts the requests of each path within the last seconds, refused ones left out."""

    op: Limit

    def __init__(self, op: Limit, tools: Tools) -> None:
        super().__init__(op, tools)
        self._times: dict[str, deque[float]] = defaultdict(deque)

    async def request(self, flow: http.HTTPFlow, hit: Hit) -> bool:
        now, times = self.tools.clock(), self._times[flow.request.path.partition("?")[0]]
        while times and times[0] <= now - self.op.seconds:
            times.popleft()
        if len(times) < self.op.calls or flow.response is not None:
            times.append(now)
            return False
        wait = max(1, round(times[0] + self.op.seconds - now + 0.5))
        said = {"error": {"code": "too_many", "reason": self.op.reason, "field": None, "link": None}}
        flow.response = self.tools.answers.make(self.op.status, said, wait)
        return True


class PatchEffect(Effect):
    op: Patch

    async def response(self, flow: http.HTTPFlow, response: http.Response, hit: Hit) -> bool:
        """ValueError for a body that is not what its headers say: that must not pass as an unchanged answer."""
        if response.status_code >= 300:
            return False
        body = json.loads(response.get_content(strict=True) or b"null")
        acted = False
        for path, value in self.op.set.items():
            for container, key in paths.places(body, path):
                acted = acted or container[key] != value
                container[key] = value
        if acted:
            response.set_content(json.dumps(body, ensure_ascii=False, separators=(",", ":")).encode())
        return acted


def _sent(request: http.Request) -> Any:
    try:
        return json.loads(request.get_content(strict=False) or b"null")
    except ValueError:
        return None


EFFECTS: dict[str, type[Effect]] = {
    "delay": DelayEffect, "error": ErrorEffect, "forge": ForgeEffect, "stale": StaleEffect, "limit": LimitEffect,
    "patch": PatchEffect,
}  # fmt: skip
