"""The loop: observe, decide, (criticise, decide again,) execute, settle, until the agent is done or a limit is met."""

import asyncio
import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Protocol

from pydantic import BaseModel, ConfigDict, Field

from evaluator.records.run import Ending, Seconds, Tokens
from evaluator.records.trajectory import Box, Critique, Point, Screen, Step
from harness.agents.base import Brief, Decision, Observation
from harness.agents.catalog import Player
from harness.browser.actions import ENDING_VERBS, Action, parse
from harness.browser.driver import Driver
from harness.browser.effect import Effect
from harness.browser.errors import ActionError, InfraError
from harness.browser.render import with_note
from harness.errors import VoidRun
from harness.record import Recorder


class Limits(BaseModel):
    """Caps of a run."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    steps: int = Field(default=30, ge=1, description="The most steps.")
    seconds: float = Field(default=600.0, gt=0, description="The most seconds, waits for rate limits not counted.")


class Critic(Protocol):
    """Judges a decision before it is carried out; a refused one is decided once more."""

    async def review(self, observation: Observation, decision: Decision) -> Critique:
        """The verdict; `text` is what the agent is told."""
        ...


@dataclass(frozen=True)
class Trajectory:
    """How an episode went. `message` is the traceback of an agent that broke."""

    ending: Ending
    steps: tuple[Step, ...]
    seconds: Seconds
    tokens: Tokens = field(default_factory=Tokens)
    cost: float = 0.0
    message: str | None = None


async def run(
    driver: Driver,
    player: Player,
    brief: Brief,
    limits: Limits,
    recorder: Recorder,
    critic: Critic | None = None,
    now: Callable[[], float] = time.monotonic,
) -> Trajectory:
    """Run one episode on an opened page.

    An agent that raises ends it with ending `error`. VoidRun (a lost browser, a failing model provider) passes through;
    the steps up to then are on disk.
    """
    return await _Episode(driver, player, brief, limits, recorder, critic, now).run()


class _Episode:
    def __init__(
        self,
        driver: Driver,
        player: Player,
        brief: Brief,
        limits: Limits,
        recorder: Recorder,
        critic: Critic | None,
        now: Callable[[], float],
    ) -> None:
        self._driver, self._player, self._brief, self._limits = driver, player, brief, limits
        self._recorder, self._critic, self._now = recorder, critic, now
        self._steps: list[Step] = []
        self._waited = 0.0
        self._begun = now()
        self._last = ("", "")

    async def run(self) -> Trajectory:
        """Reset the agent and step until the end."""
        try:
            await asyncio.wait_for(self._player.reset(self._brief), self._left)
        except TimeoutError:
            return self._result("time_limit")
        except VoidRun:
            raise
        except Exception:
            return self._result("error", traceback.format_exc())
        while len(self._steps) < self._limits.steps:
            if self._left <= 0:
                return self._result("time_limit")
            ended = await self._step()
            if ended is not None:
                return ended
        return self._result("step_limit")

    @property
    def _left(self) -> float:
        return self._limits.seconds - (self._now() - self._begun - self._waited)

    async def _step(self) -> Trajectory | None:
        clock = _Clock(self._now)
        number, began = len(self._steps), time.time()
        seen = await self._driver.observe(self._brief.goal, number, *self._last)
        clock.lap("observe")
        shown = self._recorder.observation(seen, *self._driver.place())
        draft = Step(step=number, observation=shown, action="", detail={"wall": began})
        picture = asyncio.create_task(self._picture(number))
        try:
            decision, critiques = await asyncio.wait_for(self._decide(seen), self._left)
        except TimeoutError:
            return self._result("time_limit")
        except VoidRun:
            raise
        except Exception:
            return self._result("error", traceback.format_exc())
        finally:
            clock.lap("decide")
            screen, fault = await picture
            clock.lap("screen")
        self._waited += decision.rate_limit_wait
        done, step = await self._act(decision, clock)
        self._keep(draft, step, decision, critiques, screen, fault, clock)
        return self._result("done") if done else None

    async def _picture(self, number: int) -> tuple[Screen | None, str]:
        """The step's picture, taken while the agent decides; a page that gives none does not end the run."""
        if self._recorder.screens == "none":
            return None, ""
        try:
            return self._recorder.screen(number, await self._driver.picture()), ""
        except InfraError as error:
            return None, str(error)

    async def _decide(self, seen: Observation) -> tuple[Decision, tuple[Critique, ...]]:
        decision = await self._player.decide(seen)
        if self._critic is None:
            return decision, ()
        verdict = await self._critic.review(seen, decision)
        if verdict.accepted:
            return decision, (verdict,)
        told = replace(seen, notes=(*seen.notes, verdict.text), text=with_note(seen.text, verdict.text))
        return await self._player.decide(told), (verdict,)

    async def _act(self, decision: Decision, clock: "_Clock") -> tuple[bool, "_Outcome"]:
        """Carry the decision out; true where it ends the run."""
        effect, error, action = Effect(), "", None
        try:
            action = parse(decision.action, self._brief.harness)
            effect = await self._driver.execute(action)
        except ActionError as refused:
            error = str(refused)
        clock.lap("execute")
        done = action is not None and action.name in ENDING_VERBS
        if action is not None and not done:
            await self._driver.settle()
            trouble = self._driver.trouble()  # asked also where there is an error: it is never the next action's
            error = error or trouble
        clock.lap("settle")
        feedback = None if done else await self._driver.feedback()
        self._last = (action.canonical if action else _short(decision.action), error)
        return done, _Outcome(action, effect, error, feedback)

    def _keep(
        self,
        draft: Step,
        outcome: "_Outcome",
        decision: Decision,
        critiques: tuple[Critique, ...],
        screen: Screen | None,
        fault: str,
        clock: "_Clock",
    ) -> None:
        effect, box = outcome.effect, outcome.effect.box
        detail = {**draft.detail, **({"canonical": outcome.action.canonical} if outcome.action else {})}
        step = draft.model_copy(
            update={
                "thought": decision.thought,
                "intent": decision.intent,
                "action": decision.action,
                "error": outcome.error or None,
                "critiques": critiques,
                "point": Point(x=effect.point[0], y=effect.point[1]) if effect.point else None,
                "box": Box(x=box[0], y=box[1], width=box[2], height=box[3]) if box else None,
                "screen": screen,
                "usage": dict(decision.usage),
                "times": clock.laps,
                "feedback": outcome.feedback,
                "detail": {**detail, **({"screen": fault} if fault else {})},
            }
        )
        self._steps.append(step)
        self._recorder.step(step)

    def _result(self, ending: Ending, message: str | None = None) -> Trajectory:
        usage = [use for step in self._steps for use in step.usage.values()]
        laps = [step.times for step in self._steps]
        seconds = Seconds(
            episode=self._now() - self._begun,
            model=sum(use.seconds for use in usage),
            environment=sum(t.get("observe", 0) + t.get("execute", 0) for t in laps),
            settle=sum(t.get("settle", 0) for t in laps),
            rate_limit_wait=self._waited,
        )
        tokens = Tokens(input=sum(use.input for use in usage), output=sum(use.output for use in usage))
        return Trajectory(ending, tuple(self._steps), seconds, tokens, sum(use.cost for use in usage), message)


@dataclass(frozen=True)
class _Outcome:
    action: Action | None
    effect: Effect
    error: str
    feedback: str | None


class _Clock:
    """Seconds by part of a step."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now, self._last = now, now()
        self.laps: dict[str, float] = {}

    def lap(self, part: str) -> None:
        """Book the time since the last lap."""
        at = self._now()
        self.laps[part] = round(at - self._last, 4)
        self._last = at


def _short(text: str) -> str:
    return text if len(text) <= 200 else f"{text[:200]}…"
