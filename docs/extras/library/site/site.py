"""The library as a value: all that the kit, the ops and the grader need to know of it."""

from datetime import UTC, datetime
from pathlib import Path

from envs.kit.common import COMMON_COLLECTIONS
from envs.kit.common import router as common
from envs.kit.site import Collection, Role, Site
from envs.sites.library.models import Book, Loan
from envs.sites.library.routes import router
from envs.sites.library.seed import seed

SITE = Site(
    name="library",
    host="library.test",
    title="Fernbank library",
    starts_at=datetime(2027, 3, 10, 9, 40, tzinfo=UTC),
    time_zone="Europe/London",
    collections={
        "books": Collection(Book, graded=False),
        "loans": Collection(Loan, incidental=frozenset({"renewed_at"})),
        **COMMON_COLLECTIONS,
    },
    routers=(router, common),
    seed=seed,
    ui=Path(__file__).parent / "ui",
    roles={"book": Role("books", title="title", numbers=("waiting",), parts={"loans": "book_id"})},
)
