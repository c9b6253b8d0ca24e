"""The strict loader: what YAML would turn into something else stops the load, with its file and line."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tasks.yaml_source import SourceError, parse, read, spell

TURNED = [
    "01730",
    "14:45",
    "off",
    "yes",
    "No",
    "on",
    "True",
    "2_500",
    "2027-05-09",
    "1.10",
    "0x1F",
    ".5",
    "1.",
    "+5",
    "=",
]


@pytest.mark.parametrize("text", TURNED)
def test_a_value_that_yaml_would_turn_is_refused_at_its_line_and_passes_in_quotes(text: str) -> None:
    with pytest.raises(SourceError, match=r"^f\.yaml:3  b\[0\]: ") as caught:
        parse(f"a: x\nb:\n  - {text}\n", "f.yaml")
    assert text in caught.value.message
    assert (caught.value.file, caught.value.line, caught.value.key) == ("f.yaml", 3, "b[0]")
    assert parse(f'a: "{text}"', "f").data == {"a": text}


@pytest.mark.parametrize(
    ("text", "value"),
    [("5", 5), ("-3", -3), ("0", 0), ("1.5", 1.5), ("true", True), ("null", None), ("", None), ("5 lamps", "5 lamps")],
)
def test_plain_values_are_what_they_look_like(text: str, value: object) -> None:
    data = parse(f"a: {text}", "f").data
    assert data == {"a": value}
    assert type(data["a"]) is type(value)


def test_keys_are_text() -> None:
    assert parse("on: 1\n5: 2\nnull: 3\n2027-05-09: 4", "f").data == {"on": 1, "5": 2, "null": 3, "2027-05-09": 4}


@pytest.mark.parametrize(
    ("text", "line", "says"),
    [
        ("a: 1\nb:\n  c: 2\n  c: 3", 4, "b.c: stands twice; the first is on line 3"),
        ("a: &x [1]\nb: *x", 2, "b: is an alias"),
        ("a: &x word\nb: *x", 2, "b: is an alias"),
        ("<<: {a: 1}", 1, "merges another mapping"),
        ("a: !!python/object:os.system x", 1, "tags are not read"),
        ('a: !!int "5"', 1, "tags are not read"),
        ("a: 1\nb: x: y", 2, "quote the text"),
        ("? [a]\n: 1", 1, "key that is no text"),
        ("a: 1\n---\nb: 2", 2, "one document"),
        ("", 1, "is empty"),
        ("a: [1,", 2, "is no YAML"),
        ("a: " + "[" * 60 + "]" * 60, 1, "nested more than"),
        ("a: " + "[" * 9000 + "]" * 9000, 1, "nesting"),
    ],
)
def test_what_is_refused_says_where_and_why(text: str, line: int, says: str) -> None:
    with pytest.raises(SourceError) as caught:
        parse(text, "f.yaml")
    assert caught.value.line == line
    assert says in str(caught.value)


def test_every_fault_of_a_file_is_reported_at_once() -> None:
    with pytest.raises(SourceError) as caught:
        parse("a: off\nb: 14:45\nc: ok\nd: 01730", "f")
    assert [problem.line for problem in caught.value.problems] == [1, 2, 4]
    assert str(caught.value).count("\n") == 2


def test_lines_of_what_is_not_in_the_file_are_those_of_its_place() -> None:
    source = parse("a:\n  b:\n    - x\n    - y: 1\n", "f")
    assert source.line(("a", "b", 1)) == 4
    assert source.line(("a", "b", 1, "missing", "deeper")) == 4
    assert source.line(("nowhere",)) == 1
    assert str(source.problem(("a", "b", 1, "y"), "no")) == "f:4  a.b[1].y: no"


def test_unreadable_files_are_errors_of_the_same_kind(tmp_path: Path) -> None:
    (tmp_path / "latin.yaml").write_bytes(b"a: caf\xe9")
    with pytest.raises(SourceError, match="not UTF-8"):
        read(tmp_path / "latin.yaml")
    with pytest.raises(SourceError, match="cannot be read"):
        read(tmp_path / "absent.yaml")


@given(st.text(st.characters(exclude_categories=["C", "Zl", "Zp"], exclude_characters="\x85\xa0"), max_size=30))
def test_quoted_text_always_comes_back_as_written(text: str) -> None:
    quoted = "'" + text.replace("'", "''") + "'"
    assert parse(f"a: {quoted}", "f").data == {"a": text}


@given(st.text(st.characters(min_codepoint=32, max_codepoint=126), min_size=1, max_size=12))
def test_an_unquoted_value_is_refused_or_keeps_its_spelling(text: str) -> None:
    """Whatever is accepted as a number or truth value is spelled exactly as its own text."""
    try:
        value = parse(f"- {text}", "f").data
    except SourceError:
        return
    if isinstance(value, list) and isinstance(value[0], int | float):
        assert (str(value[0]).lower() if isinstance(value[0], bool) else repr(value[0])) == text.split(" #")[0].strip()


def test_paths_are_spelled_as_people_write_them() -> None:
    assert spell(("checks", 0, "fields", "items", 2)) == "checks[0].fields.items[2]"
    assert spell(()) == ""
