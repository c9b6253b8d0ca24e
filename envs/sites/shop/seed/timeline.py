"""The events that an order or a return of such a status has behind it."""

from collections.abc import Iterator, Sequence
from datetime import datetime, time, timedelta
from random import Random
from typing import Any

from envs.sites.shop.rules.amounts import Line
from envs.sites.shop.rules.calendar import ZONE, short
from envs.sites.shop.rules.orders import event
from envs.sites.shop.seed.files import Record
from envs.sites.shop.seed.times import day, instant

CARRIERS = ("Swiftlane", "Parcelry")
TWO_PERSON = "Hearth & Haul"
SENT = ("dispatched", "out_for_delivery", "delivered")


def carrier_of(r: Record, lines: Sequence[Line], draw: Random) -> dict[str, str | None]:
    """{carrier, tracking_number}; both are None until the order is dispatched."""
    carrier = TWO_PERSON if any(line.product.bulky for line in lines) else draw.choice(CARRIERS)
    number = f"{carrier[:2].upper()}{draw.randint(10**9, 10**10 - 1)}GB"
    return (
        {"carrier": carrier, "tracking_number": number}
        if r["status"] in SENT
        else dict.fromkeys(("carrier", "tracking_number"))
    )


def tracking_of(r: Record, items: Sequence[Record], city: str, draw: Random) -> list[dict[str, Any]]:
    """The order's timeline, oldest first."""
    events = [*_start(r, items), *_way(r, city, draw)]
    return sorted(events, key=lambda e: datetime.fromisoformat(e["at"]))


def _start(r: Record, items: Sequence[Record]) -> Iterator[dict[str, str]]:
    yield event(instant(r["placed"]), "placed", f"Order placed, arriving on {short(day(_first_date(r)))}")
    for record, item in zip(r["items"], items, strict=True):
        if "cancelled" in record:
            yield event(instant(record["cancelled"]), "changed", f"{item['title']} cancelled at your request")
    if "cancelled" in r:
        yield event(instant(r["cancelled"]), "cancelled", "Order cancelled at your request")
    if "delayed" in r:
        why = r["delayed"]["why"]
        yield event(instant(r["delayed"]["at"]), "delayed", f"Delayed: {why[0].lower()}{why[1:]}")


def _first_date(r: Record) -> str:
    """The day that was promised when the order was placed."""
    found: str = r["delayed"]["from"] if "delayed" in r else r["date"]
    return found


def _way(r: Record, city: str, draw: Random) -> Iterator[dict[str, str]]:
    """From the warehouse to the door, as far as the order has come."""
    placed = instant(r["placed"])
    if r["status"] in ("placed", "delayed", "cancelled"):
        return
    packed = placed + timedelta(hours=draw.randint(3, 9), minutes=draw.randint(0, 59))
    yield event(packed, "packed", "Packed in our warehouse", "Avonmouth")
    if r["status"] == "packed":
        return
    sent = packed + timedelta(minutes=draw.randint(95, 400))
    yield event(sent, "dispatched", "Handed to the carrier", "Avonmouth")
    if r["status"] == "dispatched":
        return
    arrival = instant(r["delivered"]) if "delivered" in r else None
    morning = datetime.combine(arrival.astimezone(ZONE).date() if arrival else day(r["date"]), time(7), tzinfo=ZONE)
    on_van = max(morning + timedelta(minutes=draw.randint(1, 25)), sent + timedelta(minutes=30))
    yield event(on_van, "out_for_delivery", "On the van", city)
    if arrival:
        yield event(arrival, "delivered", "Delivered", city)


def return_events(r: Record) -> list[dict[str, str]]:
    """The return's timeline, oldest first."""
    steps = (
        ("created", "requested", "Return requested"),
        ("cancelled", "cancelled", "Return cancelled at your request"),
        ("sent", "in_transit", "Handed over"),
        ("received", "received", "Received and checked"),
        ("refunded", "refunded", "Refund sent"),
    )
    return [event(instant(r[key]), status, said) for key, status, said in steps if key in r]
