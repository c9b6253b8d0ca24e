"""Families and variants as files: what loads, and what is said of what does not."""

import shutil
from pathlib import Path

import pytest

from interventions.catalog import HERE, load
from interventions.layers.vocabulary import LAYERS
from tasks.problems import SourceError

FORGE = """layer: network
primitives: [verification]
detect: look
recover: again
params: {times: {type: int, default: 1, max: 4}, on: {type: route}}
dispatches:
  lose: [{op: forge, on: $on, first: $times}]
"""
VARIANT = """primitive: verification
apply:
  - {family: lose_it, dispatch: lose, params: {on: POST /api/orders}}
"""


FILES = {"family": "interventions/families/network/lose_it.yaml", "variant": "interventions/variants/shelf/buy.yaml"}


@pytest.fixture
def extra(tmp_path: Path) -> Path:
    (tmp_path / "interventions/families/network").mkdir(parents=True)
    (tmp_path / "interventions/variants/shelf").mkdir(parents=True)
    (tmp_path / "interventions/families/network/lose_it.yaml").write_text(FORGE)
    (tmp_path / "interventions/variants/shelf/buy.yaml").write_text(VARIANT)
    return tmp_path


def test_the_first_eight_families_and_all_their_dispatches_load() -> None:
    families = load().families
    assert {name: sorted(family.dispatches) for name, family in families.items()} | {
        "decoys_aliases": ["add_confusing_decoys", "add_noise_records", "alias_entities"],
        "planted_wrong_answer": ["completed_lookalike", "plant_wrong_answer"],
        "shuffled_lists": ["shuffle_list", "unstable_pages"],
        "missing_prerequisite": ["expired_prerequisite", "require_step"],
        "transient_error": ["error_then_forged", "error_then_success"],
        "forged_success": ["misleading_success"],
        "blocking_overlay": ["consent_banner", "modal"],
        "misleading_feedback": ["early_success_toast"],
    } == {name: sorted(family.dispatches) for name, family in families.items()}
    assert {family.layer for family in families.values()} == set(LAYERS)
    assert all(family.what for family in families.values())


def test_no_family_of_ours_has_a_word_of_the_experiment_in_what_a_page_may_show() -> None:
    for family in load().families.values():
        if family.layer in ("client", "server"):
            shown = " ".join(str(param.default) for param in family.params.values()).lower()
            assert not [word for word in ("intervention", "breakingweb", "perturb", family.name) if word in shown]


def test_extra_folders_add_families_and_variants(extra: Path) -> None:
    catalog = load([extra])
    assert catalog.variants["shelf/buy"].apply[0].family == "lose_it"
    assert catalog.variant_source("shelf/buy").line(("apply", 0, "params")) == 3


@pytest.mark.parametrize("place", ["x.yaml", "families/x.yaml", "variants/shelf/deep/x.yaml", "variants/shelf/x.yml"])
def test_a_file_where_nobody_looks_is_told(extra: Path, place: str) -> None:
    path = extra / "interventions" / place
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("primitive: verification")
    with pytest.raises(SourceError, match="is not read from here") as found:
        load([extra])
    assert found.value.file == str(path)


def test_a_known_id_is_an_error(extra: Path) -> None:
    known = HERE / "families/network/forged_success.yaml"
    shutil.copy(known, extra / "interventions/families/network")
    with pytest.raises(SourceError, match="forged_success is known already"):
        load([extra])


@pytest.mark.parametrize(
    ("name", "old", "new", "line", "key", "said"),
    [
        ("family", "op: forge", "op: forget", 7, "dispatches.lose[0].op", "did you mean 'forge'"),
        ("family", "op: forge", "op: shuffle", 7, "dispatches.lose[0].op", "of the server layer"),
        ("family", "first: $times", "frist: $times", 7, "dispatches.lose[0].frist", "did you mean 'first'"),
        ("family", "first: $times", "first: $time", 7, "dispatches.lose[0]", "did you mean 'times'"),
        ("family", "first: $times", "first: 2", 5, "params.times", "used by no dispatch"),
        ("family", "max: 4", "max: 0", 5, "params.times", "above the maximum 0"),
        ("family", "layer: network", "layer: client", 1, "layer", "families/network"),
        ("family", "layer: network", "layer: netwrk", 1, "layer", "network"),
        ("family", "detect: look", "detects: look", 3, "detects", "did you mean 'detect'"),
        ("family", "max: 4", "max: 04", 5, "params.times.max", "quote it"),
        ("variant", "lose_it", "loose_it", 3, "apply[0].family", "did you mean 'lose_it'"),
        ("variant", "dispatch: lose", "dispatch: loose", 3, "apply[0].dispatch", "did you mean 'lose'"),
        ("variant", "on: POST", "times: 9, on: POST", 3, "apply[0].params.times", "above the maximum 4"),
        ("variant", "on: POST", "an: POST", 3, "apply[0].params.an", "unknown parameter 'an'"),
        ("variant", "verification", "verifying", 1, "primitive", "verification"),
    ],
)
def test_a_fault_is_told_with_file_line_and_key(
    extra: Path, name: str, old: str, new: str, line: int, key: str, said: str
) -> None:
    path = extra / FILES[name]
    path.write_text(path.read_text().replace(old, new, 1))
    with pytest.raises(SourceError) as found:
        load([extra])
    problem = next(one for one in found.value.problems if one.file == str(path))
    assert (problem.line, problem.key) == (line, key)
    assert said in problem.message


def test_all_faults_are_told_at_once(extra: Path) -> None:
    for name, old, new in (("family", "detect: look", "detects: look"), ("variant", "verification", "x")):
        path = extra / FILES[name]
        path.write_text(path.read_text().replace(old, new))
    with pytest.raises(SourceError) as found:
        load([extra])
    assert len({problem.file for problem in found.value.problems}) == 2
