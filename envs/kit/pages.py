"""A site's built pages, held in memory: one HTML file for every address, and assets with hashed names."""

import gzip
import mimetypes
from pathlib import Path

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

POLICY = "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'"
NOT_BUILT = "The pages of this site are not built yet. Run: make setup"


class Pages:
    """Serves `index.html` for any page address and `/assets/*` from `folder`."""

    def __init__(self, folder: Path) -> None:
        self._index = (folder / "index.html").read_bytes() if (folder / "index.html").is_file() else None
        self._assets = {
            "/" + path.relative_to(folder).as_posix(): _Asset(path)
            for path in sorted(folder.rglob("*"))
            if path.is_file() and path.name != "index.html"
        }

    @property
    def built(self) -> bool:
        return self._index is not None

    async def __call__(self, request: Request) -> Response:
        if asset := self._assets.get(request.url.path):
            return asset.response(request)
        if request.url.path.startswith(("/api/", "/assets/")):
            return PlainTextResponse("Not found", 404)
        if self._index is None:
            return PlainTextResponse(NOT_BUILT, 503)
        headers = {"content-security-policy": POLICY, "cache-control": "no-store"}
        return Response(self._index, media_type="text/html", headers=headers)


class _Asset:
    def __init__(self, path: Path) -> None:
        self._plain = path.read_bytes()
        self._gzipped = gzip.compress(self._plain, 6, mtime=0)
        self._type = mimetypes.guess_type(path.name)[0] or "application/octet-stream"

    def response(self, request: Request) -> Response:
        headers = {"cache-control": "public, max-age=31536000, immutable", "vary": "accept-encoding"}
        if "gzip" in request.headers.get("accept-encoding", ""):
            return Response(self._gzipped, media_type=self._type, headers={**headers, "content-encoding": "gzip"})
        return Response(self._plain, media_type=self._type, headers=headers)
