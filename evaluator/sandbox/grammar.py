"""Which Python an expression may be written in. Everything else is refused when the task is loaded."""

import ast
import warnings
from collections.abc import Iterator
from decimal import Decimal

from evaluator.nearest import did_you_mean
from evaluator.sandbox.budget import MAX_DEPTH, MAX_SOURCE
from evaluator.sandbox.functions import FUNCTIONS, METHODS

INPUTS = ("x", "target", "state")

_ALLOWED: tuple[type[ast.AST], ...] = (
    ast.Expression, ast.Constant, ast.Name, ast.Load, ast.Store, ast.BoolOp, ast.And, ast.Or, ast.UnaryOp, ast.Not,
    ast.USub, ast.UAdd, ast.BinOp, ast.Add, ast.Sub, ast.Mult, ast.Div, ast.FloorDiv, ast.Mod, ast.BitOr, ast.BitAnd,
    ast.Compare, ast.Eq, ast.NotEq, ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.In, ast.NotIn, ast.Is, ast.IsNot,
    ast.Subscript, ast.List, ast.Tuple, ast.Set, ast.IfExp, ast.ListComp, ast.SetComp, ast.GeneratorExp,
    ast.Call, ast.Attribute,
)  # fmt: skip

_HINTS: dict[type[ast.AST], str] = {
    ast.Pow: "powers (**) are",
    ast.JoinedStr: "f-strings are",
    ast.Lambda: "lambda is",
    ast.NamedExpr: "assignment (:=) is",
    ast.Dict: "a literal object is",
    ast.Starred: "* and ** are",
}


class ExprError(ValueError):
    """An expression that is refused, with the reason."""


def read(source: str) -> ast.Expression:
    """Parses and checks an expression. Raises ExprError."""
    if len(source) > MAX_SOURCE:
        raise ExprError(f"the expression is longer than {MAX_SOURCE} characters")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")  # a doubtful escape such as "\\d" is refused, not warned about
            tree = ast.parse(source.strip(), mode="eval")
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise ExprError(f"no expression: {getattr(error, 'msg', None) or error}") from error
    _Checker(source.strip()).check(tree.body, frozenset(INPUTS), 0)
    return tree


def target_names(tree: ast.AST) -> Iterator[str]:
    """Names of the targets that an expression reads as `target['name']`."""
    for node in ast.walk(tree):
        match node:
            case ast.Subscript(value=ast.Name(id="target"), slice=ast.Constant(value=str(name))):
                yield name


def target_fields(tree: ast.AST) -> Iterator[tuple[str, str]]:
    """Targets with the fields that an expression reads of them as `target['name']['field']`."""
    for node in ast.walk(tree):
        match node:
            case ast.Subscript(
                value=ast.Subscript(value=ast.Name(id="target"), slice=ast.Constant(value=str(name))),
                slice=ast.Constant(value=str(field)),
            ):
                yield name, field


class _Checker:
    """Walks the tree once, with the names that are bound at each place."""

    def __init__(self, source: str) -> None:
        self.source = source

    def check(self, node: ast.AST, bound: frozenset[str], depth: int) -> None:
        if depth > MAX_DEPTH:
            raise ExprError(f"the expression is nested more than {MAX_DEPTH} deep")
        if not isinstance(node, _ALLOWED):
            raise ExprError(f"{_HINTS.get(type(node), type(node).__name__ + ' is')} not allowed in an expression")
        if isinstance(node, ast.Constant):
            self._constant(node)
        elif isinstance(node, ast.Name):
            self._name(node.id, bound)
        elif isinstance(node, ast.Attribute):
            raise ExprError(f"attributes are not allowed: write ['{node.attr}'] for a field")
        elif isinstance(node, ast.Call):
            self._call(node, bound, depth)
        elif isinstance(node, ast.ListComp | ast.SetComp | ast.GeneratorExp):
            self._comprehension(node, bound, depth)
        elif isinstance(node, ast.Subscript):
            self._subscript(node, bound, depth)
        else:
            for child in ast.iter_child_nodes(node):
                self.check(child, bound, depth + 1)

    def _subscript(self, node: ast.Subscript, bound: frozenset[str], depth: int) -> None:
        self.check(node.value, bound, depth + 1)
        ends = (
            [node.slice.lower, node.slice.upper, node.slice.step] if isinstance(node.slice, ast.Slice) else [node.slice]
        )
        for end in ends:
            if end is not None:
                self.check(end, bound, depth + 1)

    def _name(self, name: str, bound: frozenset[str]) -> None:
        if name in FUNCTIONS and name not in bound:
            raise ExprError(f"{name} is a function: call it")
        if name not in bound:
            raise ExprError(did_you_mean("name", name, [*bound, *FUNCTIONS]))

    def _constant(self, node: ast.Constant) -> None:
        value = node.value
        if isinstance(value, int | float) and not isinstance(value, bool):
            text = ast.get_source_segment(self.source, node) or repr(value)
            number = Decimal(value) if isinstance(value, int) else Decimal(text.replace("_", ""))
            if not number.is_finite() or abs(number.adjusted()) > 30:
                raise ExprError("the number is too large")
            node.value = number  # type: ignore[assignment]  # literals are Decimal, as the values they meet
        elif not isinstance(value, str | bool | Decimal | None):
            raise ExprError(f"{type(value).__name__} literals are not allowed in an expression")

    def _call(self, node: ast.Call, bound: frozenset[str], depth: int) -> None:
        arguments = list(node.args)
        if isinstance(node.func, ast.Attribute):
            name, arguments = node.func.attr, [node.func.value, *arguments]
            if name not in METHODS:
                raise ExprError(did_you_mean("method", name, METHODS))
        elif isinstance(node.func, ast.Name) and node.func.id not in bound:
            name = node.func.id
            if name not in FUNCTIONS:
                raise ExprError(did_you_mean("function", name, FUNCTIONS))
        else:
            raise ExprError("only the functions by name may be called")
        function = FUNCTIONS[name]
        if not function.least <= len(arguments) <= function.most:
            raise ExprError(f"{name}() takes {function.least} to {function.most} arguments, not {len(arguments)}")
        for keyword in node.keywords:
            if keyword.arg not in function.keywords:
                raise ExprError(f"{name}() has no argument {keyword.arg}")
        for child in (*arguments, *(keyword.value for keyword in node.keywords)):
            self.check(child, bound, depth + 1)

    def _comprehension(
        self, node: ast.ListComp | ast.SetComp | ast.GeneratorExp, bound: frozenset[str], depth: int
    ) -> None:
        for loop in node.generators:
            self.check(loop.iter, bound, depth + 1)
            if loop.is_async:
                raise ExprError("async is not allowed in an expression")
            bound |= frozenset(self._bound_by(loop.target))
            for condition in loop.ifs:
                self.check(condition, bound, depth + 1)
        self.check(node.elt, bound, depth + 1)

    def _bound_by(self, target: ast.AST) -> Iterator[str]:
        parts = target.elts if isinstance(target, ast.Tuple) else [target]
        for part in parts:
            if not isinstance(part, ast.Name) or part.id.startswith("_") or part.id in (*INPUTS, *FUNCTIONS):
                raise ExprError("a loop variable is a plain name of its own")
            yield part.id
