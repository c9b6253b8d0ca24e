"""Files that lie where nobody looks: left aside in silence, a task or variant would be missing without a word."""

from collections.abc import Iterator
from pathlib import Path
from re import fullmatch

from tasks.problems import Problem


def stray(root: Path, form: str, shape: str) -> Iterator[Problem]:
    """A fault for each YAML file below `root` whose path there does not match `form`; `shape` says it to people."""
    for path in sorted(root.rglob("*")):
        if path.suffix in (".yaml", ".yml") and not fullmatch(form, path.relative_to(root).as_posix()):
            yield Problem(str(path), 1, "", f"is not read from here: put it into {shape}")
