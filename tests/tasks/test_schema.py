"""A task file says what it means or is refused at the line that is wrong."""

from typing import Any

import pytest

from tasks.schema import Task
from tasks.steps import Step
from tasks.testing import LAMP, a_task, task_data
from tasks.validation import validate
from tasks.yaml_source import SourceError, parse

EXAMPLE = """\
site: shop
tier: medium
seed: 7
instruction: Order one more {lamp.title}, sent to the office.
start: /
targets:
  lamp: {in: products, where: {slug: arc}}
  near: {in: products, where: {id: "{lamp.id}"}}
checks:
  - added: orders
    fields:
      address_id: {expr: "x == target['lamp']['id']"}
      items: {all_of: [{size: 1}, {each: {product_id: 5, quantity: 1}}]}
    weight: 1
never:
  - changed: payment_methods
expected: {steps: 15, seconds: 240}
reference:
  - open: /orders
  - click: {role: link, name: "{lamp.title}"}
  - fill: {role: textbox, name: Note, text: hello}
  - drag: {role: listitem, name: a, to: {role: list, name: b}}
  - scroll: 400
  - expect: {role: status, missing: true}
  - back: true
shortcut:
  - click: {role: radio, words: instruction, in: {role: group, name: Pay}}
notes: none
"""

# (what to replace, by what, line, key, message)
FAULTS = [
    ("tier: medium", "tier: middling", 2, "tier", "'easy', 'medium'"),
    ("tier: medium", "teir: medium", 2, "teir", "did you mean 'tier'"),
    ("seed: 7", "seed: 007", 3, "seed", "quote it"),
    ("seed: 7", 'seed: "7"', 3, "seed", "valid integer"),
    ("seed: 7\n", "", 1, "seed", "is missing"),
    ("start: /", "start: orders", 5, "start", "match pattern"),
    ("start: /", 'start: "/{lamp.slug}"', 5, "start", "fixed path"),
    ("{lamp.title}, sent", "{lmp.title}, sent", 4, "instruction", "did you mean 'lamp'"),
    ("{lamp.title}, sent", "{lamp}, sent", 4, "instruction", "name a field of it"),
    ("{lamp.title}, sent", "{ lamp.title }, sent", 4, "instruction", "would stand there as it is"),
    ("{lamp.title}, sent", "{{lamp.title}}, sent", 4, "instruction", "would stand there as it is"),
    ("{lamp.title}, sent", "{lamp.title, sent", 4, "instruction", "would stand there as it is"),
    ("{lamp.title}, sent", "{lamp['title']}, sent", 4, "instruction", "would stand there as it is"),
    ('role: link, name: "{lamp.title}"', 'role: link, name: "{lamp.title"', 20, "reference[1]", "would stand there"),
    ("where: {slug: arc}", "wher: {slug: arc}", 7, "targets.lamp.wher", "did you mean 'where'"),
    ("where: {slug: arc}", "where: {slug: {contians: a}}", 7, "targets.lamp.where.slug", "did you mean 'contains'"),
    ("where: {slug: arc}", "where: {}, pick: {}", 7, "targets.lamp.pick", "either max or min"),
    ("where: {slug: arc}", "pick: {max: price}, many: true", 7, "targets.lamp.pick", "leave one out"),
    ('id: "{lamp.id}"', 'id: "{near.id}"', 8, "targets.near.where.id", "earlier target"),
    ("added: orders", "add: orders", 10, "checks[0].add", "did you mean 'added'"),
    ("target['lamp']", "target['lmap']", 12, "checks[0].fields.address_id", "did you mean 'lamp'"),
    ("x == target", "x.y == target", 12, "checks[0].fields.address_id.expr", "attributes are not allowed"),
    ("{size: 1}", "{size: big}", 13, "checks[0].fields.items.all_of[0].size", "number of items"),
    ("product_id: 5", "product_id: {inn: [5]}", 13, "checks[0].fields.items.all_of[1].each.product_id", "'inn'"),
    ("weight: 1", "weight: 0", 14, "checks[0].weight", "greater than 0"),
    ("changed: payment_methods", "changed: payment_methods\n    count: 2", 17, "never[0].count", "leave count out"),
    ("seconds: 240", "seconds: soon", 17, "expected.seconds", "valid integer"),
    ("- open: /orders", "- open: orders", 19, "reference[0].open", "begins with /"),
    ("- click: {role: link", "- clik: {role: link", 20, "reference[1].clik", "did you mean 'click'"),
    ('role: link, name: "{lamp.title}"', "rol: link", 20, "reference[1].click.rol", "did you mean 'role'"),
    ('role: link, name: "{lamp.title}"', "name: Save", 20, "reference[1].click.role", "is missing"),
    ('name: "{lamp.title}"', "name: {lamp.title}", 20, "reference[1].click.name", "quote text that begins"),
    ("text: hello", "txt: hello", 21, "reference[2].fill", "needs text"),
    ("text: hello", "text: 5", 21, "reference[2].fill.text", "quote it"),
    (", to: {role: list, name: b}", "", 22, "reference[3].drag.to", "dictionary"),
    ("scroll: 400", "scroll: down", 23, "reference[4].scroll", "takes pixels"),
    ("back: true", "back: 2", 25, "reference[6].back", "true only"),
    ("  - click: {role: radio, words", "  - expect: {role: radio, words", 27, "shortcut[0]", "no second look"),
    ("words: instruction", 'name: "{lamp.title}"', 27, "shortcut[0]", "a hasty person"),
    ("words: instruction", "name: Card, words: instruction", 27, "shortcut[0].click.words", "exclude each other"),
    ("words: instruction", "words: goal", 27, "shortcut[0].click.words", "'instruction'"),
    ("seed: 7", "seed: 10000000000000000000000000", 3, "seed", "less than"),
    ("x == target['lamp']['id']", "1 < 2", 12, "checks[0].fields.address_id.expr", "says the same of every run"),
    (
        "changed: payment_methods",
        "changed: orders\n  - added: orders\n    fields:\n      address_id: {expr: \"x == target['lamp']['id']\"}\n"
        "      items: {all_of: [{size: 1}, {each: {product_id: 5, quantity: 1}}]}",
        17,
        "never[1]",
        "also asked for in checks",
    ),
    ("role: link, name", "role: lnik, name", 20, "reference[1].click.role", "did you mean 'link'"),
    ("role: radio, words", "role: Radio, words", 27, "shortcut[0].click.role", "did you mean 'radio'"),
    ("role: group", "roll: group", 27, "shortcut[0].click.in.roll", "did you mean 'role'"),
]


@pytest.mark.parametrize(("old", "new", "line", "key", "says"), FAULTS)
def test_each_fault_is_told_at_its_line_and_key(old: str, new: str, line: int, key: str, says: str) -> None:
    assert old in EXAMPLE
    with pytest.raises(SourceError) as caught:
        validate(Task, parse(EXAMPLE.replace(old, new, 1), "f.yaml"))
    problem = caught.value.problems[0]
    assert (problem.line, problem.key) == (line, key), str(problem)
    assert says in problem.message


def test_one_cause_is_told_once() -> None:
    for amount in ("0", "-3", "soon", "1.5"):
        with pytest.raises(SourceError) as caught:
            validate(Task, parse(EXAMPLE.replace("steps: 15", f"steps: {amount}"), "f.yaml"))
        assert [problem.key for problem in caught.value.problems] == ["expected.steps"], amount


def test_the_example_is_read_as_it_is_meant() -> None:
    task = validate(Task, parse(EXAMPLE, "f.yaml")).named("lamp")
    assert task.id == "shop/lamp"
    assert (task.limits.steps, task.limits.seconds) == (45, 1200)
    assert task.criterion.targets == {"lamp": "products", "near": "products"}
    verbs = [step.verb for step in task.reference]
    assert verbs == ["open", "click", "fill", "drag", "scroll", "expect", "back"]
    fill, drag, scroll, expect = task.reference[2:6]
    assert (fill.text, drag.to and drag.to.name, scroll.numbers, expect.missing) == ("hello", "b", (0, 400), True)
    assert task.shortcut is not None
    assert task.shortcut[0].said == 'click radio in group "Pay"'


def test_several_faults_are_told_together() -> None:
    text = EXAMPLE.replace("{lamp.title}, sent", "{lmp.title}, sent").replace("target['lamp']", "target['lmap']")
    with pytest.raises(SourceError) as caught:
        validate(Task, parse(text, "f.yaml"))
    assert [problem.line for problem in caught.value.problems] == [4, 12]


def test_a_task_with_no_positive_check_is_refused() -> None:
    with pytest.raises(SourceError, match="no positive check"):
        validate(Task, parse("x: 1", "f"), {**LAMP, "checks": []})


def test_limits_that_are_given_are_kept() -> None:
    assert a_task(limits={"steps": 5, "seconds": 9}).limits.steps == 5


@pytest.mark.parametrize("verb", [("fill", "text"), ("select", "option"), ("press", "key"), ("upload", "file")])
def test_what_a_step_writes_may_be_called_value(verb: tuple[str, str]) -> None:
    name, word = verb
    one = Step.model_validate({name: {"role": "textbox", word: "a"}})
    assert one == Step.model_validate({name: {"role": "textbox", "value": "a"}})
    assert Step.model_validate(one.model_dump()) == one


def test_steps_are_filled_everywhere_a_text_stands() -> None:
    step = Step.model_validate(
        {
            "drag": {
                "role": "row",
                "name": "{a.title}",
                "near": "{a.price}",
                "in": {"role": "table", "name": "{a.shelf}"},
                "to": {"role": "row", "name": "{many.1.title}"},
            }
        }
    )
    filled = step.filled({"a": {"title": "T", "price": "1.50", "shelf": True}, "many": [{}, {"title": "U"}]})
    assert list(filled.texts()) == ["", "T", "1.50", "true", "U"]
    assert step.verb == filled.verb


PRINTED = {
    "instruction": "Order two lamps.",
    "seed": 8,
    "tier": "hard",
    "checks": [{"added": "orders", "count": 2}],
    "never": [{"removed": "orders"}],
    "expected": {"steps": 16, "seconds": 240},
    "start": "/orders",
}


@pytest.mark.parametrize("key", PRINTED)
def test_a_fingerprint_changes_with_any_content(key: str) -> None:
    assert a_task().fingerprint != a_task(**{key: PRINTED[key]}).fingerprint


def test_a_fingerprint_does_not_change_with_the_spelling() -> None:
    data: dict[str, Any] = task_data()
    same = {
        "notes": "written later",
        "start": "/",
        "never": [],
        **dict(reversed(data.items())),
        "limits": {"seconds": 1200, "steps": 45},
    }
    assert Task.model_validate(same).named("reorder_lamp").fingerprint == a_task().fingerprint
    eq = {**data["targets"], "office": {"where": {"label": {"eq": "Office"}}, "in": "addresses"}}
    assert a_task(targets=eq).fingerprint == a_task().fingerprint
    assert a_task("other").fingerprint != a_task().fingerprint
