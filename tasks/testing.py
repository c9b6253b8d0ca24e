"""Builders for tests of whatever reads tasks: a whole task as data, a task value, a folder of task files."""

from pathlib import Path
from typing import Any

import yaml

from tasks.schema import Task

LAMP: dict[str, Any] = {
    "site": "shop",
    "tier": "medium",
    "seed": 7,
    "instruction": "Order one more {lamp.title}, sent to the office.",
    "targets": {
        "lamp": {"in": "products", "where": {"title": {"contains": "Brass"}}},
        "office": {"in": "addresses", "where": {"label": "Office"}},
    },
    "checks": [
        {
            "added": "orders",
            "fields": {
                "address_id": {"expr": "x == target['office']['id']"},
                "items": {"each": {"product_id": {"expr": "x == target['lamp']['id']"}, "quantity": 1}},
            },
        }
    ],
    "expected": {"steps": 15, "seconds": 240},
    "reference": [
        {"open": "/orders"},
        {"click": {"role": "link", "name": "{lamp.title}"}},
        {"check": {"role": "radio", "name": "{office.label}"}},
        {"click": {"role": "button", "name": "Place order"}},
        {"expect": {"role": "heading", "name": "Order placed"}},
    ],
}


def task_data(**changes: Any) -> dict[str, Any]:
    """The data of a task on SHOP_TYPES of evaluator.testing; a change of None leaves the key out."""
    return {key: value for key, value in {**LAMP, **changes}.items() if value is not None}


def a_task(name: str = "reorder_lamp", **changes: Any) -> Task:
    """A task value."""
    return Task.model_validate(task_data(**changes)).named(name)


def write_task(root: Path, name: str = "reorder_lamp", **changes: Any) -> Path:
    """Writes a task file at `root/<site>/<name>.yaml` and gives its path."""
    data = task_data(**changes)
    path = root / str(data["site"]) / f"{name}.yaml"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(yaml.safe_dump(data, sort_keys=False, allow_unicode=True))
    return path
