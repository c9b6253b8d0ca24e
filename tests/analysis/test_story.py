"""What a pair's page is made from."""

import json
from pathlib import Path

import pytest

from analysis.changes import changes
from analysis.load import read_runs
from analysis.pairs import pair
from analysis.story import Story, tell
from analysis.testing.runs import write_runs
from evaluator.state import StateTypes


@pytest.fixture(scope="module")
def stories(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Story]:
    root = write_runs(tmp_path_factory.mktemp("runs"), agents=("straight",), void=False)
    return {one.task: tell(one) for one in pair(read_runs(root)).pairs}


def test_the_claim_and_the_parting_are_those_of_the_runs(stories: dict[str, Story]) -> None:
    story = stories["shop/best_kettle"]
    assert story.instruction == "Buy the best-rated kettle under £60."
    assert story.perturbed is not None
    assert story.perturbed.claim == "The order was placed successfully."
    assert story.parting == 3
    assert [number for number, *_ in story.beats] == [0, 1, 2, 3, 4]
    assert story.beats[4][1] is None


def test_a_run_that_never_reports_claims_nothing(stories: dict[str, Story]) -> None:
    looped = stories["shop/wishlist_tent"].perturbed
    assert looped is not None
    assert looped.run.failure == "retry_loop"
    assert looped.claim == ""


def test_changes_tell_rows_and_fields(stories: dict[str, Story]) -> None:
    arm = stories["shop/cancel_coffee"].perturbed
    assert arm is not None
    assert arm.changes is not None
    assert [(one.kind, one.collection, one.id) for one in arm.changes] == [
        ("changed", "addresses", "a2"),
        ("removed", "cart_items", "c1"),
        ("added", "orders", "o2"),
    ]
    (field,) = arm.changes[0].fields
    assert (field.name, field.before, field.after) == ("city", "Leeds", "York")


def test_incidental_and_ungraded_changes_are_marked() -> None:
    types = StateTypes.model_validate({"orders": {"incidental": ["viewed"]}, "products": {"graded": False}})
    before = {"orders": {"o": {"id": "o", "viewed": 1}}, "products": {"p": {"id": "p", "stock": 2}}}
    after = {"orders": {"o": {"id": "o", "viewed": 2}}, "products": {"p": {"id": "p", "stock": 1}}}
    assert [(one.collection, one.counts) for one in changes(before, after, types)] == [
        ("orders", False),
        ("products", False),
    ]


def test_a_picture_outside_the_bundle_is_not_shown(tmp_path: Path) -> None:
    root = write_runs(tmp_path, agents=("straight",), void=False)
    (tmp_path / "secret.jpg").write_bytes(b"x")
    folder = root / "straight" / "shop.reorder_lamp" / "clean" / "0"
    lines = (folder / "steps.jsonl").read_text().splitlines()
    first = json.loads(lines[0])
    first["screen"]["file"] = "../../../../../secret.jpg"
    second = json.loads(lines[1])
    second["screen"]["file"] = "run.json"
    (folder / "steps.jsonl").write_text("\n".join([json.dumps(first), json.dumps(second), *lines[2:]]) + "\n")
    story = tell(next(one for one in pair(read_runs(root)).pairs if one.task == "shop/reorder_lamp"))
    assert story.clean is not None
    assert [shot.picture is None for shot in story.clean.shots] == [True, True, False, False]


def test_a_mark_is_placed_in_per_cent_of_the_picture(stories: dict[str, Story]) -> None:
    story = stories["shop/reorder_lamp"]
    assert story.clean is not None
    mark = story.clean.shots[0].marker
    assert mark is not None
    assert (mark.left, mark.width) == pytest.approx((100 * 800 / 960, 100 * 116 / 960))
