"""What an observation's tree is made of: lines with bids, words, and counts of what is scrolled away. Pure."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any, TypeGuard

_LABELLED = frozenset(
    {"checkbox", "radio", "switch", "textbox", "searchbox", "combobox", "spinbutton", "slider", "listbox"}
)


@dataclass(frozen=True)
class Spot:
    """An element that the current observation shows: where to find it and how it looked."""

    frame: str
    number: int
    box: tuple[int, int, int, int]
    role: str
    name: str


@dataclass
class Line:
    """One line of the tree: an element with a bid, and what stands in it."""

    bid: str
    role: str
    name: str
    spot: Spot
    visible: bool
    clickable: bool
    focused: bool
    states: dict[str, Any]
    children: list["Item"] = field(default_factory=list)


@dataclass
class Text:
    """Words that a person reads; `inline` where they run on within a sentence."""

    text: str
    inline: bool = False


@dataclass(frozen=True)
class Gap:
    """Things that are there but scrolled away; `inner` where a scroller inside the page hides them."""

    where: str
    inner: bool
    count: int = 1
    unit: str = ""

    def joins(self, other: "Gap") -> bool:
        """Whether the two can be counted together."""
        return (self.where, self.inner, self.unit) == (other.where, other.inner, other.unit)


Item = Line | Text | Gap


def lines(items: Iterable[Item]) -> Iterator[Line]:
    """Every line, in order."""
    for item in items:
        if isinstance(item, Line):
            yield item
            yield from lines(item.children)


def merged(items: list[Item]) -> list[Item]:
    """Runs of one sentence joined, neighbouring gaps in one direction added up."""
    out: list[Item] = []
    sentence = False
    for item in _unlabelled(items):
        last = out[-1] if out else None
        if isinstance(item, Gap) and isinstance(last, Gap) and last.joins(item):
            out[-1] = replace(last, count=last.count + item.count)
        elif isinstance(item, Text) and isinstance(last, Text) and (item.inline or sentence):
            out[-1] = Text(f"{last.text} {item.text}")
        else:
            out.append(Text(item.text) if isinstance(item, Text) else item)
        sentence = isinstance(item, Text) and item.inline
    return out


def _unlabelled(items: list[Item]) -> list[Item]:
    """Without the words of a label that stand beside the control of that name."""
    out: list[Item] = []
    for index, item in enumerate(items):
        beside = (items[i] for i in (index - 1, index + 1) if 0 <= i < len(items))
        if not (isinstance(item, Text) and any(_is_control(b) and b.name == item.text for b in beside)):
            out.append(item)
    return out


def without_label(items: list[Item]) -> list[Item]:
    """The content of a label element without the words that the control in it bears as its name."""
    names = [item.name for item in items if _is_control(item)]
    return [item for item in items if not (isinstance(item, Text) and any(item.text in name for name in names))]


def _is_control(item: Item) -> TypeGuard[Line]:
    return isinstance(item, Line) and item.role in _LABELLED
