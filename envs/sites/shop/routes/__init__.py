"""The shop's API, one module per part of the shop. `ROUTERS` is in the order in which routes are matched."""

from envs.kit.common import router as common
from envs.sites.shop.routes import (
    account,
    cart,
    checkout,
    home,
    inbox,
    interest,
    order_changes,
    orders,
    payment,
    products,
    returns,
    reviews,
    search,
    subscriptions,
    wishlists,
)

ROUTERS = (
    home.router,
    search.router,
    products.router,
    reviews.router,
    interest.router,
    cart.router,
    wishlists.router,
    checkout.router,
    orders.router,
    order_changes.router,
    returns.router,
    subscriptions.router,
    account.router,
    payment.router,
    inbox.router,
    common,
)
