"""Wishlists, reviews, questions, gift cards, messages, comparison: small rules of a line or two."""

import re
from collections.abc import Sequence
from datetime import date

from envs.sites.shop import links
from envs.sites.shop.models import GiftCard, Product, Question, Review, Wishlist
from envs.sites.shop.rules import Verdict, invalid, length, refuse
from envs.sites.shop.rules.calendar import spoken

MOST_LISTS, MOST_ON_LIST, NOTE_MOST, MOST_PER_ENTRY = 12, 100, 200, 20
GIFT_CODE = re.compile(r"^TIDE[A-Z0-9]{8}$")
CONTACT_TOPICS = {
    "order": "An order or a delivery",
    "return": "A return or a refund",
    "product": "A product",
    "payment": "Payment, gift cards or coupons",
    "account": "My account",
    "other": "Something else",
}


def wishlist_name(name: str, others: Sequence[Wishlist]) -> Verdict:
    """A name is used once, whatever its capitals."""
    if any(other.name.casefold() == name.strip().casefold() for other in others):
        return refuse("name_taken", f"You already have a list called {name.strip()}.", "name")
    return length("name", "The name of the list", name, 1, 40)


def another_list(count: int) -> Verdict:
    if count >= MOST_LISTS:
        return refuse(
            "too_many", f"You can have at most {MOST_LISTS} lists. Please delete one first.", None, links.WISHLISTS
        )
    return None


def delete_list(row: Wishlist) -> Verdict:
    return refuse("list_default", f"{row.name} is your main list and cannot be deleted.") if row.is_default else None


def put_on_list(row: Wishlist, count: int, there: bool, title: str) -> Verdict:
    if there:
        return refuse("already_on_list", f"{title} is already on {row.name}.", None, f"{links.WISHLISTS}/{row.id}")
    if count >= MOST_ON_LIST:
        return refuse("list_full", f"{row.name} is full: a list holds at most {MOST_ON_LIST} items.")
    return None


def list_entry(note: str, quantity: int) -> Verdict:
    if not 1 <= quantity <= MOST_PER_ENTRY:
        return invalid("quantity", f"Please choose between 1 and {MOST_PER_ENTRY} pieces.")
    return length("note", "A note", note, 0, NOTE_MOST)


def may_review(product: Product, bought: bool, delivered: bool, mine: Review | None) -> Verdict:
    """Only what was bought and has arrived, and only once."""
    if mine is not None:
        return refuse("already_reviewed", f"You have already reviewed {product.title}. You can edit your review.")
    if not bought:
        return refuse("not_bought", f"You can review {product.title} once you have bought it.")
    if not delivered:
        return refuse("not_delivered", f"You can review {product.title} once it has been delivered.")
    return None


def review(stars: int, title: str, body: str) -> Verdict:
    if not 1 <= stars <= 5:
        return invalid("stars", "Please choose between 1 and 5 stars.")
    return length("title", "The headline", title, 3, 80) or length("body", "The review", body, 10, 2000)


def own_review(row: Review) -> Verdict:
    return None if row.mine else refuse("not_yours", "You can only change reviews that you wrote.", status=403)


def vote(row: Review, voted: bool) -> Verdict:
    if row.mine:
        return refuse("own_review", "You cannot vote for your own review.")
    return refuse("already_voted", "You have already marked this review as helpful.") if voted else None


def question(text: str) -> Verdict:
    return length("question", "A question", text, 10, 300)


def delete_question(row: Question) -> Verdict:
    if not row.mine:
        return refuse("not_yours", "You can only delete questions that you asked.", status=403)
    return refuse("answered", "This question has been answered and stays for others.") if row.answers else None


def stock_alert(title: str, stock: int, there: bool) -> Verdict:
    if stock:
        return refuse("in_stock", f"{title} is in stock: you can buy it now.")
    return refuse("already_there", f"You already get a message when {title} is back.") if there else None


def tidy_gift_code(text: str) -> str:
    """A typed code without spaces and dashes, in capitals."""
    return re.sub(r"[\s-]", "", text).upper()


def redeem(code: str, card: GiftCard | None, today: date) -> Verdict:
    """card: the one with this code, where there is one."""
    if not GIFT_CODE.match(code):
        return invalid("code", "A gift card code looks like TIDE-7Q4K-M2XD.")
    if card is None:
        return refuse("gift_card_unknown", "We do not know this gift card code. Please check it.", "code", None, 404)
    if card.redeemed_at:
        return refuse("gift_card_redeemed", "This gift card has already been redeemed.", "code")
    if today > card.expires:
        return refuse("gift_card_expired", f"This gift card expired on {spoken(card.expires)}.", "code")
    return None


def comparison(count: int) -> Verdict:
    return None if 2 <= count <= 4 else invalid("product", "Please choose between 2 and 4 products to compare.")


def message(topic: str, subject: str, body: str) -> Verdict:
    if topic not in CONTACT_TOPICS:
        return invalid("topic", "Please choose a topic.")
    return length("subject", "The subject", subject, 3, 100) or length("body", "The message", body, 10, 2000)
