"""The pairs of `breakingweb demo`: small ones, over all four layers."""

DEMO_TASKS = ("shop/reorder_lamp",)
