"""The `stats` document: check values, degenerate tables, reproducibility, and every number from the raw rows."""

import json
import random
import resource
import statistics
import time

import pytest

from analysis.drops import band, stats
from analysis.rows import Row
from analysis.testing import arms, both, found, row, scored

PASSES = [(True, False)] * 106 + [(False, True)] * 32 + [(True, True)] * 62 + [(False, False)] * 319


def many(agents: int = 3, tasks: int = 40, trials: int = 1, void: float = 0.0) -> list[Row]:
    """A random sweep with every label."""
    rng = random.Random(11)
    rows = []
    for t in range(tasks):
        labels = {
            "task": f"{('shop', 'email')[t % 2]}/t{t:04}",
            "site": ("shop", "email")[t % 2],
            "tier": ("easy", "hard", "expert")[t % 3],
            "primitive": ("grounding", "verification", "patience", "planning")[t % 4],
            "layers": (("seed",), ("network", "client"), ("seed", "server"))[t % 3],
            "families": ((f"f{t % 7}",), (f"f{t % 7}", "conflict"))[t % 2],
            "variant": f"v{t}",
        }
        for a in range(agents):
            for k in range(trials):
                for condition, rate in (("clean", 0.7), ("perturbed", 0.4)):
                    passed = rng.random() < rate
                    score = 1.0 if passed else round(rng.random(), 3)
                    known = {"exposed": rng.random() < 0.8} if condition == "perturbed" else {}
                    if rng.random() < void:
                        rows.append(row(condition, None, agent=f"a{a}", trial=k, **labels, **known))
                    else:
                        rows.append(row(condition, passed, agent=f"a{a}", trial=k, score=score, **labels, **known))
    return rows


def test_the_check_value_of_the_spec() -> None:
    overall = found(stats(arms(PASSES)))
    assert overall["n"] == 519
    assert overall["pass"]["clean"] == pytest.approx(168 / 519)
    assert overall["pass"]["perturbed"] == pytest.approx(94 / 519)
    shown = [round(100 * overall["pass"][end], 1) for end in ("delta", "ci_low", "ci_high")]
    assert shown == [14.3, 10.0, 18.5]
    assert overall["pass"]["p_value"] < 1e-9
    assert overall["lost"] == {"passed_clean": 168, "failed_perturbed": 106, "share": pytest.approx(106 / 168)}
    assert overall["relative"] == pytest.approx(74 / 168)
    assert overall["band"] == "30-45%"


@pytest.mark.parametrize(("clean", "perturbed", "delta"), [(True, True, 0.0), (True, False, 1.0), (False, True, -1.0)])
def test_constant_differences_give_width_zero(clean: bool, perturbed: bool, delta: float) -> None:
    for metric in ("pass", "score"):
        cell = found(stats(arms([(clean, perturbed)] * 12)))[metric]
        assert (cell["delta"], cell["ci_low"], cell["ci_high"]) == (delta, delta, delta)


def test_equal_arms_give_exactly_zero_whatever_the_scores() -> None:
    cell = found(stats(scored([(s, s) for s in (0.1, 0.25, 1 / 3, 1.0, 0.7)])))["score"]
    assert (cell["delta"], cell["ci_low"], cell["ci_high"], cell["p_value"]) == (0, 0, 0, 1)


def test_one_pair_has_a_difference_but_no_interval() -> None:
    document = stats(both(True, False))
    overall = found(document)
    assert overall["n"] == 1
    assert overall["pass"]["delta"] == 1.0
    assert all(overall["pass"][key] is None for key in ("ci_low", "ci_high", "p_value", "p_holm"))
    json.dumps(document, allow_nan=False)


def test_no_pair_at_all_is_undefined_not_an_error() -> None:
    assert stats([])["rows"] == []
    document = stats(both(True, None))
    overall = found(document)
    assert overall["n"] == 0
    assert set(overall["pass"].values()) == {None}
    assert document["unpaired"][0]["reason"] == "perturbed run void"
    json.dumps(document, allow_nan=False)


def test_partial_scores_are_averaged_as_they_are() -> None:
    overall = found(stats(scored([(1, 0), (1, 0.25), (1, 1)])))
    assert overall["score"]["perturbed"] == pytest.approx(1.25 / 3)
    assert overall["score"]["delta"] == pytest.approx(1.75 / 3)


def test_trials_are_averaged_within_their_task_first() -> None:
    rows = [run for k in range(3) for run in both(True, False, task="t/much", trial=k)]
    rows += both(True, True, task="t/once")
    overall = found(stats(rows))
    assert overall["n"] == 2
    assert overall["pass"]["delta"] == pytest.approx(0.5)


def test_shuffled_rows_give_the_same_document() -> None:
    rows = many(trials=2, void=0.1)
    shuffled = random.Random(5).sample(rows, len(rows))
    assert json.dumps(stats(shuffled, 500)) == json.dumps(stats(rows, 500))


def test_an_agent_s_numbers_do_not_depend_on_the_others() -> None:
    rows = many(void=0.05)
    alone = [r for r in stats([r for r in rows if r.agent == "a1"], 500)["rows"] if r["agent"] == "a1"]
    beside = [r for r in stats(rows, 500)["rows"] if r["agent"] == "a1"]
    assert alone == beside


def test_every_rate_can_be_recomputed_from_the_rows() -> None:
    rows = many(void=0.1)
    runs = {(r.agent, r.task, r.condition): r for r in rows}
    for line in stats(rows, 200)["rows"]:
        if line["agent"] == "all":
            continue
        differences = []
        for (agent, task, condition), clean in runs.items():
            other = runs[agent, task, "perturbed"]
            groups = {
                "overall": ("overall",),
                "site": (clean.site,),
                "tier": (clean.tier,),
                "primitive": (clean.primitive,),
                "layer": clean.layers,
                "family": clean.families,
            }[line["by"]]
            counts = condition == "clean" and agent == line["agent"] and line["value"] in groups
            if counts and clean.score is not None and other.score is not None:
                differences.append((int(bool(clean.passed)) - int(bool(other.passed)), clean.score - other.score))
        assert line["n"] == len(differences)
        if differences:
            assert line["pass"]["delta"] == pytest.approx(statistics.mean(d[0] for d in differences), abs=1e-9)
            assert line["score"]["delta"] == pytest.approx(statistics.mean(d[1] for d in differences), abs=1e-9)


def test_pooled_agents_are_resampled_by_task_with_the_units_beside() -> None:
    rows = [r for a in "abc" for r in arms(PASSES[100:150], agent=a)]
    pooled = found(stats(rows), agent="all")
    alone = found(stats(rows), agent="a")
    assert pooled["n"] == 50
    assert pooled["pass"] == alone["pass"]
    assert pooled["units"]["n"] == 150
    width = pooled["units"]["pass"]["ci_high"] - pooled["units"]["pass"]["ci_low"]
    assert width < pooled["pass"]["ci_high"] - pooled["pass"]["ci_low"]


def test_holm_runs_over_the_values_of_one_grouping() -> None:
    document = stats(many())
    lines = [r["pass"] for r in document["rows"] if r["agent"] == "a0" and r["by"] == "primitive"]
    smallest = min(lines, key=lambda line: line["p_value"])
    assert smallest["p_holm"] == pytest.approx(min(1, len(lines) * smallest["p_value"]))
    assert all(line["p_holm"] >= line["p_value"] for line in lines)


def test_coverage_stands_beside_a_rate_and_withholds_the_headline() -> None:
    rows = [r for i in range(9) for r in both(True, None, task=f"t/{i}")] + both(True, True, task="t/9")
    overall = found(stats(rows))
    assert overall["coverage"]["complete"] == 1
    assert overall["coverage"]["trials"] == 10
    assert overall["coverage"]["void"] == {"clean": 0, "perturbed": 9}
    assert overall["coverage"]["headline"] is False


def test_bounds_count_void_runs_both_ways() -> None:
    rows = [*both(True, True, task="t/0"), *both(True, None, task="t/1"), *both(None, False, task="t/2")]
    rows += [row("clean", True, task="t/3")]
    bounds = found(stats(rows))["bounds"]
    assert bounds == {
        "if_passed": pytest.approx(1 / 3),
        "if_failed": pytest.approx(1 / 3),
        "low": pytest.approx(0),
        "high": pytest.approx(2 / 3),
    }


def test_exposed_only_is_a_subset() -> None:
    rows = [
        row("clean", True, task="t/0"),
        row("perturbed", False, task="t/0", exposed=True),
        row("clean", True, task="t/1"),
        row("perturbed", True, task="t/1", exposed=False),
    ]
    overall = found(stats(rows))
    assert overall["pass"]["delta"] == 0.5
    assert overall["exposed_only"] == {"n": 1, "unknown": 0, "pass": 1.0, "score": 1.0}


def test_an_empty_perturbed_label_falls_back_on_the_clean_one() -> None:
    rows = [row("clean", True, tier="hard"), row("perturbed", False)]
    assert found(stats(rows), by="tier", value="hard")["n"] == 1


@pytest.mark.parametrize(("relative", "name"), [(0.1499, "<15%"), (0.15, "15-30%"), (0.3, "30-45%"), (0.45, ">=45%")])
def test_bands(relative: float, name: str) -> None:
    assert band(relative) == name
    assert band(None) is None


def test_a_full_sweep_of_ten_agents_is_fast_and_small() -> None:
    rows = many(agents=10, tasks=519)
    started = time.process_time()
    document = stats(rows)
    assert document["pairs"] == 5190
    assert time.process_time() - started < 5
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss < 1_000_000
    json.dumps(document, allow_nan=False)
