"""How commands speak: people read tables and sentences, programs one JSON document; progress goes to stderr."""

import json
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console, RenderableType
from rich.text import Text

from harness.errors import UserError

Extra = Annotated[
    list[Path] | None,
    typer.Option(
        "--extra", help="A folder with tasks/ and interventions/ of yours, added to ours.", show_default=False
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON document instead of text.")]


def show(document: Any, as_json: bool, people: Callable[[], RenderableType | None]) -> None:
    """Print the document as JSON, or what `people` renders. The JSON is ASCII: any program and terminal can take it."""
    if as_json:
        json.dump(document, sys.stdout, allow_nan=False, default=str)
        sys.stdout.write("\n")
        sys.stdout.flush()
        return
    rendered = people()
    if rendered is not None:
        console().print(rendered, soft_wrap=isinstance(rendered, Text) and not sys.stdout.isatty())


def new_folder(path: Path) -> Path:
    """A folder for one run, made where it is not there; UserError where it holds something or cannot be written to."""
    if writable(path) and any(path.iterdir()):
        raise UserError(f"{path} is not empty: choose another --out, or remove it")
    return path


def writable(path: Path) -> Path:
    """A folder, made where it is not there; UserError where it cannot be made or written to."""
    try:
        path.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=path):
            return path
    except OSError as fault:
        raise UserError(f"--out {path} cannot be written to: {fault.strerror}. Choose another folder") from fault


def console() -> Console:
    """Standard output; where it is no terminal, wide enough for tables, and a line of text is one line."""
    return Console(width=None if sys.stdout.isatty() else 140, soft_wrap=False, highlight=False)


def say(text: str) -> None:
    """One line of progress."""
    print(text, file=sys.stderr, flush=True)
