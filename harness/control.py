"""HTTP clients of the two control planes. Any fault in them is the infrastructure's, never the agent's."""

from typing import Any

import httpx

from harness.errors import VoidRun

TIMEOUT_SECONDS = 30.0


class Control:
    """JSON calls to one control plane with its bearer token."""

    def __init__(self, url: str, token: str) -> None:
        self.url = url
        self._http = httpx.AsyncClient(
            base_url=url,
            headers={"authorization": f"Bearer {token}"},
            timeout=TIMEOUT_SECONDS,
            trust_env=False,  # a proxy of the user's shell must not see these calls
        )

    async def call(self, method: str, path: str, body: Any = None) -> Any:
        """The answer's JSON; VoidRun(infra) where the plane is gone or refuses."""
        try:
            answer = await self._http.request(method, path, json=body)
        except httpx.HTTPError as fault:
            raise VoidRun("infra", f"{method} {self.url}{path}: {type(fault).__name__}: {fault}") from fault
        if answer.is_error:
            raise VoidRun("infra", f"{method} {self.url}{path}: {answer.status_code} {answer.text[:500]}")
        return answer.json()

    async def close(self) -> None:
        await self._http.aclose()
