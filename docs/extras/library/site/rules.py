"""What the library refuses, with the reason that the page shows. Pure: rows and days in, a refusal or a value out."""

from datetime import date, timedelta

from envs.kit.hooks import Refusal
from envs.sites.library.models import Book, Loan

LOAN_DAYS = 14
MOST_RENEWALS = 2


def renewed_until(loan: Loan, book: Book, today: date) -> date:
    """The new day on which a loan is due; Refusal where it cannot be renewed."""
    if book.waiting:
        raise Refusal(409, "reserved", f"{book.title} is reserved by another reader and cannot be renewed.")
    if loan.renewals >= MOST_RENEWALS:
        raise Refusal(409, "renewed_out", f"{book.title} has been renewed {MOST_RENEWALS} times already.")
    return max(loan.due, today) + timedelta(days=LOAN_DAYS)
