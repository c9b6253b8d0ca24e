"""One pair from task files to report, through the command line, a real proxy and a real browser."""

import json
from pathlib import Path
from typing import Any

import pytest

from evaluator.records.bundle import Bundle, find_bundles
from harness.cli import run

HERE = Path(__file__).parent
EXTRA = ["--extra", str(HERE / "extra")]
TASK = ["--task", "toy/add_note"]
pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def swept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("runs") / "toy"
    agents = ["--agent", "careful", "--agent", "straight", "--agent", f"{HERE / 'agents.py'}:Prose"]
    assert run(["sweep", *agents, *TASK, *EXTRA, "--screens", "all", "--out", str(out)]) == 0
    return out


def told(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    capsys.readouterr()
    assert run([*arguments, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def runs(out: Path) -> dict[tuple[str, str], Bundle]:
    found = [Bundle(path) for path in find_bundles(out)]
    return {(one.run().key.agent.rpartition(":")[2], one.run().key.condition): one for one in found}


def test_careful_passes_both_arms_and_straight_believes_the_forged_answer(swept: Path) -> None:
    found = runs(swept)
    passed = {name: bundle.run().grade.passed for name, bundle in found.items()}  # type: ignore[union-attr]
    assert passed == {
        ("careful", "clean"): True,
        ("careful", "perturbed"): True,
        ("straight", "clean"): True,
        ("straight", "perturbed"): False,
        ("Prose", "clean"): False,
        ("Prose", "perturbed"): False,
    }
    fooled = found["straight", "perturbed"].run()
    assert fooled.failure == "misleading_success_taken"
    assert fooled.exposed
    assert fooled.receipts.met == 1
    assert not found["straight", "clean"].run().exposed


def test_a_forged_success_leaves_the_backend_untouched(swept: Path) -> None:
    bundle = runs(swept)["straight", "perturbed"]
    assert bundle.state("initial.json") == bundle.state("final.json")


def test_a_bundle_has_its_files_and_no_secret(swept: Path) -> None:
    bundle = runs(swept)["careful", "perturbed"]
    names = {path.name for path in bundle.path.iterdir()}
    assert {"run.json", "steps.jsonl", "plan.json", "targets.json", "initial.json", "final.json"} <= names
    assert {"receipts.jsonl", "screens", "observations"} <= names
    steps = bundle.steps().steps
    assert all((bundle.path / step.screen.file).is_file() for step in steps if step.screen)
    assert "bearer" not in "".join(path.read_text(errors="ignore") for path in bundle.path.glob("*.json*")).lower()


def test_nothing_that_the_agent_sees_tells_the_arm(swept: Path) -> None:
    words = ("perturb", "intervention", "breakingweb", "forged", "clean", "variant")
    for bundle in runs(swept).values():
        for page in (bundle.path / "observations").iterdir():
            text = page.read_text().casefold()
            assert not [word for word in words if word in text]


def test_prose_is_an_action_error_and_not_our_fault(swept: Path) -> None:
    bundle = runs(swept)["Prose", "clean"]
    steps = bundle.steps().steps
    assert [step.error is not None for step in steps] == [True, True, True, False]
    assert bundle.run().status == "graded"


def test_the_same_command_resumes_and_does_nothing_more(swept: Path) -> None:
    before = {path: (path / "run.json").stat().st_mtime_ns for path in find_bundles(swept)}
    agents = ["--agent", "careful", "--agent", "straight", "--agent", f"{HERE / 'agents.py'}:Prose"]
    assert run(["sweep", *agents, *TASK, *EXTRA, "--screens", "all", "--out", str(swept)]) == 0
    assert {path: (path / "run.json").stat().st_mtime_ns for path in find_bundles(swept)} == before


def test_another_configuration_in_the_same_folder_is_refused(swept: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["sweep", "--agent", "careful", *TASK, *EXTRA, "--out", str(swept)]) == 2
    assert "agents" in capsys.readouterr().err


def test_status_stats_export_and_report_agree(swept: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status = told(capsys, "sweep", "status", str(swept))
    assert (status["total"], status["passed"], status["failed"], status["void"], status["left"]) == (6, 3, 3, 0, 0)
    table = tmp_path / "runs.csv"
    assert run(["export", str(swept), "--csv", "--out", str(table)]) == 0
    from_runs, from_table = told(capsys, "stats", str(swept)), told(capsys, "stats", str(table))
    overall = {row["agent"].rpartition(":")[2]: row["pass"] for row in from_runs["rows"] if row["by"] == "overall"}
    assert overall["straight"]["delta"] == 1.0
    assert overall["careful"]["delta"] == 0.0
    assert [row["pass"] for row in from_runs["rows"]] == [row["pass"] for row in from_table["rows"]]
    page = Path(told(capsys, "report", str(swept), "--out", str(tmp_path / "report"))["report"])
    assert "straight" in page.read_text()


def test_grading_and_classifying_again_from_files_changes_nothing(
    swept: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bundle = runs(swept)["straight", "perturbed"]
    before = bundle.run().model_dump(mode="json")
    again = told(capsys, "grade", str(swept), *EXTRA)
    assert all(one["was"] == one["now"] for one in again["runs"])
    assert bundle.run().model_dump(mode="json") == before
    named = told(capsys, "classify", str(bundle.path))["runs"][0]
    assert (named["failure"], named["class"]) == ("misleading_success_taken", "belief")
    files = ["--initial", str(bundle.path / "initial.json"), "--final", str(bundle.path / "final.json")]
    verdict = told(capsys, "grade", "--task", "toy/add_note", *files, *EXTRA)
    assert (verdict["passed"], verdict["targets_from"]) == (False, "initial")


def test_an_agent_that_raises_ends_its_run_and_is_graded(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "broken"
    arguments = ["--condition", "clean", "--agent", f"{HERE / 'agents.py'}:Broken", "--out", str(out)]
    document = told(capsys, "run", "toy/add_note", *arguments, *EXTRA)
    assert (document["status"], document["ending"], document["grade"]["passed"]) == ("graded", "error", False)
    assert "I lost my way" in Bundle(out).document("agent_error.json")["traceback"]


def test_the_pair_has_a_valid_certificate(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    document = told(capsys, "certify", "toy/add_note", *EXTRA, "--out", str(tmp_path))
    assert document == {"pairs": [{"task": "toy/add_note", "valid": True, "failures": []}]}


def test_two_clean_runs_of_one_pair_differ_by_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "aa"
    assert run(["sweep", "--aa", "--agent", "careful", *TASK, *EXTRA, "--out", str(out)]) == 0
    assert "noise" in capsys.readouterr().out.casefold()
    finals = [Bundle(path).state("final.json") for path in find_bundles(out)]
    assert len(finals) == 2
    assert finals[0] == finals[1]


def test_a_family_is_applied_by_hand_at_two_doses_with_one_clean_run(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "dosed"
    options = ["--apply", "forged_success", "--dose", "times=1,2", "--agent", "straight", "--workers", "1"]
    assert run(["sweep", *options, *TASK, *EXTRA, "--screens", "none", "--out", str(out)]) == 0
    done = [Bundle(path).run() for path in find_bundles(out)]
    assert sorted((one.key.condition, one.key.variant) for one in done) == [
        ("clean", None),
        ("perturbed", "forged_success.misleading_success.times-1"),
        ("perturbed", "forged_success.misleading_success.times-2"),
    ]
    assert not any(one.certified for one in done)
    overall = next(row for row in told(capsys, "stats", str(out))["rows"] if row["by"] == "overall")
    assert overall["pass"]["delta"] == 1.0
