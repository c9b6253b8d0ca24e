"""The routes that the pages use. One request is one transaction; a Refusal rolls it back."""

from typing import Any

from fastapi import APIRouter
from sqlmodel import select

from envs.kit.context import Ctx, SiteRoute
from envs.kit.hooks import Refusal
from envs.sites.library import rules
from envs.sites.library.models import Book, Loan

router = APIRouter(route_class=SiteRoute)


@router.get("/api/loans")
def loans(ctx: Ctx) -> dict[str, Any]:
    """The one due first comes first."""
    found = ctx.db.exec(select(Loan, Book).join(Book).order_by(Loan.due, Book.title)).all()
    return {"items": [answer(loan, book) for loan, book in found]}


@router.post("/api/loans/{loan_id}/renew")
def renew(ctx: Ctx, loan_id: str) -> dict[str, Any]:
    """Another two weeks."""
    loan = ctx.db.get(Loan, loan_id)
    book = ctx.db.get(Book, loan.book_id) if loan else None
    if loan is None or book is None:
        raise Refusal(404, "not_found", "This loan is not there any more.")
    loan.due = rules.renewed_until(loan, book, ctx.now.date())
    loan.renewals, loan.renewed_at = loan.renewals + 1, ctx.now
    ctx.db.add(loan)
    return answer(loan, book)


def answer(loan: Loan, book: Book) -> dict[str, Any]:
    """A loan as the page shows it, with the book inside, so that a list needs one request."""
    return {**loan.model_dump(mode="json"), "book": book.model_dump(mode="json")}
