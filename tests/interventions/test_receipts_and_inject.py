"""Receipts, and what the page script is told and tells."""

import json
from typing import Any

import pytest

from interventions.layers.client import inject
from interventions.receipts import counts, exposed

OPS = [
    {"id": "fam.form.0", "family": "fam", "op": "panel", "title": 'He said "hi" & <left>', "choices": ["OK"]},
    {"id": "fam.form.1", "family": "fam", "op": "note", "at": {"name": "Buy"}, "text": "Done"},
]


def one(family: str, kind: str) -> dict[str, Any]:
    return {"family": family, "kind": kind, "op": "x"}


def test_exposed_means_every_family_was_met() -> None:
    receipts = [one("a", "applied"), one("a", "met"), one("b", "applied")]
    assert exposed(["a"], receipts)
    assert not exposed(["a", "b"], receipts)
    assert not exposed([], receipts)
    assert counts(receipts) == {"applied": 2, "met": 1}


@pytest.mark.parametrize("page", [b"<!doctype html><html><HEAD lang=x><title>T</title>", b"<p>no head</p>"])
def test_the_tag_comes_first_and_differs_between_the_arms_in_its_options_only(page: bytes) -> None:
    clean, changed = inject.html(page, []), inject.html(page, OPS)
    assert clean.index(b"<script") < changed.index(b"<title") if b"<title" in page else clean.startswith(b"<script")
    left, _, right = clean.partition(b"data-options")
    assert changed.startswith(left)
    assert changed.endswith(right.partition(b" defer")[2])
    assert b'data-options="[]"' in clean


def test_options_have_numbers_for_names_and_are_escaped() -> None:
    listed = inject.options(OPS)
    assert [option["key"] for option in listed] == ["1", "2"]
    assert not {"id", "family"} & set(listed[0])
    assert b'"hi"' not in inject.html(b"<head>", OPS)
    assert "fam" not in json.dumps(listed)


def test_a_report_becomes_a_receipt_and_anything_else_is_dropped() -> None:
    told = inject.report(b'{"op": "2", "kind": "met", "detail": {"path": "/"}}', OPS)
    assert told == {"op": "fam.form.1", "family": "fam", "kind": "met", "nth": 0, "detail": {"path": "/"}}
    wrong = ['{"op": "3", "kind": "met"}', '{"op": "0", "kind": "met"}', '{"op": "-1", "kind": "met"}']
    for body in ("", "[]", *wrong, '{"op": "1", "kind": "passed"}', '{"op": null}', "\x00"):
        assert inject.report(body.encode(), OPS) is None


def test_the_script_reports_to_the_address_that_the_proxy_listens_on() -> None:
    assert inject.BEACON_PATH.encode() in inject.SCRIPT
