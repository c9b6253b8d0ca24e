"""Figures of drops: clean against perturbed per agent, and forests of drops by any grouping."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import PercentFormatter

from analysis.figures import style
from analysis.samples import ALL
from analysis.tables.words import ordered, plain, points

Stats = Mapping[str, Any]
Line = Mapping[str, Any]


def headline(stats: Stats) -> Figure:
    """Per agent: clean and perturbed pass rate on the left, the drop with its interval on the right."""
    lines = [line for line in stats["rows"] if line["by"] == "overall" and line["n"]]
    single = [line for line in lines if line["agent"] != ALL]
    lines = sorted(single, key=lambda line: -line["pass"]["delta"]) + [line for line in lines if line["agent"] == ALL]
    lines = lines if len(single) > 1 else single

    def paint(figure: Figure) -> None:
        left, right = figure.subplots(1, 2, sharey=True, width_ratios=(1.1, 1))
        places = list(range(len(lines)))[::-1]
        for place, line in zip(places, lines, strict=True):
            _dumbbell(left, place, line["pass"])
            _whisker(right, place, line["pass"], style.INK, bold=line["agent"] == ALL)
        _rates(left, "Pass rate")
        _drops(right, "Drop in points, 95% interval")
        left.set_yticks(places, [line["agent"] for line in lines])
        left.set_ylim(-0.6, len(lines) - 0.2)
        _key(left)

    return style.draw(paint, style.WIDTH, 1.25 + 0.42 * max(1, len(lines)))


def forest(stats: Stats, by: str, colours: Mapping[str, str] | None = None) -> Figure:
    """Pooled drops by a grouping with intervals, each agent's drop as a small ring."""
    pooled = {line["value"]: line for line in stats["rows"] if line["by"] == by and line["agent"] == ALL and line["n"]}
    agents = [line for line in stats["rows"] if line["by"] == by and line["agent"] != ALL and line["n"]]
    values = ordered(list(pooled), by)
    if by == "family":
        values = sorted(values, key=lambda value: -pooled[value]["pass"]["delta"])
    several = len({line["agent"] for line in agents}) > 1

    def paint(figure: Figure) -> None:
        axes = figure.subplots()
        places = {value: len(values) - 1 - i for i, value in enumerate(values)}
        if several:
            deltas = [100 * line["pass"]["delta"] for line in agents]
            axes.scatter(
                deltas,
                [places[line["value"]] for line in agents],
                s=22,
                facecolors="none",
                edgecolors=style.SOFT,
                linewidths=0.9,
            )
        for value, place in places.items():
            _whisker(axes, place, pooled[value]["pass"], (colours or {}).get(value, style.INK))
        _drops(axes, "Drop in pass rate, points" + (" (rings: single agents)" if several else ""))
        axes.set_yticks(list(places.values()), [f"{plain(v)}  n={pooled[v]['n']}" for v in values])
        axes.set_ylim(-0.6, len(values) - 0.4)

    return style.draw(paint, style.WIDTH, 0.95 + 0.36 * max(1, len(values)))


def _dumbbell(axes: Axes, place: int, cell: Line) -> None:
    clean, perturbed = 100 * cell["clean"], 100 * cell["perturbed"]
    axes.plot([clean, perturbed], [place, place], color=style.RULE, linewidth=5, solid_capstyle="round", zorder=1)
    axes.scatter([clean], [place], s=58, color=style.CLEAN, zorder=3)
    axes.scatter([perturbed], [place], s=58, color=style.PERTURBED, marker="D", zorder=3)
    ahead = clean >= perturbed
    for value, right in ((clean, ahead), (perturbed, not ahead)):
        offset, side = ((8, 0), "left") if right else ((-8, 0), "right")
        axes.annotate(
            f"{value:.1f}", (value, place), offset, textcoords="offset points", ha=side, va="center", fontsize=9
        )


def _whisker(axes: Axes, place: int, cell: Line, colour: str, bold: bool = False) -> None:
    delta = 100 * cell["delta"]
    low, high = (delta if cell[end] is None else 100 * cell[end] for end in ("ci_low", "ci_high"))
    if cell["ci_low"] is not None:
        axes.plot([low, high], [place, place], color=colour, linewidth=2.6 if bold else 1.8, solid_capstyle="round")
    axes.scatter([delta], [place], s=50 if bold else 34, color=colour, zorder=3)
    axes.annotate(
        points(cell["delta"]),
        (max(delta, high), place),
        (7, 0),
        textcoords="offset points",
        va="center",
        fontsize=9,
        fontweight="bold" if bold else "normal",
    )


def _rates(axes: Axes, label: str) -> None:
    axes.set_xlim(-9, 109)
    axes.set_xticks(range(0, 101, 25))
    axes.xaxis.set_major_formatter(PercentFormatter(decimals=0))
    axes.set_xlabel(label)
    style.rule_lines(axes)
    style.strip(axes, "left", "bottom")


def _drops(axes: Axes, label: str) -> None:
    low, high = axes.get_xlim()
    axes.set_xlim(min(low, -3), high + 0.12 * (high - low))
    axes.axvline(0, color=style.SOFT, linewidth=1, zorder=1)
    axes.set_xlabel(label)
    style.rule_lines(axes)
    style.strip(axes, "left", "bottom")


def _key(axes: Axes) -> None:
    marks = [
        axes.scatter([], [], s=48, color=style.CLEAN, label="clean"),
        axes.scatter([], [], s=48, color=style.PERTURBED, marker="D", label="perturbed"),
    ]
    axes.legend(handles=marks, loc="lower left", bbox_to_anchor=(0, 1), ncols=2, handletextpad=0.1, borderaxespad=0.2)
