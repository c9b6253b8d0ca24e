"""Playwright's snapshot text comes back as the nodes it was written from."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.browser.tree import Node, parse


def test_nesting_attributes_properties_and_text() -> None:
    top = parse(
        '- banner [ref=e1]:\n  - link "Home" [ref=e2] [cursor=pointer]:\n    - /url: /x\n  - text: plain words\n'
        '- textbox "Q \\"x\\"" [ref=f1e3]: typed'
    )
    banner, box = top
    assert isinstance(banner, Node)
    assert isinstance(box, Node)
    link, words = banner.children
    assert isinstance(link, Node)
    assert (link.role, link.name, link.ref, link.attributes["url"]) == ("link", "Home", "e2", "/x")
    assert link.attributes["cursor"] == "pointer"
    assert words == "plain words"
    assert (box.name, box.ref, box.children) == ('Q "x"', "f1e3", ["typed"])


def test_a_quoted_key_keeps_its_quotes() -> None:
    (node,) = parse("""- 'button "it''s: [ref=e9]" [ref=e1]': 'x""")
    assert isinstance(node, Node)
    assert (node.name, node.ref) == ("it's: [ref=e9]", "e1")


@pytest.mark.parametrize(
    ("written", "text"),
    [
        ('"a\\nb"', "a\nb"),
        ('"\\x41\\x0c"', "A\x0c"),
        ('"back\\\\x41"', "back\\x41"),
        ('"- not a node"', "- not a node"),
    ],
)
def test_escapes_of_values(written: str, text: str) -> None:
    assert parse(f"- text: {written}") == [text]


@given(st.text(min_size=1))
def test_any_name_survives(name: str) -> None:
    key = f"button {json.dumps(name)} [ref=e1]".replace("'", "''")
    (node,) = parse(f"- '{key}'")
    assert isinstance(node, Node)
    assert (node.name, node.ref) == (name, "e1")


def test_an_unknown_form_is_an_error() -> None:
    with pytest.raises(ValueError, match="not a line"):
        parse("button")
