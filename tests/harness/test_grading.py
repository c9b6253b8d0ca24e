"""Grading from files: what is graded again is the same task on whole files, and what is no state gets no verdict."""

import copy
import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from evaluator.records.bundle import EVIDENCE, Bundle, BundleWriter
from evaluator.testing import a_grade, a_run, steps_of
from harness.cli import run
from harness.corpus import load
from harness.prepare import Prepared, Worlds, prepare

EXTRA = Path(__file__).parent.parent / "e2e" / "extra"
TOLD = ["--extra", str(EXTRA), "--json"]


@pytest.fixture(scope="module")
def prepared() -> Prepared:
    return prepare(load([EXTRA]).task("toy/add_note"), Worlds())


def solved(prepared: Prepared) -> tuple[Any, Any]:
    """The seeded state, and the one after the note was added."""
    before = Worlds().state(prepared.site, prepared.seed)
    after = copy.deepcopy(before)
    home = prepared.targets["home"]
    assert isinstance(home, dict)
    note = {**next(iter(after["notes"].values())), "id": "n-new", "title": "Order oat milk", "folder_id": home["id"]}
    after["notes"]["n-new"] = note
    return before, after


@pytest.fixture
def bundle(prepared: Prepared, tmp_path: Path) -> Bundle:
    """A stored run that did the task and was graded as failed."""
    writer = BundleWriter(tmp_path / "run")
    before, after = solved(prepared)
    task = prepared.task
    brief = {"instruction": prepared.instruction, "start": task.start, "limits": task.limits.model_dump()}
    parts = {"initial": before, "final": after, "targets": prepared.targets, "brief": brief}
    for name, value in parts.items():
        writer.document(f"{name}.json", value)
    steps = steps_of("click('a1')", "done('ok')")
    for step in steps:
        writer.step(step)
    writer.receipt({"op": "x", "family": "f", "kind": "met", "at": "2026-03-02T09:00:00+00:00", "nth": 1, "detail": {}})
    failed = a_grade(failed=["positive"], score=0)
    writer.run(a_run(task="toy/add_note", seed=7, grade=failed, failure="premature_done", steps=len(steps)))
    return Bundle(writer.path)


def test_a_run_is_graded_again_from_its_files(bundle: Bundle, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["grade", str(bundle.path), *TOLD]) == 0
    (again,) = json.loads(capsys.readouterr().out)["runs"]
    assert (again["was"], again["now"], again["score"]) == (False, True, 1)
    assert bundle.run().failure is None


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("brief.json", {"instruction": "Throw everything away."}),
        ("brief.json", {"start": "/elsewhere"}),
        ("brief.json", {"limits": {"steps": 3, "seconds": 9}}),
        ("targets.json", {"home": {"id": "f-other", "name": "Home"}}),
    ],
)
def test_a_run_of_another_task_is_not_graded_under_todays(
    bundle: Bundle, name: str, change: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    writer = BundleWriter(bundle.path)
    writer.document(name, {**bundle.document(name), **change})
    writer.run(bundle.run())
    before = bundle.run()
    assert run(["grade", str(bundle.path), *TOLD]) == 2
    assert f"{next(iter(change)).replace('home', 'targets')} of toy/add_note changed" in capsys.readouterr().err
    assert bundle.run() == before


@pytest.mark.parametrize("name", EVIDENCE)
@pytest.mark.parametrize("fault", ["gone", "emptied", "swapped"])
def test_evidence_that_is_not_the_runs_own_gives_no_new_verdict(
    bundle: Bundle, name: str, fault: str, capsys: pytest.CaptureFixture[str]
) -> None:
    before, file = bundle.run(), bundle.path / name
    if fault == "gone":
        file.unlink()
    else:
        file.write_text("" if file.suffix == ".jsonl" else "{}" if fault == "emptied" else json.dumps({"notes": {}}))
    if fault == "swapped" and file.suffix == ".jsonl":
        file.write_text(json.dumps(steps_of("done('other')")[0].model_dump(mode="json")) + "\n" * before.steps)
    assert run(["grade", str(bundle.path), *TOLD]) == 2
    assert str(bundle.path) in capsys.readouterr().err
    assert bundle.run() == before


def test_one_run_that_cannot_be_graded_leaves_all_as_they_were(
    bundle: Bundle, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    broken = [Path(shutil.copytree(bundle.path, tmp_path / name)) for name in ("x", "y")]
    for folder in broken:
        (folder / "final.json").unlink()
    before = bundle.run()
    assert run(["grade", str(tmp_path), *TOLD]) == 2
    told = capsys.readouterr().err
    assert all(str(folder) in told for folder in broken)
    assert bundle.run() == before


def test_a_folder_named_twice_is_graded_once(bundle: Bundle, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["grade", str(bundle.path), str(bundle.path.parent), *TOLD]) == 0
    assert len(json.loads(capsys.readouterr().out)["runs"]) == 1


@pytest.mark.parametrize("state", ["initial", "final"])
def test_a_state_that_lost_a_collection_gets_no_verdict(
    prepared: Prepared, tmp_path: Path, state: str, capsys: pytest.CaptureFixture[str]
) -> None:
    states = dict(zip(("initial", "final"), solved(prepared), strict=True))
    states[state] = {name: rows for name, rows in states[state].items() if name != "notes"}
    for name, value in states.items():
        (tmp_path / name).write_text(json.dumps(value))
    files = ["--initial", str(tmp_path / "initial"), "--final", str(tmp_path / "final")]
    assert run(["grade", "--task", "toy/add_note", *files, *TOLD]) == 2
    assert f"{tmp_path / state} has no notes: it is not the whole state of toy" in capsys.readouterr().err


def test_a_log_that_lost_its_end_is_told_and_gives_no_new_verdict(
    bundle: Bundle, capsys: pytest.CaptureFixture[str]
) -> None:
    log = bundle.path / "steps.jsonl"
    log.write_bytes(log.read_bytes()[:-15])
    assert run(["grade", str(bundle.path), *TOLD]) == 2
    assert "has lost its end" in capsys.readouterr().err
    assert run(["classify", str(bundle.path), "--json"]) == 0
    assert "has lost its end" in capsys.readouterr().err


@pytest.mark.parametrize("broken", ["notes", "row", "id", "nan", "twice", "torn"])
def test_what_is_no_state_gets_no_verdict(
    prepared: Prepared, tmp_path: Path, broken: str, capsys: pytest.CaptureFixture[str]
) -> None:
    before, after = solved(prepared)
    (tmp_path / "a.json").write_text(json.dumps(before))
    whole = json.dumps(after)
    after["notes"] = {
        "notes": list(after["notes"].values()),
        "row": {**after["notes"], "n-new": None},
        "id": {**after["notes"], "n-two": after["notes"]["n-new"]},
    }.get(broken, after["notes"])
    texts = {
        "nan": whole.replace('"priority": 2', '"priority": NaN'),
        "twice": whole.replace('"n-new": {', '"n-new": {}, "n-new": {'),
        "torn": whole[:-15],
    }
    (tmp_path / "b.json").write_text(texts.get(broken, json.dumps(after)))
    files = ["--initial", str(tmp_path / "a.json"), "--final", str(tmp_path / "b.json")]
    assert run(["grade", "--task", "toy/add_note", *files, *TOLD]) == 2
    told = capsys.readouterr()
    assert str(tmp_path / "b.json") in told.err
    assert told.out == ""
