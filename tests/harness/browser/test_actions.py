"""The grammar: exactly one call with literal arguments, read and never run."""

import json
import time
from typing import Any

import pytest

from harness.browser.actions import VERBS, explain, parse
from harness.browser.errors import ActionError

HARD = [
    "two\nlines",
    "# a heading\n\n- item",
    "both ' and \" quotes",
    "a trailing backslash \\",
    "emoji 🦊 and ünïcode",
    "'), click('b7')",
    '"""',
    "\ttab and \\n that is no newline",
    "",
]


@pytest.mark.parametrize("text", HARD)
@pytest.mark.parametrize("spell", [repr, json.dumps, lambda t: json.dumps(t, ensure_ascii=False)])
def test_every_text_comes_back_identical(text: str, spell: Any) -> None:
    assert parse(f"fill('a1', {spell(text)})")["value"] == text
    assert parse(f"send_msg_to_user({spell(text)})")["text"] == text


def test_a_line_break_inside_quotes_is_taken_as_written() -> None:
    assert parse("fill('a1', 'two\nlines \\'here\\'')")["value"] == "two\nlines 'here'"


@pytest.mark.parametrize(
    "text", ["```python\nclick('a1')\n```", "  click('a1')\n", "```\nclick('a1')```", "click(bid='a1')", 'click("a1",)']
)
def test_fences_and_spelling_do_not_matter(text: str) -> None:
    assert parse(text).canonical == "click('a1')"


@pytest.mark.parametrize(
    "text",
    [
        "fill('a1', '" + "\\" * 99_999,
        "fill('a1', '" + "\\'" * 99_999,
        "fill('a1', 'x" + "\n" * 99_999,
        "```\n" + " \n" * 99_999 + "x",
        "```" + "`" * 99_999,
    ],
)
def test_text_that_never_closes_is_refused_at_once(text: str) -> None:
    begun = time.perf_counter()
    with pytest.raises(ActionError):
        parse(text)
    assert time.perf_counter() - begun < 2


def test_equal_numbers_have_one_spelling() -> None:
    assert parse("scroll(0, 300.0)").canonical == parse("scroll( 0,300 )").canonical == "scroll(0, 300)"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "no action"),
        ("click('a1')\nclick('a2')", "exactly one"),
        ("click('a1'); click('a2')", "exactly one"),
        ("click(12)", "no bid"),
        ("click('12')", "no bid"),
        ("click(a12)", "literal"),
        ("clik('a1')", "did you mean click"),
        ("page.click('a1')", "without dots"),
        ("__import__('os').system('id')", "without dots"),
        ("click('a1', 'left', 3)", "takes 2"),
        ("fill('a1')", "needs value"),
        ("fill('a1', 5)", "must be a string"),
        ("scroll(0, True)", "number"),
        ("wait(1e400)", "out of range"),
        ("wait(0x" + "f" * 5000 + ")", "out of range"),
        ("click(0x" + "f" * 5000 + ")", "out of range"),
        ("select_option('a1', {1: 0x" + "f" * 5000 + "})", "not that"),
        ("click(" + "+".join("x" * 900) + ")", "literal"),
        ("click('" + "x" * 100_000 + "')", "…"),
        ("fill('a1', 'x' * 10)", "literal"),
        ("fill('a1', f'{1}')", "literal"),
        ("click('a1'", "cannot be read"),
        ("I will click the button", "cannot be read"),
        ("x = click('a1')", "one call"),
        ("mouse_click(3, 4)", "not an action here"),
        ("click(**{'bid': 'a1'})", "no place for"),
        ("click('a1', bid='a2')", "no place for"),
        ("tab_focus('1')", "whole number"),
        ("tab_focus(1.5)", "whole number"),
        ("(" * 500 + ")" * 500, "cannot be read"),
        ("select_option('a1', ['x', 3])", "list of strings"),
    ],
)
def test_what_is_wrong_is_named(text: str, says: str) -> None:
    with pytest.raises(ActionError, match=says):
        parse(text)


def test_each_harness_has_its_own_verbs() -> None:
    assert parse("mouse_click(3, 4)", "gui").name == "mouse_click"
    assert parse("mouse_click(3, 4)", "hybrid").name == parse("mouse_click(3, 4)", "gui").name
    with pytest.raises(ActionError, match="not an action here"):
        parse("click('a1')", "gui")
    assert len(explain("hybrid").split("\n")) == len(VERBS)


def test_nothing_that_an_agent_writes_is_run(tmp_path: Any) -> None:
    marker = tmp_path / "ran"
    for text in (f"open({str(marker)!r}, 'w')", f"done(open({str(marker)!r}, 'w'))"):
        with pytest.raises(ActionError):
            parse(text)
    assert not marker.exists()
