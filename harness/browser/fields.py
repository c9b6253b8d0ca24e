"""What a field takes: typed inputs and lists of options. Pure."""

import re
from typing import Any

from harness.browser.errors import ActionError

_FORMS = {
    "date": (r"\d{4,6}-\d{2}-\d{2}", "YYYY-MM-DD"),
    "time": (r"\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?", "HH:MM in 24 hours"),
    "datetime-local": (r"\d{4,6}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?", "YYYY-MM-DDTHH:MM"),
    "month": (r"\d{4,6}-\d{2}", "YYYY-MM"),
    "week": (r"\d{4,6}-W\d{2}", "YYYY-Www, for example 2027-W09"),
    "color": (r"#[0-9a-fA-F]{6}", "#rrggbb"),
    "number": (r"[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?", "a number such as 12 or 3.5"),
    "range": (r"[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?", "a number such as 12 or 3.5"),
}
_OTHER = {
    "checkbox": "click it instead",
    "radio": "click it instead",
    "file": "use upload_file instead",
    "button": "click it instead",
    "submit": "click it instead",
    "reset": "click it instead",
    "image": "click it instead",
}


def check_typed(bid: str, about: dict[str, Any], value: str) -> None:
    """Raises ActionError where the element takes no text, or not in this form."""
    tag, kind = about["tag"], about["type"] if about["tag"] == "input" else ""
    if tag == "select":
        raise ActionError(f"{bid} is a list: use select_option instead")
    if kind in _OTHER:
        raise ActionError(f"{bid} is a {kind} and takes no text: {_OTHER[kind]}")
    if tag not in {"input", "textarea"} and not about["editable"]:
        raise ActionError(f"{bid} takes no text: it is no field")
    if about["readonly"]:
        raise ActionError(f"{bid} is read-only")
    form = _FORMS.get(kind)
    if form and value and not re.fullmatch(form[0], value.strip()):
        raise ActionError(f"{bid} is a {kind} field and does not take {value!r}: write it as {form[1]}")


def choose(bid: str, about: dict[str, Any], wanted: list[str]) -> list[int]:
    """Indexes of the options with these labels (else, with these values). Raises ActionError for one that is not there,
    not unique, or disabled."""
    if about["tag"] != "select":
        raise ActionError(f"{bid} is no native list: click it, then click the option")
    if not wanted or (len(wanted) > 1 and not about["multiple"]):
        raise ActionError(f"{bid} takes exactly one option")
    return [_index(bid, about["options"], word) for word in wanted]


def _index(bid: str, options: list[dict[str, Any]], word: str) -> int:
    plain = " ".join(word.split())
    ways = (
        [o for o in options if o["label"] == plain],
        [o for o in options if o["label"].casefold() == plain.casefold()],
        [o for o in options if o["value"] == word],
    )
    found = next((way for way in ways if way), [])
    usable = [o for o in found if not o["disabled"]]
    if found and not usable:
        raise ActionError(f"the option {word!r} of {bid} is disabled")
    if not usable:
        labels = ", ".join(repr(o["label"]) for o in options[:30])
        raise ActionError(f"{bid} has no option {word!r}; it has {labels}")
    index: int = usable[0]["index"]
    return index
