"""What all ops have in common."""

from typing import Annotated, Any

from pydantic import AfterValidator, Field

from evaluator.model import Strict
from interventions.routes import Route


def _route(text: str) -> str:
    return str(Route.parse(text))


RouteText = Annotated[str, AfterValidator(_route)]


class Op(Strict):
    """One change. `id` and `family` are set when the plan is compiled."""

    id: str = Field("", description="Set by the compiler.")
    family: str = Field("", description="Set by the compiler.")
    op: str


class Window(Op):
    """A change to requests of one route, from the (after + 1)th to the (after + first)th of each path."""

    on: RouteText = Field(description="The requests it acts on, as METHOD /path; {…} stands for any one segment.")
    after: int = Field(0, ge=0, description="How many requests of a path pass before it acts.")
    first: int | None = Field(None, ge=0, description="On how many it then acts; without it, on all.")

    @property
    def route(self) -> Route:
        return Route.parse(self.on)

    def open_at(self, nth: int) -> bool:
        """Whether the nth request (from 1) of a path is one to act on."""
        return nth > self.after and (self.first is None or nth <= self.after + self.first)


def rows_of(detail: dict[str, Any]) -> list[dict[str, str]]:
    """The rows that an `applied` receipt of a seed op names: [{in, id, how}]."""
    rows: list[dict[str, str]] = detail.get("rows", [])
    return rows
