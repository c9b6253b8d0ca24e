"""Builds the world from data/books.yaml. The same seed gives the same bytes in any process."""

from collections.abc import Iterable
from datetime import date
from pathlib import Path

import yaml
from sqlmodel import SQLModel

from envs.kit.common import Confirmation
from envs.kit.site import Seeder
from envs.sites.library.models import Book, Loan

DATA = Path(__file__).parent / "data" / "books.yaml"


def seed(to: Seeder) -> Iterable[SQLModel]:
    """Every row of the clean world. Ids come from `to.id`, draws from `to.rng`: nothing else may vary."""
    data = yaml.safe_load(DATA.read_text(encoding="utf-8"))
    for row in data["books"]:
        yield Book(id=to.id("books", row["slug"]), **row)
    for row in data["loans"]:
        yield Loan(
            id=to.id("loans", row["book"]),
            book_id=to.id("books", row["book"]),
            due=date.fromisoformat(row["due"]),
            renewals=row.get("renewals", 0),
        )
    yield Confirmation(id=to.id("confirmations", "card"), kind="card", label="Library card 40418")
