"""What a user can put right in the input of a table or a report."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from pathlib import Path


class InputError(ValueError):
    """An input that cannot be read as it stands; ``str()`` is one line, ``file:line  key: message``."""

    def __init__(self, message: str, *, file: Path | str | None = None, line: int | None = None, key: str = "") -> None:
        self.file = None if file is None else str(file)
        self.line = line
        self.key = key
        self.message = message
        super().__init__(self._text())

    def _text(self) -> str:
        place = ":".join(str(part) for part in (self.file, self.line) if part is not None)
        body = f"{self.key}: {self.message}" if self.key else self.message
        return f"{place}  {body}" if place else body


def nearest(word: str, known: Iterable[str]) -> str | None:
    """The known word that `word` is most likely a misspelling of, or None where nothing is close."""
    found = difflib.get_close_matches(word.casefold(), list(known), n=1, cutoff=0.7)
    return found[0] if found else None
