"""Catalogues: all folders, all faults at once, nothing shadowed, loaded in a fraction of a second."""

import time
from pathlib import Path

import pytest

from tasks.catalog import load, load_file, survey
from tasks.problems import SourceError
from tasks.testing import a_task, write_task


def test_tasks_of_all_folders_are_found_by_site_and_name(tmp_path: Path) -> None:
    ours, extra = tmp_path / "ours", tmp_path / "extra"
    write_task(ours, "b")
    write_task(extra / "tasks", "a")
    write_task(extra / "tasks", "c", site="forum")
    catalog = load([extra], ours)
    assert [task.id for task in catalog] == ["forum/c", "shop/a", "shop/b"]
    assert catalog.tasks["shop/a"].fingerprint == a_task("a").fingerprint
    fault = catalog.sources["shop/a"].problem(("targets", "lamp"), "gone")
    assert str(fault).endswith("a.yaml:6  targets.lamp: gone")


def test_a_known_id_is_an_error_that_names_both_files(tmp_path: Path) -> None:
    first = write_task(tmp_path / "ours")
    second = write_task(tmp_path / "extra" / "tasks")
    with pytest.raises(SourceError, match="is known from") as caught:
        load([tmp_path / "extra"], tmp_path / "ours")
    assert caught.value.file == str(second)
    assert str(first) in caught.value.message


def test_every_fault_of_every_file_is_told_and_the_good_tasks_remain(tmp_path: Path) -> None:
    write_task(tmp_path, "good")
    write_task(tmp_path, "bad", tier="middling", seed=-1)
    write_task(tmp_path, "Bad-Name")
    write_task(tmp_path, "moved", site="forum").rename(tmp_path / "shop" / "moved.yaml")
    (tmp_path / "shop" / "other.yml").write_text((tmp_path / "shop" / "good.yaml").read_text())
    (tmp_path / "shop" / "list.yaml").write_text("- a")
    (tmp_path / "shop" / "torn.yaml").write_text("a: 'x")
    catalog, problems = survey([], tmp_path)
    assert [task.id for task in catalog] == ["shop/good"]
    told = [(Path(problem.file).name, problem.key) for problem in problems]
    assert told == [
        ("Bad-Name.yaml", ""),
        ("bad.yaml", "tier"),
        ("bad.yaml", "seed"),
        ("list.yaml", ""),
        ("moved.yaml", "site"),
        ("other.yml", ""),
        ("torn.yaml", ""),
    ]
    with pytest.raises(SourceError) as caught:
        load([], tmp_path)
    assert list(caught.value.problems) == problems


def test_a_file_where_nobody_looks_is_told(tmp_path: Path) -> None:
    good = write_task(tmp_path, "good")
    (tmp_path / "shop" / "deep").mkdir()
    for name in ("stray.yaml", "shop/deep/low.yaml", "shop/deep/low.yml"):
        (tmp_path / name).write_text(good.read_text())
    catalog, problems = survey([], tmp_path)
    assert list(catalog.tasks) == ["shop/good"]
    assert [Path(problem.file).name for problem in problems] == ["low.yaml", "low.yml", "stray.yaml"]
    assert all("put it into tasks/<site>/<name>.yaml" in problem.message for problem in problems)


def test_one_file_can_be_read_wherever_it_lies(tmp_path: Path) -> None:
    path = write_task(tmp_path, "a")
    elsewhere = path.rename(tmp_path / "My task.yaml")
    assert load_file(elsewhere)[0].id == "shop/My task"


def test_extra_folders_without_tasks_add_none(tmp_path: Path) -> None:
    assert not load([tmp_path], tmp_path / "none").tasks


def test_a_hundred_and_fifty_files_load_well_under_a_second(tmp_path: Path) -> None:
    for number in range(150):
        write_task(tmp_path, f"t{number}")
    best = float("inf")
    for _ in range(3):
        start = time.process_time()
        assert len(load([], tmp_path).tasks) == 150
        best = min(best, time.process_time() - start)
    assert best < 1.0
