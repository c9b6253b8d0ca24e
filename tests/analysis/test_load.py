"""Tables in and out: what is refused says where."""

import shutil
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from analysis.drops import stats
from analysis.errors import InputError
from analysis.export import write_csv
from analysis.failure_mix import total
from analysis.load import read, read_csv, read_runs
from analysis.summary import summarise
from analysis.tables.drops import render
from analysis.testing import both, row
from analysis.testing.runs import write_runs
from evaluator.records.bundle import STEPS, SWEEP, Bundle, BundleWriter
from evaluator.records.run import Fingerprints

HEAD = "agent,task,condition,trial,status,passed,score"


def table(tmp_path: Path, *lines: str, head: str = HEAD) -> Path:
    file = tmp_path / "table.csv"
    file.write_text("\n".join([head, *lines]) + "\n")
    return file


def test_reads_all_spellings(tmp_path: Path) -> None:
    file = table(
        tmp_path,
        "a,shop/x,clean,0,graded,1,0.5,v,shop,easy,grounding,seed; network,conflict,",
        "",
        "a,shop/x,perturbed,0,graded,FALSE,0,v,shop,easy,grounding,seed;network,conflict,true",
        "a,shop/y,clean,0,void,,,,,,,,,",
        head=HEAD + ",variant,site,tier,primitive,layer,family,exposed",
    )
    first, second, third = read_csv(file)
    assert (first.passed, first.score, first.layers, first.exposed) == (True, 0.5, ("seed", "network"), None)
    assert (second.passed, second.exposed) == (False, True)
    assert (third.status, third.passed, third.score) == ("void", None, None)


@pytest.mark.parametrize(
    ("line", "where"),
    [
        ("a,t,perturb,0,graded,1,1", "table.csv:2  condition: 'perturb' is not one of clean, perturbed"),
        ("a,t,clean,x,graded,1,1", "table.csv:2  trial: 'x' is not a whole number"),
        ("a,t,clean,-1,graded,1,1", "table.csv:2  trial: '-1'"),
        (f"a,t,clean,{'9' * 6000},graded,1,1", "… (6000 characters)' is above 1,000,000"),
        ("a,t,clean,0,done,1,1", "table.csv:2  status: 'done'"),
        ("a,t,clean,0,graded,yes,1", "table.csv:2  passed: 'yes' is not true, false, 1 or 0"),
        ("a,t,clean,0,graded,,1", "table.csv:2  passed: ''"),
        ("a,t,clean,0,graded,1,nan", "table.csv:2  score: 'nan' is not between 0 and 1"),
        ("a,t,clean,0,graded,1,1.5", "table.csv:2  score: '1.5'"),
        ("a,t,clean,0,graded,1,", "table.csv:2  score: '' is not a number"),
        (",t,clean,0,graded,1,1", "table.csv:2  agent: '' must not be empty"),
        ("all,t,clean,0,graded,1,1", "table.csv:2  agent: 'all' is the name of the pooled rows"),
        ("a,t,clean,0,graded,1", "table.csv:2  6 values for 7 columns"),
        ('a,t,clean,0,graded,1,"1', "table.csv:2  not CSV"),
    ],
)
def test_a_bad_value_is_named_with_its_place(tmp_path: Path, line: str, where: str) -> None:
    with pytest.raises(InputError) as caught:
        read_csv(table(tmp_path, line))
    assert where in str(caught.value)


def test_the_same_run_twice_names_both_lines(tmp_path: Path) -> None:
    line = "a,t,clean,0,graded,1,1"
    with pytest.raises(InputError, match=r"table\.csv:4 .*the same run as line 2"):
        read_csv(table(tmp_path, line, line.replace("clean", "perturbed"), line))


@pytest.mark.parametrize(
    ("head", "what"),
    [
        (HEAD.replace(",score", ""), "missing column"),
        (HEAD + ",familly", "familly: unknown column; did you mean 'family'"),
        (HEAD + ",score", "score: the column stands twice"),
        (HEAD.replace(",", ";"), "separated by ';'"),
        (HEAD, "holds no runs"),
        ("", "missing column"),
    ],
)
def test_a_bad_header_is_named(tmp_path: Path, head: str, what: str) -> None:
    with pytest.raises(InputError, match=what):
        read_csv(table(tmp_path, head=head))


def test_columns_of_no_concern_are_left_aside(tmp_path: Path) -> None:
    assert read_csv(table(tmp_path, "a,t,clean,0,graded,1,1,hello", head=HEAD + ",remarks"))[0].task == "t"


@pytest.mark.parametrize("data", [b"\xff\xfe\x00", None])
def test_an_unreadable_file_is_an_input_error(tmp_path: Path, data: bytes | None) -> None:
    file = tmp_path / "table.csv"
    if data is not None:
        file.write_bytes(data)
    with pytest.raises(InputError, match=r"table\.csv"):
        read_csv(file)


def test_what_export_writes_is_read_back(tmp_path: Path) -> None:
    rows = [
        *both(True, False, task="shop/b", variant="v", layers=("seed", "client"), families=("f", "g"), tier="hard"),
        row("clean", None, task="shop/a, with comma"),
        row("perturbed", False, task="shop/c", score=1 / 3, exposed=True),
    ]
    file = write_csv(rows, tmp_path / "deep" / "table.csv")
    assert read_csv(file) == sorted(rows, key=lambda r: r.key)


def test_runs_with_seed_or_family_by_hand_are_told(tmp_path: Path) -> None:
    root = write_runs(tmp_path, ("straight",), void=False)
    bundle = Bundle(next(root.rglob("run.json")).parent)
    BundleWriter(bundle.path).run(bundle.run().model_copy(update={"certified": False}))
    document = stats(read_runs(root), resamples=100)
    assert [sentence[:19] for sentence in document["warnings"]] == ["1 run not certified"]
    said = Console(width=100, record=True, file=StringIO())
    said.print(render(document))
    assert "1 run not certified" in said.export_text()
    assert "1 run not certified" in summarise(document, total([])).warning


@pytest.mark.parametrize("field", ["seed", "harness"])
def test_arms_that_differ_in_more_than_the_intervention_are_no_pair(field: str, tmp_path: Path) -> None:
    root = write_runs(tmp_path, ("straight",), void=False)
    whole = stats(read_runs(root), resamples=100)["pairs"]
    bundle = Bundle(next(root.rglob("run.json")).parent)
    run = bundle.run()
    other = {"key": run.key.model_copy(update={"seed": run.key.seed + 1})} if field == "seed" else {"harness": "gui"}
    BundleWriter(bundle.path).run(run.model_copy(update=other))
    document = stats(read_runs(root), resamples=100)
    assert document["pairs"] == whole - 1
    assert f"another {field} in each arm" in document["unpaired"][0]["reason"]


def test_a_run_without_fingerprints_is_not_pooled_with_runs_that_have_them(tmp_path: Path) -> None:
    root = write_runs(tmp_path, ("straight",), void=False)
    bundle = Bundle(next(root.rglob("run.json")).parent)
    BundleWriter(bundle.path).run(bundle.run().model_copy(update={"fingerprints": Fingerprints()}))
    with pytest.raises(InputError, match="fingerprint none"):
        read_runs(root)


def test_what_a_sweep_has_under_way_is_not_read(tmp_path: Path) -> None:
    root = write_runs(tmp_path, ("straight",), void=False)
    whole = len(read_runs(root))
    shutil.copytree(next(root.rglob("run.json")).parent, root / ".partial" / "one")
    assert len(read_runs(root)) == whole


@pytest.mark.parametrize("field", ["agent", "task", "bounds", "grader"])
def test_runs_of_another_agent_task_harness_or_grader_are_not_pooled(field: str, tmp_path: Path) -> None:
    root = write_runs(tmp_path, ("straight",), void=False)
    bundle = Bundle(next(root.rglob("run.json")).parent)
    run = bundle.run()
    marks = run.fingerprints.model_copy(update={field: "edited"})
    BundleWriter(bundle.path).run(run.model_copy(update={"fingerprints": marks}))
    with pytest.raises(InputError, match=f"{field} fingerprint"):
        read_runs(root)


@pytest.mark.parametrize("field", ["browser", "code"])
def test_runs_of_several_versions_are_told(field: str, tmp_path: Path) -> None:
    root = write_runs(tmp_path, ("straight",), void=False)
    for number, path in enumerate(sorted(root.rglob("run.json"))):
        run = Bundle(path.parent).run()
        marks = run.fingerprints.model_copy(update={field: f"v{number % 2}"})
        BundleWriter(path.parent).run(run.model_copy(update={"fingerprints": marks}))
    (said,) = stats(read_runs(root), resamples=100)["warnings"]
    assert said.endswith("v0, v1.")


def test_a_run_in_the_place_of_another_is_refused(tmp_path: Path) -> None:
    root = write_runs(tmp_path, ("straight",), void=False)
    (root / SWEEP).write_text("{}")
    assert read_runs(root)
    first, second, *_ = sorted(root.rglob("run.json"))
    texts = first.read_text(), second.read_text()
    second.write_text(texts[0])
    first.write_text(texts[1])
    with pytest.raises(InputError, match="in another's place"):
        read_runs(root)


def test_a_log_that_lost_its_end_is_told_and_the_steps_are_those_of_the_run(tmp_path: Path) -> None:
    root = write_runs(tmp_path, ("straight",), void=False)
    bundle = Bundle(next(root.rglob("run.json")).parent)
    lines = (bundle.path / STEPS).read_bytes().splitlines(keepends=True)
    (bundle.path / STEPS).write_bytes(b"".join(lines[:-1]))
    rows = read_runs(root)
    (row,) = (row for row in rows if row.facts and row.facts.bundle == str(bundle.path))
    assert row.facts
    assert (row.facts.steps, row.facts.declared) == (len(lines), None)
    assert "1 run whose log has lost its end" in stats(rows, resamples=100)["warnings"][0]


def test_a_failed_run_without_a_failure_mode_is_told(tmp_path: Path) -> None:
    root = write_runs(tmp_path, ("straight",), void=False)
    for path in sorted(root.rglob("run.json")):
        run = Bundle(path.parent).run()
        if run.failure:
            BundleWriter(path.parent).run(run.model_copy(update={"failure": None}))
            break
    assert stats(read_runs(root), resamples=100)["warnings"][0].startswith("1 failed run without a failure mode")


LABELLED = HEAD + ",variant,site,tier,primitive,layer,family"


@pytest.mark.parametrize(
    ("column", "other", "name"),
    [
        ("site", "mail", "site"),
        ("tier", "hard", "tier"),
        ("primitive", "recovery", "primitive"),
        ("layer", "client", "layers"),
        ("family", "g", "families"),
    ],
)
def test_arms_that_would_count_in_different_groups_are_refused(
    column: str, other: str, name: str, tmp_path: Path
) -> None:
    labels = {"site": "shop", "tier": "easy", "primitive": "grounding", "layer": "seed", "family": "f"}
    lines = [
        ",".join(["a", "shop/x", arm, "0", "graded", "1", "1", "v", *(labels | change).values()])
        for arm, change in (("clean", {}), ("perturbed", {column: other}))
    ]
    with pytest.raises(InputError, match=f"{name} of shop/x differs"):
        read(table(tmp_path, *lines, head=LABELLED))
