"""How every figure looks, and how it is written.

Colours are from Okabe and Ito's set, told apart with any colour vision, and never the only sign. On the page the inks
become CSS variables, so that a figure follows the page's light or dark scheme; files keep the light ones.
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure

INK, SOFT, RULE, PAPER = "#1d2733", "#5b6875", "#dde2e7", "#fefefe"
CLEAN, PERTURBED = "#0072b2", "#d55e00"
LAYERS = {"seed": "#009e73", "server": "#b5651d", "network": "#56a4d8", "client": "#cc79a7"}
CLASSES = {"belief": "#d9694f", "action": "#e3a72f", "overreach": "#33508a"}

WIDTH = 10.8
"""Inches that every figure is wide; its height follows from what it shows."""

VARIABLES = {
    INK: "--ink",
    SOFT: "--soft",
    RULE: "--rule",
    PAPER: "--paper",
    CLEAN: "--clean",
    PERTURBED: "--perturbed",
    CLASSES["overreach"]: "--overreach",
}

SETTINGS: Any = {
    "font.family": "DejaVu Sans",
    "font.size": 10,
    "text.color": INK,
    "text.parse_math": False,
    "axes.edgecolor": RULE,
    "axes.labelcolor": SOFT,
    "axes.titlecolor": INK,
    "axes.titlesize": 11,
    "axes.titleweight": "bold",
    "axes.titlelocation": "left",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "axes.grid": False,
    "grid.color": RULE,
    "grid.linewidth": 0.8,
    "xtick.color": SOFT,
    "ytick.color": SOFT,
    "xtick.labelcolor": SOFT,
    "ytick.labelcolor": INK,
    "xtick.major.size": 0,
    "ytick.major.size": 0,
    "legend.frameon": False,
    "legend.fontsize": 9,
    "svg.fonttype": "none",
    "svg.hashsalt": "breakingweb",
    "figure.constrained_layout.use": True,
}


def draw(paint: Callable[[Figure], None], width: float, height: float) -> Figure:
    """A figure of `width` by `height` inches in the house style."""
    with mpl.rc_context(SETTINGS):
        figure = Figure(figsize=(width, height))
        paint(figure)
    return figure


def save(figure: Figure, stem: Path) -> str:
    """Write `stem`.svg and `stem`.png, the same bytes for the same figure; returns the SVG document."""
    stem.parent.mkdir(parents=True, exist_ok=True)
    document = svg(figure)
    stem.with_suffix(".svg").write_text(document, encoding="utf-8")
    with mpl.rc_context(SETTINGS):
        FigureCanvasAgg(figure)
        figure.savefig(stem.with_suffix(".png"), dpi=200, facecolor="white", metadata={"Software": None})
    return document


def svg(figure: Figure) -> str:
    """The figure as an SVG document with a transparent ground."""
    stream = io.StringIO()
    with mpl.rc_context(SETTINGS):
        FigureCanvasSVG(figure)
        figure.savefig(stream, format="svg", transparent=True, metadata={"Date": None, "Creator": None})
    return stream.getvalue()


def inline(document: str, name: str) -> str:
    """An SVG document as an element of a page: ids made its own, inks as CSS variables, no size of its own."""
    body = document[document.index("<svg") :]
    body = re.sub(r"<metadata>.*?</metadata>", "", body, flags=re.DOTALL)
    body = re.sub(r"<style[^>]*>.*?</style>", "", body, flags=re.DOTALL)
    body = re.sub(
        r'(<svg[^>]*?) width="[^"]*"', r"\1", re.sub(r'(<svg[^>]*?) height="[^"]*"', r"\1", body, count=1), count=1
    )
    body = re.sub(r'\bid="', f'id="{name}-', body)
    body = re.sub(r'(xlink:href="|href="|url\()#', rf"\1#{name}-", body)
    for colour, variable in VARIABLES.items():
        body = body.replace(colour, f"var({variable})")
    return body.replace("<svg ", '<svg aria-hidden="true" focusable="false" ', 1)


def rule_lines(axes: Axes) -> None:
    """Faint upright lines behind the marks."""
    axes.grid(True, axis="x")


def strip(axes: Axes, *sides: str) -> None:
    """Hide spines."""
    for side in sides:
        axes.spines[side].set_visible(False)
