"""Changes made by the site server around its routes, through the kit's hooks."""

from typing import Any, Literal

from pydantic import Field

from interventions.layers.base import Op, PathText, Values, Window
from interventions.layers.seed.ops import Selecting


class Shuffle(Window):
    """Puts a list of an answer into another order; no row is lost."""

    op: Literal["shuffle"]
    at: PathText | None = Field(None, description="JSON path of the list; without it, the first list of rows.")
    order: Literal["drawn", "reversed"] = Field("drawn", description="Drawn at random, or back to front.")
    again: bool = Field(False, description="Draw a new order for each answer instead of one order for good.")
    unless: list[str] = Field(
        default_factory=list,
        description="Query parameters that, when asked for, are obeyed: "
        "with [sort], a list that a person sorts stays sorted.",
    )


class Repage(Window):
    """Moves rows between neighbouring pages while somebody reads on: some show twice, some are missed."""

    op: Literal["repage"]
    at: PathText | None = Field(None, description="JSON path of the list; without it, the first list of rows.")
    page: str = Field("page", description="The query parameter that holds the page number, from 1.")
    rows: int = Field(2, ge=1, le=50, description="How many rows change places at each page border.")


class Rewrite(Window):
    """Changes values in an answer; what is stored stays as it is."""

    op: Literal["rewrite"]
    at: PathText = Field(description="JSON path of the values, such as items[*].placed_at.")
    how: Literal["set", "drop", "permute", "shift"] = Field(
        description="Set a value, drop the key, exchange the values among the rows, or move instants."
    )
    value: Any = Field(None, description="For set: the value.")
    seconds: int = Field(0, description="For shift: by how much, either way.")


class Refusing(Window):
    """How a refusal reads."""

    status: int = Field(403, ge=400, le=499, description="HTTP status.")
    reason: str = Field(min_length=1, description="What the page shows: why, and what else could be done.")
    link: str | None = Field(None, description="Page on which it can be put right.")


class Refuse(Refusing):
    """Answers with a refusal and its reason; nothing is written."""

    op: Literal["refuse"]
    code: str = Field("not_allowed", description="A stable word for programs.")


class Confirming(Refusing):
    """Something that the account is asked to confirm on its own page; it is added there at opening."""

    kind: str = Field(description="What is to be confirmed: phone, card, address.")
    label: str = Field(min_length=1, description="How the account page names it.")


class Require(Confirming):
    """Refuses until something that was never confirmed is confirmed on the account's own page."""

    op: Literal["require"]
    code: str = Field("confirmation_needed", description="A stable word for programs.")


class Expire(Confirming):
    """Refuses while a confirmation that was given once has lapsed; confirming it again mends it for good."""

    op: Literal["expire"]
    writes: int = Field(0, ge=0, description="It lapses after so many accepted writes; 0: it has lapsed at opening.")
    code: str = Field("confirmation_expired", description="A stable word for programs.")


class Write(Window, Selecting):
    """Changes rows while the run goes on, as another person at the same account would; the baseline moves along."""

    op: Literal["write"]
    how: Literal["insert", "update", "delete"] = Field(description="What happens to the rows.")
    before: bool = Field(False, description="Before the request is carried out instead of after its answer is made.")
    set: Values = Field(default_factory=dict, description="Fields of the rows, as in the seed layer.")


OPS: dict[str, type[Op]] = {
    "shuffle": Shuffle, "repage": Repage, "rewrite": Rewrite, "refuse": Refuse, "require": Require, "expire": Expire,
    "write": Write,
}  # fmt: skip
EXAMPLES: dict[str, str] = {
    "shuffle": "{op: shuffle, on: GET /api/orders, at: items, unless: [sort]}",
    "repage": "{op: repage, on: GET /api/products, rows: 3}",
    "rewrite": '{op: rewrite, on: GET /api/orders, at: "items[*].placed_at", how: permute}',
    "refuse": "{op: refuse, on: POST /api/buy-now, reason: Please use the cart for this item.}",
    "require": '{op: require, on: POST /api/orders, kind: phone, label: "Mobile number", '
    "reason: Please confirm your mobile number first.}",
    "expire": '{op: expire, on: POST /api/orders, kind: phone, label: "Mobile number", writes: 2, '
    "reason: Please confirm your mobile number again.}",
    "write": "{op: write, on: GET /api/orders, after: 1, first: 1, how: update, of: order, set: {status: dispatched}}",
}
