"""Tidewell, a general store: catalogue, cart, checkout, orders, returns, subscriptions, account and help."""
