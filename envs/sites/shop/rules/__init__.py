"""What the shop allows. Pure functions: facts in, a `Refusal` or None out; the routes raise what they are given.

Nothing here reads a database or a clock. Instants and days are arguments; amounts are Decimals in pounds.
"""

from envs.kit.hooks import Refusal

Verdict = Refusal | None


def require(*verdicts: Verdict) -> None:
    """Raises the first refusal among the verdicts."""
    for verdict in verdicts:
        if verdict is not None:
            raise verdict


def refuse(code: str, reason: str, field: str | None = None, link: str | None = None, status: int = 409) -> Refusal:
    """A refusal of a rule: the request was understood, and the shop says no."""
    return Refusal(status, code, reason, field, link)


def invalid(field: str, reason: str) -> Refusal:
    """A refusal of what was typed into a field."""
    return Refusal(422, "invalid", reason, field)


def missing(what: str) -> Refusal:
    """There is no such thing, or not on this account."""
    return Refusal(404, "not_found", f"We could not find that {what}.")


def length(field: str, label: str, text: str, least: int, most: int) -> Verdict:
    """Whether a typed text has an allowed length, counted without the spaces around it."""
    size = len(text.strip())
    if size < least:
        return invalid(field, f"{label} needs at least {least} characters." if size else f"{label} is missing.")
    return invalid(field, f"{label} can have at most {most} characters.") if size > most else None
