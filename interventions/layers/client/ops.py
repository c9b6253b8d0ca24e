"""Changes to the page, made by one script that is served in both arms: ops are data for it."""

from typing import Literal

from pydantic import Field, model_validator

from evaluator.model import Strict
from interventions.layers.base import Op
from tasks.roles import Role


class When(Strict):
    """The moments at which something appears."""

    path: str = Field("*", description="Address of the page, * for any rest: /checkout, /product/*.")
    after: int = Field(0, ge=0, description="How many such moments pass first.")
    first: int | None = Field(None, ge=1, description="At how many it then appears; without it, at all.")
    delay: int = Field(0, ge=0, le=60_000, description="Milliseconds after the moment.")


ANY_PAGE = When.model_validate({})


class Control(Strict):
    """Controls of the page, by role and accessible name."""

    role: Role | None = Field(None, description="ARIA role, such as button.")
    name: str | None = Field(None, description="Accessible name; * stands for any rest.")
    nth: int | None = Field(None, ge=0, description="Only this one of them, from 0 in page order.")

    @model_validator(mode="after")
    def _names_something(self) -> "Control":
        if self.role is None and self.name is None:
            raise ValueError("name a role, an accessible name, or both")
        return self


class Panel(Op):
    """Covers the page, or its lower part, until somebody answers."""

    op: Literal["panel"]
    title: str = Field(min_length=1, description="Its heading and accessible name.")
    text: str = Field("", description="A sentence or two.")
    choices: list[str] = Field(min_length=1, max_length=4, description="Buttons; any of them ends it.")
    then: list[str] = Field(
        default_factory=list,
        max_length=4,
        description="With these, the last of `choices` leads to a second page whose buttons they are.",
    )
    shape: Literal["dialog", "banner"] = Field(
        "dialog", description="In the middle over a dimmed page, or across the bottom."
    )
    size: float = Field(0.4, ge=0.1, le=1, description="Of a banner: the share of the window's height that it takes.")
    close: bool = Field(True, description="Whether it has a close button and hears Escape.")
    when: When = Field(default=ANY_PAGE, description="Each entry to a page that matches is a moment.")


class Note(Op):
    """Shows a short status message at a click, whatever the site's own answer will be; that one is shown too."""

    op: Literal["note"]
    at: Control = Field(description="The control.")
    text: str = Field(min_length=1, description="The message; it is read out as a status.")
    seconds: float = Field(6, gt=0, le=60, description="How long it stays.")
    when: When = Field(default=ANY_PAGE, description="Each click of the control on a page that matches is a moment.")


class Set(Op):
    """Keeps styles, attributes or the text of controls changed, across re-rendering."""

    op: Literal["set"]
    at: Control = Field(description="The controls.")
    style: dict[str, str] = Field(default_factory=dict, description="{CSS property: value}.")
    attrs: dict[str, str] = Field(default_factory=dict, description="{attribute: value}.")
    text: str | None = Field(None, description="In place of their visible text.")
    lasts: int | None = Field(
        None, ge=1, le=60_000, description="Milliseconds after they appear; without it, for good."
    )
    when: When = Field(default=ANY_PAGE, description="Each entry to a page that matches is a moment.")

    @model_validator(mode="after")
    def _reachable(self) -> "Set":
        lost = {"display": "none", "visibility": "hidden", "pointer-events": "none"}
        for name, value in self.style.items():
            if lost.get(name) == value.strip() and self.lasts is None:
                raise ValueError(f"{name}: {value} for good would make a control unreachable; set `lasts`")
        if "disabled" in self.attrs and self.lasts is None:
            raise ValueError("disabled for good would make a control unreachable; set `lasts`")
        if not (self.style or self.attrs or self.text is not None):
            raise ValueError("nothing to set: give style, attrs or text")
        return self


class Hold(Op):
    """Swallows the first events of controls; the next ones arrive."""

    op: Literal["hold"]
    at: Control = Field(description="The controls.")
    event: Literal["click", "input", "change", "keydown"] = Field("click", description="Which events.")
    first: int = Field(1, ge=1, le=5, description="How many of each control, before they arrive.")
    when: When = Field(default=ANY_PAGE, description="On which pages.")


OPS: dict[str, type[Op]] = {"panel": Panel, "note": Note, "set": Set, "hold": Hold}
EXAMPLES: dict[str, str] = {
    "panel": "{op: panel, title: Rate your visit, choices: [Not now, Rate], when: {path: /cart, first: 1, delay: 800}}",
    "note": "{op: note, at: {role: button, name: Continue}, text: Order placed, when: {first: 1}}",
    "set": "{op: set, at: {role: button, name: Place order}, style: {margin-top: 900px}, lasts: 5000}",
    "hold": "{op: hold, at: {role: button, name: Save}, first: 1}",
}
