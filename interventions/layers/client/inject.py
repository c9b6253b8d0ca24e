"""Puts the script into pages, and understands what it reports.

The script's address and bytes are the same in both arms; only the options on its tag differ, an empty list in clean. In
them an op has a number for a name: nothing that a page shows says what it is for.
"""

import html as escape
import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from interventions.layers.client.ops import Hold, Note, Panel, Set
from interventions.layers.vocabulary import parse
from interventions.receipts import receipt

SCRIPT_PATH = "/assets/enhance.js"
BEACON_PATH = "/api/vitals"
SCRIPT = (Path(__file__).parent / "enhance.js").read_bytes()
MAX_REPORT = 4096
_HEAD = re.compile(rb"<head[^>]*>", re.IGNORECASE)
_OWN = {"id", "family", "op"}


def html(body: bytes, ops: Sequence[Mapping[str, Any]]) -> bytes:
    """The page with the script's tag first in its head, so that it hears events before the page's own scripts do."""
    listed = json.dumps(options(ops), ensure_ascii=False, separators=(",", ":"))
    tag = f'<script src="{SCRIPT_PATH}" data-options="{escape.escape(listed)}" defer></script>'.encode()
    head = _HEAD.search(body)
    at = head.end() if head else 0
    return body[:at] + tag + body[at:]


def options(ops: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """The ops as the script reads them: every field written out, a number for the name."""
    return [_option(raw, str(number)) for number, raw in enumerate(ops, 1)]


def _option(raw: Mapping[str, Any], key: str) -> dict[str, Any]:
    op = parse("client", raw)
    assert isinstance(op, Panel | Note | Set | Hold), f"the client layer does not know {raw['op']}"
    return {"key": key, "do": op.op, **op.model_dump(mode="json", by_alias=True, exclude=_OWN)}


def report(body: bytes, ops: Sequence[Mapping[str, Any]]) -> dict[str, Any] | None:
    """What the script told, as a receipt; None for anything else, since an agent may write to any address.

    A failure of the script comes back with kind "error": the run is void.
    """
    try:
        told = json.loads(body[:MAX_REPORT])
        raw, kind, detail = ops[int(told["op"]) - 1], told["kind"], told.get("detail")
    except (ValueError, KeyError, TypeError, IndexError):
        return None
    if int(told["op"]) < 1 or kind not in ("applied", "met", "error"):
        return None
    op = parse("client", raw)
    return {**receipt(op, "met"), "kind": kind, "detail": detail if isinstance(detail, dict) else {}}
