"""A figure of drops by two groupings, the numbers written in."""

from __future__ import annotations

from collections.abc import Sequence

from matplotlib.colors import LinearSegmentedColormap
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from analysis.breakdown import Spot
from analysis.figures import style
from analysis.tables.words import MINUS, ordered, plain

WARM = LinearSegmentedColormap.from_list("drop", ["#fdf4e7", "#f6c58f", "#e5843f", "#b3440f"])


def matrix(spots: Sequence[Spot], down: str, across: str) -> Figure:
    """Mean paired drop in score per cell; the largest of each row is framed."""
    rows = ordered(list({spot.row for spot in spots}), down)
    columns = ordered(list({spot.column for spot in spots}), across)
    top = max((spot.drop for spot in spots), default=0.0) or 1.0
    peaks = {spot.row: spot for spot in sorted(spots, key=lambda spot: spot.drop)}

    def paint(figure: Figure) -> None:
        axes = figure.subplots()
        for spot in spots:
            x, y = columns.index(spot.column), rows.index(spot.row)
            level = max(0.0, spot.drop) / top
            framed = peaks[spot.row] is spot and spot.drop > 0
            axes.add_patch(
                Rectangle(
                    (x + 0.03, y + 0.05),
                    0.94,
                    0.9,
                    facecolor=WARM(level),
                    edgecolor=style.INK if framed else "none",
                    linewidth=1.6,
                )
            )
            ink = "#ffffff" if level > 0.7 else "#26221d"
            text = f"{spot.drop:.2f}".replace("-", MINUS)
            axes.text(x + 0.5, y + 0.5, text, ha="center", va="center", fontsize=9, color=ink)
        axes.set_xlim(0, max(1, len(columns)))
        axes.set_ylim(max(1, len(rows)), 0)
        axes.set_xticks([x + 0.5 for x in range(len(columns))], [plain(name) for name in columns])
        axes.set_yticks([y + 0.5 for y in range(len(rows))], [plain(name) for name in rows])
        axes.xaxis.tick_top()
        axes.tick_params(axis="x", labelcolor=style.INK)
        style.strip(axes, "left", "bottom")

    return style.draw(paint, style.WIDTH, 0.6 + 0.44 * max(1, len(rows)))
