"""The words and numbers at the head of a report."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from analysis.failure_mix import Mix
from analysis.samples import ALL
from analysis.tables.words import NONE, bracket, percent, plural


@dataclass(frozen=True, slots=True)
class Number:
    """One figure with its label."""

    value: str
    label: str
    tone: str = ""


@dataclass(frozen=True, slots=True)
class Summary:
    """The head of a report. `warning` is empty where nothing has to be said before the numbers."""

    headline: str
    standfirst: str
    warning: str
    numbers: tuple[Number, ...]
    agents: str
    tasks: str
    pairs: str


def summarise(stats: Mapping[str, Any], failures: Mix, again: bool = False) -> Summary:
    """The head of a report on a `stats` document and the pooled failure mix; `again` where both arms were clean."""
    overall = next((line for line in stats["rows"] if line["agent"] == ALL and line["by"] == "overall"), None)
    agents = {line["agent"] for line in stats["rows"]} - {ALL}
    shown = overall is not None and overall["n"] > 0 and overall["coverage"]["headline"]
    return Summary(
        headline=_headline(overall, again) if overall and shown else "Too few complete pairs for a headline",
        standfirst=_standfirst(overall) if overall and shown else "",
        warning=" ".join(filter(None, (_warning(overall), *stats["warnings"]))),
        numbers=tuple(_numbers(overall, failures)) if overall else (),
        agents=plural(len(agents), "agent"),
        tasks=plural(overall["n"] if overall else 0, "task"),
        pairs=plural(stats["pairs"], "complete pair"),
    )


def _headline(line: Mapping[str, Any], again: bool) -> str:
    change = line["pass"]["delta"]
    if again:
        return f"With nothing changed, the pass rate differs by {100 * abs(change):.1f} points"
    if abs(change) < 0.0005:
        return "Interventions leave the pass rate where it is"
    verb = "lower" if change > 0 else "raise"
    text = f"Interventions {verb} the pass rate by {100 * abs(change):.1f} points"
    low, high = line["pass"]["ci_low"], line["pass"]["ci_high"]
    return f"{text}, which chance could explain" if low is not None and low <= 0 <= high else text


def _standfirst(line: Mapping[str, Any]) -> str:
    passes, lost = line["pass"], line["lost"]
    before, after = percent(passes["clean"]), percent(passes["perturbed"])
    text = f"From {before}% on the unmodified sites to {after}% under intervention"
    if passes["ci_low"] is not None:
        text += f"; 95% interval of the drop {bracket(passes['ci_low'], passes['ci_high'])} points"
    if lost["share"] is not None:
        text += f". Of the runs that pass clean, {percent(lost['share'])}% fail when perturbed"
    return text + "."


def _warning(line: Mapping[str, Any] | None) -> str:
    if not line:
        return "There is no pair to report on."
    coverage, bounds = line["coverage"], line["bounds"]
    if coverage["complete"] == coverage["trials"]:
        return ""
    void = sum(coverage["void"].values())
    parts = [f"{coverage['complete']} of {plural(coverage['trials'], 'trial')} are complete"]
    if void:
        kinds = ", ".join(f"{count} {kind}" for kind, count in coverage["kinds"].items())
        parts.append(f"{plural(void, 'run')} void ({kinds})")
    if coverage["missing"]:
        parts.append(f"{plural(coverage['missing'], 'trial')} without one of the arms")
    text = "; ".join(parts) + "."
    if void and bounds["low"] is not None:
        reach = bracket(bounds["low"], bounds["high"])
        text += f" Counted either way, void runs could put the drop anywhere in {reach} points."
    return text


def _numbers(line: Mapping[str, Any], failures: Mix) -> Sequence[Number]:
    passes, scores, coverage = line["pass"], line["score"], line["coverage"]
    belief = failures.class_share("belief")
    interval = bracket(passes["ci_low"], passes["ci_high"]) or "no interval under 2 tasks"
    return (
        Number(f"{percent(passes['clean'])}%" if passes["clean"] is not None else NONE, "pass clean", "clean"),
        Number(
            f"{percent(passes['perturbed'])}%" if passes["perturbed"] is not None else NONE,
            "pass perturbed",
            "perturbed",
        ),
        Number(percent(passes["delta"]).replace("-", "−"), f"points of drop {interval}"),
        Number(NONE if scores["delta"] is None else f"{scores['delta']:.3f}".replace("-", "−"), "drop in mean score"),
        Number(f"{100 * belief:.0f}%" if belief is not None else NONE, f"belief failures, of {failures.n} classified"),
        Number(f"{coverage['complete']}/{coverage['trials']}", "pairs complete"),
    )
