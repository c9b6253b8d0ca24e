"""Builds a world from the data files and the seed.

The files say what there is; the seed varies what a task does not rest on (ids, stock of well-stocked articles, helpful
votes, minutes of the day), so that worlds of different seeds are alike but no two are the same.
"""

from collections.abc import Iterable

from sqlmodel import SQLModel

from envs.kit.site import Seeder
from envs.sites.shop.seed.account import account_rows
from envs.sites.shop.seed.catalogue import catalogue_rows
from envs.sites.shop.seed.files import account, articles, products
from envs.sites.shop.seed.lookup import Lookup
from envs.sites.shop.seed.orders import order_rows


def seed(s: Seeder) -> Iterable[SQLModel]:
    """Every row of the clean world; `DataError` where a file names something that is not there."""
    catalogue = catalogue_rows(s, products(), articles())
    lookup = Lookup(s, catalogue)
    return [*catalogue, *account_rows(s, account(), lookup), *order_rows(s, account(), lookup)]
