"""Three small agents, one for each form: a class that reads the tree, a function, a class that sees pixels only."""

from harness.agents.base import Brief, Decision, Observation


class Reader:
    """Opens what shares most words with the goal, never the same thing twice."""

    harness = "text"

    def __init__(self) -> None:
        self._tried: set[str] = set()
        self._goal: set[str] = set()

    def reset(self, brief: Brief) -> None:
        """Called once, before the first observation."""
        self._goal = words(brief.goal)

    async def decide(self, observation: Observation) -> Decision:
        if observation.last_action_error:
            return Decision("wait(1)", thought=f"That did not work: {observation.last_action_error}")
        links = [e for e in observation.elements if e.role == "link" and e.name not in self._tried]
        best = max(links, key=lambda e: len(words(e.name) & self._goal), default=None)
        if best is None or not words(best.name) & self._goal or observation.step >= 4:
            return Decision('report_infeasible("I can only follow links.")', thought="Nothing left to follow.")
        self._tried.add(best.name)
        return Decision(f'click("{best.bid}")', thought=f"{best.name} sounds right.", intent=f"Open {best.name}.")


def scroller(observation: Observation) -> str:
    """A function is an agent too, and an action may be a bare string."""
    return "scroll(0, 500)" if observation.step < 3 else 'done("I have looked at the page.")'


class Pointer:
    """Gets a screenshot and answers with points of a grid from 0 to 1000, whatever the size of the screen."""

    harness = "gui"
    viewport = (1024, 768)
    coordinates = "grid"

    def decide(self, observation: Observation) -> str:
        assert observation.screenshot is not None  # PNG bytes, 1024 × 768
        return ["mouse_click(500, 80)", 'keyboard_type("kettle")', 'keyboard_press("Enter")', "done()"][
            min(observation.step, 3)
        ]


def words(text: str) -> set[str]:
    return {word for word in text.casefold().split() if len(word) > 3}
