"""The observation's tree, read back from its text: what a reference player sees, and nothing more."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

LINE = re.compile(r'^(\t*)(?:\[(\w+)\] )?([A-Za-z]+)(?: ("(?:[^"\\]|\\.)*"))?(.*)$')
CHECKED = re.compile(r"(?:^|, )checked=true\b")


@dataclass(eq=False)
class Seen:
    """One line of the tree. `flags` is what follows the name, such as `, checked=true`."""

    role: str
    name: str = ""
    bid: str | None = None
    flags: str = ""
    parent: "Seen | None" = None
    children: list["Seen"] = field(default_factory=list)

    def walk(self) -> Iterator["Seen"]:
        yield self
        for child in self.children:
            yield from child.walk()

    def ancestors(self) -> Iterator["Seen"]:
        node = self.parent
        while node is not None:
            yield node
            node = node.parent

    def words(self) -> str:
        """All names within, case-folded, single spaces."""
        return folded(" ".join(node.name for node in self.walk() if node.name))

    @property
    def checked(self) -> bool:
        return CHECKED.search(self.flags) is not None


def read(text: str) -> Seen:
    """The root of the tree in an observation's text; header lines are passed over."""
    root = Seen("fragment")
    stack = [root]
    for line in text.split("\n"):
        found = LINE.match(line)
        if line.startswith(("## ", "(")) or found is None:
            continue
        depth = len(found[1])
        del stack[depth + 1 :]
        name = json.loads(found[4]) if found[4] else ""
        node = Seen(found[3], name, found[2], found[5], parent=stack[-1])
        stack[-1].children.append(node)
        stack.append(node)
    return root


def folded(text: str) -> str:
    """Case-folded with single spaces, the way names are compared."""
    return " ".join(text.casefold().split())
