"""Addresses of the shop's pages, for links in answers. The pages use the same ones (ui/src/api/links.ts)."""

from urllib.parse import quote, urlencode

CART = "/cart"
ORDERS = "/orders"
ADDRESSES = "/account/addresses"
PAYMENT = "/account/payment"
SUBSCRIPTIONS = "/subscriptions"
WISHLISTS = "/wishlists"


def department(slug: str) -> str:
    return f"/department/{quote(slug)}"


def search(**filters: str) -> str:
    return f"/search?{urlencode(filters)}"


def product(slug: str) -> str:
    return f"/product/{quote(slug)}"


def order(order_id: str) -> str:
    return f"/orders/{quote(order_id)}"


def returned(return_id: str) -> str:
    return f"/returns/{quote(return_id)}"


def subscription(subscription_id: str) -> str:
    return f"/subscriptions/{quote(subscription_id)}"


def article(slug: str) -> str:
    return f"/help/{quote(slug)}"
