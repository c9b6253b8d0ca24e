"""What the library keeps."""

from datetime import date, datetime

from sqlmodel import Field, SQLModel

from envs.kit.columns import instant


class Book(SQLModel, table=True):
    """A title in the catalogue; `waiting` is how many people have reserved it."""

    __tablename__ = "library_books"
    id: str = Field(primary_key=True)
    slug: str
    title: str
    author: str
    shelf: str
    waiting: int = 0


class Loan(SQLModel, table=True):
    """A book that the account has at home."""

    __tablename__ = "library_loans"
    id: str = Field(primary_key=True)
    book_id: str = Field(foreign_key="library_books.id")
    due: date
    renewals: int = 0
    renewed_at: datetime | None = instant(default=None)
