"""Tasks, families and variants together, cross-checked by name: what can be run."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path

from envs.kit.site import Site
from evaluator.nearest import did_you_mean
from harness.errors import UserError
from harness.sites import SITES
from interventions import catalog as interventions
from interventions.family import Family
from interventions.variant import Variant
from tasks import catalog as tasks
from tasks.problems import Problem, SourceError
from tasks.schema import Task


@dataclass(frozen=True)
class Pair:
    """A task with its variant, the families to apply, and the site. by_hand: the variant has no file and no proof."""

    task: Task
    variant: Variant
    families: Mapping[str, Family]
    site: Site
    by_hand: bool = False

    @property
    def layers(self) -> tuple[str, ...]:
        return tuple(sorted({self.families[apply.family].layer for apply in self.variant.apply}))

    @property
    def family_names(self) -> tuple[str, ...]:
        return tuple(sorted({apply.family for apply in self.variant.apply}))


@dataclass(frozen=True)
class Corpus:
    """All that was loaded."""

    tasks: tasks.Catalog
    interventions: interventions.Catalog

    def task(self, task_id: str) -> Task:
        """UserError with the nearest known id where there is no such task."""
        found = self.tasks.tasks.get(task_id)
        if found is None:
            raise UserError(f"{did_you_mean('task', task_id, self.tasks.tasks)}. `breakingweb tasks` lists them")
        return found

    def pair(self, task_id: str) -> Pair:
        """UserError where the task or its variant is not there."""
        task = self.task(task_id)
        variant = self.interventions.variants.get(task_id)
        if variant is None:
            raise UserError(f"{task_id} has no variant: add interventions/variants/{task_id}.yaml")
        return Pair(task, variant, self.interventions.families, site_of(task))

    def chosen_tasks(self, globs: Sequence[str] = (), site: str | None = None) -> list[Task]:
        """All tasks that fit, with a variant or without; UserError where none does, or a name fits nothing."""
        self._refuse_slips(globs, self.tasks.tasks, ())
        fits = [
            task
            for task_id, task in sorted(self.tasks.tasks.items())
            if site in (None, task.site) and (not globs or any(fnmatchcase(task_id, glob) for glob in globs))
        ]
        if not fits:
            self._explain_nothing(globs, site, ())
        return fits

    def pairs(self, globs: Sequence[str] = (), site: str | None = None, families: Sequence[str] = ()) -> list[Pair]:
        """All pairs that fit, in order of their ids; UserError where none does, or a name fits nothing."""
        self._refuse_slips(globs, self.interventions.variants, families)
        found = []
        for task_id in sorted(self.tasks.tasks):
            if task_id not in self.interventions.variants:
                continue
            pair = self.pair(task_id)
            if globs and not any(fnmatchcase(task_id, glob) for glob in globs):
                continue
            if site and pair.task.site != site:
                continue
            if families and not set(families) & set(pair.family_names):
                continue
            found.append(pair)
        if not found:
            self._explain_nothing(globs, site, families)
        return found

    def _refuse_slips(self, globs: Sequence[str], ids: Iterable[str], families: Sequence[str]) -> None:
        """One name of several that fits nothing is a slip of the pen: left aside, it would leave its runs out."""
        for family in families:
            if family not in self.interventions.families:
                raise UserError(did_you_mean("family", family, self.interventions.families))
        known = list(ids)
        for glob in globs:
            if not any(fnmatchcase(task_id, glob) for task_id in known):
                self._explain_nothing([glob], None, ())

    def _explain_nothing(self, globs: Sequence[str], site: str | None, families: Sequence[str]) -> None:
        if site and site not in SITES:
            raise UserError(did_you_mean("site", site, SITES))
        if len(globs) == 1 and not set(globs[0]) & set("*?["):
            self.pair(globs[0])
        chosen = ", ".join([*globs, *([f"site {site}"] if site else []), *(f"family {name}" for name in families)])
        raise UserError(f"no pair fits {chosen or 'this choice'}. `breakingweb tasks` lists them")


def there(extra: Sequence[Path]) -> None:
    """UserError for an extra folder that is not there."""
    for folder in extra:
        if not folder.is_dir():
            raise UserError(f"--extra {folder}: no such folder")


def load(extra: Sequence[Path] = ()) -> Corpus:
    """Everything of ours and of the extra folders; SourceError with every fault found in both."""
    there(extra)
    problems: list[Problem] = []
    loaded: list[object] = []
    for loader in (tasks.load, interventions.load):
        try:
            loaded.append(loader(extra))
        except SourceError as error:
            problems.extend(error.problems)
    if problems:
        raise SourceError.of(sorted(set(problems)))
    first, second = loaded
    assert isinstance(first, tasks.Catalog)
    assert isinstance(second, interventions.Catalog)
    return Corpus(first, second)


def site_of(task: Task) -> Site:
    """UserError where the task's site is not there."""
    if task.site not in SITES:
        raise UserError(f"{task.id}: {did_you_mean('site', task.site, SITES)}")
    return SITES[task.site]
