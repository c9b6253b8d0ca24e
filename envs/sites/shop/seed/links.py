"""Where a notification of the data files leads."""

from envs.kit.site import Seeder
from envs.sites.shop import links
from envs.sites.shop.seed.files import Record
from envs.sites.shop.seed.lookup import named


def href_of(s: Seeder, data: Record, record: Record) -> str | None:
    """The address of the order, return or page that a record names."""
    if "order" in record:
        return links.order(named(s, "orders", record["order"], [order["number"] for order in data["orders"]]))
    if "return" in record:
        return links.returned(named(s, "returns", record["return"], [row["number"] for row in data["returns"]]))
    return record.get("page")
