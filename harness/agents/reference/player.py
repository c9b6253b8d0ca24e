"""Plays a script of steps by looking: one action a turn, chosen from what is on the screen.

Both reference players work this way and differ in what they do when something is not as the script has it. A turn looks
for the step's element, scrolls for it where it is not in view, acts, and goes on.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass

from harness.agents.base import Brief, Decision, Observation
from harness.agents.reference.find import find
from harness.agents.reference.view import Seen, read
from tasks.schema import Selector, Step

SCROLL_SHARE = 0.75
ACTIONS = {"click": "click", "dblclick": "dblclick", "hover": "hover", "check": "click", "uncheck": "click"}


@dataclass(frozen=True)
class Turn:
    """One look at the page: the observation, and its tree."""

    seen: Observation
    root: Seen


@dataclass
class Search:
    """Where the scrolling search for one step stands: down to the bottom, then once more from the top."""

    looked: int = 0
    began_at: int = -1
    from_top: bool = False
    last_y: int = -1

    def next_scroll(self, turn: Turn) -> str | None:
        """The next scroll, or None where the whole page has been looked at."""
        scroll, height = turn.seen.scroll, turn.seen.viewport[1]
        at_bottom = scroll.y + height >= scroll.height - 2 or scroll.y == self.last_y
        self.last_y = scroll.y
        self.looked += 1
        self.began_at = scroll.y if self.began_at < 0 else self.began_at
        if not at_bottom:
            return f"scroll(0, {int(height * SCROLL_SHARE)})"
        if self.from_top or self.began_at == 0:
            return None
        self.from_top, self.last_y = True, -1
        return f"scroll(0, {-scroll.height})"


class Script:
    """A player's place in its steps. Subclasses decide what to do where a step cannot be taken."""

    def __init__(self, steps: Sequence[Step]) -> None:
        self._steps = list(steps)
        self._at = 0
        self._search = Search()
        self._brief: Brief | None = None

    def reset(self, brief: Brief) -> None:
        self._brief = brief

    async def decide(self, observation: Observation) -> Decision:
        turn = Turn(observation, read(observation.text))
        return self.turn(turn)

    def turn(self, turn: Turn) -> Decision:
        raise NotImplementedError

    @property
    def goal(self) -> str:
        return self._brief.goal if self._brief else ""

    @property
    def step(self) -> Step | None:
        return self._steps[self._at] if self._at < len(self._steps) else None

    def go_on(self) -> None:
        self._at += 1
        self._search = Search()

    def go_back(self, to: int) -> None:
        self._at = max(0, to)
        self._search = Search()

    def find(self, turn: Turn, selector: Selector) -> Seen | None:
        return find(turn.root, selector, self.goal)

    def call(self, step: Step, element: Seen | None, turn: Turn) -> str:
        """The action text of a step on its element."""
        if step.verb == "open":
            return action("goto", self.address(step.text))
        if step.verb == "back":
            return "go_back()"
        if step.verb == "scroll":
            return f"scroll({', '.join(str(number) for number in step.numbers)})"
        assert element is not None
        assert element.bid is not None
        if step.verb in ACTIONS:
            return action(ACTIONS[step.verb], element.bid)
        if step.verb == "fill":
            return action("fill", element.bid, step.text)
        if step.verb == "press":
            return action("press", element.bid, step.text)
        if step.verb == "select":
            return action("select_option", element.bid, step.text)
        if step.verb == "upload":
            return action("upload_file", element.bid, step.text)
        assert step.to is not None
        landing = self.find(turn, step.to)
        return action("drag_and_drop", element.bid, landing.bid if landing and landing.bid else "")

    def address(self, path: str) -> str:
        """A page of the site as an absolute address."""
        start = self._brief.start_url if self._brief else ""
        scheme, _, rest = start.partition("://")
        return f"{scheme}://{rest.split('/')[0]}/{path.lstrip('/')}"


def action(name: str, *arguments: str) -> str:
    """A call with quoted string arguments."""
    return f"{name}({', '.join(json.dumps(argument, ensure_ascii=False) for argument in arguments)})"
