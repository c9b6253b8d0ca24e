"""The shop's API, one module per part of the shop. `ROUTERS` is in the order in which routes are matched."""

from envs.kit.common import router as common
from envs.sites.shop.routes import (
    account,
    cart,
    checkout,
    home,
    inbox,
    interest,
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
    returns.router,
    subscriptions.router,
    account.router,
    payment.router,
    inbox.router,
    common,
)
