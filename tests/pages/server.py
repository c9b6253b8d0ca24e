"""Pages for tests of the driver: a small threaded server that remembers what reached it."""

import json
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

FOLDER = Path(__file__).parent


class Pages:
    """A server on a free port of the loopback. `put(html)` gives an address; POSTs to /save and /count are kept."""

    def __init__(self) -> None:
        self.saved: list[Any] = []
        self.counts: dict[str, int] = {}
        self.html: dict[str, str] = {}
        self.hits: list[str] = []
        self.over = threading.Event()
        pages = self

        class Handler(_Handler):
            owner = pages

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
        self._thread.start()

    @property
    def port(self) -> int:
        return int(self._server.server_address[1])

    @property
    def origin(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def put(self, body: str, title: str = "Test page") -> str:
        """Serve a document with this body; gives its address."""
        path = f"/p/{len(self.html)}"
        self.html[path] = f"<!doctype html><html lang=en><head><title>{title}</title></head><body>{body}</body></html>"
        return self.origin + path

    def close(self) -> None:
        self.over.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


class _Handler(BaseHTTPRequestHandler):
    owner: Pages
    protocol_version = "HTTP/1.1"

    def log_message(self, format: str, *args: Any) -> None:
        return

    def do_GET(self) -> None:
        url = urlsplit(self.path)
        query = {key: values[0] for key, values in parse_qs(url.query).items()}
        self.owner.hits.append(self.path)
        if "delay" in query:
            self.owner.over.wait(float(query["delay"]))
        match url.path:
            case "/redirect":
                self._answer(302, b"", "text/plain", {"location": query["to"]})
            case "/data":
                self._answer(200, json.dumps({"text": query.get("text", "data")}).encode(), "application/json")
            case "/events":
                self._events()
            case path if path in self.owner.html:
                self._answer(200, self.owner.html[path].encode(), "text/html; charset=utf-8")
            case path if (file := FOLDER / path.lstrip("/")).is_file() and file.suffix == ".html":
                self._answer(200, file.read_bytes(), "text/html; charset=utf-8")
            case _:
                self._answer(404, b"<title>Not found</title><h1>Not found</h1>", "text/html")

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers.get("content-length", 0))).decode()
        path = urlsplit(self.path).path
        if path.startswith("/count/"):
            name = path.removeprefix("/count/")
            self.owner.counts[name] = self.owner.counts.get(name, 0) + 1
        else:
            self.owner.saved.append(json.loads(body) if body.startswith(("{", "[", '"')) else body)
        self._answer(200, b'{"ok": true}', "application/json")

    def _answer(self, status: int, body: bytes, kind: str, headers: dict[str, str] | None = None) -> None:
        try:
            self.send_response(status)
            self.send_header("content-type", kind)
            self.send_header("content-length", str(len(body)))
            self.send_header("access-control-allow-origin", "*")
            for name, value in (headers or {}).items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body)
        except (BrokenPipeError, ConnectionResetError):
            self.close_connection = True

    def _events(self) -> None:
        """An event stream that never ends by itself."""
        self.close_connection = True
        self.send_response(200)
        self.send_header("content-type", "text/event-stream")
        self.end_headers()
        try:
            while not self.owner.over.is_set():
                self.wfile.write(f"data: {time.monotonic()}\n\n".encode())
                self.wfile.flush()
                self.owner.over.wait(0.5)
        except (BrokenPipeError, ConnectionResetError):
            return
