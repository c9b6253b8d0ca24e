"""How commands speak: people read tables and sentences, programs one JSON document; progress goes to stderr."""

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console, RenderableType

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
        console().print(rendered)


def console() -> Console:
    """Standard output; wide enough for tables where it is no terminal."""
    return Console(width=None if sys.stdout.isatty() else 140, soft_wrap=False, highlight=False)


def say(text: str) -> None:
    """One line of progress."""
    print(text, file=sys.stderr, flush=True)
