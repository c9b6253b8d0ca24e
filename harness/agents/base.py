"""What passes between the loop and an agent: brief, observation, decision. Nothing here tells the experiment."""

from dataclasses import field
from typing import Annotated, Literal, Protocol, runtime_checkable

from pydantic import ConfigDict, Field
from pydantic.dataclasses import dataclass

from evaluator.records.trajectory import Usage

Harness = Literal["text", "gui", "hybrid"]
Coordinates = Literal["pixels", "grid"]
_FROZEN = ConfigDict(extra="forbid", arbitrary_types_allowed=True)


@dataclass(frozen=True, config=_FROZEN)
class Element:
    """One line of the observation's tree that an action can name.

    `box` is (x, y, width, height) in CSS pixels of the page as shown, origin at the viewport's top left corner.
    """

    bid: str
    role: str
    name: str = ""
    value: str | None = None
    options: tuple[str, ...] = ()
    box: tuple[int, int, int, int] = (0, 0, 0, 0)
    in_view: bool = True
    focused: bool = False
    label: str = ""
    clickable: bool = False
    states: dict[str, str | bool] = field(default_factory=dict)


@dataclass(frozen=True, config=_FROZEN)
class Tab:
    """One open tab; `index` is what `tab_focus` takes."""

    index: int
    url: str
    title: str
    active: bool


@dataclass(frozen=True, config=_FROZEN)
class Scroll:
    """How far the page is scrolled and how large it is, in CSS pixels."""

    x: int = 0
    y: int = 0
    width: int = 0
    height: int = 0


@dataclass(frozen=True, config=_FROZEN)
class Observation:
    """What an agent gets before each decision.

    With the `text` harness there is no screenshot; with `gui` only goal, screenshot (PNG), viewport, step and the last
    action with its error; with `hybrid` everything. `notes` are things that happened beside the action (a native dialog
    that was answered, a tab that opened); in `gui` they stand in `last_action_error`, the only words there.
    """

    goal: str
    step: int
    viewport: tuple[int, int]
    url: str = ""
    title: str = ""
    text: str = ""
    elements: tuple[Element, ...] = ()
    screenshot: bytes | None = None
    last_action: str = ""
    last_action_error: str = ""
    tabs: tuple[Tab, ...] = ()
    scroll: Scroll = Scroll()
    focused: str = ""
    dialog: str = ""
    loading: str = ""
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, config=_FROZEN)
class Decision:
    """One action as a call with literal arguments, the reasoning behind it, and one sentence on what it should do.

    `usage` is what models were asked for it, by component; `rate_limit_wait` the seconds that a provider's limits cost,
    which do not count against the time limit. An agent without a model leaves both out.
    """

    action: str
    thought: str = ""
    intent: str = ""
    usage: dict[str, Usage] = field(default_factory=dict)
    rate_limit_wait: Annotated[float, Field(ge=0, allow_inf_nan=False)] = 0.0


@dataclass(frozen=True, config=_FROZEN)
class Brief:
    """What an agent is told once, before the first observation. `seed` is for the agent's own draws."""

    goal: str
    start_url: str
    actions: str
    viewport: tuple[int, int]
    harness: Harness
    seed: int = 0


@runtime_checkable
class Agent(Protocol):
    """A player. `reset(brief)` is optional; so are the class attributes harness, viewport and coordinates."""

    async def decide(self, observation: Observation) -> Decision | str:
        """The next action. An exception ends the run with ending `error`, graded as it stands."""
        ...
