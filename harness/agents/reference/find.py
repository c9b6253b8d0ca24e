"""Finds what a step names in what the player sees."""

import re
from collections.abc import Callable, Sequence

from harness.agents.reference.view import Seen, folded
from tasks.schema import Selector


def find(root: Seen, selector: Selector, goal: str) -> Seen | None:
    """The element that the selector names, or None where it is not in view.

    Names are compared without case; an exact name wins over one that contains it as whole words. `in` keeps what lies
    within such an element, `near` prefers what shares the smallest part of the page with these words, `words` picks
    the name that shares most words with the instruction, and `nth` counts from 0 in reading order.
    """
    found = matching(root, selector, goal, lambda node: node.bid is not None)
    return found[selector.nth] if selector.nth < len(found) else None


def look(root: Seen, selector: Selector, goal: str) -> Seen | None:
    """Like `find`, for what is only looked at: it needs no bid."""
    found = matching(root, selector, goal, lambda node: True)
    return found[selector.nth] if selector.nth < len(found) else None


def matching(root: Seen, selector: Selector, goal: str, usable: Callable[[Seen], bool]) -> list[Seen]:
    """All elements that the selector names, in reading order."""
    found = [node for node in root.walk() if node.role == selector.role and usable(node)]
    if selector.in_ is not None:
        homes = named([node for node in root.walk() if node.role == selector.in_.role], selector.in_.name)
        found = [node for node in found if any(home in homes for home in node.ancestors())]
    found = named(found, selector.name)
    if selector.near is not None:
        found = _nearest(found, folded(selector.near))
    if selector.words is not None and found:
        found = [max(found, key=lambda node: _shared(node.name, goal))]
    return found


def named(nodes: Sequence[Seen], name: str | None) -> list[Seen]:
    """Nodes with exactly this name; where there is none, those that begin with it, else those that contain it."""
    if name is None:
        return list(nodes)
    wanted = folded(name)
    exact = [node for node in nodes if folded(node.name) == wanted]
    within = [node for node in nodes if has_words(folded(node.name), wanted)]
    return exact or [node for node in within if folded(node.name).startswith(wanted)] or within


def has_words(text: str, wanted: str) -> bool:
    """Whether `wanted` stands in `text` at word boundaries."""
    return re.search(rf"(?<!\w){re.escape(wanted)}(?!\w)", text) is not None


def _nearest(nodes: Sequence[Seen], words: str) -> list[Seen]:
    """The nodes whose smallest surrounding part with these words is smallest; none where the words are nowhere."""
    sizes = [(_size_of_part(node, words), node) for node in nodes]
    known = [(size, node) for size, node in sizes if size is not None]
    smallest = min((size for size, _ in known), default=0)
    return [node for size, node in known if size == smallest]


def _size_of_part(node: Seen, words: str) -> int | None:
    for part in (node, *node.ancestors()):
        if has_words(part.words(), words):
            return sum(1 for _ in part.walk())
    return None


def _shared(name: str, goal: str) -> int:
    return len(set(re.findall(r"\w+", folded(name))) & set(re.findall(r"\w+", folded(goal))))


def first(root: Seen, wanted: Callable[[Seen], bool]) -> Seen | None:
    """The first node in reading order that fits."""
    return next((node for node in root.walk() if wanted(node)), None)
