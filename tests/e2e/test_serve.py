"""A session for any client: served, used through its proxy, graded by another process."""

import json
import signal
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx
import pytest

from harness.cli import hosting, run

COMMAND = str(Path(sys.executable).parent / "breakingweb")
EXTRA = ["--extra", str(Path(__file__).parent / "extra")]


@pytest.mark.parametrize(("tries", "passed"), [(1, False), (2, True)])
def test_a_client_is_graded_on_what_it_changed(tries: int, passed: bool, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["serve", "--task", "toy/add_note", "--condition", "perturbed", "--json", *EXTRA]
    with subprocess.Popen([COMMAND, *arguments], stdout=subprocess.PIPE, text=True) as serving:
        assert serving.stdout is not None
        served = json.loads(serving.stdout.readline())
        assert set(served) == {"url", "proxy", "direct", "session", "control", "token_file"}
        answers = add_note(served, tries)
        capsys.readouterr()
        assert run(["finish", served["session"], "--json"]) == 0
        assert serving.wait(15) == 0
    document = json.loads(capsys.readouterr().out)
    assert answers[0] == {"status": "pending"}
    assert document["grade"]["passed"] is passed
    assert document["exposed"]
    assert not Path(served["token_file"]).exists()


def add_note(served: dict[str, Any], tries: int) -> list[Any]:
    with httpx.Client(proxy=served["proxy"], base_url=served["url"], trust_env=False, timeout=20) as http:
        folders = http.get("/api/folders").json()["items"]
        home = next(folder["id"] for folder in folders if folder["name"] == "Home")
        return [
            http.post("/api/notes", json={"title": "Order oat milk", "folder_id": home}).json() for _ in range(tries)
        ]


def test_a_session_that_is_not_open_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["finish", "nobody"]) == 2
    assert "no session 'nobody' is open here" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--session", "Bad/Name"], "small letters"),
        (["--session", "x" * 41], "small letters"),
        (["--port", "99999"], "65535"),
        (["--condition", "perturbed"], "--task"),
    ],
)
def test_what_cannot_be_served_is_told(arguments: list[str], told: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["serve", *arguments]) == 2
    assert told in capsys.readouterr().err


def test_a_name_is_served_once_and_nothing_is_left_of_a_server_that_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr(hosting, "OPEN", tmp_path / f"breakingweb-{Path.home().name}")
    command = [COMMAND, "serve", "--task", "toy/add_note", "--session", "once", "--json", *EXTRA]
    for end in (signal.SIGKILL, signal.SIGTERM):
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as serving:
            assert serving.stdout is not None
            json.loads(serving.stdout.readline())
            assert run(["serve", "--task", "toy/add_note", "--session", "once", *EXTRA]) == 2
            assert "served already" in capsys.readouterr().err
            assert stat.S_IMODE(hosting.OPEN.stat().st_mode) == 0o700
            serving.send_signal(end)
            serving.wait(15)
        if end is signal.SIGTERM:
            assert list(hosting.OPEN.glob("once.*")) == []
        assert run(["finish", "once"]) == 2
        assert "open are: none" in capsys.readouterr().err


def test_a_taken_port_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    import socket

    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert run(["serve", "--port", str(port)]) == 2
    assert f"port {port}" in capsys.readouterr().err
