"""Profile, preferences, addresses."""

from collections.abc import Sequence
from typing import Any, Literal

from fastapi import APIRouter
from sqlmodel import Session, col, select

from envs.kit.context import Ctx, SiteRoute
from envs.sites.shop.models import Address, Order, Profile, Subscription
from envs.sites.shop.routes.answers import Answer, Body, fetch, listed, removed, row
from envs.sites.shop.routes.answers.account import addresses, profile_of
from envs.sites.shop.rules import Verdict, delivery, length, require
from envs.sites.shop.rules import account as rules
from envs.sites.shop.rules.orders import OPEN

router = APIRouter(route_class=SiteRoute)
PERSON = ("id", "name", "email", "phone", "language", "member_since")


class ProfileChange(Body):
    name: str | None = None
    email: str | None = None
    phone: str | None = None
    language: str | None = None

    def verdicts(self) -> list[Verdict]:
        return [
            length("name", "Your name", self.name, 2, 60) if self.name is not None else None,
            rules.email(self.email) if self.email is not None else None,
            rules.phone(self.phone) if self.phone is not None else None,
            rules.language(self.language) if self.language is not None else None,
        ]


class PreferencesChange(Body):
    marketing_email: bool | None = None
    marketing_post: bool | None = None
    marketing_sms: bool | None = None
    order_updates: Literal["email", "sms", "both"] | None = None
    price_alerts: bool | None = None
    stock_alerts: bool | None = None
    review_reminders: bool | None = None


class AddressDraft(Body):
    label: str
    recipient: str
    line1: str
    line2: str = ""
    city: str
    postcode: str
    phone: str = ""
    instructions: str = ""
    default: bool = False


class AddressChange(Body):
    label: str | None = None
    recipient: str | None = None
    line1: str | None = None
    line2: str | None = None
    city: str | None = None
    postcode: str | None = None
    phone: str | None = None
    instructions: str | None = None


def _profile_answer(profile: Profile) -> Answer:
    languages = [{"id": code, "label": label} for code, label in rules.LANGUAGES.items()]
    return {**{name: value for name, value in row(profile).items() if name in PERSON}, "languages": languages}


def _preferences_answer(profile: Profile) -> Answer:
    return {"id": profile.id, **row(profile, *PERSON)}


@router.get("/api/profile")
def profile(ctx: Ctx) -> Answer:
    return _profile_answer(profile_of(ctx.db))


@router.patch("/api/profile")
def change_profile(ctx: Ctx, body: ProfileChange) -> Answer:
    """Name, email, phone, language."""
    require(*body.verdicts())
    return _profile_answer(_set(ctx.db, body))


@router.get("/api/preferences")
def preferences(ctx: Ctx) -> Answer:
    return _preferences_answer(profile_of(ctx.db))


@router.patch("/api/preferences")
def change_preferences(ctx: Ctx, body: PreferencesChange) -> Answer:
    """What the shop may send, and how."""
    return _preferences_answer(_set(ctx.db, body))


def _set(db: Session, body: ProfileChange | PreferencesChange) -> Profile:
    found = profile_of(db)
    for name, value in body.model_dump(exclude_none=True).items():
        setattr(found, name, value)
    db.add(found)
    return found


@router.get("/api/addresses")
def address_list(ctx: Ctx) -> Answer:
    """The default one first, then by label."""
    return listed([row(address) for address in addresses(ctx.db)])


@router.get("/api/addresses/{address_id}")
def one_address(ctx: Ctx, address_id: str) -> Answer:
    return row(fetch(ctx.db, Address, address_id, "address"))


@router.post("/api/addresses")
def add_address(ctx: Ctx, body: AddressDraft) -> Answer:
    """Adds an address; the first one is the default."""
    others = addresses(ctx.db)
    draft = _tidy(Address(id=ctx.new_id("addresses"), area="", **body.model_dump()))
    require(rules.address(draft, others), rules.another_address(len(others)))
    if body.default or not others:
        make_default(ctx.db, others, draft)
    ctx.db.add(draft)
    return row(draft)


def _tidy(address: Address) -> Address:
    """Writes the postcode in its usual form and derives the delivery area."""
    address.postcode = delivery.tidy_postcode(address.postcode) or address.postcode
    address.area = delivery.area_of(address.postcode)
    return address


def make_default(db: Session, others: Sequence[Any], chosen: Any) -> None:
    """Makes one row the default, and no other."""
    for other in others:
        if other.default and other is not chosen:
            other.default = False
            db.add(other)
    chosen.default = True
    db.add(chosen)


@router.patch("/api/addresses/{address_id}")
def change_address(ctx: Ctx, address_id: str, body: AddressChange) -> Answer:
    """Changes an address; orders keep the text that they were placed with."""
    found = fetch(ctx.db, Address, address_id, "address")
    for name, value in body.model_dump(exclude_none=True).items():
        setattr(found, name, value)
    _tidy(found)
    require(rules.address(found, [other for other in addresses(ctx.db) if other.id != address_id]))
    ctx.db.add(found)
    return row(found)


@router.post("/api/addresses/{address_id}/default")
def default_address(ctx: Ctx, address_id: str) -> Answer:
    found = fetch(ctx.db, Address, address_id, "address")
    make_default(ctx.db, addresses(ctx.db), found)
    return row(found)


@router.delete("/api/addresses/{address_id}")
def delete_address(ctx: Ctx, address_id: str) -> Answer:
    """Deletes an address that is not the default and that nothing is on its way to."""
    found = fetch(ctx.db, Address, address_id, "address")
    bound = select(Order.number).where(Order.address_id == address_id, col(Order.status).in_(OPEN))
    orders = ctx.db.exec(bound.order_by(col(Order.placed_at))).all()
    live = select(Subscription.id).where(Subscription.address_id == address_id, Subscription.status != "cancelled")
    require(rules.delete_address(found, orders, len(ctx.db.exec(live).all())))
    ctx.db.delete(found)
    return removed(address_id)
