"""Names that a person may have meant, for error messages that say what to write instead."""

from collections.abc import Iterable
from difflib import get_close_matches


def nearest(name: str, known: Iterable[str]) -> str | None:
    """The known name most like `name`, or None where nothing is close (ratio below 0.6)."""
    found = get_close_matches(name, sorted(known), n=1, cutoff=0.6)
    return found[0] if found else None


def did_you_mean(what: str, name: str, known: Iterable[str]) -> str:
    """One line: `unknown WHAT 'name': did you mean 'x'? (known: a, b, c)`.

    At most 30 known names are listed; beside a guess at most 10, as it is most likely what was meant.
    """
    names = sorted(set(known))
    guess = nearest(name, names)
    most = 10 if guess else 30
    listed = ", ".join(names[:most]) + (f", … {len(names) - most} more" if len(names) > most else "")
    hint = f": did you mean {guess!r}?" if guess else ""
    return f"unknown {what} {name!r}{hint} (known: {listed or 'none'})"
