"""Walks a checked expression. It never looks up an attribute, never calls anything but the listed functions."""

import ast
from collections.abc import Callable, Iterator, Mapping
from decimal import Decimal
from typing import Any

from evaluator.result import GraderError
from evaluator.sandbox.budget import Budget
from evaluator.sandbox.functions import FUNCTIONS
from evaluator.sandbox.operators import arithmetic, combine, compare, word
from evaluator.sandbox.reading import items_of, make_set, whole

type Names = Mapping[str, Any]


class Interpreter:
    """One evaluation, with its budget."""

    def __init__(self) -> None:
        self.budget = Budget()

    def value(self, node: ast.AST, names: Names) -> Any:
        """The value of a node under the names bound here."""
        self.budget.spend()
        return _NODES[type(node)](self, node, names)

    def _constant(self, node: ast.Constant, names: Names) -> Any:
        return node.value

    def _name(self, node: ast.Name, names: Names) -> Any:
        return names[node.id]

    def _bool(self, node: ast.BoolOp, names: Names) -> Any:
        stop = isinstance(node.op, ast.Or)
        result: Any = None
        for part in node.values:
            result = self.value(part, names)
            if bool(result) is stop:
                return result
        return result

    def _unary(self, node: ast.UnaryOp, names: Names) -> Any:
        operand = self.value(node.operand, names)
        if isinstance(node.op, ast.Not):
            return not operand
        if not isinstance(operand, Decimal):
            raise GraderError(f"a sign before {word(operand)}")
        return arithmetic("Sub", Decimal(0), operand) if isinstance(node.op, ast.USub) else operand

    def _binary(self, node: ast.BinOp, names: Names) -> Any:
        left, right = self.value(node.left, names), self.value(node.right, names)
        return combine(type(node.op).__name__, left, right, self.budget)

    def _compare(self, node: ast.Compare, names: Names) -> bool:
        left = self.value(node.left, names)
        for op, part in zip(node.ops, node.comparators, strict=True):
            right = self.value(part, names)
            if not compare(type(op).__name__, left, right, self.budget):
                return False
            left = right
        return True

    def _choice(self, node: ast.IfExp, names: Names) -> Any:
        return self.value(node.body if self.value(node.test, names) else node.orelse, names)

    def _items(self, node: ast.List | ast.Tuple, names: Names) -> list[Any]:
        return [self.value(part, names) for part in node.elts]

    def _set(self, node: ast.Set, names: Names) -> frozenset[Any]:
        return make_set([self.value(part, names) for part in node.elts], self.budget)

    def _subscript(self, node: ast.Subscript, names: Names) -> Any:
        holder = self.value(node.value, names)
        if isinstance(node.slice, ast.Slice):
            return self._slice(holder, node.slice, names)
        key = self.value(node.slice, names)
        if isinstance(holder, Mapping):
            if not isinstance(key, str) or key not in holder:
                raise GraderError(f"nothing is called {key!r} here (there are: {', '.join(list(holder)[:20])})")
            return holder[key]
        if isinstance(holder, list | str) and isinstance(key, Decimal):
            index = whole(key)
            if not -len(holder) <= index < len(holder):
                raise GraderError(f"item {index} of {len(holder)}")
            return holder[index]
        hint = ": to go through rows write values(state['…'])" if isinstance(holder, str) else ""
        raise GraderError(f"{word(holder)} has no {key!r}{hint}")

    def _slice(self, holder: Any, part: ast.Slice, names: Names) -> Any:
        if not isinstance(holder, list | str):
            raise GraderError(f"a part of {word(holder)}")
        ends = [None if end is None else whole(self.value(end, names)) for end in (part.lower, part.upper, part.step)]
        if ends[2] == 0:
            raise GraderError("a step of 0")
        self.budget.sized(len(holder))
        return holder[slice(*ends)]

    def _call(self, node: ast.Call, names: Names) -> Any:
        if isinstance(node.func, ast.Attribute):
            name, parts = node.func.attr, [node.func.value, *node.args]
        else:
            assert isinstance(node.func, ast.Name)
            name, parts = node.func.id, node.args
        if name in ("any", "all"):
            return FUNCTIONS[name].call(self.budget, self._lazily(parts[0], names))
        arguments = [self.value(part, names) for part in parts]
        keywords = {str(keyword.arg): self.value(keyword.value, names) for keyword in node.keywords}
        return FUNCTIONS[name].call(self.budget, *arguments, **keywords)

    def _lazily(self, node: ast.AST, names: Names) -> Iterator[Any]:
        """any() and all() stop at the first answer, so that a guard before an `and` keeps guarding."""
        if isinstance(node, ast.GeneratorExp):
            return self._loop(node.elt, node.generators, names)
        return iter(items_of(self.value(node, names), self.budget))

    def _comprehension(self, node: ast.ListComp | ast.GeneratorExp, names: Names) -> list[Any]:
        return list(self._loop(node.elt, node.generators, names))

    def _set_comprehension(self, node: ast.SetComp, names: Names) -> frozenset[Any]:
        return make_set(list(self._loop(node.elt, node.generators, names)), self.budget)

    def _loop(self, element: ast.expr, loops: list[ast.comprehension], names: Names) -> Iterator[Any]:
        if not loops:
            yield self.value(element, names)
            return
        loop, *inner = loops
        for item in items_of(self.value(loop.iter, names), self.budget):
            below = {**names, **_bind(loop.target, item)}
            if all(self.value(condition, below) for condition in loop.ifs):
                yield from self._loop(element, inner, below)


def _bind(target: ast.expr, item: Any) -> dict[str, Any]:
    if isinstance(target, ast.Name):
        return {target.id: item}
    assert isinstance(target, ast.Tuple)
    if not isinstance(item, list) or len(item) != len(target.elts):
        raise GraderError(f"{word(item)} does not fall into {len(target.elts)} parts")
    return {part.id: value for part, value in zip(target.elts, item, strict=True) if isinstance(part, ast.Name)}


_NODES: dict[type[ast.AST], Callable[[Interpreter, Any, Names], Any]] = {
    ast.Constant: Interpreter._constant,
    ast.Name: Interpreter._name,
    ast.BoolOp: Interpreter._bool,
    ast.UnaryOp: Interpreter._unary,
    ast.BinOp: Interpreter._binary,
    ast.Compare: Interpreter._compare,
    ast.IfExp: Interpreter._choice,
    ast.List: Interpreter._items,
    ast.Tuple: Interpreter._items,
    ast.Set: Interpreter._set,
    ast.Subscript: Interpreter._subscript,
    ast.Call: Interpreter._call,
    ast.ListComp: Interpreter._comprehension,
    ast.GeneratorExp: Interpreter._comprehension,
    ast.SetComp: Interpreter._set_comprehension,
}
