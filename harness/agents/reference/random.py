"""The player that acts without reading: a floor that every task should hold against."""

import random

from harness.agents.base import Brief, Decision, Element, Observation

_TYPED = {"textbox", "searchbox", "spinbutton"}


class Random:
    """Clicks, types and scrolls by chance among what it is shown; draws depend on the brief's seed alone."""

    def __init__(self) -> None:
        self._rng = random.Random(0)

    def reset(self, brief: Brief) -> None:
        """Start the draws anew from the run's own seed."""
        self._rng = random.Random(brief.seed)

    def decide(self, observation: Observation) -> Decision:
        """One random action of the harness in use."""
        if not observation.elements:
            return Decision(self._blind(observation))
        return Decision(self._aimed(observation.elements))

    def _blind(self, observation: Observation) -> str:
        width, height = observation.viewport
        if observation.screenshot is None or self._rng.random() < 0.1:
            return "scroll(0, 400)"
        return f"mouse_click({self._rng.randrange(width)}, {self._rng.randrange(height)})"

    def _aimed(self, elements: tuple[Element, ...]) -> str:
        if self._rng.random() < 0.15:
            return self._rng.choice(["scroll(0, 400)", "scroll(0, -400)", "go_back()"])
        element = self._rng.choice([e for e in elements if e.clickable] or list(elements))
        if element.role in _TYPED:
            return f"fill({element.bid!r}, {self._rng.choice(['1', 'tea', '2027-03-12'])!r})"
        if element.options:
            return f"select_option({element.bid!r}, {self._rng.choice(element.options)!r})"
        return f"click({element.bid!r})"
