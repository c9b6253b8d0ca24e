"""Fingerprints: equal content, however it is laid out, has the same one on every machine."""

import hashlib
import json
from typing import Any


def sha256_of(content: Any) -> str:
    """sha256, in hex, of JSON content with sorted keys; comments, order of keys and spelling of YAML do not count."""
    text = json.dumps(content, sort_keys=True, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return hashlib.sha256(text.encode()).hexdigest()
