"""Where the shop delivers, how fast, and for how much."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from decimal import Decimal

from envs.kit.hooks import Refusal
from envs.sites.shop.rules import Verdict, invalid, refuse
from envs.sites.shop.rules.amounts import ZERO, Line
from envs.sites.shop.rules.calendar import add_open_days, pickable, short

STANDARD_FEE, EXPRESS_FEE, CHOSEN_FEE = Decimal("3.95"), Decimal("6.95"), Decimal("4.95")
BULKY_FEE, OFFSHORE_FEE = Decimal("9.95"), Decimal("4.00")
FREE_FROM = Decimal("40.00")
STANDARD_DAYS = 2
FURTHEST = timedelta(days=28)
EXPRESS_LIMIT = 2  # days to dispatch above which nothing goes by express
METHODS = ("standard", "express", "chosen")

POSTCODE = re.compile(r"^([A-Z]{1,2})(\d[A-Z\d]?) ?(\d[A-Z]{2})$")
AREAS = {
    **dict.fromkeys(("JE", "GY"), "channel_islands"),
    "IM": "isle_of_man",
    "BT": "northern_ireland",
    **dict.fromkeys(("HS", "ZE", "KW", "IV"), "highlands"),
}
AREA_TITLES = {
    "mainland": "mainland Great Britain",
    "highlands": "the Highlands and Islands",
    "northern_ireland": "Northern Ireland",
    "isle_of_man": "the Isle of Man",
    "channel_islands": "the Channel Islands",
}
EXTRA_DAYS = {"mainland": 0, "northern_ireland": 1, "highlands": 2, "isle_of_man": 2, "channel_islands": 3}
OFFSHORE = frozenset({"isle_of_man", "channel_islands"})


def tidy_postcode(text: str) -> str | None:
    """A British postcode in capitals with one space, or None."""
    found = POSTCODE.match(" ".join(text.upper().split()))
    return f"{found[1]}{found[2]} {found[3]}" if found else None


def area_of(postcode: str) -> str:
    """The delivery area of a tidy postcode."""
    return AREAS.get(re.match(r"[A-Z]*", postcode)[0], "mainland")  # type: ignore[index]


def postcode(text: str) -> Verdict:
    if tidy_postcode(text) is None:
        return invalid("postcode", "That does not look like a UK postcode. An example is BS6 5QA.")
    return None


@dataclass(frozen=True)
class Parcel:
    """What delivery depends on. spend: what the goods cost after discounts. ships_in_days: of the slowest article."""

    ships_in_days: int
    spend: Decimal
    bulky: tuple[str, ...] = ()  # titles of the bulky articles

    @classmethod
    def of(cls, lines: Sequence[Line], spend: Decimal) -> "Parcel":
        slowest = max((line.product.ships_in_days for line in lines), default=1)
        return cls(slowest, spend, tuple(line.product.title for line in lines if line.product.bulky))


@dataclass(frozen=True)
class Option:
    """A way to deliver. day: when it comes, None for a day that is still to be chosen between first and last."""

    id: str
    title: str
    description: str
    fee: Decimal
    day: date | None
    first: date | None = None
    last: date | None = None
    refusal: Verdict = None


def reachable(parcel: Parcel, area: str) -> Verdict:
    """Bulky goods come on a van with two people, which no ferry takes."""
    if parcel.bulky and area in OFFSHORE:
        what, where = parcel.bulky[0], AREA_TITLES[area]
        return refuse("undeliverable", f"{what} is too bulky to be delivered to {where}.", "address_id")
    return None


def options(parcel: Parcel, area: str, today: date, free: bool = False) -> list[Option]:
    """Every option in the order of METHODS; one that is not offered says why. free: a coupon pays for standard."""
    nowhere = reachable(parcel, area)
    found = [_standard(parcel, area, today, free), _express(parcel, area, today), _chosen(parcel, area, today)]
    return [replace(option, refusal=nowhere or option.refusal) for option in found]


def standard_fee(parcel: Parcel, area: str, free: bool = False) -> Decimal:
    """Free from a spend of FREE_FROM, but never for bulky goods; ferries cost extra."""
    if free:
        return ZERO
    base = BULKY_FEE if parcel.bulky else ZERO if parcel.spend >= FREE_FROM else STANDARD_FEE
    return base + (OFFSHORE_FEE if area in OFFSHORE else ZERO)


def _standard(parcel: Parcel, area: str, today: date, free: bool) -> Option:
    day = add_open_days(today, parcel.ships_in_days + STANDARD_DAYS + EXTRA_DAYS[area])
    kind = "Two-person delivery to the room of your choice" if parcel.bulky else "Tracked parcel"
    return Option("standard", "Standard", f"{kind}, by {short(day)}", standard_fee(parcel, area, free), day)


def _express(parcel: Parcel, area: str, today: date) -> Option:
    day = add_open_days(today, parcel.ships_in_days)
    reason = None
    if parcel.bulky:
        reason = f"{parcel.bulky[0]} is too bulky for express delivery."
    elif area != "mainland":
        reason = f"Express is not offered to {AREA_TITLES[area]}."
    elif parcel.ships_in_days > EXPRESS_LIMIT:
        reason = "An item of this order takes too long to prepare for express delivery."
    refusal = refuse("no_express", reason, "delivery_method") if reason else None
    return Option("express", "Express", f"Before noon on {short(day)}", EXPRESS_FEE, day, refusal=refusal)


def _chosen(parcel: Parcel, area: str, today: date) -> Option:
    first = add_open_days(today, parcel.ships_in_days + 1 + EXTRA_DAYS[area])
    last = today + FURTHEST
    fee = CHOSEN_FEE + (BULKY_FEE if parcel.bulky else ZERO)
    where = AREA_TITLES[area]
    refusal = refuse("no_chosen", f"A chosen day is not offered to {where}.", "delivery_method")
    offered = None if area not in OFFSHORE else refusal
    return Option("chosen", "On a day you choose", "You pick the day", fee, None, first, last, offered)


def pick(found: Sequence[Option], method: str, day: date | None) -> Option | Refusal:
    """The option that was asked for, with its date; or why not."""
    option = next((o for o in found if o.id == method), None)
    if option is None:
        return invalid("delivery_method", f"Please choose one of {', '.join(METHODS)}.")
    if option.refusal or option.first is None or option.last is None:
        return option.refusal or option
    if day is None:
        return refuse("date_missing", "Please choose a delivery day.", "delivery_date", None, 422)
    return pickable(day, option.first, option.last, "delivery_date") or replace(option, day=day)
