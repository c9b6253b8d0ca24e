"""Every example of the reference page on predicates is read and run, and no predicate or function is left out."""

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from evaluator.predicates.parse import BUILDERS, OPTIONS
from evaluator.sandbox.functions import FUNCTIONS
from evaluator.sandbox.views import RowView
from evaluator.testing import holds
from evaluator.values import FieldType, Kind

PAGE = (Path(__file__).parents[2] / "docs" / "reference" / "predicates.md").read_text()
EXAMPLES: list[dict[str, Any]] = [yaml.safe_load(block) for block in re.findall(r"```yaml\n(.*?)```", PAGE, re.DOTALL)]


@pytest.mark.parametrize("example", EXAMPLES, ids=[str(example["predicate"])[:50] for example in EXAMPLES])
def test_examples_hold_and_fail_as_the_page_says(example: dict[str, Any]) -> None:
    type_: FieldType = example["type"]
    target = {name: RowView(row, Kind("object")) for name, row in example.get("target", {}).items()}
    for expected in ("holds", "fails"):
        for x in example[expected]:
            verdict = holds(example["predicate"], x, type_, target=target, **example.get("state", {}))
            assert verdict is (expected == "holds"), f"{example['predicate']} on {x!r}"


def test_every_predicate_has_a_section_with_an_example_and_every_option_is_named() -> None:
    sections = re.split(r"^##+ ", PAGE, flags=re.MULTILINE)
    with_example = {section.split("\n", 1)[0] for section in sections if "```yaml" in section}
    assert set(BUILDERS) <= with_example
    assert all(option in PAGE for options in OPTIONS.values() for option in options)


def test_every_function_is_named_and_no_other() -> None:
    table = PAGE[PAGE.index("| for | functions |") : PAGE.index("`values(state['orders'])` are")]
    named = set(re.findall(r"\w+", " ".join(re.findall(r"`([a-z_ ]+)`", table))))
    assert named == set(FUNCTIONS)
