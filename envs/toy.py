"""A notes site with two collections: the smallest site there is, for tests of the kit, of ops and of predicates."""

from collections.abc import Iterable
from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

from fastapi import APIRouter
from pydantic import BaseModel
from sqlmodel import Field, SQLModel, select

from envs.kit.columns import instant, json_list, money
from envs.kit.common import COMMON_COLLECTIONS, Confirmation
from envs.kit.common import router as common
from envs.kit.context import Ctx, SiteRoute
from envs.kit.hooks import Refusal
from envs.kit.site import Collection, Role, Seeder, Site

STARTS = datetime(2027, 3, 10, 9, 40, tzinfo=UTC)
FOLDERS = ("Home", "Work", "Travel")
NOTES = (
    ("Buy paint for the fence", "Home", "24.50", 2),
    ("Call the plumber", "Home", "80.00", 1),
    ("Quarterly figures", "Work", "0.00", 3),
    ("Ask Priya about the lease", "Work", "0.00", 2),
    ("Book the ferry", "Travel", "132.40", 1),
    ("Renew the passport", "Travel", "88.50", 3),
)
router = APIRouter(route_class=SiteRoute)


class Folder(SQLModel, table=True):
    __tablename__ = "folders"
    id: str = Field(primary_key=True)
    name: str


class Note(SQLModel, table=True):
    __tablename__ = "notes"
    id: str = Field(primary_key=True)
    folder_id: str = Field(foreign_key="folders.id", index=True)
    title: str
    budget: Decimal = money()
    priority: int = 2
    done: bool = False
    tags: list[str] = json_list()
    created_at: datetime = instant()
    opened: int = 0


class NoteIn(BaseModel):
    title: str = Field(min_length=1, max_length=120)
    folder_id: str
    budget: Decimal = Field(default=Decimal("0"), ge=0, decimal_places=2)
    priority: int = Field(default=2, ge=1, le=3)


class NotePatch(BaseModel):
    title: str | None = None
    done: bool | None = None
    folder_id: str | None = None


@router.get("/api/folders")
def list_folders(ctx: Ctx) -> dict[str, Any]:
    return {"items": ctx.db.exec(select(Folder).order_by(Folder.name)).all()}


@router.get("/api/notes")
def list_notes(ctx: Ctx, folder_id: str | None = None) -> dict[str, Any]:
    """Oldest first."""
    wanted = select(Note).order_by(Note.created_at, Note.id)  # type: ignore[arg-type]
    if folder_id:
        wanted = wanted.where(Note.folder_id == folder_id)
    return {"items": ctx.db.exec(wanted).all()}


@router.get("/api/notes/{note_id}")
def read_note(ctx: Ctx, note_id: str) -> Note:
    return _note(ctx, note_id)


@router.post("/api/notes", status_code=201)
def add_note(ctx: Ctx, note: NoteIn) -> Note:
    if ctx.db.get(Folder, note.folder_id) is None:
        raise Refusal(422, "no_folder", "Choose one of your folders.", field="folder_id")
    row = Note(id=ctx.new_id("notes"), created_at=ctx.now, tags=[], **note.model_dump())
    ctx.db.add(row)
    return row


@router.patch("/api/notes/{note_id}")
def change_note(ctx: Ctx, note_id: str, patch: NotePatch) -> Note:
    row = _note(ctx, note_id)
    row.sqlmodel_update(patch.model_dump(exclude_unset=True))
    ctx.db.add(row)
    return row


@router.delete("/api/notes/{note_id}")
def delete_note(ctx: Ctx, note_id: str) -> dict[str, str]:
    ctx.db.delete(_note(ctx, note_id))
    return {"status": "deleted"}


def _note(ctx: Ctx, note_id: str) -> Note:
    row = ctx.db.get(Note, note_id)
    if row is None:
        raise Refusal(404, "not_found", "This note is not there any more.")
    return row


def seed(to: Seeder) -> Iterable[SQLModel]:
    for name in FOLDERS:
        yield Folder(id=to.id("folders", name), name=name)
    for n, (title, folder, budget, priority) in enumerate(NOTES):
        yield Note(
            id=to.id("notes", title),
            folder_id=to.id("folders", folder),
            title=title,
            budget=Decimal(budget),
            priority=priority,
            tags=[],
            created_at=datetime(2027, 2, 1 + n, 8, 30, tzinfo=UTC),
        )
    yield Confirmation(id=to.id("confirmations", "phone"), kind="phone", label="Phone number ending 4471")


SITE = Site(
    name="toy",
    host="toy.test",
    title="Notes",
    starts_at=STARTS,
    time_zone="Europe/London",
    collections={
        "folders": Collection(Folder),
        "notes": Collection(Note, incidental=frozenset({"opened"})),
        **COMMON_COLLECTIONS,
    },
    routers=(router, common),
    seed=seed,
    ui=Path(__file__).parent / "toy_ui",
    roles={"item": Role("notes", title="title", numbers=("budget", "priority"))},
)
