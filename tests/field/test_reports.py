"""The table of field reports names tests that exist, and leaves no report without a test or a reason."""

import ast
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).parent.parent.parent
TABLE = Path(__file__).parent / "reports.yaml"
ID = re.compile(r"(OBS|ACT|ENV|NET|GRD|TRJ|STA|CLI|PAR|SEC)-\d\d")
MOST_WORDS = 8


@cache
def functions(file: str) -> frozenset[str]:
    """Names of a file's tests as `function` or `Class::function`, read and not run."""
    path = ROOT / file
    if not path.is_file():
        return frozenset()
    found: set[str] = set()
    for node in ast.parse(path.read_text()).body:
        held = [(f"{node.name}::", part) for part in node.body] if isinstance(node, ast.ClassDef) else [("", node)]
        found |= {
            prefix + part.name for prefix, part in held if isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef)
        }
    return frozenset(name for name in found if name.rpartition("::")[2].startswith("test_"))


def faults(name: str, entry: Any) -> list[str]:
    """What is wrong with one line of the table."""
    if not isinstance(entry, dict) or set(entry) - {"title", "tests", "later"}:
        return [f"{name}: has title, tests and later, and nothing else"]
    title, tests, later = entry.get("title"), entry.get("tests") or [], entry.get("later")
    told = [] if ID.fullmatch(name) else [f"{name}: is no id"]
    if not isinstance(title, str) or not 1 <= len(title.split()) <= MOST_WORDS:
        told.append(f"{name}: needs a title of at most {MOST_WORDS} words")
    if not tests and not (isinstance(later, str) and later.strip()):
        told.append(f"{name}: has neither a test nor a reason")
    if len(tests) != len(set(tests)):
        told.append(f"{name}: names a test twice")
    for test in tests:
        file, _, function = str(test).partition("::")
        if function not in functions(file):
            told.append(f"{name}: there is no test {test}")
    return told


def test_every_report_has_a_test_that_exists_or_a_reason() -> None:
    table = yaml.safe_load(TABLE.read_text())
    assert [fault for name, entry in table.items() for fault in faults(name, entry)] == []


def test_no_report_stands_twice() -> None:
    """YAML keeps the last of two equal keys."""
    names = [line.removesuffix(":") for line in TABLE.read_text().splitlines() if re.match(r"\S+:$", line)]
    assert len(names) == len(set(names)) == len(yaml.safe_load(TABLE.read_text())) >= 70


HERE = "tests/field/test_reports.py"


@pytest.mark.parametrize(
    ("name", "entry", "says"),
    [
        ("NET-01", {"title": "x", "tests": [f"{HERE}::test_no_report_stands_twice"]}, None),
        ("NET-01", {"title": "x", "later": "comes with the mail site"}, None),
        ("NET-01", {"title": "x"}, "neither"),
        ("NET-01", {"title": "x", "tests": [], "later": " "}, "neither"),
        ("NET-01", {"title": "x", "tests": [f"{HERE}::test_no_report"]}, "there is no test"),
        ("NET-01", {"title": "x", "tests": [f"{HERE}::faults"]}, "there is no test"),
        ("NET-01", {"title": "x", "tests": ["tests/field/test_gone.py::test_x"]}, "there is no test"),
        ("NET-01", {"title": "x", "tests": ["tests/harness/test_episode.py::TestLoop::test_x"]}, "there is no test"),
        ("NET-01", {"title": "x " * 9, "later": "x"}, "words"),
        ("NET-1", {"title": "x", "later": "x"}, "is no id"),
        ("NET-01", {"title": "x", "test": "x"}, "nothing else"),
        ("NET-01", None, "nothing else"),
    ],
)
def test_a_fault_of_the_table_is_found(name: str, entry: Any, says: str | None) -> None:
    found = faults(name, entry)
    assert (len(found) == 1 and says in found[0]) if says else found == []
