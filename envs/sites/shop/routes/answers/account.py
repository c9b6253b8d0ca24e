"""Addresses, payment methods, notifications as answers, and the account's lists in their fixed order."""

from collections.abc import Sequence
from datetime import date

from sqlmodel import Session, col, select

from envs.sites.shop.models import Address, PaymentMethod, Profile
from envs.sites.shop.routes.answers import Answer, row
from envs.sites.shop.rules.account import expired


def profile_of(db: Session) -> Profile:
    return db.exec(select(Profile)).one()


def addresses(db: Session) -> Sequence[Address]:
    """The default one first, then by label."""
    return db.exec(select(Address).order_by(col(Address.default).desc(), Address.label, Address.id)).all()


def default_address(db: Session) -> Address | None:
    return next(iter(addresses(db)), None)


def address_text(address: Address) -> str:
    """An address on one line, as an order keeps it."""
    lines = [address.line1, address.line2, address.city, address.postcode]
    return ", ".join(line for line in lines if line)


def payment_methods(db: Session) -> Sequence[PaymentMethod]:
    """The default one first, then by nickname."""
    by = (col(PaymentMethod.default).desc(), PaymentMethod.nickname, PaymentMethod.id)
    return db.exec(select(PaymentMethod).order_by(*by)).all()


def payment_text(method: PaymentMethod) -> str:
    """A payment method on one line: "Everyday: Visa ending 4417"."""
    return f"{method.nickname}: {method.brand} ending {method.last_four}"


def payment_answer(method: PaymentMethod, today: date) -> Answer:
    return {**row(method), "expired": expired(method, today), "text": payment_text(method)}
