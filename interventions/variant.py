"""A variant: which families are applied to one task, and how a person could notice them."""

from typing import Any

from pydantic import Field, model_validator

from evaluator.model import Strict
from interventions.family import Primitive
from tasks.roles import Role
from tasks.steps import Step


class Apply(Strict):
    """One family on the task."""

    family: str = Field(description="Name of the family.")
    dispatch: str | None = Field(None, description="Which of its forms; may be left out where it has only one.")
    params: dict[str, Any] = Field(default_factory=dict, description="Values of its parameters.")


class Seen(Strict):
    """Something on a page, by role and name; with: words that its row or neighbourhood holds."""

    role: Role = Field(description="ARIA role.")
    name: str | None = Field(None, description="Accessible name; may hold {target.field}.")
    with_: str | None = Field(None, alias="with", description="Words that stand with it, such as today.")


class Notice(Strict):
    """Where the change shows: holds in the perturbed run after the op acted, fails in clean."""

    open: str = Field(description="The page to look at.")
    sees: Seen | None = Field(None, description="What is there.")
    misses: Seen | None = Field(None, description="What is not there.")

    @model_validator(mode="after")
    def _one(self) -> "Notice":
        if (self.sees is None) == (self.misses is None):
            raise ValueError("give either `sees` or `misses`")
        return self


class Variant(Strict):
    """One file in interventions/variants/<site>/; it belongs to the task of the same name."""

    name: str = Field("", description="Set from the file name: site/name.")
    primitive: Primitive = Field(description="The ability that it tests.")
    also: Primitive | None = Field(None, description="A second one.")
    apply: tuple[Apply, ...] = Field(min_length=1, description="The families, in any layers.")
    notice: Notice | None = Field(None, description="How a person could notice; certify checks it.")
    reference: tuple[Step, ...] | None = Field(
        None, description="A recovery script, where the task's own reference is not enough for the careful player."
    )
    straight_passes: str | None = Field(None, description="The reason why a believing player still gets through.")

    @model_validator(mode="after")
    def _two_primitives(self) -> "Variant":
        if self.also == self.primitive:
            raise ValueError("`also` names the same primitive again; leave it out")
        return self
