"""The loop ends as it should, blames whom it should, and leaves every step on disk."""

import asyncio
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Error
from pydantic import ValidationError

from evaluator.records.bundle import Bundle
from evaluator.records.trajectory import Critique, Usage
from harness.agents.base import Brief, Decision, Observation
from harness.agents.catalog import AgentFault, AgentRefError, Player, load
from harness.browser.context import Chromium, find_chromium
from harness.browser.driver import Driver, Setup
from harness.browser.errors import ObservationError
from harness.cli.episode import run_episode
from harness.episode import Limits, Trajectory, run
from harness.errors import UserError, VoidRun
from harness.record import Recorder

BUTTON = "<button onclick=\"fetch('/count/n',{method:'POST'})\">Press</button>"


async def play(
    chrome: Chromium, url: str, agent: Any, out: Path, limits: Limits | None = None, **more: Any
) -> Trajectory:
    driver = await Driver.start(chrome, Setup(**{k: v for k, v in more.items() if k == "harness"}))
    try:
        await driver.open(url)
        brief = Brief("do it", url, "", (1280, 720), driver.setup.harness)
        recorder = Recorder(out, more.get("screens", "all"))
        return await run(
            driver, Player("t", agent), brief, limits or Limits(steps=5), recorder, critic=more.get("critic")
        )
    finally:
        await driver.close()


def script(*actions: str) -> Any:
    """An agent that writes these actions one after the other; `{name}` is the bid of the element of that name."""
    rest = list(actions)

    async def decide(seen: Observation) -> Decision:
        bids = {e.name: e.bid for e in seen.elements}
        return Decision(rest.pop(0).format(**bids), thought=f"step {seen.step}")

    return decide


@pytest.mark.browser
class TestLoop:
    async def test_a_run_to_the_end_is_on_disk(self, chrome: Chromium, pages: Any, tmp_path: Path) -> None:
        agent = script("click('{Press}')", "done('it\\'s \"done\"')")
        result = await play(chrome, pages.put(BUTTON), agent, tmp_path)
        assert (result.ending, pages.counts) == ("done", {"n": 1})
        first, last = Bundle(tmp_path).steps().steps
        assert (first, last) == result.steps
        assert first.box is not None
        assert first.point is not None
        assert first.box.x <= first.point.x <= first.box.x + first.box.width
        assert first.observation.file is not None
        assert "Press" in (tmp_path / first.observation.file).read_text()
        assert first.screen is not None
        assert (tmp_path / first.screen.file).read_bytes().startswith(b"\xff\xd8")
        assert (first.screen.width, first.screen.height, first.screen.scale) == (1280, 720, 1.0)
        assert {"observe", "decide", "execute", "settle"} <= set(first.times)
        assert last.action == "done('it\\'s \"done\"')"
        assert first.thought == "step 0"

    async def test_an_action_that_cannot_be_read_is_an_error_and_the_run_goes_on(
        self, chrome: Chromium, pages: Any, tmp_path: Path
    ) -> None:
        seen: list[Observation] = []

        def agent(observation: Observation) -> str:
            seen.append(observation)
            return ["click the button", "click('a99')", "done('')"][observation.step]

        result = await play(chrome, pages.put(BUTTON), agent, tmp_path)
        assert [bool(s.error) for s in result.steps] == [True, True, False]
        assert "cannot be read" in seen[1].last_action_error
        assert "## last_action: click the button" in seen[1].text
        assert "not in the current observation" in seen[2].text
        assert result.ending == "done"

    async def test_what_an_action_met_is_never_the_next_ones_error(
        self, chrome: Chromium, pages: Any, tmp_path: Path
    ) -> None:
        closed = "goto('http://127.0.0.1:1/')"
        result = await play(chrome, pages.put(BUTTON), script(closed, closed, "noop()", "done('')"), tmp_path)
        assert [bool(step.error) for step in result.steps] == [True, True, False, False]

    async def test_limits_end_a_run(self, chrome: Chromium, pages: Any, tmp_path: Path) -> None:
        result = await play(chrome, pages.put(BUTTON), lambda _: "noop()", tmp_path / "a", Limits(steps=3))
        assert (result.ending, len(result.steps)) == ("step_limit", 3)

        async def sleeps(_: Observation) -> str:
            await asyncio.sleep(30)
            return "noop()"

        result = await play(chrome, pages.put(BUTTON), sleeps, tmp_path / "b", Limits(seconds=1))
        assert (result.ending, len(result.steps)) == ("time_limit", 0)

    async def test_waits_for_a_provider_do_not_count(self, chrome: Chromium, pages: Any, tmp_path: Path) -> None:
        async def agent(seen: Observation) -> Decision:
            await asyncio.sleep(0.8)
            return Decision("noop()" if seen.step < 2 else "done('')", rate_limit_wait=0.8)

        result = await play(chrome, pages.put(BUTTON), agent, tmp_path, Limits(seconds=1.8))
        assert result.ending == "done"
        assert result.seconds.rate_limit_wait == pytest.approx(2.4)

    async def test_an_agent_that_raises_ends_its_run(self, chrome: Chromium, pages: Any, tmp_path: Path) -> None:
        def agent(seen: Observation) -> str:
            if seen.step:
                raise KeyError("of the agent")
            return "noop()"

        result = await play(chrome, pages.put(BUTTON), agent, tmp_path)
        assert (result.ending, len(result.steps)) == ("error", 1)
        assert "of the agent" in str(result.message)
        assert "Traceback" in str(result.message)

    async def test_an_answer_of_another_type_is_the_agents_error(
        self, chrome: Chromium, pages: Any, tmp_path: Path
    ) -> None:
        result = await play(chrome, pages.put(BUTTON), lambda _: 42, tmp_path)
        assert result.ending == "error"
        assert "not int" in str(result.message)

    async def test_a_failing_provider_voids_the_run(self, chrome: Chromium, pages: Any, tmp_path: Path) -> None:
        def agent(seen: Observation) -> str:
            if seen.step:
                raise VoidRun("model", "429 for too long")
            return "noop()"

        with pytest.raises(VoidRun) as caught:
            await play(chrome, pages.put(BUTTON), agent, tmp_path)
        assert caught.value.kind == "model"
        assert len(Bundle(tmp_path).steps().steps) == 1

    async def test_a_critic_is_heard_once(self, chrome: Chromium, pages: Any, tmp_path: Path) -> None:
        class Careful:
            async def review(self, seen: Observation, decision: Decision) -> Critique:
                return Critique(critic="c", accepted=False, text="look\nagain", action=decision.action)

        told: list[str] = []

        def agent(seen: Observation) -> str:
            told.append(seen.text)
            return "done('')" if "## note: look again\nRootWebArea" in seen.text else "noop()"

        result = await play(chrome, pages.put(BUTTON), agent, tmp_path, critic=Careful())
        assert [s.action for s in result.steps] == ["done('')"]
        assert result.steps[0].critiques[0].action == "noop()"
        assert len(told) == 2

    @pytest.mark.parametrize("screens", ["none", "failed"])
    async def test_pictures_only_where_wanted(self, chrome: Chromium, pages: Any, tmp_path: Path, screens: str) -> None:
        await play(chrome, pages.put(BUTTON), script("noop()", "done('')"), tmp_path, screens=screens)
        assert _count(tmp_path / "screens") == (0 if screens == "none" else 2)

    async def test_each_harness_shows_its_own(self, chrome: Chromium, pages: Any, tmp_path: Path) -> None:
        seen: list[Observation] = []

        def agent(observation: Observation) -> str:
            seen.append(observation)
            return "done('')"

        url = pages.put(BUTTON, title="Words")
        for harness in ("text", "gui", "hybrid"):
            await play(chrome, url, agent, tmp_path / harness, harness=harness)
        text, gui, hybrid = seen
        assert text.screenshot is None
        assert text.text
        assert gui.screenshot is not None
        assert (gui.text, gui.url, gui.title, gui.elements, gui.tabs) == ("", "", "", (), ())
        assert hybrid.screenshot is not None
        assert "Press" in hybrid.text
        assert Bundle(tmp_path / "gui").steps().steps[0].observation.url == url

    @pytest.mark.parametrize("times", [1, 99])
    async def test_a_tree_that_cannot_be_read_is_tried_once_more_then_ours(
        self, chrome: Chromium, pages: Any, monkeypatch: pytest.MonkeyPatch, times: int
    ) -> None:
        driver = await Driver.start(chrome, Setup())
        await driver.open(pages.put(BUTTON))
        page = driver.tabs.active
        real, calls = page.aria_snapshot, 0

        async def broken(**options: Any) -> str:
            nonlocal calls
            calls += 1
            if calls <= times:
                raise Error("Protocol error: no tree")
            return await real(**options)

        monkeypatch.setattr(page, "aria_snapshot", broken)
        if times == 1:
            assert "Press" in (await driver.observe("g", 0)).text
        else:
            with pytest.raises(ObservationError) as caught:
                await driver.observe("g", 0)
            assert caught.value.kind == "infra"
        assert calls == 2
        await driver.close()


AGENT = """
import tasks
from harness.agents.base import Decision
class Clicker:
    viewport = (1024, 768)
    def reset(self, brief):
        self.actions = brief.actions
    async def decide(self, seen):
        assert 'click(bid' in self.actions
        if seen.step == 0:
            return Decision(f"click({seen.elements[0].bid!r})", 'press it')
        return "done('pressed')"
def words(seen):
    return "send_msg_to_user('hi')"
"""


@pytest.mark.browser
class TestCommand:
    def test_agents_from_a_file_neither_shadow_nor_are_shadowed(self, pages: Any, tmp_path: Path) -> None:
        file = tmp_path / "harness.py"
        file.write_text(AGENT)
        (tmp_path / "tasks.py").write_text("raise RuntimeError('shadowed')")
        url = pages.put(BUTTON)
        answer = run_episode(url, f"{file}:Clicker", None, 5, tmp_path / "out")
        assert answer["ending"] == "done"
        assert pages.counts == {"n": 1}
        assert [s["action"] for s in answer["steps"]][1] == "done('pressed')"
        step = answer["steps"][0]
        assert set(step) == {"url", "action", "error", "text", "screenshot"}
        assert (step["url"], step["error"]) == (url, None)
        assert "Press" in step["text"]
        assert Path(step["screenshot"]).is_file()

    async def test_it_runs_under_a_loop_in_threads_and_in_a_script(self, pages: Any, tmp_path: Path) -> None:
        url = pages.put(BUTTON)
        assert run_episode(url, "null", "text", 3, tmp_path / "loop")["ending"] == "done"
        with ThreadPoolExecutor(4) as pool:
            jobs = [pool.submit(run_episode, url, "null", "text", 3, tmp_path / f"thread{i}") for i in range(4)]
            assert [await asyncio.wrap_future(job) for job in jobs]
        code = (
            "import sys; from pathlib import Path; from harness.cli.episode import run_episode\n"
            "print(run_episode(sys.argv[1], 'null', 'text', 3, Path(sys.argv[2]))['ending'])"
        )
        command = [sys.executable, "-W", "error", "-c", code, url, str(tmp_path / "script")]
        process = await asyncio.create_subprocess_exec(*command, stdout=subprocess.PIPE)
        out, _ = await process.communicate()
        assert out.strip() == b"done"

    def test_no_browser_is_left_behind(self, pages: Any, tmp_path: Path) -> None:
        before = _children()
        for i in range(3):
            run_episode(pages.put(BUTTON), "random", "hybrid", 2, tmp_path / str(i))
        assert _children() <= before

    @pytest.mark.parametrize(
        ("url", "agent", "harness", "says"),
        [
            ("file:///etc/passwd", "null", "text", "only http and https"),
            ("http://127.0.0.1:9/", "null", "text", "cannot be opened"),
            ("http://x.test", "nul", "text", "did you mean 'null'"),
            ("http://x.test", "null", "txt", "no harness 'txt'"),
        ],
    )
    def test_what_the_user_can_fix_is_said(self, tmp_path: Path, url: str, agent: str, harness: str, says: str) -> None:
        with pytest.raises(UserError, match=says):
            run_episode(url, agent, harness, 3, tmp_path)


def _count(folder: Path) -> int:
    return len(list(folder.iterdir())) if folder.is_dir() else 0


def _children() -> set[str]:
    """Processes below this one, defunct ones too."""
    found = set()
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            pid, rest = stat.read_text().split(" (", 1)
        except OSError:
            continue
        if rest.rsplit(") ", 1)[1].split()[1] == str(os.getpid()):
            found.add(pid)
    return found


def test_agent_references_that_lead_nowhere(tmp_path: Path) -> None:
    file = tmp_path / "a.py"
    file.write_text("class Plain: pass\nvalue = 3\nclass Agent:\n    def decide(self, seen): return 'noop()'\n")
    for ref, says in [
        (f"{file}:Agnt", "did you mean 'Agent'"),
        (f"{file}:Plain", "no method decide"),
        (f"{file}:value", "neither a class nor a function"),
        (f"{tmp_path}/none.py:Agent", "no agent file"),
    ]:
        with pytest.raises(AgentRefError, match=says):
            load(ref)
    for body, says in [
        ("def __init__(self): raise RuntimeError('no key')", "cannot be made: RuntimeError: no key"),
        ("def __init__(self): raise SystemExit(1)", "cannot be made: SystemExit: 1"),
        ("harness = 'ears'", "choose one of text, gui, hybrid"),
        ("coordinates = 'furlongs'", "choose one of pixels, grid"),
        ("viewport = (0, 600)", "from 100"),
        ("viewport = ('800', '600')", "from 100"),
        ("viewport = 800", "from 100"),
    ]:
        file.write_text(f"class Agent:\n    def decide(self, seen): return 'noop()'\n    {body}\n")
        make = load(f"{file}:Agent")
        with pytest.raises(AgentRefError, match=says):
            make()
    file.write_text("raise SystemExit(3)")
    with pytest.raises(AgentRefError, match="SystemExit: 3"):
        load(f"{file}:Agent")
    file.write_text("import nothing_of_that_name")
    with pytest.raises(AgentRefError, match="nothing_of_that_name"):
        load(f"{file}:Agent")


@pytest.mark.parametrize("raised", [SystemExit(3), asyncio.CancelledError(), TimeoutError("slow"), GeneratorExit()])
@pytest.mark.parametrize("sync", [True, False])
async def test_what_an_agent_raises_stays_its_error(raised: BaseException, sync: bool) -> None:
    """A timeout is not the run's time limit, an exit not the sweep's, a cancellation not Ctrl-C."""

    def decide(_: Observation) -> str:
        raise raised

    async def decide_later(seen: Observation) -> str:
        return decide(seen)

    player = Player("t", decide if sync else decide_later)
    with pytest.raises(AgentFault, match=type(raised).__name__):
        await asyncio.wait_for(player.decide(Observation("", 0, (800, 600))), 5)


async def test_the_time_limit_still_cancels_an_agent() -> None:
    async def decide(_: Observation) -> str:
        await asyncio.sleep(60)
        return "noop()"

    with pytest.raises(TimeoutError):
        await asyncio.wait_for(Player("t", decide).decide(Observation("", 0, (800, 600))), 0.05)


def test_an_observation_of_any_text_is_stored(tmp_path: Path) -> None:
    halves = [Observation("", 0, (800, 600), text=f"[a1] button 'x{half}'") for half in ("\ud800", "\udfff")]
    stored = [Recorder(tmp_path).observation(seen, "http://toy.test/", 0) for seen in halves]
    assert stored[0].hash != stored[1].hash
    assert (tmp_path / str(stored[1].file)).read_text() == "[a1] button 'x\\udfff'"


@pytest.mark.parametrize("number", [float("nan"), float("inf"), -1.0])
def test_what_a_decision_cost_is_a_number(number: float) -> None:
    with pytest.raises(ValidationError):
        Decision("noop()", rate_limit_wait=number)
    with pytest.raises(ValidationError):
        Usage(cost=number)


def test_every_catalogue_name_loads_and_players_are_fresh() -> None:
    assert load("random")().target is not load("random")().target
    assert load("null")().harness is None


def test_nothing_an_agent_gets_tells_the_experiment() -> None:
    telling = ("condition", "variant", "target", "score", "grade", "check", "family", "plan", "clean", "perturb")
    for kind in (Observation, Brief, Decision):
        for part in fields(kind):
            assert not any(word in part.name for word in telling)


def test_random_draws_depend_on_the_seed_alone() -> None:
    seen = Observation("g", 0, (800, 600), screenshot=b"x")

    def draws(seed: int) -> list[str]:
        agent = load("random")().target
        agent.reset(Brief("g", "", "", (800, 600), "gui", seed))
        return [agent.decide(seen).action for _ in range(5)]

    assert draws(1) == draws(1) != draws(2)


def test_a_missing_browser_is_one_clear_error(tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"install chromium.*BREAKINGWEB_CHROMIUM"):
        find_chromium({"PATH": str(tmp_path)}, "")
    with pytest.raises(UserError, match="is no file"):
        find_chromium({"BREAKINGWEB_CHROMIUM": str(tmp_path / "x")}, "")
    browser = tmp_path / "google-chrome"
    browser.touch(0o755)
    assert find_chromium({"PATH": str(tmp_path)}, "") == str(browser)
    assert find_chromium({"PATH": "", "BREAKINGWEB_CHROMIUM": str(browser)}, "/own") == str(browser)
