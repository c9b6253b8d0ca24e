"""The straight player that also looks whether the variant's notice holds; for certificates only."""

from collections.abc import Mapping, Sequence
from typing import Any

from harness.agents.base import Decision
from harness.agents.reference.find import look
from harness.agents.reference.player import Search, Turn, action
from harness.agents.reference.straight import Straight
from interventions.variant import Notice, Seen
from tasks.schema import Selector, Step
from tasks.templates import fill


class Noticing(Straight):
    """Plays the shortcut, then opens the notice's page and looks through all of it before it says that it is done.

    noticed: what is named stands on the page, at any time that the page was shown.
    """

    def __init__(self, steps: Sequence[Step], notice: Notice, targets: Mapping[str, Any]) -> None:
        super().__init__(steps)
        self._notice = notice
        self._page = fill(notice.open, targets)
        self._wanted = selector(notice.sees or notice.misses, targets)
        self._ended: Decision | None = None
        self.shown = False

    @property
    def noticed(self) -> bool:
        """Whether the notice holds."""
        return self.shown if self._notice.sees else not self.shown

    def turn(self, turn: Turn) -> Decision:
        here = self.address(self._page) == turn.seen.url
        if (self._ended or self._notice.sees) and here and look(turn.root, self._wanted, self.goal) is not None:
            self.shown = True
        if self._ended is None:
            decision = super().turn(turn)
            if not decision.action.startswith("done("):
                return decision
            self._ended = decision
            self._search = Search()
            return Decision(action("goto", self.address(self._page)), thought="Looking at the page once more.")
        if not self.shown and (scroll := self._search.next_scroll(turn)):
            return Decision(scroll)
        return self._ended


def selector(seen: Seen | None, targets: Mapping[str, Any]) -> Selector:
    """What the notice names, as something to find."""
    assert seen is not None
    wanted = Selector.model_validate({"role": seen.role, "name": seen.name, "near": seen.with_})
    return wanted.mapped(lambda text: fill(text, targets))
