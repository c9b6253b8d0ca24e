"""Times of the data files as instants and days."""

from datetime import UTC, date, datetime, time, timedelta
from random import Random

from envs.sites.shop.rules.calendar import ZONE
from envs.sites.shop.seed.files import DataError


def instant(text: str) -> datetime:
    """A local time such as "2027-03-09 20:14" as an instant."""
    try:
        return datetime.strptime(text, "%Y-%m-%d %H:%M").replace(tzinfo=ZONE).astimezone(UTC)
    except (ValueError, TypeError) as bad:
        raise DataError(f"{text!r} is not a time like 2027-03-09 20:14") from bad


def day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except (ValueError, TypeError) as bad:
        raise DataError(f"{text!r} is not a day like 2027-03-09") from bad


def on_day(text: str, draw: Random) -> datetime:
    """Some minute between 8 and 22 o'clock of a day."""
    start = datetime.combine(day(text), time(8), tzinfo=ZONE)
    return (start + timedelta(minutes=draw.randrange(14 * 60))).astimezone(UTC)
