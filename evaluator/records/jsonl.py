"""JSON and JSON Lines on disk: files appear whole or not at all; a torn last line is told from a broken file."""

import json
import math
import os
import re
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any


class RecordError(Exception):
    """A stored file that cannot be read: `file:line  what`."""

    def __init__(self, file: Path, line: int, message: str) -> None:
        super().__init__(f"{file}:{line}  {message}")
        self.file, self.line, self.message = file, line, message


@dataclass(frozen=True)
class Lines:
    """Records of a JSON Lines file; `torn` where the last line was cut off (it is left out of `records`)."""

    records: tuple[Any, ...]
    torn: bool = False


_HALF = re.compile("[\ud800-\udfff]")


def dumps(value: Any, *, indent: int | None = None) -> str:
    """JSON text; NaN and infinities are refused, they would be read by nobody else.

    Half a surrogate pair, which an agent or a page may write and UTF-8 cannot carry, is escaped and so kept.
    """
    text = json.dumps(value, ensure_ascii=False, allow_nan=False, indent=indent)
    return _HALF.sub(lambda half: f"\\u{ord(half[0]):04x}", text)


def loads(text: bytes | str) -> Any:
    """JSON as `dumps` writes it. ValueError for what others read otherwise or not at all.

    That is: a key that stands twice, NaN, an infinity or a number that becomes one, nesting or a number without end.
    """
    try:
        return json.loads(text, object_pairs_hook=_object, parse_float=_finite, parse_constant=_finite)
    except RecursionError:
        raise ValueError("is nested too deep") from None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise ValueError(f"the key {twice!r} stands twice")
    return found


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(f"{text} is no number that JSON knows")
    return number


def write_atomic(path: Path, data: bytes) -> None:
    """Writes a file so that a reader, or a crash, sees the old one or the new one and nothing between."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        Path(name).chmod(0o644)
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def write_json(path: Path, value: Any, *, indent: int | None = None) -> None:
    """Writes one JSON document atomically."""
    write_atomic(path, (dumps(value, indent=indent) + "\n").encode())


def append_line(path: Path, value: Any) -> None:
    """Appends one record in a single write, so that a crash can tear at most the last line."""
    line = (dumps(value) + "\n").encode()
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("ab", buffering=0) as file:
        file.write(line)


def read_json(path: Path) -> Any:
    """Reads one JSON document. Raises RecordError with file and line where it is broken."""
    try:
        return loads(path.read_bytes())
    except json.JSONDecodeError as error:
        raise RecordError(path, error.lineno, f"no valid JSON: {error.msg}") from error
    except UnicodeDecodeError as error:
        raise RecordError(path, 1, f"not UTF-8: {error.reason}") from error
    except ValueError as error:
        raise RecordError(path, 1, f"no valid JSON: {error}") from error
    except OSError as error:
        raise RecordError(path, 1, f"cannot be read: {error.strerror}") from error


def read_lines(path: Path) -> Lines:
    """Reads a JSON Lines file. A last line cut off before its newline is torn; other faults are a RecordError."""
    *whole, rest = path.read_bytes().split(b"\n")
    records = [_parse(path, number, line) for number, line in enumerate(whole, start=1) if line.strip()]
    if not rest.strip():
        return Lines(tuple(records))
    try:
        return Lines((*records, loads(rest)))
    except ValueError:
        return Lines(tuple(records), torn=True)


def _parse(path: Path, number: int, line: bytes) -> Any:
    try:
        return loads(line)
    except ValueError as error:
        raise RecordError(path, number, "broken in the middle of the file: this is no torn last line") from error
