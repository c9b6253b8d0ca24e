"""Faults in files, as `file:line  key: message`; one exception carries them all."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Self

type KeyPath = tuple[str | int, ...]


@dataclass(frozen=True, order=True)
class Problem:
    """One fault of a file: `file:line  key: message`."""

    file: str
    line: int
    key: str
    message: str

    def __str__(self) -> str:
        key = f"{self.key}: " if self.key else ""
        return f"{self.file}:{self.line}  {key}{self.message}"


class SourceError(Exception):
    """Faults in files that a user can mend: one or several `problems`, and `file line key message` of the first."""

    def __init__(self, file: str, line: int, key: str, message: str, more: Iterable[Problem] = ()) -> None:
        first = Problem(file, line, key, message)
        self.problems = (first, *more)
        self.file, self.line, self.key, self.message = file, line, key, message
        super().__init__("\n".join(str(problem) for problem in self.problems))

    @classmethod
    def of(cls, problems: Sequence[Problem]) -> Self:
        """One error of several problems (at least one)."""
        first, *more = problems
        return cls(first.file, first.line, first.key, first.message, more)


def spell(path: KeyPath) -> str:
    """A key path as people write it: `checks[0].fields.total`."""
    text = ""
    for part in path:
        text += f"[{part}]" if isinstance(part, int) else f".{part}" if text else part
    return text
