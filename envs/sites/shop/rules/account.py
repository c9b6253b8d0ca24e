"""Addresses, payment methods, profile: what can be kept, changed and deleted."""

import re
from collections.abc import Sequence
from datetime import date

from envs.sites.shop import links
from envs.sites.shop.models import Address, PaymentMethod
from envs.sites.shop.rules import Verdict, invalid, length, refuse
from envs.sites.shop.rules.delivery import postcode

MOST_ADDRESSES, MOST_CARDS = 12, 10
EMAIL = re.compile(r"^[^@\s]+@[^@\s.]+(\.[^@\s.]+)+$")
PHONE = re.compile(r"^\+?[\d ()-]{9,20}$")
MONTH = re.compile(r"^20\d\d-(0[1-9]|1[0-2])$")
LANGUAGES = {"en-GB": "English", "cy": "Cymraeg", "fr": "Français", "pl": "Polski"}
BRANDS = ((r"4", "Visa"), (r"5[1-5]|2[2-7]", "Mastercard"), (r"3[47]", "American Express"), (r"6", "Maestro"))


def address(draft: Address, others: Sequence[Address]) -> Verdict:
    """Whether an address can be kept beside the account's others."""
    label = draft.label.strip().casefold()
    if any(other.label.casefold() == label for other in others):
        return refuse("name_taken", f"You already have an address called {draft.label.strip()}.", "label")
    return (
        length("label", "The name of the address", draft.label, 1, 30)
        or length("recipient", "The recipient's name", draft.recipient, 2, 60)
        or length("line1", "The first line", draft.line1, 3, 80)
        or length("city", "The town or city", draft.city, 2, 40)
        or length("instructions", "The delivery instructions", draft.instructions, 0, 160)
        or postcode(draft.postcode)
        or (phone(draft.phone) if draft.phone else None)
    )


def another_address(count: int) -> Verdict:
    if count >= MOST_ADDRESSES:
        return refuse("too_many", f"You can keep at most {MOST_ADDRESSES} addresses. Please delete one first.")
    return None


def delete_address(row: Address, open_orders: Sequence[str], subscriptions: int) -> Verdict:
    """open_orders: numbers of the orders on their way to it."""
    if row.default:
        return refuse("address_default", "This is your default address. Make another one the default first.")
    if open_orders:
        return refuse(
            "address_in_use", f"Order {open_orders[0]} is still on its way to this address.", None, links.ORDERS
        )
    if subscriptions:
        return refuse("address_in_use", "A subscription is delivered to this address.", None, links.SUBSCRIPTIONS)
    return None


def brand_of(number: str) -> str | None:
    """The card brand that a number's first digits show."""
    return next((brand for start, brand in BRANDS if re.match(start, number)), None)


def card_digits(text: str) -> str:
    """A typed card number without its spaces and dashes."""
    return re.sub(r"[ -]", "", text)


def card_number(text: str) -> Verdict:
    """Whether a number can be a card's: 13 to 19 digits, a known brand, a check digit that fits."""
    digits = card_digits(text)
    if not re.fullmatch(r"\d{13,19}", digits) or brand_of(digits) is None or not _luhn(digits):
        return invalid("number", "That card number is not valid. Please check the digits.")
    return None


def _luhn(digits: str) -> bool:
    doubled = [int(d) * (2 if n % 2 else 1) for n, d in enumerate(reversed(digits))]
    return sum(d - 9 if d > 9 else d for d in doubled) % 10 == 0


def expired(method: PaymentMethod, today: date) -> bool:
    """A card is good to the last day of its month."""
    return bool(method.expires) and method.expires < f"{today:%Y-%m}"


def expiry(text: str, today: date) -> Verdict:
    if not MONTH.match(text):
        return invalid("expires", "Please give the expiry date as month and year.")
    if text < f"{today:%Y-%m}":
        return invalid("expires", "This card has expired.")
    return invalid("expires", "That expiry date is too far away.") if int(text[:4]) > today.year + 20 else None


def card(draft: PaymentMethod, others: Sequence[PaymentMethod]) -> Verdict:
    """Whether a card can be kept beside the account's others."""
    nickname = draft.nickname.strip().casefold()
    if any(other.nickname.casefold() == nickname for other in others):
        return refuse("name_taken", f"You already have a payment method called {draft.nickname.strip()}.", "nickname")
    return length("nickname", "The nickname", draft.nickname, 1, 30) or length(
        "holder", "The cardholder's name", draft.holder, 2, 60
    )


def another_card(count: int) -> Verdict:
    if count >= MOST_CARDS:
        return refuse("too_many", f"You can keep at most {MOST_CARDS} payment methods. Please delete one first.")
    return None


def payable(method: PaymentMethod, today: date) -> Verdict:
    """Whether a payment method can pay today."""
    if expired(method, today):
        reason = f"Your {method.nickname} card expired in {method.expires[5:]}/{method.expires[:4]}."
        return refuse("card_expired", f"{reason} Please choose another one.", "payment_method_id", links.PAYMENT)
    return None


def delete_payment(row: PaymentMethod, subscriptions: int) -> Verdict:
    if row.default:
        return refuse("payment_default", "This is your default payment method. Make another one the default first.")
    if subscriptions:
        return refuse("payment_in_use", "A subscription is paid with this method.", None, links.SUBSCRIPTIONS)
    return None


def email(text: str) -> Verdict:
    return None if EMAIL.match(text) else invalid("email", "That does not look like an email address.")


def phone(text: str) -> Verdict:
    return None if PHONE.match(text) else invalid("phone", "That does not look like a phone number.")


def language(code: str) -> Verdict:
    return None if code in LANGUAGES else invalid("language", "Please choose one of the languages offered.")


def expires_of(method: PaymentMethod, text: str | None, today: date) -> Verdict:
    """Whether the expiry date of a method can be set to this; only cards have one."""
    if text is None:
        return None
    return expiry(text, today) if method.kind == "card" else invalid("expires", "A bank account does not expire.")
