"""Loaded by the mitmproxy process of test_network_e2e: one session's rules, its receipts as lines of a file."""

import json
import os
from pathlib import Path
from random import Random
from typing import Any

from mitmproxy import http

from interventions.layers.network.addon import NetworkRules

ROUTES = [("GET", "/api/{name}"), ("POST", "/api/{name}")]


class Rules:
    def __init__(self) -> None:
        self._file = Path(os.environ["RECEIPTS"])
        self._rules = NetworkRules(json.loads(os.environ["OPS"]), ROUTES, Random(1), self._record)

    def _record(self, receipt: dict[str, Any]) -> None:
        with self._file.open("a") as file:
            file.write(json.dumps(receipt) + "\n")

    async def request(self, flow: http.HTTPFlow) -> None:
        await self._rules.request(flow)

    def responseheaders(self, flow: http.HTTPFlow) -> None:
        self._rules.responseheaders(flow)

    async def response(self, flow: http.HTTPFlow) -> None:
        await self._rules.response(flow)


addons = [Rules()]
