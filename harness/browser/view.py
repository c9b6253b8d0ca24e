"""From Playwright's snapshot and what each frame's reader saw to the elements and lines of an observation. Pure."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from harness.browser.items import Gap, Item, Line, Spot, Text, merged, without_label
from harness.browser.tree import Node

Entry = dict[str, Any]

INTERACTIVE = frozenset(
    {
        "button",
        "link",
        "checkbox",
        "radio",
        "switch",
        "textbox",
        "searchbox",
        "combobox",
        "spinbutton",
        "slider",
        "tab",
        "menuitem",
        "menuitemcheckbox",
        "menuitemradio",
        "option",
        "treeitem",
    }
)
_NAMED_BY_CONTENT = INTERACTIVE | {"heading"}
_INLINE = frozenset({"strong", "emphasis", "code", "mark", "time", "subscript", "superscript"})
_PLAIN = frozenset({"generic", "paragraph", "presentation", "none"}) | _INLINE
_SHORT = 300
_TYPED = frozenset({"textbox", "searchbox", "spinbutton"})


@dataclass(frozen=True)
class FrameRead:
    """What one frame's reader answered, with the letter that its bids begin with."""

    letter: str
    refs: dict[str, Entry]
    extra: list[Entry]
    gone: dict[str, list[str]]
    inner: dict[str, list[str]]


@dataclass(frozen=True)
class _Window:
    """Where a frame's document lies on the page: its origin, and the part of it that can be seen."""

    left: float = 0
    top: float = 0
    clip: tuple[float, float, float, float] | None = None


class View:
    """Joins a snapshot with its frames' reads."""

    def __init__(self, reads: Iterable[FrameRead]) -> None:
        self._entries: dict[str, tuple[str, Entry]] = {}
        self._away: dict[str, tuple[str, bool]] = {}
        self._extras: list[tuple[str, Entry]] = []
        for read in reads:
            self._entries.update((ref, (read.letter, entry)) for ref, entry in read.refs.items())
            self._extras += [(read.letter, entry) for entry in read.extra]
            for inner, groups in ((False, read.gone), (True, read.inner)):
                self._away.update((ref, (where, inner)) for where, refs in groups.items() for ref in refs)
        self._adopted: dict[int, tuple[str, Entry]] = {}

    def build(self, nodes: list[Node | str]) -> list[Item]:
        """The items of the whole page, in reading order."""
        top = Node("fragment", children=nodes)
        self._place_extras(top)
        return self._children(top, True, _Window())

    # Clickable things without a reference of their own: a node that takes no pointer, or a part of a run of text.
    def _place_extras(self, top: Node) -> None:
        owners = {node.ref: node for node in _nodes(top) if node.ref}
        merged = [pair for ref, pair in self._entries.items() if "under" in pair[1] and ref not in owners]
        for letter, entry in (*self._extras, *merged):
            owner = next((owners[ref] for ref in entry["under"] if ref in owners), top)
            node = self._unclaimed(owner, entry) or _carve(owner, entry)
            self._adopted[id(node)] = (letter, entry)

    def _unclaimed(self, owner: Node, entry: Entry) -> Node | None:
        for node in _nodes(owner, stop_at_refs=True):
            free = not node.ref and id(node) not in self._adopted and node.role not in _PLAIN
            if free and node.role == entry["role"] and node.name in ("", entry["name"]):
                return node
        return None

    def _children(self, node: Node, text_shows: bool, window: _Window) -> list[Item]:
        items: list[Item] = []
        for child in node.children:
            if isinstance(child, str):
                items += [Text(child)] if text_shows and child.strip() else []
            else:
                items += self._node(child, text_shows, window)
        return merged(items)

    def _node(self, node: Node, text_shows: bool, window: _Window) -> list[Item]:
        letter, entry = self._adopted.get(id(node)) or self._entries.get(node.ref) or ("", None)
        if entry is None:
            return self._without_entry(node, text_shows, window)
        if (outside := _outside(entry, window)) is not None:
            return [Gap(outside, True)]
        children = self._inside(node, entry, window)
        if not (entry["hit"] or entry["text"] or any(not isinstance(c, Gap) for c in children)):
            return []
        return self._line(node, letter, entry, children, window)

    def _without_entry(self, node: Node, text_shows: bool, window: _Window) -> list[Item]:
        framed = node.role == "iframe"  # what its document sees of itself does not count while the frame is not seen
        if node.ref in self._away and (framed or not any(part.ref in self._entries for part in _nodes(node))):
            return [Gap(*self._away[node.ref])] if _says_something(node) else []
        if framed:
            return []
        words = text_shows and not node.ref and node.role not in _TYPED
        children = self._children(node, words, window)
        if any(not isinstance(child, Gap) for child in children):
            return children
        if node.ref in self._away:
            return [Gap(*self._away[node.ref])] if _says_something(node) else []
        return [Text(node.name)] if words and node.name and node.role not in _PLAIN else children

    def _inside(self, node: Node, entry: Entry, window: _Window) -> list[Item]:
        """The children; those of a frame are placed in its window, and gone where the frame itself is covered."""
        inside = entry.get("inside")
        if inside is None and "part" in entry and entry["text"]:
            return _part(*entry["part"])
        if inside is None:
            return self._children(node, entry["text"], window)
        if not entry["hit"]:
            return []
        left, top = window.left + inside["left"], window.top + inside["top"]
        clip = (left, top, left + inside["width"], top + inside["height"])
        return self._children(node, True, _Window(left, top, _overlap(clip, window.clip)))

    def _line(self, node: Node, letter: str, entry: Entry, children: list[Item], window: _Window) -> list[Item]:
        role = entry.get("role") or node.role
        states = _states(node, role, entry)
        pointed = node.attributes.get("cursor") == "pointer" and not entry.get("label")
        clickable = bool(entry.get("click")) or role in INTERACTIVE or pointed
        if entry.get("label"):
            children = without_label(children)
        if role in _PLAIN and not clickable and not node.name:
            return [Text(c.text, role in _INLINE) if isinstance(c, Text) else c for c in children]
        if states.get("options") is not None:
            children = []
        name = entry["name"] if role in _NAMED_BY_CONTENT or id(node) in self._adopted else node.name
        words = " ".join(c.text for c in children if isinstance(c, Text))
        if not name and children and all(isinstance(c, Text) for c in children) and len(words) <= _SHORT:
            name, children = words, []
        if role in _TYPED or "value" in states:
            children = [c for c in children if not isinstance(c, Text)]
        elif role in _NAMED_BY_CONTENT or role in _PLAIN or role == "img":
            children = [c for c in children if not (isinstance(c, Text) and (role == "img" or c.text in name))]
        x, y, width, height = entry["box"]
        box = (round(x + window.left), round(y + window.top), width, height)
        spot = Spot(letter, entry["n"], box, role, name)
        bid = f"{letter}{entry['n']}"
        focused = bool(entry.get("focused"))
        visible = bool(entry["hit"] or entry["text"])
        return [Line(bid, role, name, spot, visible, clickable, focused, states, children)]


def _nodes(node: Node, stop_at_refs: bool = False) -> Iterator[Node]:
    for child in node.children:
        if isinstance(child, Node):
            yield child
            if not (stop_at_refs and child.ref):
                yield from _nodes(child, stop_at_refs)


def _carve(owner: Node, entry: Entry) -> Node:
    """A new node for a clickable part of a run of text; where the run is not found, at the end of its owner."""
    text = entry["text"]
    node = Node(entry["role"], children=[text] if text else [])
    for holder in (owner, *(n for n in _nodes(owner, stop_at_refs=True) if not n.ref)):
        for index, child in enumerate(holder.children):
            if text and isinstance(child, str) and text in child:
                before, _, after = child.partition(text)
                holder.children[index : index + 1] = [before.strip(), node, after.strip()]
                return node
    owner.children.append(node)
    return node


def _part(above: str, seen: str, below: str) -> list[Item]:
    """A long run of text as far as it is in view, with counts of the words that are not."""
    items: list[Item] = [Gap("above", False, len(above.split()), "words")] if above else []
    items += [Text(seen)] if seen else []
    return [*items, Gap("below", False, len(below.split()), "words")] if below else items


def _says_something(node: Node) -> bool:
    return any(
        bool(part.name) or part.role in INTERACTIVE or any(isinstance(c, str) and c.strip() for c in part.children)
        for part in (node, *_nodes(node))
    )


def _outside(entry: Entry, window: _Window) -> str | None:
    """Where a frame's element lies when the frame's visible part does not hold it."""
    if window.clip is None:
        return None
    x, y, width, height = entry["box"]
    left, top, right, bottom = window.clip
    x, y = x + window.left, y + window.top
    if y + height <= top:
        return "above"
    if y >= bottom:
        return "below"
    if x + width <= left:
        return "left"
    return "right" if x >= right else None


def _overlap(
    a: tuple[float, float, float, float], b: tuple[float, float, float, float] | None
) -> tuple[float, float, float, float]:
    return a if b is None else (max(a[0], b[0]), max(a[1], b[1]), min(a[2], b[2]), min(a[3], b[3]))


def _states(node: Node, role: str, entry: Entry) -> dict[str, Any]:
    """What a person sees of a control's state, false values included where they tell something."""
    states: dict[str, Any] = dict(entry.get("state", {}))
    attributes = node.attributes
    if "disabled" in attributes:
        states["disabled"] = True
    if "invalid" in attributes:
        states["invalid"] = True
    if role in {"checkbox", "radio", "switch", "menuitemcheckbox", "menuitemradio"}:
        states.setdefault("checked", attributes.get("checked", "") or "checked" in attributes)
    for key in ("selected", "expanded", "pressed"):
        if key in attributes:
            states.setdefault(key, attributes[key] or True)
    return states
