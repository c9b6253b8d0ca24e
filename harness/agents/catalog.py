"""Agents by catalogue name or as FILE.py:Name, and the adapter that lets the loop treat every form alike."""

import asyncio
import hashlib
import importlib
import importlib.util
import inspect
import sys
from collections.abc import Callable
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from types import ModuleType
from typing import Any, cast, get_args

from harness.agents.base import Brief, Coordinates, Decision, Harness, Observation

CATALOG: dict[str, str] = {
    "careful": "harness.agents.reference.careful:Careful",
    "straight": "harness.agents.reference.straight:Straight",
    "null": "harness.agents.reference.null:Null",
    "random": "harness.agents.reference.random:Random",
}
"""Catalogue name → module:Name."""

DEFAULT_VIEWPORT = (1280, 720)
MOST_PIXELS = 8_000


class AgentRefError(ValueError):
    """A reference that names no agent; something the user can fix."""


@dataclass
class Player:
    """One agent of one run, whatever its form: class or function, async or sync (then in a thread)."""

    name: str
    target: Any
    fingerprint: str = ""
    """Hash of its file, as it was when it was loaded; empty for one of the catalogue."""

    @property
    def harness(self) -> Harness | None:
        """The harness that the agent's class asks for, if it does."""
        return cast("Harness | None", getattr(self.target, "harness", None))

    @property
    def viewport(self) -> tuple[int, int]:
        """The viewport that the agent's class asks for, in CSS pixels."""
        width, height = getattr(self.target, "viewport", DEFAULT_VIEWPORT)
        return int(width), int(height)

    @property
    def coordinates(self) -> Coordinates:
        """Whether its coordinates are pixels of the viewport or a 0-1000 grid."""
        return cast("Coordinates", getattr(self.target, "coordinates", "pixels"))

    async def reset(self, brief: Brief) -> None:
        """Hand over the brief where the agent takes one."""
        reset = getattr(self.target, "reset", None)
        if reset is not None:
            await _call(reset, brief)

    async def decide(self, observation: Observation) -> Decision:
        """The agent's next decision; a bare string is an action without a thought."""
        decide = getattr(self.target, "decide", self.target)
        answer = await _call(decide, observation)
        if isinstance(answer, Decision):
            return answer
        if isinstance(answer, str):
            return Decision(answer)
        raise TypeError(f"an agent returns a Decision or a string, not {type(answer).__name__}")


class AgentFault(RuntimeError):
    """What an agent raised that would mean something else in our loop, such as leaving the program."""


async def _call(function: Callable[[Any], Any], argument: Any) -> Any:
    """The agent's answer, or what it raised: a timeout, a cancellation and an exit of its own are its errors, not ours.

    A cancellation from outside (the time limit, Ctrl-C) passes through, and so does a KeyboardInterrupt.
    """
    try:
        return await _answer(function, argument)
    except asyncio.CancelledError as error:
        task = asyncio.current_task()
        if task is not None and task.cancelling():
            raise
        raise AgentFault("the agent raised CancelledError") from error
    except (TimeoutError, SystemExit, GeneratorExit) as error:
        raise AgentFault(f"the agent raised {type(error).__name__}: {error}") from error


async def _answer(function: Callable[[Any], Any], argument: Any) -> Any:
    """Await an async function; run a sync one in a thread, so that it may block or use another event loop."""
    if inspect.iscoroutinefunction(function):
        return await function(argument)
    answer = await asyncio.to_thread(function, argument)
    return await answer if inspect.isawaitable(answer) else answer


def load(ref: str) -> Callable[[], Player]:
    """A maker of players for a catalogue name or FILE.py:Name; each call makes a fresh one.

    Raises AgentRefError, naming what was looked for and the nearest known name.
    """
    if ref in CATALOG:
        module_name, _, name = CATALOG[ref].partition(":")
        return _maker(ref, getattr(importlib.import_module(module_name), name), "")
    path, colon, name = ref.rpartition(":")
    if not colon or not path.endswith(".py"):
        near = get_close_matches(ref, CATALOG, 1)
        hint = f"; did you mean {near[0]!r}?" if near else ""
        raise AgentRefError(f"no agent {ref!r}: known are {', '.join(sorted(CATALOG))}, or FILE.py:Name{hint}")
    module, fingerprint = _load_file(Path(path))
    if not hasattr(module, name):
        near = get_close_matches(name, [n for n in vars(module) if not n.startswith("_")], 1)
        raise AgentRefError(f"{path} has no {name!r}" + (f"; did you mean {near[0]!r}?" if near else ""))
    return _maker(name, getattr(module, name), fingerprint)


def _maker(name: str, thing: Any, fingerprint: str) -> Callable[[], Player]:
    if inspect.isclass(thing):
        if not callable(getattr(thing, "decide", None)):
            raise AgentRefError(f"agent {name!r} has no method decide(observation)")
        return lambda: _fits(Player(name, _made(name, thing), fingerprint))
    if not callable(thing):
        raise AgentRefError(f"agent {name!r} is neither a class nor a function")
    return lambda: _fits(Player(name, thing, fingerprint))


def _made(name: str, thing: type) -> Any:
    try:
        return thing()
    except (Exception, SystemExit) as error:
        raise AgentRefError(f"agent {name!r} cannot be made: {type(error).__name__}: {error}") from error


def _fits(player: Player) -> Player:
    """The player, where its attributes are such as we know; else AgentRefError."""
    known = {"harness": (None, *get_args(Harness)), "coordinates": get_args(Coordinates)}
    for attribute, values in known.items():
        if (value := getattr(player, attribute)) not in values:
            choice = ", ".join(str(one) for one in values if one)
            raise AgentRefError(f"agent {player.name!r}: {attribute} is {value!r}: choose one of {choice}")
    size = getattr(player.target, "viewport", DEFAULT_VIEWPORT)
    sides = size if isinstance(size, tuple | list) and len(size) == 2 else ()
    if not sides or not all(type(side) is int and 100 <= side <= MOST_PIXELS for side in sides):
        raise AgentRefError(
            f"agent {player.name!r}: viewport is {size!r}: give width and height, from 100 to {MOST_PIXELS} pixels"
        )
    return player


def _load_file(path: Path) -> tuple[ModuleType, str]:
    """Run an agent's file as a module of its own name, so that it neither shadows a package nor is shadowed by one.

    Beside it the hash of what was run: of the source as it was read, never of what Python had compiled of it before.
    """
    if not path.is_file():
        raise AgentRefError(f"no agent file {path}; an agent is a catalogue name, or FILE.py:Name")
    digest = hashlib.sha256(str(path.resolve()).encode()).hexdigest()[:12]
    spec = importlib.util.spec_from_file_location(f"_agent_{digest}", path)
    if spec is None or spec.loader is None:
        raise AgentRefError(f"{path} cannot be loaded as Python")
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses and pickles look their module up by name
    try:
        source = path.read_bytes()
        exec(compile(source, str(path), "exec", dont_inherit=True), vars(module))
    except (Exception, SystemExit) as error:
        del sys.modules[spec.name]
        raise AgentRefError(f"{path}: {type(error).__name__}: {error}") from error
    return module, hashlib.sha256(source).hexdigest()[:16]
