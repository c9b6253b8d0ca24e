"""JSON and JSON Lines on disk: files appear whole or not at all; a torn last line is told from a broken file."""

import json
import os
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


def dumps(value: Any, *, indent: int | None = None) -> str:
    """JSON text; NaN and infinities are refused, they would be read by nobody else."""
    return json.dumps(value, ensure_ascii=False, allow_nan=False, indent=indent)


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
        return json.loads(path.read_bytes())
    except json.JSONDecodeError as error:
        raise RecordError(path, error.lineno, f"no valid JSON: {error.msg}") from error
    except UnicodeDecodeError as error:
        raise RecordError(path, 1, f"not UTF-8: {error.reason}") from error


def read_lines(path: Path) -> Lines:
    """Reads a JSON Lines file. A last line cut off before its newline is torn; other faults are a RecordError."""
    *whole, rest = path.read_bytes().split(b"\n")
    records = [_parse(path, number, line) for number, line in enumerate(whole, start=1) if line.strip()]
    if not rest.strip():
        return Lines(tuple(records))
    try:
        return Lines((*records, json.loads(rest)))
    except ValueError:
        return Lines(tuple(records), torn=True)


def _parse(path: Path, number: int, line: bytes) -> Any:
    try:
        return json.loads(line)
    except ValueError as error:
        raise RecordError(path, number, "broken in the middle of the file: this is no torn last line") from error
