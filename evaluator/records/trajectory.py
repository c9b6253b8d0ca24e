"""One line of steps.jsonl: what the agent was shown, what it decided, what came of it."""

from typing import Any

from pydantic import Field

from evaluator.model import Strict


class Point(Strict):
    """A point in page pixels."""

    x: float = Field(description="Pixels from the left edge of the viewport.")
    y: float = Field(description="Pixels from the top edge of the viewport.")


class Box(Strict):
    """A rectangle in page pixels."""

    x: float = Field(description="Left edge.")
    y: float = Field(description="Top edge.")
    width: float = Field(description="Width.")
    height: float = Field(description="Height.")


class ObservationRef(Strict):
    """The observation that a decision was made on, by hash, with its files in the bundle."""

    hash: str = Field(description="sha256 of what the agent was given.")
    file: str | None = Field(default=None, description="File of the text, relative to the bundle.")
    url: str = Field(default="", description="Address of the active tab.")
    title: str = Field(default="", description="Title of the active tab.")
    tab: int = Field(default=0, description="Index of the active tab.")
    loading: bool = Field(
        default=False, description="Whether a navigation or frame was pending, so that an older tree was shown."
    )


class Screen(Strict):
    """The picture of a step. `width` and `height` are the image's; `scale` is image pixels per page pixel."""

    file: str = Field(description="Image file, relative to the bundle.")
    width: int = Field(description="Image width in pixels.")
    height: int = Field(description="Image height in pixels.")
    scale: float = Field(default=1.0, description="Image pixels per page pixel.")


class Critique(Strict):
    """What a critic said about a decision before it was carried out."""

    critic: str = Field(description="Name of the critic.")
    accepted: bool = Field(description="Whether the decision went through.")
    text: str = Field(default="", description="What the agent was told.")
    action: str = Field(default="", description="The action that was judged.")


class Usage(Strict):
    """Calls of a model by one component (agent, critic, …) within a step."""

    calls: int = Field(default=0, ge=0, description="Requests sent.")
    input: int = Field(default=0, ge=0, description="Tokens read.")
    output: int = Field(default=0, ge=0, description="Tokens written.")
    cost: float = Field(default=0.0, ge=0, allow_inf_nan=False, description="Price in US dollars.")
    seconds: float = Field(default=0.0, ge=0, allow_inf_nan=False, description="Time spent waiting for answers.")


class Step(Strict):
    """One step of a run. Times are seconds; `error` is the agent's action error, None where the action went through."""

    step: int = Field(ge=0, description="Number of the step, from 0.")
    observation: ObservationRef = Field(description="What the agent decided on.")
    thought: str = Field(default="", description="The agent's reasoning.")
    intent: str = Field(default="", description="What the agent said it wants to reach.")
    action: str = Field(description="The action as the agent wrote it.")
    error: str | None = Field(default=None, description="Why the action could not be carried out.")
    critiques: tuple[Critique, ...] = Field(default=(), description="What critics said, in order.")
    point: Point | None = Field(default=None, description="Where the action landed.")
    box: Box | None = Field(default=None, description="The element acted on.")
    screen: Screen | None = Field(default=None, description="The picture taken while the agent decided.")
    usage: dict[str, Usage] = Field(default_factory=dict, description="Model calls and tokens by component.")
    times: dict[str, float] = Field(
        default_factory=dict, description="Seconds by part: observe, decide, execute, settle."
    )
    feedback: str | None = Field(
        default=None, description="The last status or alert text that the page showed after the action."
    )
    clock: str | None = Field(default=None, description="The session's instant after the step, ISO 8601, where known.")
    detail: dict[str, Any] = Field(
        default_factory=dict, description="What else the driver noted (dialogs, blocked addresses)."
    )
