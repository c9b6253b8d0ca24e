"""Rows as the answers of the API show them (ui/src/api/types.ts), and what several routes read."""

from collections.abc import Sequence
from datetime import date, datetime
from decimal import Decimal
from typing import Any

from pydantic import BaseModel, ConfigDict
from sqlmodel import Session, SQLModel

from envs.sites.shop.rules import missing

Answer = dict[str, Any]


class Body(BaseModel):
    """What a page sends; unknown keys are refused, spaces around texts dropped."""

    model_config = ConfigDict(frozen=True, extra="forbid", str_strip_whitespace=True)

    def given(self) -> dict[str, Any]:
        """The fields that were sent."""
        return self.model_dump(exclude_unset=True)


def money(amount: Decimal) -> str:
    return f"{amount:.2f}"


def plain(value: Any) -> Any:
    """Amounts, days and instants as strings; everything else as it is."""
    if isinstance(value, Decimal):
        return money(value)
    return value.isoformat() if isinstance(value, date | datetime) else value


def row(entity: SQLModel, *without: str) -> Answer:
    """All columns of an entity, but those named."""
    names = [name for name in type(entity).model_fields if name not in without]
    return {name: plain(getattr(entity, name)) for name in names}


def listed(items: Sequence[Any], **more: Any) -> Answer:
    """A list that is answered whole."""
    return {"items": list(items), "total": len(items), **more}


def paged(items: Sequence[Any], page: int, size: int) -> tuple[Sequence[Any], Answer]:
    """The items of one page, and {total, page, pages}; a page after the last is empty."""
    pages = max(1, -(-len(items) // size))
    return items[(page - 1) * size : page * size], {"total": len(items), "page": page, "pages": pages}


def fetch[T: SQLModel](db: Session, model: type[T], row_id: str, what: str) -> T:
    """The row with this id; refused with 404 where there is none."""
    found = db.get(model, row_id)
    if found is None:
        raise missing(what)
    return found


def removed(row_id: str) -> Answer:
    return {"id": row_id, "removed": True}
