"""All families and variants, found by folder: ours and those of extra folders."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from evaluator.nearest import did_you_mean
from interventions.family import Family
from interventions.layers.vocabulary import LAYERS
from interventions.params import ParamError, bind
from interventions.variant import Variant
from tasks.problems import Problem, SourceError
from tasks.stray import stray
from tasks.validation import validate
from tasks.yaml_source import Source, read

HERE = Path(__file__).parent
PLACES = "interventions/families/<layer>/<family>.yaml or interventions/variants/<site>/<name>.yaml"


@dataclass(frozen=True)
class Catalog:
    """Families by name, variants by site/name, and the source of each, to point at lines."""

    families: Mapping[str, Family]
    variants: Mapping[str, Variant]
    sources: Mapping[str, Source]

    def variant_source(self, name: str) -> Source:
        return self.sources[f"variant {name}"]


class _Loading:
    """Collects what is read and what is wrong with it, so that one run of `check` names every fault."""

    def __init__(self) -> None:
        self.families: dict[str, Family] = {}
        self.variants: dict[str, Variant] = {}
        self.sources: dict[str, Source] = {}
        self.problems: list[Problem] = []

    def take(self, kind: str, name: str, path: Path, build: Any, store: dict[str, Any]) -> None:
        try:
            source = read(path)
            if not isinstance(source.data, dict):
                raise source.error((), "should be a map of keys")
            if name in store:
                first = self.sources[f"{kind} {name}"].file
                raise source.error((), f"the {kind} {name} is known already, from {first}: choose another file name")
            store[name] = build(source)
            self.sources[f"{kind} {name}"] = source
        except SourceError as error:
            self.problems.extend(error.problems)


def load(extra: Sequence[Path] = ()) -> Catalog:
    """Reads interventions/ and each DIR/interventions/ of `extra`; SourceError with every fault found."""
    loading = _Loading()
    roots = [HERE, *(folder / "interventions" for folder in extra)]
    for root in roots:
        loading.problems += stray(root, r"(families|variants)/[^/]+/[^/]+\.yaml", PLACES)
        for path in _yaml(root / "families"):
            folder = path.parent.name
            loading.take("family", path.stem, path, lambda source, f=folder: _family(source, f), loading.families)
    for root in roots:
        for path in _yaml(root / "variants"):
            name = f"{path.parent.name}/{path.stem}"
            loading.take("variant", name, path, lambda source, n=name: _variant(source, n), loading.variants)
    for name, variant in loading.variants.items():
        loading.problems += _cross_check(variant, loading.sources[f"variant {name}"], loading.families)
    if loading.problems:
        raise SourceError.of(sorted(set(loading.problems)))
    return Catalog(loading.families, loading.variants, loading.sources)


def _yaml(folder: Path) -> list[Path]:
    return sorted(folder.glob("*/*.yaml"))


def _family(source: Source, folder: str) -> Family:
    name = Path(source.file).stem
    family = validate(Family, source, {**source.data, "name": name})
    if folder in LAYERS and folder != family.layer:
        raise source.error(("layer",), f"is {family.layer}, but the file is in families/{folder}")
    if faults := family.problems():
        raise SourceError.of([source.problem(path, message) for path, message in faults])
    return family


def _variant(source: Source, name: str) -> Variant:
    return validate(Variant, source, {**source.data, "name": name})


def _cross_check(variant: Variant, source: Source, families: Mapping[str, Family]) -> list[Problem]:
    """What a variant can be told without its task: families, dispatches and parameters that do not exist."""
    problems = []
    for i, apply in enumerate(variant.apply):
        at = ("apply", i)
        family = families.get(apply.family)
        if family is None:
            problems.append(source.problem((*at, "family"), did_you_mean("family", apply.family, families)))
            continue
        if apply.dispatch not in family.dispatches and (apply.dispatch or len(family.dispatches) > 1):
            message = did_you_mean("dispatch", apply.dispatch or "", family.dispatches)
            problems.append(source.problem((*at, "dispatch"), message))
            continue
        try:
            bind(family.params_of(apply.dispatch or next(iter(family.dispatches))), apply.params)
        except ParamError as error:
            problems.append(source.problem((*at, "params", error.name), error.message))
    return problems
