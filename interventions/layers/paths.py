"""JSON paths of the small kind that ops need: `items`, `order.items[0].price`, `items[*].placed_at`."""

import re
from collections.abc import Iterator
from typing import Any

_STEP = re.compile(r"\.?([\w-]+)|\[(\d+|\*)\]")
Step = str | int | None
Place = tuple[Any, str | int]


def parse(path: str) -> list[Step]:
    """Keys as text, positions as numbers, `[*]` as None; ValueError for anything else."""
    steps: list[Step] = []
    at = 0
    while at < len(path):
        found = _STEP.match(path, at)
        if found is None:
            raise ValueError(f"a path looks like items[*].price, got {path!r}")
        key, position = found.groups()
        steps.append(key if key is not None else None if position == "*" else int(position))
        at = found.end()
    return steps


def places(body: Any, path: str) -> Iterator[Place]:
    """(container, key) of every value that the path names and that is there."""
    *way, last = parse(path)
    for container in _walk(body, way):
        yield from ((container, key) for key in _keys(container, last))


def _walk(body: Any, way: list[Step]) -> Iterator[Any]:
    if not way:
        yield body
        return
    for key in _keys(body, way[0]):
        yield from _walk(body[key], way[1:])


def _keys(container: Any, step: Step) -> list[Any]:
    if isinstance(container, list):
        if step is None:
            return list(range(len(container)))
        return [step] if isinstance(step, int) and step < len(container) else []
    return [step] if isinstance(container, dict) and isinstance(step, str) and step in container else []


def first_list(body: Any) -> Place | None:
    """(container, key) of the first list of objects with an id, looking at the top level first."""
    if not isinstance(body, dict):
        return None
    for key, value in body.items():
        if isinstance(value, list) and value and all(isinstance(item, dict) and "id" in item for item in value):
            return body, key
    return next((found for value in body.values() if (found := first_list(value))), None)


def list_at(body: Any, path: str | None) -> Place | None:
    """(container, key) of the list that an op means, None where the answer has none."""
    place = next(places(body, path), None) if path else first_list(body)
    return place if place and isinstance(place[0][place[1]], list) else None


def strings(body: Any) -> Iterator[str]:
    """Every string value in an answer, keys left out."""
    if isinstance(body, str):
        yield body
    elif isinstance(body, dict):
        for value in body.values():
            yield from strings(value)
    elif isinstance(body, list):
        for value in body:
            yield from strings(value)
