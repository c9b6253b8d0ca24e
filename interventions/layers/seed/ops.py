"""Changes to the seeded rows, made before the session opens and before its baseline is taken."""

from typing import Any, Literal

from pydantic import Field, model_validator

from interventions.layers.base import Op, Values, Where


class Selecting(Op):
    """Rows to start from: those of a target, others like it, or those of a collection by their fields."""

    of: str | None = Field(None, description="A target of the task: its row, or each of its rows.")
    like: str | None = Field(None, description="A target of the task: the other rows of its collection.")
    in_: str | None = Field(None, alias="in", description="A collection, where no target is meant.")
    where: Where = Field(default_factory=dict, description="Predicates on the fields of the rows.")
    pick: int | None = Field(None, ge=1, description="Draw so many of the rows; without it, all of them.")
    ids: list[str] | None = Field(None, description="Set by the compiler from `of`.")
    but: list[str] = Field(default_factory=list, description="Set by the compiler from `like`.")

    @model_validator(mode="after")
    def _one_source(self) -> "Selecting":
        if sum(name is not None for name in (self.of, self.like, self.in_)) != 1:
            raise ValueError(
                "name the rows by exactly one of `of` (a target), `like` (a target) and `in` (a collection)"
            )
        return self


class Clone(Selecting):
    """Adds copies of rows, with their parts, that differ in some fields."""

    op: Literal["clone"]
    count: int = Field(1, ge=0, le=500, description="Copies of each row.")
    titles: list[str] | None = Field(
        None,
        description="Names of the copies, in drawn order; they go to the field that "
        "the site calls the title of such a row, {title} in templates.",
    )
    set: Values = Field(
        default_factory=dict,
        description="Fields of the copies: values, templates over the "
        "row ({price}, {n}, {now-2d}) or {expr: …} over the old value x.",
    )
    vary: dict[str, list[Any]] = Field(
        default_factory=dict, description="Fields that take another value in each copy, from a list in drawn order."
    )
    parts: dict[str, str] | None = Field(
        None, description="{collection: field} of rows to copy along; without it, those that the site names."
    )


class Insert(Op):
    """Adds a row written out in full; fields that are left out take the site's defaults."""

    op: Literal["insert"]
    in_: str = Field(alias="in", description="The collection.")
    row: Values = Field(description="Its fields; templates may use {n} and {now-2d}.")
    count: int = Field(1, ge=0, le=500, description="How many rows.")
    vary: dict[str, list[Any]] = Field(default_factory=dict, description="As in clone.")


class Update(Selecting):
    """Changes fields of rows."""

    op: Literal["update"]
    set: Values = Field(min_length=1, description="As in clone, over the row as it was.")
    vary: dict[str, list[Any]] = Field(default_factory=dict, description="As in clone, over the rows.")


class Delete(Selecting):
    """Removes rows."""

    op: Literal["delete"]


OPS: dict[str, type[Op]] = {"clone": Clone, "insert": Insert, "update": Update, "delete": Delete}
EXAMPLES: dict[str, str] = {
    "clone": '{op: clone, of: lamp, count: 2, titles: ["{title} II", "{title} Pro"], set: {rating: "4.9"}}',
    "insert": '{op: insert, in: articles, row: {slug: late-parcels, title: Late parcels, at: "{now-2d}"}}',
    "update": '{op: update, in: products, where: {brand: Lumenhall}, set: {price: {expr: "x * 1.1"}}}',
    "delete": "{op: delete, in: articles, where: {slug: returns}}",
}
