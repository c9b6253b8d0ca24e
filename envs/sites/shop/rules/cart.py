"""What may be put into a cart, and how much of it."""

from collections.abc import Sequence

from envs.sites.shop import links
from envs.sites.shop.models import Product, Variant
from envs.sites.shop.rules import Verdict, invalid, refuse
from envs.sites.shop.rules.amounts import Line

MOST_LINES = 40
GIFT_MESSAGE_MOST = 240


def sellable(product: Product, variant: Variant | None, variants: Sequence[Variant]) -> Verdict:
    """A product that comes in variants is bought as one of them."""
    if variants and variant is None:
        names = " and ".join(product.options) or "a variant"
        return refuse(
            "variant_missing", f"Please choose {names.lower()} first.", "variant_id", f"/p/{product.slug}", 422
        )
    return None


def quantity(line: Line) -> Verdict:
    """Whether this many pieces can be bought: at least one, no more than stock and the limit per customer."""
    if line.quantity < 1:
        return invalid("quantity", "The quantity must be at least 1.")
    if line.stock == 0:
        return refuse("out_of_stock", f"{line.title} is out of stock at the moment.", "quantity")
    if line.quantity > line.product.max_per_order:
        most = line.product.max_per_order
        return refuse("above_limit", f"You can buy at most {most} of {line.title} in one order.", "quantity")
    if line.quantity > line.stock:
        return refuse("above_stock", f"Only {line.stock} of {line.title} left in stock.", "quantity")
    return None


def room(lines: int) -> Verdict:
    """Whether the cart takes another line."""
    if lines >= MOST_LINES:
        return refuse(
            "cart_full", f"Your cart is full: it holds at most {MOST_LINES} different items.", None, links.CART
        )
    return None


def gift_wrap(product: Product, wanted: bool) -> Verdict:
    """Some articles cannot be wrapped."""
    if wanted and not product.gift_wrap:
        return refuse("no_gift_wrap", f"{product.title} cannot be gift wrapped.", "gift_wrap")
    return None


def gift_message(text: str) -> Verdict:
    if len(text) > GIFT_MESSAGE_MOST:
        return invalid("gift_message", f"A gift message can have at most {GIFT_MESSAGE_MOST} characters.")
    return None
