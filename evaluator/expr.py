"""Expressions of checks: a small part of Python over `x`, `target` and `state`, read when a task is loaded.

Numbers, money and number literals are Decimal, instants aware datetimes. Comparing across kinds, a missing name,
a division by zero or too much work is a GraderError: a fault of the task, never a failed run. Text that an agent or a
page wrote is only ever a value.
"""

import ast
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from evaluator.result import GraderError
from evaluator.sandbox.grammar import ExprError, read, target_fields, target_names
from evaluator.sandbox.interpreter import Interpreter
from evaluator.sandbox.operators import word

__all__ = ["Expr", "ExprError"]


@dataclass(frozen=True)
class Expr:
    """A checked expression."""

    source: str
    tree: ast.Expression = field(compare=False, repr=False)

    @classmethod
    def parse(cls, source: str) -> "Expr":
        """Reads an expression. Raises ExprError where it is refused."""
        return cls(source, read(source))

    @property
    def constant(self) -> bool:
        """Whether it reads nothing, so that it says the same of every value."""
        return not {node.id for node in ast.walk(self.tree) if isinstance(node, ast.Name)} & {"x", "target", "state"}

    def targets(self) -> frozenset[str]:
        """Names of the targets it reads."""
        return frozenset(target_names(self.tree))

    def target_fields(self) -> frozenset[tuple[str, str]]:
        """The targets with the fields that it reads of them."""
        return frozenset(target_fields(self.tree))

    def value(self, x: Any, target: Mapping[str, Any], state: Mapping[str, Any]) -> Any:
        """Its value over canonical values."""
        try:
            return Interpreter().value(self.tree.body, {"x": x, "target": target, "state": state})
        except RecursionError as error:
            raise GraderError("the values are nested too deep") from error

    def holds(self, x: Any, target: Mapping[str, Any], state: Mapping[str, Any]) -> bool:
        """Its verdict; a value that is neither true nor false is an error."""
        verdict = self.value(x, target, state)
        if not isinstance(verdict, bool):
            raise GraderError(f"gives {word(verdict)}, not true or false")
        return verdict
