"""Steps of a reference or shortcut: what a person does, on elements named by role and name.

In a file a step is one key, its verb: `{click: {role: button, name: Place order}}`.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Literal, Self

from pydantic import Field, ValidationError, model_validator

from evaluator.model import Strict, located
from evaluator.nearest import did_you_mean
from tasks.messages import message_of
from tasks.roles import Role
from tasks.templates import fill

Verb = Literal[
    "open", "click", "dblclick", "fill", "select", "check", "uncheck", "press", "hover", "drag", "upload", "scroll",
    "wait_for", "expect", "back",
]  # fmt: skip

# The key beside the selector that says what a verb writes; `value` is understood for each of them.
WRITES: dict[str, str] = {"fill": "text", "select": "option", "press": "key", "upload": "file"}
VERBS: tuple[str, ...] = Verb.__args__  # type: ignore[attr-defined]


class Selector(Strict):
    """An element as a person would point it out."""

    role: Role = Field(description="ARIA role, such as link, button, textbox, radio.")
    name: str | None = Field(default=None, description="Accessible name; an exact one wins over one that contains it.")
    words: Literal["instruction"] | None = Field(
        default=None, description="Instead of a name: the element that shares most words with the instruction."
    )
    in_: "Selector | None" = Field(default=None, alias="in", description="Only within such an element.")
    near: str | None = Field(default=None, description="The one with these words in the same row, card or section.")
    nth: int = Field(default=0, ge=0, strict=True, description="Which of several, counted from 0 in reading order.")

    @model_validator(mode="after")
    def _one_name(self) -> Self:
        if self.name is not None and self.words is not None:
            raise located("name and words exclude each other: leave one out", ("words",))
        return self

    @property
    def said(self) -> str:
        """The element in words."""
        parts = [self.role, f'"{self.name}"' if self.name else "", f"near {self.near!r}" if self.near else ""]
        parts.append(f"in {self.in_.said}" if self.in_ else "")
        return " ".join(part for part in parts if part)

    def mapped(self, change: Callable[[str], str]) -> "Selector":
        """The selector with every text changed."""
        return self.model_copy(
            update={
                "name": None if self.name is None else change(self.name),
                "near": None if self.near is None else change(self.near),
                "in_": self.in_.mapped(change) if self.in_ else None,
            }
        )

    def texts(self) -> Iterator[str]:
        """Every text that may hold places."""
        yield from (text for text in (self.name, self.near) if text is not None)
        if self.in_:
            yield from self.in_.texts()


class Step(Strict):
    """One step. `text` is the address to open, what to write, the option, the key or the file."""

    verb: Verb = Field(description="What is done.")
    selector: Selector | None = Field(default=None, description="The element; None for open, back and scroll.")
    text: str = Field(default="", description="Address, text, option, key or file.")
    to: Selector | None = Field(default=None, description="Where a drag ends.")
    numbers: tuple[int, ...] = Field(default=(), description="Pixels to scroll: right, down.")
    missing: bool = Field(default=False, description="For expect and wait_for: that no such element is there.")

    @model_validator(mode="before")
    @classmethod
    def _verb_is_the_key(cls, data: Any) -> Any:
        if not isinstance(data, Mapping) or "verb" in data:
            return data
        unknown = [key for key in data if key not in VERBS]
        if unknown:
            raise located(did_you_mean("step", str(unknown[0]), VERBS), (unknown[0],))
        if len(data) != 1:
            raise located(f"a step does one thing, not {len(data)}: write each as a step of its own", ())
        verb, value = next(iter(data.items()))
        return {"verb": verb, **_read(verb, value)}

    @property
    def said(self) -> str:
        """The step in words."""
        parts = (self.verb.replace("_", " "), f"{self.text!r}" if self.text else "")
        on = self.selector.said if self.selector else ""
        gone = "(gone)" if self.missing else ""
        return " ".join(part for part in (*parts, on, f"to {self.to.said}" if self.to else "", gone) if part)

    def texts(self) -> Iterator[str]:
        """Every text of the step that may hold places."""
        yield self.text
        for selector in (self.selector, self.to):
            if selector:
                yield from selector.texts()

    def filled(self, targets: Mapping[str, Any]) -> "Step":
        """The step with every `{target.field}` replaced by what is stored there. Raises TemplateError."""
        return self.mapped(lambda text: fill(text, targets))

    def mapped(self, change: Callable[[str], str]) -> "Step":
        """The step with every text changed."""
        return self.model_copy(
            update={
                "text": change(self.text),
                "selector": self.selector.mapped(change) if self.selector else None,
                "to": self.to.mapped(change) if self.to else None,
            }
        )


def _read(verb: str, value: Any) -> dict[str, Any]:
    if verb == "open":
        if not isinstance(value, str) or not value.startswith("/"):
            raise located(f"takes a path of the site that begins with /, not {value!r}", (verb,))
        return {"text": value}
    if verb == "back":
        if value is not True:
            raise located("takes true only", (verb,))
        return {}
    if verb == "scroll":
        return {"numbers": _pixels(value)}
    if not isinstance(value, Mapping):
        raise located(f"takes an element such as {{role: button, name: Save}}, not {value!r}", (verb,))
    return _on_element(verb, value)


def _pixels(value: Any) -> tuple[int, int]:
    numbers = value if isinstance(value, list) else [0, value]
    if len(numbers) != 2 or not all(isinstance(n, int) and not isinstance(n, bool) for n in numbers):
        raise located(f"takes pixels to go down, or [right, down], not {value!r}", ("scroll",))
    return numbers[0], numbers[1]


def _on_element(verb: str, value: Mapping[str, Any]) -> dict[str, Any]:
    rest = dict(value)
    parts: dict[str, Any] = {}
    if verb in WRITES:
        parts["text"] = _written(verb, rest)
    if verb in ("expect", "wait_for") and "missing" in rest:
        parts["missing"] = rest.pop("missing")
    if verb == "drag":
        parts["to"] = _selector(rest.pop("to", None), (verb, "to"))
    parts["selector"] = _selector(rest, (verb,), extra=(WRITES[verb],) if verb in WRITES else ())
    return parts


def _written(verb: str, rest: dict[str, Any]) -> str:
    given = [key for key in (WRITES[verb], "value") if key in rest]
    if len(given) != 1:
        raise located(f"needs {WRITES[verb]}: what is to be written", (verb, *given[1:]))
    text = rest.pop(given[0])
    if not isinstance(text, str) or (not text and verb != "fill"):
        raise located(f"should be text: quote it, not {text!r}", (verb, given[0]))
    return text


def _selector(raw: Any, path: tuple[str, ...], extra: tuple[str, ...] = ()) -> Selector:
    """Reads a selector here, so that a fault is reported at the key that stands in the file."""
    if isinstance(raw, Mapping):
        known = (*(field.alias or name for name, field in Selector.model_fields.items()), *extra)
        unknown = [key for key in raw if key not in known]
        if unknown:
            raise located(did_you_mean("key", str(unknown[0]), known), (*path, unknown[0]))
    try:
        return Selector.model_validate(raw)
    except ValidationError as error:
        fault = error.errors()[0]
        inner = (*fault["loc"], *fault.get("ctx", {}).get("path", ()))
        raise located(message_of(fault), (*path, *inner)) from error
