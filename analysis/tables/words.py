"""How numbers and names are written in tables and figures."""

from __future__ import annotations

MINUS = "−"
NONE = "–"

BAND_TONES = {None: "muted", "<15%": "band-0", "15-30%": "band-1", "30-45%": "band-2", ">=45%": "band-3"}

PRIMITIVES = (
    "grounding",
    "planning",
    "state_tracking",
    "backtracking",
    "patience",
    "exploration",
    "verification",
)
LAYERS = ("seed", "server", "network", "client")
TIERS = ("easy", "medium", "hard", "expert", "frontier")
ORDERS = {"primitive": PRIMITIVES, "layer": LAYERS, "tier": TIERS}


def percent(share: float | None) -> str:
    """0.445 -> `44.5`; the column's head says that it is a per cent."""
    return NONE if share is None else _signless_zero(f"{100 * share:.1f}")


def points(change: float | None) -> str:
    """A drop in percentage points with its direction: 0.276 -> `↓ 27.6`."""
    return _arrow(change, "" if change is None else f"{100 * abs(change):.1f}")


def score_points(change: float | None) -> str:
    """A drop in score with its direction: 0.153 -> `↓ 0.153`."""
    return _arrow(change, "" if change is None else f"{abs(change):.3f}")


def bracket(low: float | None, high: float | None, scale: float = 100.0, digits: int = 1) -> str:
    """An interval, `[10.0, 18.5]`; empty where it is undefined."""
    if low is None or high is None:
        return ""
    ends = (_signless_zero(f"{scale * end:.{digits}f}").replace("-", MINUS) for end in (low, high))
    return f"[{',\u00a0'.join(ends)}]"


def p_text(p: float | None) -> str:
    """A p value: three decimals, or `<.001`."""
    if p is None:
        return NONE
    return "<.001" if p < 0.001 else f"{p:.3f}".lstrip("0") if p < 1 else "1"


def duration(seconds: float | None) -> str:
    """Seconds as `48 s`, `3 min 12 s` or `1 h 05 min`."""
    if seconds is None:
        return NONE
    if seconds < 10:
        return f"{seconds:.1f} s"
    whole = round(seconds)
    if whole < 90:
        return f"{whole} s"
    minutes, rest = divmod(whole, 60)
    return f"{minutes} min {rest:02} s" if minutes < 60 else f"{minutes // 60} h {minutes % 60:02} min"


def plain(name: str) -> str:
    """A name of the vocabulary in words: `state_tracking` -> `state tracking`."""
    return name.replace("_", " ")


def ordered(values: set[str] | list[str], by: str) -> list[str]:
    """Values of a grouping in their usual order, unknown ones last by name."""
    order = ORDERS.get(by, ())
    return sorted(values, key=lambda value: (order.index(value) if value in order else len(order), value))


def plural(count: int, noun: str) -> str:
    """`1 pair`, `8 pairs`."""
    return f"{count:,} {noun}" + ("" if count == 1 else "s")


def _arrow(change: float | None, size: str) -> str:
    if change is None:
        return NONE
    if float(size) == 0:
        return f"± {size}"
    return f"{'↓' if change > 0 else '↑'} {size}"


def _signless_zero(text: str) -> str:
    return text.lstrip("-") if float(text) == 0 else text
