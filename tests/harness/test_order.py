"""What a sweep is asked to do: an agent's file is part of it, doses differ, and a plan alone runs nothing."""

import json
from pathlib import Path

import pytest

from evaluator.records.bundle import Bundle, BundleWriter
from evaluator.testing import a_grade, a_run
from harness.agents.catalog import load as load_agent
from harness.apply import application
from harness.cli import run
from harness.corpus import load
from harness.errors import UserError
from harness.jobs import Ledger
from harness.lanes import Hosting, Workshop
from harness.order import Order, execute, makers

EXTRA = Path(__file__).parent.parent / "e2e" / "extra"
AGENT = "class Mine:\n    def decide(self, observation):\n        return {answer!r}\n"


def test_an_agents_file_that_changed_makes_another_sweep(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    ref, root, pairs = f"{file}:Mine", tmp_path / "out", load([EXTRA]).pairs(["toy/*"])
    said: list[str] = []
    for answer in ("done('one')", "done('two')"):  # of one length, and within a second: what Python cached is no guide
        file.write_text(AGENT.format(answer=answer))
        order = Order(root, makers([ref]), pairs)
        if answer.endswith("one')"):
            (root).mkdir()
            (root / "sweep.json").write_text(order.configuration().model_dump_json())
    with pytest.raises(UserError, match=r"the file of agent .*mine\.py:Mine changed"):
        execute(order, said.append)


async def test_an_agents_file_is_run_as_it_stands_and_known_by_its_fingerprint(tmp_path: Path) -> None:
    file, marks = tmp_path / "mine.py", []
    for answer in ("done('one')", "done('two')", "done('two')"):
        file.write_text(AGENT.format(answer=answer))
        player = load_agent(f"{file}:Mine")()
        assert player.target.decide(None) == answer
        marks.append(player.fingerprint)
    assert marks[0] != marks[1] == marks[2]
    assert load_agent("null")().fingerprint == ""


@pytest.mark.parametrize(("dose", "what"), [("times=1,1", "1 stands twice"), ("seconds=2,2.0", "stands twice")])
def test_a_dose_that_stands_twice_is_refused(dose: str, what: str) -> None:
    with pytest.raises(UserError, match=what):
        application("transient_error", [], dose)


def test_a_parameter_is_given_once() -> None:
    with pytest.raises(UserError, match="times has a --param too"):
        application("transient_error", ["times=2"], "times=1,2")


def test_the_plan_of_a_family_by_hand_runs_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    choice = ["--agent", "null", "--task", "shop/*", "--apply", "transient_error"]
    assert run(["sweep", *choice, "--dry-run", "--json", "--out", str(tmp_path / "s")]) == 0
    assert json.loads(capsys.readouterr().out)["runs"]
    assert list(tmp_path.iterdir()) == []


def test_more_trials_than_anyone_means_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["sweep", "--agent", "null", "--trials", "1000000000", "--dry-run"]) == 2
    assert "1000" in capsys.readouterr().err


def test_another_version_of_the_browser_is_told_once(tmp_path: Path) -> None:
    marks = a_run().fingerprints.model_copy(update={"browser": "140.0"})
    BundleWriter(tmp_path).run(a_run(grade=a_grade(), fingerprints=marks))
    ledger, said = Ledger(), list[str]()
    ledger.add(Bundle(tmp_path).run())
    shop = Workshop({}, {}, Order(tmp_path, {}, []).settings, Hosting(tmp_path), ledger.browsers(), said.append)
    for version in ("140.0", "150.0", "150.0"):
        shop.meet(version)
    assert said == ["warning: the browser is 150.0 now, and was 140.0 in the runs so far"]
