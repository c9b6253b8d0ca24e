"""Bad input gets one clear message and the exit code of the contract, and leaves nothing half written."""

import errno
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command

from analysis.testing.runs import write_runs
from harness.agents.catalog import AgentRefError
from harness.cli import _outcome, _single, build, run

EXTRA = Path(__file__).parent.parent / "e2e" / "extra"


def said(capsys: pytest.CaptureFixture[str]) -> str:
    return re.sub(r"\s+", " ", capsys.readouterr().err)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["nothing"], "No such command"),
        (["tasks", "--wrong"], "No such option"),
        (["run", "toy/add_nte", "--condition", "clean", "--agent", "null"], "toy/add_note"),
        (["run", "toy/add_note", "--condition", "dirty", "--agent", "null"], "clean, perturbed"),
        (["run", "toy/add_note", "--condition", "clean", "--agent", "carefull"], "did you mean 'careful'"),
        (["run", "toy/add_note", "--condition", "clean", "--agent", "none.py:A"], "no agent file none.py"),
        (["run", "toy/add_note", "--condition", "clean", "--agent", "null", "--harness", "ears"], "text, gui, hybrid"),
        (["sweep"], "--agent"),
        (["sweep", "--agent", "null", "--task", "toy/zzz*"], "no pair fits"),
        (["sweep", "--agent", "null", "--agent", "null"], "--trials"),
        (["sweep", "--agent", "null", "--family", "forged_sucess"], "forged_success"),
        (["sweep", "--agent", "null", "--family", "forged_success", "--family", "transient_eror"], "transient_error"),
        (["sweep", "--agent", "null", "--task", "toy/*", "--task", "toy/add_nte"], "toy/add_note"),
        (["sweep", "--agent", "null", "--task", "toy/*", "--task", "toy/zzz*"], "no pair fits toy/zzz*"),
        (["sweep", "--agent", "null", "--site", "shoop"], "shop"),
        (["sweep", "status", "/nowhere"], "holds no sweep"),
        (["sweep", "--agent", "null", "--trials", "0"], "trials"),
        (["stats", "/nowhere.csv"], "no such file"),
        (["report", "/nowhere"], "no such folder"),
        (["classify", "/nowhere"], "holds no run"),
        (["grade"], "RUNS"),
        (["check", "/nowhere"], "no such file"),
        (["certify", "toy/add_nte"], "toy/add_note"),
        (["tasks", "--tier", "nope"], "known: easy, expert, frontier, hard, medium"),
        (["tasks", "--primitive", "patiense"], "did you mean 'patience'"),
        (["tasks", "--site", "shoop"], "did you mean 'shop'"),
        (["tasks", "--family", "forged"], "forged_success"),
        (["run", "toy/add_note", "--condition", "clean", "--agent", "none.md:A"], "FILE.py:Name"),
    ],
)
def test_what_a_user_can_put_right_is_exit_2_with_one_message(
    arguments: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    takes_extra = arguments[0] in ("run", "sweep", "certify") and "status" not in arguments
    assert run([*arguments, *(["--extra", str(EXTRA)] if takes_extra else [])]) == 2
    message = said(capsys)
    assert told in message
    assert "Traceback" not in message


WRITERS = [
    ["run", "toy/add_note", "--condition", "clean", "--agent", "null", "--extra", str(EXTRA)],
    ["episode", "--url", "http://localhost:9/", "--agent", "null"],
    ["sweep", "--agent", "null", "--task", "toy/add_note", "--extra", str(EXTRA)],
    ["certify", "toy/add_note", "--extra", str(EXTRA)],
]


@pytest.mark.parametrize("command", WRITERS, ids=lambda command: command[0])
@pytest.mark.parametrize("place", ["file", "file/below", "/proc/none", "/sys/none"])
def test_an_out_that_cannot_be_written_to_is_told_before_anything_starts(
    command: list[str], place: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("kept")
    assert run([*command, "--out", str(tmp_path / place)]) == 2
    assert "Choose another" in said(capsys)
    assert (tmp_path / "file").read_text() == "kept"


@pytest.mark.parametrize("verb", ["export", "report"])
@pytest.mark.parametrize("place", ["folder", "file/below", "/proc/none"])
def test_numbers_that_cannot_be_written_are_told(
    verb: str, place: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    root = write_runs(tmp_path / "runs", ("straight",), void=False)
    (tmp_path / "file").write_text("kept")
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "letter").write_text("dear")
    out = tmp_path / place
    assert run([verb, str(root), "--out", str(out)]) == 2
    assert re.search(f"({out}|{out.parent}) (holds|is|cannot)", said(capsys))
    assert (tmp_path / "file").read_text() == "kept"
    assert [path.name for path in (tmp_path / "folder").iterdir()] == ["letter"]


@pytest.mark.parametrize("code", ["ENOSPC", "EDQUOT", "EROFS", "EACCES"])
def test_a_full_or_locked_disk_is_the_users_and_keeps_no_traceback(
    code: str, capsys: pytest.CaptureFixture[str]
) -> None:
    number = getattr(errno, code)
    assert _outcome(OSError(number, os.strerror(number), "/runs/x")) == 2
    assert "/runs/x" in said(capsys)
    with pytest.raises(OSError, match="wire"):
        _outcome(OSError(errno.EIO, "wire"))


def test_a_fault_in_a_file_is_one_line_however_narrow_the_output(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / ("long" * 40) / "tasks" / "toy"
    folder.mkdir(parents=True)
    (folder / "x.yaml").write_text("site: toy\ntier: easy\n")
    assert run(["check", str(folder), "--extra", str(folder.parent.parent)]) == 1
    assert all(line.startswith(str(folder)) for line in capsys.readouterr().out.splitlines())


def commands() -> list[tuple[str, Any]]:
    """Every command of the command line, `sweep status` too, by name."""
    top = get_command(build())
    found: dict[str, Any] = dict(vars(top)["commands"])
    return [*found.items(), *vars(found["sweep"])["commands"].items()]


@pytest.mark.parametrize(("name", "command"), commands())
def test_every_command_takes_extra_and_json(name: str, command: Any) -> None:
    spelled = {option for parameter in command.params for option in parameter.opts}
    assert {"--extra", "--json"} <= spelled


def test_what_a_terminal_cannot_show_is_spelled(tmp_path: Path) -> None:
    state = {"folders": {"f-1": {"name": "Home"}}, "notes": {}}
    (tmp_path / "a.json").write_text(json.dumps(state))
    state["notes"] = {"n-1": {"title": "\ud800 \u0142 \U0001f642"}}
    (tmp_path / "b.json").write_text(json.dumps(state))
    files = ["--initial", str(tmp_path / "a.json"), "--final", str(tmp_path / "b.json")]
    command = [sys.executable, "-c", "from harness.cli import main; main()", "grade", "--task", "toy/add_note"]
    for form in ([], ["--json"]):
        done = subprocess.run(
            [*command, *files, "--extra", str(EXTRA), *form],
            env={**os.environ, "PYTHONIOENCODING": "ascii"},
            capture_output=True,
            check=False,
        )
        assert (done.returncode, done.stderr) == (0, b"")
        assert not form or json.loads(done.stdout)["passed"] is False


def test_an_extra_folder_that_is_not_there_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["tasks", "--extra", "/nowhere"]) == 2
    assert "--extra /nowhere: no such folder" in said(capsys)


def test_a_folder_in_use_is_left_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "letter.txt").write_text("dear")
    common = ["--agent", "null", "--extra", str(EXTRA), "--out", str(tmp_path)]
    assert run(["run", "toy/add_note", "--condition", "clean", *common]) == 2
    assert run(["sweep", "--task", "toy/*", *common]) == 2
    assert [path.name for path in tmp_path.iterdir()] == ["letter.txt"]
    assert "choose another --out" in said(capsys)


def test_a_missing_browser_is_one_clear_message(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("BREAKINGWEB_CHROMIUM", "/nowhere/chromium")
    assert run(["doctor"]) == 2
    out = ["--out", str(tmp_path / "r"), "--extra", str(EXTRA)]
    assert run(["sweep", "--agent", "null", "--task", "toy/*", *out]) == 2
    assert "BREAKINGWEB_CHROMIUM=/nowhere/chromium is no file" in said(capsys)


@pytest.mark.parametrize(
    ("file", "change", "told"),
    [
        ("tasks/toy/add_note.yaml", ("tier: easy", "tier: easy\ntierr: easy"), "tier"),
        ("tasks/toy/add_note.yaml", ("seed: 7", "seed: seven"), "seed"),
        ("tasks/toy/add_note.yaml", ("in: folders", "in: folder"), "folders"),
        ("tasks/toy/add_note.yaml", ("name: Home}", "name: Attic}"), "no row of folders fits"),
        ("tasks/toy/add_note.yaml", ("fields: {title:", "fields: {titel:"), "title"),
        ("tasks/toy/add_note.yaml", ("site: toy", "site: tyo"), "site"),
        ("tasks/toy/add_note.yaml", ("added: notes", "present: folders"), "title"),
        ("tasks/toy/add_note.yaml", ("['home']['id']", "['home']['idd']"), "unknown field of folders 'idd'"),
        ("interventions/variants/toy/add_note.yaml", ("times: 1", "times: 9"), "times"),
        ("interventions/variants/toy/add_note.yaml", ("forged_success", "forged_sucess"), "forged_success"),
        ("interventions/variants/toy/add_note.yaml", ("POST /api/notes", "POST /api/note"), "/api/note"),
    ],
)
def test_check_names_file_line_key_and_what_is_allowed(
    tmp_path: Path, file: str, change: tuple[str, str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    import shutil

    shutil.copytree(EXTRA, tmp_path / "extra")
    path = tmp_path / "extra" / file
    text = path.read_text()
    assert change[0] in text
    path.write_text(text.replace(*change))
    assert run(["check", str(tmp_path), "--extra", str(tmp_path / "extra"), "--json"]) == 1
    errors = json.loads(capsys.readouterr().out)["errors"]
    assert errors
    assert any(error["file"].endswith(file) and error["line"] >= 1 for error in errors)
    assert any(told in error["message"] or told in error["key"] for error in errors)


def test_a_file_that_is_not_read_is_not_said_to_be_free_of_errors(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "mine.yaml").write_text("broken: [")
    assert run(["check", str(tmp_path / "mine.yaml")]) == 2
    assert "is in no folder that is read" in said(capsys)


def test_a_check_that_already_holds_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "tasks" / "toy"
    folder.mkdir(parents=True)
    text = (EXTRA / "tasks/toy/add_note.yaml").read_text()
    holds = text.replace("added: notes", "present: notes").replace("title: Order oat milk, ", "title: Book the ferry, ")
    holds = holds.replace("name: Home}", "name: Travel}")
    (folder / "held.yaml").write_text(holds)
    assert run(["check", "--extra", str(tmp_path), "--json"]) == 1
    messages = [error["message"] for error in json.loads(capsys.readouterr().out)["errors"]]
    assert any("already holds" in message for message in messages)


def test_everything_of_ours_checks() -> None:
    assert run(["check"]) == 0


@pytest.mark.parametrize("text", ["{", "[]", "{}", '{"agents": 3}'])
def test_a_sweep_file_that_is_none_is_told(tmp_path: Path, text: str, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "sweep.json").write_text(text)
    assert run(["sweep", "status", str(tmp_path)]) == 2
    assert f"{tmp_path}/sweep.json" in said(capsys)
    assert run(["sweep", "--agent", "null", "--task", "toy/*", "--out", str(tmp_path), "--extra", str(EXTRA)]) == 2
    assert (tmp_path / "sweep.json").read_text() == text


def test_what_several_workers_raise_at_once_is_one_message(capsys: pytest.CaptureFixture[str]) -> None:
    inner = ExceptionGroup("workers", [AgentRefError("agent 'A' cannot be made"), AgentRefError("agent 'A' again")])
    assert _outcome(_single(ExceptionGroup("sweep", [inner]))) == 2
    assert said(capsys).strip() == "breakingweb: agent 'A' cannot be made"
    unknown = ExceptionGroup("workers", [KeyError("a"), KeyError("b")])
    assert _single(unknown) is unknown


def test_a_reader_that_leaves_is_no_fault_and_any_other_broken_pipe_is_one(monkeypatch: pytest.MonkeyPatch) -> None:
    command = "from harness.cli import main; main()"
    with subprocess.Popen(
        [sys.executable, "-c", command, "tasks", "--json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as told:
        assert told.stdout is not None
        told.stdout.close()
        assert (told.wait(60), told.stderr.read() if told.stderr else b"") == (0, b"")

    def broken(_: object) -> None:
        raise BrokenPipeError(errno.EPIPE, "of the browser")

    monkeypatch.setattr("harness.cli.catalogue.load", broken)
    with pytest.raises(BrokenPipeError, match="of the browser"):
        run(["tasks"])
