"""YAML as people mean it: every value keeps its file and line, and nothing is turned silently into something else.

YAML 1.1 reads 01730 as 984, 14:45 as 885, off as False, 2_500 as 2500, 2027-05-09 as a date and 1.10 as 1.1. Here such
a value stops the load with its line and the advice to quote it; keys are always text. Duplicate keys, aliases, merge
keys and tags are refused. Parsing itself is libyaml's.
"""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from tasks.problems import KeyPath, Problem, SourceError, spell

__all__ = ["KeyPath", "Problem", "Source", "SourceError", "parse", "read", "spell"]


@dataclass(frozen=True)
class Source:
    """A YAML file: its data, and the line of each key path."""

    file: str
    data: Any
    lines: dict[KeyPath, int]

    def line(self, path: KeyPath) -> int:
        """Line of a key path, or of its nearest ancestor that stands in the file."""
        return self.lines[self._known(path)]

    def problem(self, path: KeyPath, message: str) -> Problem:
        """A fault at a key path."""
        return Problem(self.file, self.line(path), spell(path), message)

    def error(self, path: KeyPath, message: str) -> SourceError:
        """An error with one fault at a key path."""
        return SourceError.of([self.problem(path, message)])

    def _known(self, path: KeyPath) -> KeyPath:
        while path not in self.lines:
            path = path[:-1]
        return path


def read(path: Path) -> Source:
    """Reads a file. Raises SourceError for anything that cannot be read, or that YAML would read as something else."""
    try:
        return parse(path.read_bytes().decode(), str(path))
    except UnicodeDecodeError as error:
        raise SourceError(str(path), 1, "", f"is not UTF-8 text ({error.reason}): save it as UTF-8") from error
    except OSError as error:
        raise SourceError(str(path), 1, "", f"cannot be read: {error.strerror}") from error


def parse(text: str, file: str) -> Source:
    """Reads a text that stands in `file`."""
    try:
        root = yaml.compose(text, Loader=yaml.CSafeLoader)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        raise SourceError(file, mark.line + 1 if mark else 1, "", _explain(error)) from error
    except (yaml.YAMLError, RecursionError) as error:
        raise SourceError(file, 1, "", f"is no YAML: {error}") from error
    if root is None:
        raise SourceError(file, 1, "", "is empty")
    reader = _Reader(file)
    data = reader.value(root, ())
    if reader.problems:
        raise SourceError.of(reader.problems)
    return Source(file, data, reader.lines)


class _Reader:
    """Turns composed nodes into data, collecting lines and faults."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.lines: dict[KeyPath, int] = {}
        self.problems: list[Problem] = []
        self._seen: set[int] = set()

    def value(self, node: yaml.Node, path: KeyPath) -> Any:
        self.lines.setdefault(path, node.start_mark.line + 1)
        if id(node) in self._seen:
            self.problems.append(Problem(self.file, self.lines[path], spell(path), "is an alias: write it out"))
            return None
        self._seen.add(id(node))
        if len(path) > _MAX_DEPTH:
            self._fault(node, path, f"is nested more than {_MAX_DEPTH} deep")
            return None
        if isinstance(node, yaml.ScalarNode):
            return self._scalar(node, path)
        if node.tag not in (_MAP, _SEQ):
            self._fault(node, path, f"has the tag {node.tag}: tags are not read")
            return None
        if isinstance(node, yaml.SequenceNode):
            return [self.value(item, (*path, number)) for number, item in enumerate(node.value)]
        return self._mapping(node, path)

    def _mapping(self, node: yaml.Node, path: KeyPath) -> dict[str, Any]:
        data: dict[str, Any] = {}
        for key, value in node.value:
            name = self._key(key, path)
            if name is None:
                continue
            below = (*path, name)
            if name in data:
                self._fault(key, below, f"stands twice; the first is on line {self.lines[below]}")
                continue
            self.lines[below] = key.start_mark.line + 1
            data[name] = self.value(value, below)
        return data

    def _key(self, key: yaml.Node, path: KeyPath) -> str | None:
        """Keys are text as they stand, so that `on:` and `5:` are what they look like."""
        if not isinstance(key, yaml.ScalarNode):
            self._fault(key, path, 'has a key that is no text: quote text that begins with "{" or "["')
            return None
        if key.tag == _MERGE:
            self._fault(key, path, "merges another mapping (<<): write it out")
            return None
        return str(key.value)

    def _scalar(self, node: yaml.ScalarNode, path: KeyPath) -> Any:
        text, tag = node.value, node.tag
        if tag == _STR:
            return text
        if node.style:
            self._fault(node, path, f"has the tag {tag}: tags are not read")
            return None
        if tag == _NULL:
            return None
        plain = _PLAIN.get(tag)
        if plain is None or not plain.pattern.fullmatch(text):
            self._refuse(node, path)
            return None
        value = plain.convert(text)
        if isinstance(value, float) and repr(value) != text:
            self._fault(node, path, f'{text} would be read as {value!r}: write "{text}" if it is text, else {value!r}')
            return None
        return value

    def _refuse(self, node: yaml.ScalarNode, path: KeyPath) -> None:
        text, tag = node.value, node.tag
        if tag == _BOOL:
            meant = str(text.lower() in ("yes", "on", "true")).lower()
            self._fault(node, path, f'{text} would be read as {meant}: write {meant}, or "{text}" if it is text')
        elif tag in _READ_AS:
            self._fault(node, path, f'{text} would be read as {_READ_AS[tag]}: quote it ("{text}")')
        else:
            self._fault(node, path, f"has the tag {tag}: tags are not read")

    def _fault(self, node: yaml.Node, path: KeyPath, message: str) -> None:
        self.problems.append(Problem(self.file, node.start_mark.line + 1, spell(path), message))


@dataclass(frozen=True)
class _Plain:
    """An unquoted scalar that is read as it looks."""

    pattern: re.Pattern[str]
    convert: type[int] | type[float] | Any


def _bool(text: str) -> bool:
    return text == "true"


_MAX_DEPTH = 40
_TAG = "tag:yaml.org,2002:"
_STR, _MAP, _SEQ = f"{_TAG}str", f"{_TAG}map", f"{_TAG}seq"
_NULL, _MERGE, _BOOL = f"{_TAG}null", f"{_TAG}merge", f"{_TAG}bool"
_PLAIN = {
    _BOOL: _Plain(re.compile("true|false"), _bool),
    f"{_TAG}int": _Plain(re.compile(r"-?(?:0|[1-9]\d*)"), int),
    f"{_TAG}float": _Plain(re.compile(r"-?(?:0|[1-9]\d*)\.\d+"), float),
}
_READ_AS = {
    f"{_TAG}int": "another number",
    f"{_TAG}float": "another number",
    f"{_TAG}timestamp": "a date",
    f"{_TAG}value": "a default value",
}


def _explain(error: yaml.MarkedYAMLError) -> str:
    text = error.problem or error.context or "is no YAML"
    if "mapping values are not allowed" in text:
        return 'has a ": " inside unquoted text: quote the text'
    if "cannot start any token" in text:
        return f"is no YAML: {text}; indent with spaces, and quote text that begins with a sign"
    if "another document" in text or "single document" in str(error.context):
        return "holds more than one document (---): one file, one document"
    return f"is no YAML: {text}"
