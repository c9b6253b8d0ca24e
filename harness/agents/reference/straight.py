"""The straight player: what a hasty person does. First result, remembered place, no second look; believes what it sees.

Its script names no target, so an intervention that moves or imitates the target leads it astray. A step that does not
work is tried once more and then left out, and at the end it says that all is done.
"""

from collections.abc import Sequence

from harness.agents.base import Decision
from harness.agents.reference.player import Script, Turn, action
from tasks.schema import Step

TRIES = 2


class Straight(Script):
    """Plays the shortcut."""

    harness = "text"

    def __init__(self, steps: Sequence[Step] = ()) -> None:
        super().__init__(steps)
        self._tried = 0

    def turn(self, turn: Turn) -> Decision:
        if self._tried and (not turn.seen.last_action_error or self._tried >= TRIES):
            self._next()
        while (step := self.step) is not None:
            element = self.find(turn, step.selector) if step.selector else None
            if step.selector is None or element is not None:
                self._tried += 1
                return Decision(self.call(step, element, turn), thought=step.said)
            if scroll := self._search.next_scroll(turn):
                return Decision(scroll, thought=f"Looking for {step.said}")
            self._next()
        claim = "All of it is done: everything was submitted successfully."
        return Decision(action("done", claim), thought=claim)

    def _next(self) -> None:
        self._tried = 0
        self.go_on()
