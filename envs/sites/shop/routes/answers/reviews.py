"""Reviews and questions as answers."""

from collections.abc import Sequence

from envs.sites.shop.models import Review
from envs.sites.shop.routes.answers import Answer, row


def review_answer(review: Review, voted: bool) -> Answer:
    """voted: the account's owner marked it as helpful."""
    return {**row(review), "voted": voted}


def stars_of(reviews: Sequence[Review]) -> dict[str, int]:
    """How many reviews gave five stars, four, …: {"5": 12, …, "1": 0}"""
    return {str(stars): sum(review.stars == stars for review in reviews) for stars in range(5, 0, -1)}
