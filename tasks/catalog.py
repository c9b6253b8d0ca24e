"""All tasks of one or several folders: `<root>/<site>/<name>.yaml`."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from re import fullmatch

from tasks.problems import Problem, SourceError
from tasks.schema import NAME, Task
from tasks.stray import stray
from tasks.validation import validate
from tasks.yaml_source import Source, read

OURS = Path(__file__).parent


@dataclass(frozen=True)
class Catalog:
    """Tasks by id (`site/name`), in order, with the files that they were read from."""

    tasks: Mapping[str, Task] = field(default_factory=dict)
    sources: Mapping[str, Source] = field(default_factory=dict)

    def __iter__(self) -> Iterator[Task]:
        return iter(self.tasks.values())


def load(extra: Sequence[Path] = (), ours: Path = OURS) -> Catalog:
    """Our tasks and those of extra folders (`DIR/tasks/<site>/…`). Raises SourceError with the faults of every file."""
    catalog, problems = survey(extra, ours)
    if problems:
        raise SourceError.of(problems)
    return catalog


def survey(extra: Sequence[Path] = (), ours: Path = OURS) -> tuple[Catalog, list[Problem]]:
    """The tasks that can be read, and the faults of those that cannot."""
    tasks: dict[str, Task] = {}
    sources: dict[str, Source] = {}
    problems: list[Problem] = []
    for root in (ours, *(folder / "tasks" for folder in extra)):
        problems += stray(root, r"[^/]+/[^/]+", "tasks/<site>/<name>.yaml")
        for path in sorted(root.glob("*/*.y*ml"), key=str):
            try:
                task, source = load_file(path)
                _well_placed(path, task, source)
            except SourceError as error:
                problems += error.problems
                continue
            if task.id in tasks:
                problems.append(
                    source.problem((), f"the task {task.id} is known from {sources[task.id].file}: rename it")
                )
                continue
            tasks[task.id], sources[task.id] = task, source
    order = sorted(tasks)
    return Catalog({name: tasks[name] for name in order}, {name: sources[name] for name in order}), sorted(problems)


def load_file(path: Path) -> tuple[Task, Source]:
    """One task with its source, wherever it lies. Raises SourceError."""
    source = read(path)
    if not isinstance(source.data, dict):
        raise source.error((), "a task is a mapping: site, tier, seed, instruction, targets, checks, …")
    return validate(Task, source).named(path.stem), source


def _well_placed(path: Path, task: Task, source: Source) -> None:
    """A task of a catalogue lies in its site's folder under a plain name, for both make its id."""
    if path.suffix != ".yaml":
        raise source.error((), f"the file ends in {path.suffix}: name it {path.stem}.yaml")
    if not fullmatch(NAME, path.stem):
        raise source.error((), f"{path.stem!r} is no task name: small letters, digits and _, such as reorder_lamp")
    if task.site != path.parent.name:
        raise source.error(
            ("site",), f"{task.site} stands in the folder {path.parent.name}: put it into tasks/{task.site}"
        )
