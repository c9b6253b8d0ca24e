"""The pairs of `breakingweb demo`: small ones, over all four layers."""

DEMO_TASKS = (
    "shop/santoku_for_the_kitchen",  # seed
    "shop/bulbs_for_the_lamp",
    "shop/bird_food_to_the_office",  # server
    "shop/joint_card_first",
    "shop/reorder_lamp",  # network
    "shop/call_off_the_stationery",
    "shop/night_light_back_in_stock",  # client
    "shop/keep_the_keyboard",
)
