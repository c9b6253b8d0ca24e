"""The control token: where it comes from, and that nobody else can read it."""

import stat
import threading
from pathlib import Path

import pytest

from harness.errors import UserError
from harness.token import FILE, VARIABLE, control_token, write_token


@pytest.fixture(autouse=True)
def _clean(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(VARIABLE, raising=False)
    monkeypatch.delenv(FILE, raising=False)


def test_only_the_owner_can_read_a_token(tmp_path: Path) -> None:
    write_token(tmp_path / "t", "secret")
    assert stat.S_IMODE((tmp_path / "t").stat().st_mode) == 0o600


def test_the_first_service_draws_it_and_the_others_wait(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(FILE, str(tmp_path / "t"))
    threading.Timer(0.3, control_token, kwargs={"create": True}).start()
    waited = control_token(wait=10)
    assert len(waited) > 20
    assert control_token(create=True) == waited


def test_a_missing_token_is_told_with_the_variable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(UserError, match=VARIABLE):
        control_token()
    monkeypatch.setenv(FILE, str(tmp_path / "none"))
    with pytest.raises(UserError, match="none"):
        control_token()
