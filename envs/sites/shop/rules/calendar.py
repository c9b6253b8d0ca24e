"""Days on which the shop delivers. Days are calendar days in the shop's time zone, Europe/London."""

from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

from envs.sites.shop.rules import Verdict, refuse

ZONE = ZoneInfo("Europe/London")
SUNDAY = 6

# Bank holidays of England and Wales, with their substitute days.
_HOLIDAYS = """
    2025-12-25 2025-12-26
    2026-01-01 2026-04-03 2026-04-06 2026-05-04 2026-05-25 2026-08-31 2026-12-25 2026-12-28
    2027-01-01 2027-03-26 2027-03-29 2027-05-03 2027-05-31 2027-08-30 2027-12-27 2027-12-28
    2028-01-03 2028-04-14 2028-04-17 2028-05-01 2028-05-29 2028-08-28 2028-12-25 2028-12-26
    2029-01-01 2029-03-30 2029-04-02 2029-05-07 2029-05-28 2029-08-27 2029-12-25 2029-12-26
"""
BANK_HOLIDAYS = frozenset(map(date.fromisoformat, _HOLIDAYS.split()))


def local_day(moment: datetime) -> date:
    """The calendar day on which an instant falls in the shop's time zone."""
    return moment.astimezone(ZONE).date()


def is_closed(day: date) -> bool:
    """Nothing is delivered or collected on Sundays and bank holidays."""
    return day.weekday() == SUNDAY or day in BANK_HOLIDAYS


def next_open(day: date) -> date:
    """The day itself, or the next one on which something is delivered."""
    while is_closed(day):
        day += timedelta(days=1)
    return day


def add_open_days(day: date, count: int) -> date:
    """The day that lies `count` delivery days after `day`."""
    for _ in range(count):
        day = next_open(day + timedelta(days=1))
    return day


def closed_between(first: date, last: date) -> list[date]:
    """The closed days from `first` to `last`, both included."""
    span = (last - first).days + 1
    return [day for day in (first + timedelta(days=n) for n in range(span)) if is_closed(day)]


def pickable(day: date, first: date, last: date, field: str, what: str = "Delivery") -> Verdict:
    """Whether a customer may pick this day."""
    if day < first:
        return refuse("date_too_soon", f"{what} is possible from {spoken(first)}.", field)
    if day > last:
        return refuse("date_too_far", f"{what} can be booked up to {spoken(last)}.", field)
    if day.weekday() == SUNDAY:
        return refuse("date_closed", f"We do not work on Sundays. Please choose another day than {spoken(day)}.", field)
    if is_closed(day):
        return refuse("date_closed", f"{spoken(day)} is a bank holiday. Please choose another day.", field)
    return None


def spoken(day: date) -> str:
    """A day as people in Britain write it: "Friday 12 March 2027"."""
    return f"{day:%A} {day.day} {day:%B} {day.year}"


def short(day: date) -> str:
    """A day without its year: "Friday 12 March"."""
    return f"{day:%A} {day.day} {day:%B}"
