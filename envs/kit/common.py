"""Tables and routes that every site has: what the account may be asked to confirm."""

from datetime import datetime, timedelta
from typing import Any

from fastapi import APIRouter
from sqlmodel import Field, SQLModel, select

from envs.kit.columns import instant
from envs.kit.context import Ctx, SiteRoute
from envs.kit.hooks import Refusal
from envs.kit.site import Collection

VALID_DAYS = 365


class Confirmation(SQLModel, table=True):
    """Something that the account has confirmed, or has yet to: a phone number, a card, delivery preferences."""

    __tablename__ = "confirmations"
    id: str = Field(primary_key=True)
    kind: str
    label: str
    confirmed_at: datetime | None = instant(default=None)
    expires_at: datetime | None = instant(default=None)


COMMON_COLLECTIONS = {"confirmations": Collection(Confirmation, graded=False)}

router = APIRouter(route_class=SiteRoute)


@router.get("/api/confirmations")
def list_confirmations(ctx: Ctx) -> dict[str, Any]:
    """All confirmations with their standing: valid, expired or needed."""
    rows = ctx.db.exec(select(Confirmation).order_by(Confirmation.kind, Confirmation.id)).all()
    return {"items": [{**row.model_dump(mode="json"), "standing": standing(row, ctx.now)} for row in rows]}


@router.post("/api/confirmations/{confirmation_id}/confirm")
def confirm(ctx: Ctx, confirmation_id: str) -> dict[str, Any]:
    """Confirm one for another year."""
    row = ctx.db.get(Confirmation, confirmation_id)
    if row is None:
        raise Refusal(404, "not_found", "There is nothing to confirm here.")
    row.confirmed_at, row.expires_at = ctx.now, ctx.now + timedelta(days=VALID_DAYS)
    ctx.db.add(row)
    return {**row.model_dump(mode="json"), "standing": standing(row, ctx.now)}


def standing(row: Confirmation, now: datetime) -> str:
    """valid | expired | needed"""
    if row.confirmed_at is None:
        return "needed"
    return "expired" if row.expires_at is not None and row.expires_at <= now else "valid"
