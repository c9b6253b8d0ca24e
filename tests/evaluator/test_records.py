"""Bundles: found by run.json, written whole, read back equal; a torn line is told from a broken file."""

import json
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from evaluator.records import jsonl
from evaluator.records.bundle import Bundle, BundleWriter, bundle_path, find_bundles, safe_name
from evaluator.records.jsonl import RecordError
from evaluator.records.run import Key
from evaluator.result import CheckResult, Grade
from evaluator.testing import a_grade, a_run, a_step


def test_a_written_bundle_reads_back_equal(tmp_path: Path) -> None:
    writer = BundleWriter(tmp_path / "b")
    for number in range(3):
        writer.step(a_step(number, action="fill('a1', \"two\\nlines, “quotes” and 🙂\")"))
    writer.document("final.json", {"orders": {"o-1": {"total": "1.10"}}})
    writer.receipt({"op": "x", "kind": "met"})
    writer.run(a_run())
    bundle = Bundle(tmp_path / "b")
    assert bundle.run().model_copy(update={"hashes": {}}) == a_run()
    assert bundle.altered(bundle.run()) == []
    assert [step.step for step in bundle.steps().steps] == [0, 1, 2]
    assert bundle.steps().steps[0].action.endswith('🙂")')
    assert bundle.state("final.json") == {"orders": {"o-1": {"total": "1.10"}}}
    assert bundle.document("plan.json") is None
    assert bundle.receipts() == ({"op": "x", "kind": "met"},)


@pytest.mark.parametrize(
    ("failed", "change", "says"),
    [
        (["positive"], {"passed": True}, "passed is True, and False"),
        ([], {"passed": False}, "passed is False, and True"),
        (["never"], {"passed_explicit": True}, "passed_explicit is True"),
        (["unexplained"], {"passed_explicit": False}, "passed_explicit is False"),
        (["positive"], {"score": 1.0}, "a full score is True"),
        ([], {"score": 0.5}, "a full score is False"),
    ],
)
def test_a_verdict_that_its_checks_contradict_is_not_read(
    failed: list[str], change: dict[str, Any], says: str, tmp_path: Path
) -> None:
    grade = a_grade(failed=failed, score=0.0 if "positive" in failed else 1.0)
    BundleWriter(tmp_path).run(a_run(grade=grade, failure="premature_done" if failed else None))
    document = json.loads((tmp_path / "run.json").read_text())
    document["grade"] |= change
    (tmp_path / "run.json").write_text(json.dumps(document))
    with pytest.raises(RecordError, match=says):
        Bundle(tmp_path).run()


def test_bundles_are_found_by_run_json_at_any_depth_and_unfinished_ones_are_not(tmp_path: Path) -> None:
    for name in ("z", "a/b/c/d", "a/b"):
        BundleWriter(tmp_path / name).run(a_run())
    BundleWriter(tmp_path / "unfinished").step(a_step(0))
    assert [path.relative_to(tmp_path).as_posix() for path in find_bundles(tmp_path)] == ["a/b", "a/b/c/d", "z"]


@pytest.mark.parametrize("cut", range(1, 16))
def test_a_torn_last_line_is_left_out_and_told(tmp_path: Path, cut: int) -> None:
    writer = BundleWriter(tmp_path)
    for number in range(3):
        writer.step(a_step(number))
    file = tmp_path / "steps.jsonl"
    file.write_bytes(file.read_bytes()[:-cut])
    log = Bundle(tmp_path).steps()
    assert len(log.steps) == (3 if cut == 1 else 2), "without its newline alone the last line is still whole"
    assert log.torn is (cut > 1)


def test_a_cut_in_the_middle_stops_with_file_and_line(tmp_path: Path) -> None:
    writer = BundleWriter(tmp_path)
    for number in range(3):
        writer.step(a_step(number))
    file = tmp_path / "steps.jsonl"
    first, second, third = file.read_bytes().splitlines(keepends=True)
    file.write_bytes(first + second[:-15] + b"\n" + third)
    with pytest.raises(RecordError, match=rf"{file}:2  "):
        Bundle(tmp_path).steps()


def test_a_record_with_a_wrong_field_names_its_line(tmp_path: Path) -> None:
    BundleWriter(tmp_path).step(a_step(0))
    jsonl.append_line(tmp_path / "steps.jsonl", {"step": 1, "action": "noop()"})
    with pytest.raises(RecordError, match="2  observation: Field required"):
        Bundle(tmp_path).steps()


def test_a_write_that_fails_leaves_the_old_file_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "run.json"
    jsonl.write_json(file, {"old": True})

    def full(_: int) -> None:
        raise OSError("disk full")

    monkeypatch.setattr(jsonl.os, "fsync", full)
    with pytest.raises(OSError, match="disk full"):
        jsonl.write_json(file, {"new": True})
    assert jsonl.read_json(file) == {"old": True}
    assert [path.name for path in tmp_path.iterdir()] == ["run.json"]


def test_nan_is_never_written(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="JSON compliant"):
        jsonl.write_json(tmp_path / "x.json", {"delta": float("nan")})


@pytest.mark.parametrize(
    "text", ["a\ud800b", "\udfff", "🙂", "\ud83d\ude42".encode("utf-16", "surrogatepass").decode("utf-16")]
)
def test_any_text_that_an_agent_may_write_is_stored_and_read_back(tmp_path: Path, text: str) -> None:
    jsonl.write_json(tmp_path / "x.json", {text: text})
    jsonl.append_line(tmp_path / "x.jsonl", {text: text})
    assert jsonl.read_json(tmp_path / "x.json") == {text: text}
    assert jsonl.read_lines(tmp_path / "x.jsonl").records == ({text: text},)


@pytest.mark.parametrize(
    "text",
    [
        '{"a": NaN}',
        '{"a": -Infinity}',
        '{"a": 1e999}',
        '{"a": 1, "a": 2}',
        '{"notes": {"n-1": {}, "n-1": {}}}',
        "9" * 5000,
        "[" * 100_000 + "]" * 100_000,
        "\udcff",
        "",
    ],
)
def test_json_that_would_be_read_as_something_else_is_refused(tmp_path: Path, text: str) -> None:
    file = tmp_path / "x.json"
    file.write_bytes(text.encode("utf-8", "surrogateescape"))
    with pytest.raises(RecordError, match=str(file)):
        jsonl.read_json(file)


@pytest.mark.parametrize(
    ("value", "says"),
    [
        ([], "a state is an object of collections, not a list"),
        ({"notes": []}, "notes should be an object"),
        ({"notes": None}, "notes should be an object"),
        ({"notes": {"n-1": None}}, "notes/n-1 should be an object"),
        ({"notes": {"n-1": "x"}}, "notes/n-1 should be an object"),
        ({"notes": {"n-1": {"id": "n-2"}}}, "says that its id is 'n-2'"),
    ],
)
def test_what_is_no_state_is_no_state(tmp_path: Path, value: object, says: str) -> None:
    jsonl.write_json(tmp_path / "final.json", value)
    with pytest.raises(RecordError, match=says):
        Bundle(tmp_path).state("final.json")


def test_a_receipt_that_is_no_object_names_its_line(tmp_path: Path) -> None:
    BundleWriter(tmp_path).receipt({"op": "x"})
    jsonl.append_line(tmp_path / "receipts.jsonl", "x")
    with pytest.raises(RecordError, match="2  a receipt is an object"):
        Bundle(tmp_path).receipts()


def test_folder_names_keep_to_plain_characters_and_stay_apart() -> None:
    assert safe_name("claude-opus_4.7") == "claude-opus_4.7"
    odd = [safe_name(name) for name in ("a/b", "a b", "a:b", "../..", "")]
    assert len(set(odd)) == len(odd)
    assert all(set(name) <= set("abcdefghijklmnopqrstuvwxyz0123456789.-_") and not name.startswith(".") for name in odd)


def test_both_arms_of_a_pair_lie_side_by_side() -> None:
    key = Key(sweep="s", agent="careful", task="shop/lamp", variant="v1", condition="perturbed", trial=2)
    clean = key.model_copy(update={"condition": "clean"})
    assert bundle_path(Path("runs"), key).as_posix() == "runs/s/careful/shop.lamp/v1/2"
    assert bundle_path(Path("runs"), clean).as_posix() == "runs/s/careful/shop.lamp/clean/2"


@pytest.mark.parametrize(
    "changes", [{"grade": None}, {"status": "void"}, {"status": "void", "void_kind": "infra", "failure": "retry_loop"}]
)
def test_a_run_is_graded_or_void_never_between(changes: dict[str, object]) -> None:
    with pytest.raises(ValidationError, match=r"a (graded|void) run has"):
        a_run(**changes)


def test_grade_tells_which_kind_failed() -> None:
    results = (
        CheckResult(kind="positive", name="a", passed=True),
        CheckResult(kind="unexplained", name="b", passed=False),
    )
    grade = Grade(passed=False, score=1, passed_explicit=True, checks=results)
    assert grade.failed("never", "unexplained")
    assert not grade.failed("positive")
