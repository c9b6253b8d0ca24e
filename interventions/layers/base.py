"""What all ops have in common."""

from typing import Annotated, Any

from pydantic import AfterValidator, Field

from evaluator.expr import Expr, ExprError
from evaluator.model import Strict, located
from evaluator.predicates.base import PredicateError
from evaluator.predicates.parse import parse
from interventions.layers import paths
from interventions.routes import Route


def _route(text: str) -> str:
    return str(Route.parse(text))


def _path(text: str) -> str:
    paths.parse(text)
    return text


def _where(written: dict[str, Any]) -> dict[str, Any]:
    for name, raw in written.items():
        try:
            parse(raw)
        except PredicateError as error:
            raise located(error.message, (name, *error.path)) from None
    return written


def _values(written: dict[str, Any]) -> dict[str, Any]:
    for name, value in written.items():
        if isinstance(value, dict) and set(value) == {"expr"} and "{" not in str(value["expr"]):
            try:
                Expr.parse(str(value["expr"]))
            except ExprError as error:
                raise located(str(error), (name, "expr")) from None
    return written


RouteText = Annotated[str, AfterValidator(_route)]
PathText = Annotated[str, AfterValidator(_path)]
Where = Annotated[dict[str, Any], AfterValidator(_where)]
Values = Annotated[dict[str, Any], AfterValidator(_values)]


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
