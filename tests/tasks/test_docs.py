"""The reference page on task files: its example loads, and no key, kind or verb is left out."""

import re
from pathlib import Path

from evaluator.checks import KINDS
from tasks.schema import Task
from tasks.steps import VERBS, Selector
from tasks.validation import validate
from tasks.yaml_source import parse

PAGE = (Path(__file__).parents[2] / "docs" / "reference" / "tasks.md").read_text()


def test_the_example_loads() -> None:
    (example,) = re.findall(r"```yaml\n(.*?)```", PAGE, re.DOTALL)
    task = validate(Task, parse(example, "tasks.md"))
    assert set(task.targets) == {"lamp", "office", "card"}


def test_every_key_kind_and_verb_is_on_the_page() -> None:
    plain = re.sub(r"```.*?```", "", PAGE, flags=re.DOTALL)
    words = {word for code in re.findall(r"`([^`]+)`", plain) for word in re.findall(r"\w+", code)}
    selector = {field.alias or name for name, field in Selector.model_fields.items()}
    assert {*Task.model_fields, *KINDS, *VERBS, *selector} <= words


def test_every_field_that_people_write_has_a_sentence() -> None:
    for model in (Task, Selector):
        for name, field in model.model_fields.items():
            assert field.description, f"{model.__name__}.{name}"
            assert field.description.endswith("."), f"{model.__name__}.{name}"
