"""Figures of failures: their mix, how far a claim of completion can be trusted, families by failed runs."""

from __future__ import annotations

from collections.abc import Sequence

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Patch
from matplotlib.ticker import MaxNLocator, PercentFormatter

from analysis.breakdown import Ranked
from analysis.failure_mix import CLASSES, MODES, Calibration, Mix
from analysis.figures import style
from analysis.tables.words import plain

SHADES = {
    "misleading_success_taken": "#d9694f",
    "premature_done": "#efb3a5",
    "retry_loop": "#e3a72f",
    "plan_collapse": "#f3d48f",
    "selector_hallucination": "#fae9c3",
    "silent_overreach": style.CLASSES["overreach"],
}
"""Coral for belief, gold for action, navy for overreach."""


def mix(mixes: Sequence[Mix]) -> Figure:
    """Shares of the failure modes, a bar per group; shares of 8 % and more are written in."""
    shown = [one for one in mixes if one.n]
    present = [mode for mode in MODES if any(one.counts[mode] for one in shown)]

    def paint(figure: Figure) -> None:
        axes = figure.subplots()
        for place, one in enumerate(reversed(shown)):
            _bar(axes, place, one, present)
        axes.set_yticks(range(len(shown)), [f"{plain(one.value)}  n={one.n}" for one in reversed(shown)])
        axes.set_xlim(0, 100)
        axes.xaxis.set_major_formatter(PercentFormatter(decimals=0))
        axes.set_xlabel("Share of failed perturbed runs")
        style.strip(axes, "left", "bottom")
        keys = [Patch(color=SHADES[mode], label=f"{plain(mode)} ({CLASSES[mode]})") for mode in present]
        axes.legend(handles=keys, loc="lower left", bbox_to_anchor=(0, 1), ncols=3, handlelength=1, columnspacing=1.4)

    rows = -(-max(1, len(present)) // 3)
    return style.draw(paint, style.WIDTH, 0.85 + 0.24 * rows + 0.46 * max(1, len(shown)))


def calibration(points: Sequence[Calibration]) -> Figure:
    """P(failed | declared done) against the share of runs that declare; GUI-only agents as squares."""
    shown = [one for one in points if one.finish_rate is not None and one.failed_share is not None]

    def paint(figure: Figure) -> None:
        axes = figure.subplots()
        for place, one in enumerate(sorted(shown, key=lambda one: one.failed_share or 0)):
            _point(axes, place, one)
        axes.set_xlim(0, 104)
        axes.set_ylim(-3, 104)
        for axis in (axes.xaxis, axes.yaxis):
            axis.set_major_formatter(PercentFormatter(decimals=0))
        axes.set_xlabel("Finish rate: runs that end with a report of completion")
        axes.set_ylabel("Failed, of those")
        axes.grid(True)
        style.strip(axes, "left", "bottom")

    return style.draw(paint, style.WIDTH, 4.2)


def families(ranked: Sequence[Ranked], most: int = 12) -> Figure:
    """Families by failed runs, coloured by layer, the failure rate written beside."""
    shown = list(ranked[:most])

    def paint(figure: Figure) -> None:
        axes = figure.subplots()
        for place, one in enumerate(reversed(shown)):
            axes.barh(place, one.failed, height=0.62, color=style.LAYERS.get(one.layer, style.SOFT))
            note = f"{one.failed} of {one.runs} ({100 * one.rate:.0f}%)"
            axes.annotate(
                note, (one.failed, place), (6, 0), textcoords="offset points", va="center", fontsize=9, color=style.SOFT
            )
        axes.set_yticks(range(len(shown)), [plain(one.family) for one in reversed(shown)])
        axes.set_xlim(0, 1.25 * max((one.failed for one in shown), default=1) + 0.5)
        axes.set_xlabel("Failed perturbed runs")
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
        style.rule_lines(axes)
        style.strip(axes, "left", "bottom")
        layers = [name for name in style.LAYERS if any(one.layer == name for one in shown)]
        keys = [Patch(color=style.LAYERS[name], label=name) for name in layers]
        if any(one.layer not in style.LAYERS for one in shown):
            keys.append(Patch(color=style.SOFT, label="only in stacked variants"))
        axes.legend(handles=keys, loc="lower left", bbox_to_anchor=(0, 1), ncols=5, handlelength=1)

    return style.draw(paint, style.WIDTH, 1.1 + 0.34 * max(1, len(shown)))


def _bar(axes: Axes, place: int, one: Mix, present: Sequence[str]) -> None:
    left = 0.0
    for mode in present:
        share = 100 * (one.share(mode) or 0)
        axes.barh(place, share, left=left, height=0.62, color=SHADES[mode], edgecolor=style.PAPER, linewidth=1)
        if share >= 8:
            ink = "#ffffff" if mode in ("silent_overreach", "misleading_success_taken") else "#1c1c1c"
            axes.text(left + share / 2, place, f"{share:.0f}%", ha="center", va="center", fontsize=9, color=ink)
        left += share


def _point(axes: Axes, place: int, one: Calibration) -> None:
    x, y = 100 * (one.finish_rate or 0), 100 * (one.failed_share or 0)
    if one.interval:
        low, high = (100 * end for end in one.interval)
        axes.plot([x, x], [low, high], color=style.RULE, linewidth=3, solid_capstyle="round", zorder=1)
    axes.scatter([x], [y], s=56, marker="s" if one.gui else "o", color=style.PERTURBED, zorder=3)
    right = x < 60
    axes.annotate(
        one.agent,
        (x, y),
        (9 if right else -9, 8 if place % 2 else -8),
        textcoords="offset points",
        ha="left" if right else "right",
        va="center",
        fontsize=9,
    )
