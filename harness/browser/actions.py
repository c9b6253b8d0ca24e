"""The grammar of actions: one call with literal arguments, read with `ast`, never run as code. Pure."""

import ast
import re
import textwrap
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

from evaluator.failures import DONE_VERBS
from harness.agents.base import Harness
from harness.browser.errors import ActionError

Number = (int, float)


@dataclass(frozen=True)
class Parameter:
    """One argument: its name, the types it takes, and whether it may be left out."""

    name: str
    types: tuple[type, ...]
    default: Any = ...


@dataclass(frozen=True)
class Verb:
    """One action that an agent can write."""

    name: str
    parameters: tuple[Parameter, ...]
    doc: str
    harness: frozenset[str]


@dataclass(frozen=True)
class Action:
    """A read action: its verb, every argument by name, and the canonical spelling (equal actions, equal text)."""

    name: str
    arguments: dict[str, Any]
    canonical: str

    def __getitem__(self, key: str) -> Any:
        return self.arguments[key]


_TEXT, _GUI, _BOTH = frozenset({"text", "hybrid"}), frozenset({"gui", "hybrid"}), frozenset({"text", "gui", "hybrid"})
_BID = Parameter("bid", (str,))
_X, _Y = Parameter("x", Number), Parameter("y", Number)
_BUTTON = Parameter("button", (str,), "left")


def _verb(name: str, harness: frozenset[str], doc: str, *parameters: Parameter) -> tuple[str, Verb]:
    return name, Verb(name, parameters, doc, harness)


VERBS: dict[str, Verb] = dict(
    [
        _verb("click", _TEXT, "Click an element.", _BID, _BUTTON),
        _verb("dblclick", _TEXT, "Double-click an element.", _BID),
        _verb("fill", _TEXT, "Replace the content of a field.", _BID, Parameter("value", (str,))),
        _verb("clear", _TEXT, "Empty a field.", _BID),
        _verb("focus", _TEXT, "Put the keyboard focus on an element.", _BID),
        _verb("hover", _TEXT, "Move the pointer onto an element.", _BID),
        _verb("press", _TEXT, "Press a key on an element: 'Enter', 'Control+a'.", _BID, Parameter("key", (str,))),
        _verb(
            "select_option",
            _TEXT,
            "Choose one option of a list by its label, or several with a list of labels.",
            _BID,
            Parameter("options", (str, list)),
        ),
        _verb(
            "drag_and_drop",
            _TEXT,
            "Drag one element onto another.",
            Parameter("from_bid", (str,)),
            Parameter("to_bid", (str,)),
        ),
        _verb("upload_file", _TEXT, "Choose files for a file field.", _BID, Parameter("files", (str, list))),
        _verb(
            "scroll",
            _BOTH,
            "Turn the wheel by dx, dy pixels, down and right are positive: over the element `bid` where one is given, "
            "else over what was just hovered or (by pixels) under the pointer, else in the middle of the page.",
            Parameter("dx", Number),
            Parameter("dy", Number),
            Parameter("bid", (str,), None),
        ),
        _verb("mouse_click", _GUI, "Click at a point.", _X, _Y, _BUTTON),
        _verb("mouse_dblclick", _GUI, "Double-click at a point.", _X, _Y),
        _verb("mouse_move", _GUI, "Move the pointer to a point.", _X, _Y),
        _verb("mouse_down", _GUI, "Move to a point and hold the button down.", _X, _Y, _BUTTON),
        _verb("mouse_up", _GUI, "Move to a point and let the button go.", _X, _Y, _BUTTON),
        _verb(
            "mouse_drag_and_drop",
            _GUI,
            "Drag from one point to another.",
            *(Parameter(n, Number) for n in ("x1", "y1", "x2", "y2")),
        ),
        _verb("keyboard_type", _GUI, "Type text where the focus is.", Parameter("text", (str,))),
        _verb("keyboard_press", _GUI, "Press a key or chord: 'Enter', 'Control+a'.", Parameter("key", (str,))),
        _verb("goto", _BOTH, "Open an http or https address in this tab.", Parameter("url", (str,))),
        _verb("go_back", _BOTH, "Back to the page before."),
        _verb("go_forward", _BOTH, "Forward again."),
        _verb("new_tab", _BOTH, "Open an empty tab and switch to it."),
        _verb("tab_focus", _BOTH, "Switch to a tab by its index.", Parameter("index", (int,))),
        _verb("tab_close", _BOTH, "Close this tab; the one last used comes to the front."),
        _verb("wait", _BOTH, "Do nothing for some seconds, at most 30.", Parameter("seconds", Number)),
        _verb("noop", _BOTH, "Do nothing."),
        _verb("send_msg_to_user", _BOTH, "Tell the user the result; ends the run.", Parameter("text", (str,))),
        _verb("done", _BOTH, "Say that the task is done; ends the run.", Parameter("text", (str,), "")),
        _verb(
            "report_infeasible", _BOTH, "Say why the task cannot be done; ends the run.", Parameter("text", (str,), "")
        ),
    ]
)
"""Name → verb, in the order in which they are explained to an agent."""

ENDING_VERBS = frozenset({*DONE_VERBS, "report_infeasible"})
_FENCE = re.compile(r"```[a-z]*")
# Linear in any text: a backslash has one reading, and a string that is never closed is taken to the end at once.
_STRING = re.compile(r"""(['"])(?:\\.|(?!\1|\\).)*(?:\1|\\?\Z)""", re.DOTALL)
_BID_FORM = re.compile(r"[a-z]+[0-9]+")
MOST = 1e9
"""What the size of a number must stay below."""
_BIDS = {"bid", "from_bid", "to_bid"}


def explain(harness: Harness) -> str:
    """The action list as an agent reads it, one line a verb."""
    return "\n".join(f"{_signature(v)}  # {v.doc}" for v in VERBS.values() if harness in v.harness)


def _signature(verb: Verb) -> str:
    shown = (p.name if p.default is ... else f"{p.name}={p.default!r}" for p in verb.parameters)
    return f"{verb.name}({', '.join(shown)})"


def parse(text: str, harness: Harness = "text") -> Action:
    """Read one action. Raises ActionError with what was wrong and what would do."""
    call = _call(text)
    verb = _known(call, harness)
    values = _bind(verb, call)
    for parameter in verb.parameters:
        values[parameter.name] = _checked(verb, parameter, values[parameter.name])
    return Action(verb.name, values, _canonical(verb, values))


def _call(text: str) -> ast.Call:
    source = text.replace("\x00", "\\x00").strip()
    fence = _FENCE.match(source)
    if fence and source.endswith("```", fence.end()):
        source = source[fence.end() : -3].strip("\n")
    source = textwrap.dedent(source).strip()
    if not source:
        raise ActionError("no action was given; write one call, for example click('a12')")
    body = _statements(source)
    if len(body) != 1:
        raise ActionError(f"{len(body)} actions were given; write exactly one" if body else "no action was given")
    statement = body[0]
    if not isinstance(statement, ast.Expr) or not isinstance(statement.value, ast.Call):
        raise ActionError("an action is one call, for example click('a12')")
    return statement.value


def _statements(source: str) -> list[ast.stmt]:
    try:
        return _parse_quietly(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        reason = getattr(error, "msg", None) or str(error)
    try:
        return _parse_quietly(_STRING.sub(_line_breaks_escaped, source))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise ActionError(
            f"the action cannot be read ({reason}): write one call with quoted strings, for example "
            "fill('a12', 'two\\nlines')"
        ) from None


def _parse_quietly(source: str) -> list[ast.stmt]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", SyntaxWarning)  # '\\d' in a text is the agent's to write
        return ast.parse(source).body


def _line_breaks_escaped(string: re.Match[str]) -> str:
    """A quoted string that runs over several lines, as models write it."""
    return string.group().replace("\r\n", "\\n").replace("\n", "\\n")


def _known(call: ast.Call, harness: Harness) -> Verb:
    if not isinstance(call.func, ast.Name):
        raise ActionError("an action is a plain call such as click('a12'), without dots")
    verb = VERBS.get(call.func.id)
    names = [v.name for v in VERBS.values() if harness in v.harness]
    if verb is None:
        near = get_close_matches(call.func.id, names, 1)
        hint = f"; did you mean {near[0]}?" if near else f"; known are {', '.join(names)}"
        raise ActionError(f"there is no action {call.func.id!r}{hint}")
    if harness not in verb.harness:
        raise ActionError(f"{verb.name} is not an action here; known are {', '.join(names)}")
    return verb


def _bind(verb: Verb, call: ast.Call) -> dict[str, Any]:
    names = [p.name for p in verb.parameters]
    if len(call.args) > len(names):
        raise ActionError(f"{_signature(verb)} takes {len(names)} arguments, {len(call.args)} were given")
    values = dict(zip(names, (_literal(verb, a) for a in call.args), strict=False))
    for keyword in call.keywords:
        if keyword.arg not in names or keyword.arg in values:
            raise ActionError(f"{_signature(verb)} has no place for {keyword.arg}=")
        values[keyword.arg] = _literal(verb, keyword.value)
    for parameter in verb.parameters:
        if parameter.name not in values:
            if parameter.default is ...:
                raise ActionError(f"{_signature(verb)} needs {parameter.name}")
            values[parameter.name] = parameter.default
    return values


def _literal(verb: Verb, node: ast.expr) -> Any:
    try:
        value = ast.literal_eval(node)
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        raise ActionError(
            f"the arguments of {verb.name} must be literal strings or numbers, not {_shown(ast.unparse, node)}"
        ) from None
    if isinstance(value, int | float) and not abs(value) < MOST:
        raise ActionError(f"a number of {_signature(verb)} is out of range")
    return _whole(value) if isinstance(value, str) else value


def _shown[T](spell: Callable[[T], str], value: T) -> str:
    """How an error names what was written: short, and without failing on what is too deep or too long to spell."""
    try:
        text = spell(value)
    except (ValueError, RecursionError):
        return "that"
    return text if len(text) <= 60 else f"{text[:60]}…"


def _whole(text: str) -> str:
    """Text whose characters beyond the basic plane were written as two halves, as JSON does, in one piece."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _checked(verb: Verb, parameter: Parameter, value: Any) -> Any:
    if value is None and parameter.default is None:
        return None
    wrong = isinstance(value, bool) or not isinstance(value, parameter.types)
    if parameter.name in _BIDS and (wrong or not _BID_FORM.fullmatch(value)):
        given = _shown(repr, value)
        raise ActionError(f"{given} is no bid: {verb.name} takes a bid of the tree as a quoted string, such as 'a12'")
    if wrong:
        kinds = " or ".join(
            {int: "whole number", float: "number", str: "string", list: "list"}[t] for t in parameter.types
        )
        raise ActionError(f"{parameter.name} of {_signature(verb)} must be a {kinds}, not {_shown(repr, value)}")
    if isinstance(value, list) and not all(isinstance(item, str) for item in value):
        raise ActionError(f"{parameter.name} of {_signature(verb)} must be a list of strings")
    return value


def _canonical(verb: Verb, values: dict[str, Any]) -> str:
    """One spelling for equal actions; arguments left at their default are left out, 3.0 is written 3."""
    shown = []
    for parameter in verb.parameters:
        value = values[parameter.name]
        if value == parameter.default and parameter.default is not ...:
            continue
        whole = isinstance(value, float) and value.is_integer()
        word = repr(int(value) if whole else value)
        optional = parameter.default is not ...
        shown.append(f"{parameter.name}={word}" if optional and verb.name in {"click", "scroll"} else word)
    return f"{verb.name}({', '.join(shown)})"
