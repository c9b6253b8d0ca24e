"""The sites there are. A new site is one folder and one line here."""

from collections.abc import Mapping
from types import MappingProxyType

from envs.kit.site import Site
from envs.sites.shop.site import SITE as SHOP
from envs.toy import SITE as TOY

SITES: Mapping[str, Site] = MappingProxyType({site.name: site for site in (SHOP, TOY)})
