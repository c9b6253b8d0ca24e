"""What two runs must have in common to be pooled, as short hashes."""

import hashlib
import json
from collections.abc import Iterable
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any

from harness.browser.bounds import Bounds
from harness.corpus import Pair

ROOT = Path(__file__).parent.parent
CODE = (
    *(f"{folder}/**/*.py" for folder in ("evaluator", "tasks", "envs", "interventions", "harness")),
    *(f"{folder}/**/*.js" for folder in ("interventions", "harness")),
    "envs/sites/*/data/**/*.yaml",
)


def short(content: str | bytes) -> str:
    """Sixteen hex digits of a sha256."""
    return hashlib.sha256(content.encode() if isinstance(content, str) else content).hexdigest()[:16]


def of_json(value: Any) -> str:
    return short(json.dumps(value, sort_keys=True, separators=(",", ":"), default=str))


def of_variant(pair: Pair) -> str:
    """The variant's content and that of the families which it applies; its notes and scripts decide nothing."""
    families = {name: pair.families[name].model_dump(mode="json") for name in pair.family_names}
    content = pair.variant.model_dump(mode="json", by_alias=True, include={"name", "apply"})
    return of_json({"variant": content, "families": families})


def of_bounds(bounds: Bounds) -> str:
    return of_json(bounds.model_dump())


@cache
def of_grader() -> str:
    """The code of the evaluator, but for how records are stored."""
    return _of_files(path for path in (ROOT / "evaluator").rglob("*.py") if "records" not in path.parts)


@cache
def of_code() -> str:
    """The version with a hash over what runs are made of: our Python, the page scripts, the data of the sites."""
    files = (path for pattern in CODE for path in ROOT.glob(pattern))
    return f"{version('breakingweb')}+{_of_files(files)[:10]}"


def _of_files(files: Iterable[Path]) -> str:
    total = hashlib.sha256()
    for path in sorted(files):
        total.update(f"{path.relative_to(ROOT).as_posix()}\0".encode() + path.read_bytes() + b"\0")
    return total.hexdigest()[:16]
