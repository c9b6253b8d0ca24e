"""The data files, read once per process: they never change while it runs."""

from functools import cache
from pathlib import Path
from typing import Any

import yaml

from envs.sites.shop.departments import DEPARTMENTS

DATA = Path(__file__).parent.parent / "data"
Record = dict[str, Any]

# The parser of libyaml is about ten times faster and reads the same; wheels of PyYAML have it.
LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class DataError(ValueError):
    """A data file names something that does not exist, or a value that cannot be."""


def _load(path: Path) -> Any:
    if not path.is_file():
        raise DataError(f"{path.name} is missing in {path.parent}")
    return yaml.load(path.read_text(encoding="utf-8"), Loader=LOADER)


@cache
def products() -> list[Record]:
    """All products, each with its department, in the order of the menu and of the files."""
    found = []
    for department in DEPARTMENTS:
        for record in _load(DATA / "products" / f"{department.slug}.yaml"):
            found.append({**record, "department": department.slug})
    return found


@cache
def account() -> Record:
    found: Record = _load(DATA / "account.yaml")
    return found


@cache
def articles() -> list[Record]:
    found: list[Record] = _load(DATA / "articles.yaml")
    return found
