"""Answers made in the site's place, which carry the headers that the site's own carry."""

import json
from email.utils import formatdate
from typing import Any

from mitmproxy import http
from mitmproxy.net.http import status_codes


class AnswerMaker:
    """Remembers the headers of the last real answer, so that a made one has the same names in the same order."""

    def __init__(self) -> None:
        self._shape: list[tuple[str, str]] = [
            ("date", ""), ("content-length", ""), ("content-type", ""),
            ("cache-control", "no-store"),
        ]  # fmt: skip

    def learn(self, response: http.Response) -> None:
        """Takes over the headers of a real JSON answer."""
        if response.headers.get("content-type", "").startswith("application/json"):
            named = [(name.decode().lower(), value.decode()) for name, value in response.headers.fields]
            self._shape = [pair for pair in named if pair[0] not in ("content-encoding", "etag", "last-modified")]

    def make(self, status: int, body: Any, retry_after: int | None = None) -> http.Response:
        content = json.dumps(body, separators=(",", ":"), ensure_ascii=False).encode()
        own = {"date": formatdate(usegmt=True), "content-length": str(len(content)), "content-type": "application/json"}
        headers = [(name, own.get(name, value)) for name, value in self._shape]
        if retry_after is not None:
            headers.append(("retry-after", str(retry_after)))
        raw = [(name.encode(), value.encode()) for name, value in headers]
        reason = status_codes.RESPONSES.get(status, "").encode()
        return http.Response(b"HTTP/1.1", status, reason, http.Headers(raw), content, None, 0.0, 0.0)

    def freshen(self, response: http.Response) -> None:
        """Gives an old answer the date and the clock of now: only its content is old."""
        response.headers["date"] = formatdate(usegmt=True)
        for name, value in self._shape:
            if name == "x-clock":
                response.headers[name] = value


def cut_short(response: http.Response) -> None:
    """Makes the answer break off: its head promises more than comes before the connection ends.

    A connection that closes before the head would be repeated by the browser without a word, writes included.
    """
    content = response.raw_content or b""
    half = content[: len(content) // 2]
    response.headers.pop("transfer-encoding", None)
    response.raw_content = half
    response.headers["content-length"] = str(len(content) + 64)
    response.headers["connection"] = "close"
