"""The careful player: knows the targets, checks every effect, waits, retries, clears what is in the way.

It proves that a pair can be solved. It is never shown as a baseline: its script was written by the task's author.
"""

import re
from collections import Counter
from collections.abc import Sequence

from harness.agents.base import Decision
from harness.agents.reference.find import first, look
from harness.agents.reference.player import Script, Search, Turn, action
from harness.agents.reference.view import folded
from tasks.schema import Step

AWAY = re.compile(
    r"^(no,? thanks|not now|maybe later|close|dismiss|skip|decline|reject all|necessary only|got it|ok|okay|accept all|"
    r"accept|continue|stay|keep)\b",
    re.IGNORECASE,
)
AGAIN = re.compile(r"try again|went wrong|timed out|temporarily|busy|please retry", re.IGNORECASE)
MOST_TRIES = 8
MOST_WAITS = 20
MOST_REPLAYS = 6
EXPECT_SCREENS = 2


class Careful(Script):
    """Plays the reference. A step that fails is tried again; an expectation that fails sends it back."""

    harness = "text"

    def __init__(self, steps: Sequence[Step] = ()) -> None:
        super().__init__(steps)
        self._tries: Counter[int] = Counter()
        self._waits: Counter[int] = Counter()
        self._replays: Counter[int] = Counter()
        self._acted = False

    def turn(self, turn: Turn) -> Decision:
        if self._acted and (again := self._after(turn)):
            return again
        self._acted = False
        while (step := self.step) is not None:
            decision = self._take(step, turn)
            if decision is not None:
                return decision
            self.go_on()
        return Decision(action("done", "Everything is done and checked."), thought="Each effect was seen on the page.")

    def _after(self, turn: Turn) -> Decision | None:
        """What the page says to the last action: an error to deal with, or None to go on."""
        error = turn.seen.last_action_error
        alert = first(turn.root, lambda node: node.role == "alert" and AGAIN.search(node.words()) is not None)
        pressed = self.step is not None and self.step.verb in ("click", "press")
        if not error and (alert is None or not pressed or self._foreseen()):
            self.go_on()
            return None
        self._tries[self._at] += 1
        if self._tries[self._at] > MOST_TRIES:
            return self._give_up(error or "the page asks to try again")
        self._acted = False
        if error and (away := self._clear(turn)):
            return away
        return self._wait(error or "the page asks to try again") if self._tries[self._at] > 1 else None

    def _foreseen(self) -> bool:
        """Whether the script itself expects an alert here, so as to look first whether the thing was done after all."""
        following = self._steps[self._at + 1] if self._at + 1 < len(self._steps) else None
        wanted = following.selector if following is not None and following.verb == "expect" else None
        return wanted is not None and wanted.role == "alert"

    def _take(self, step: Step, turn: Turn) -> Decision | None:
        """The action for a step, or None where nothing is left to do for it."""
        if step.verb in ("expect", "wait_for"):
            return self._expect(step, turn)
        element = None
        if step.selector is not None:
            element = self.find(turn, step.selector)
            if element is None:
                return self._seek(step, turn)
            if step.verb in ("check", "uncheck") and element.checked == (step.verb == "check"):
                return None
        self._acted = True
        return Decision(self.call(step, element, turn), thought=step.said)

    def _expect(self, step: Step, turn: Turn) -> Decision | None:
        assert step.selector is not None
        missing = look(turn.root, step.selector, self.goal) is None
        if missing == step.missing:
            return None
        if not step.missing and self._search.looked < EXPECT_SCREENS and (scroll := self._search.next_scroll(turn)):
            return Decision(scroll, thought=f"Looking for {step.said}")
        if self._waits[self._at] < (MOST_WAITS if step.verb == "wait_for" else 1):
            return self._wait(f"{step.said} is not there yet")
        return self._replay(step)

    def _replay(self, step: Step) -> Decision | None:
        """Open the page again; if that shows nothing new, do the part before it again, as often as it takes."""
        self._replays[self._at] += 1
        if self._replays[self._at] > MOST_REPLAYS:
            return self._give_up(f"{step.said} does not hold")
        opens = [i for i, other in enumerate(self._steps[: self._at]) if other.verb == "open"] or [0]
        back = opens[-1] if self._replays[self._at] == 1 or len(opens) < 2 else opens[-2]
        self._waits[self._at] = 0
        self.go_back(back)
        return Decision("noop()", thought=f"{step.said} does not hold: going back to check and do it again.")

    def _seek(self, step: Step, turn: Turn) -> Decision:
        """Scroll for an element, clear what may hide it, wait for it, or give up."""
        if away := self._clear(turn):
            return away
        if scroll := self._search.next_scroll(turn):
            return Decision(scroll, thought=f"Looking for {step.said}")
        if self._waits[self._at] < MOST_TRIES:
            self._search = Search()
            return self._wait(f"{step.said} is not there yet")
        return self._give_up(f"{step.said} is nowhere")

    def _clear(self, turn: Turn) -> Decision | None:
        """Close a dialog or banner that the script does not speak of."""
        wanted = self.step.selector.in_ if self.step and self.step.selector else None
        for box in turn.root.walk():
            if box.role not in ("dialog", "alertdialog") or (wanted and wanted.role == box.role):
                continue
            button = first(box, lambda node: node.role == "button" and AWAY.match(folded(node.name)) is not None)
            if button and button.bid:
                return Decision(action("click", button.bid), thought=f"Something is in the way: {box.name}")
        return None

    def _wait(self, why: str) -> Decision:
        self._waits[self._at] += 1
        return Decision("wait(1)", thought=f"Waiting: {why}")

    def _give_up(self, why: str) -> Decision:
        return Decision(action("report_infeasible", why), thought=f"Giving up: {why}")
