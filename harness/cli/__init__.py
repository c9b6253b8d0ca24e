"""The command line. A module for each group of verbs; this one joins them and turns outcomes into exit codes."""

import errno
import io
import os
import select
import signal
import sys
from collections.abc import Sequence

import typer
from typer.exceptions import TyperException

from harness.cli.exits import INTERRUPTED, USER, VOID
from harness.errors import UserError, VoidRun

STDOUT = 1
DISK = {
    getattr(errno, name)
    for name in ("EACCES", "EDQUOT", "EISDIR", "ENAMETOOLONG", "ENOSPC", "ENOTDIR", "EPERM", "EROFS")
    if hasattr(errno, name)
}
"""What a disk or a path of the user's refuses with."""


def build() -> typer.Typer:
    """The application with all its verbs."""
    from harness.cli.verbs import add

    app = typer.Typer(
        name="breakingweb",
        help="Paired browser-agent evaluation under controlled environment interventions.",
        no_args_is_help=True,
        add_completion=False,
        pretty_exceptions_enable=False,
        rich_markup_mode=None,
    )
    add(app)
    return app


def main(arguments: Sequence[str] | None = None) -> None:
    """Entry of the `breakingweb` command; always ends the process with an exit code."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # what a terminal cannot show is spelled, not an error
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGTERM, lambda *_: signal.raise_signal(signal.SIGINT))  # both end a command in order
    sys.exit(run(arguments))


def run(arguments: Sequence[str] | None = None) -> int:
    """The exit code of a command line."""
    try:
        return build()(args=arguments, standalone_mode=False) or 0
    except KeyboardInterrupt:
        return _say("interrupted", INTERRUPTED)
    except (BrokenPipeError, SystemExit) as left:  # typer leaves by SystemExit where any pipe broke, ours or another
        if _reader_left():
            os.dup2(os.open(os.devnull, os.O_WRONLY), STDOUT)
            return 0
        cause = left if isinstance(left, Exception) else left.__context__
        if not isinstance(cause, Exception):
            raise
        return _outcome(_single(cause))
    except typer.Exit as done:
        return done.exit_code
    except typer.Abort:
        return INTERRUPTED
    except Exception as error:
        return _outcome(_single(error))


def _reader_left() -> bool:
    """Whether whoever read our output has gone, as `head` does; any other broken pipe is a fault."""
    watched = select.poll()
    watched.register(STDOUT, 0)
    return any(event & select.POLLERR for _, event in watched.poll(0))


def _outcome(error: Exception) -> int:
    """The exit code of an error that has one; any other is a fault of ours and keeps its traceback."""
    if isinstance(error, VoidRun):
        return _say(f"{error.kind} fault: {error.message}", VOID)
    if isinstance(error, (UserError, *user_errors())):
        return _say(str(error), USER)
    if isinstance(error, OSError) and error.errno in DISK:
        place = f"{error.filename}: " if error.filename else ""
        return _say(f"{place}{error.strerror}. Make room or the right to write there, or choose another --out", USER)
    if isinstance(error, TyperException):
        show = getattr(error, "show", None)
        if show is not None:
            show()
        return USER
    raise error


def user_errors() -> tuple[type[Exception], ...]:
    """Errors of the packages below that a user can put right."""
    from analysis.errors import InputError
    from evaluator.records.jsonl import RecordError
    from harness.agents.catalog import AgentRefError
    from interventions.compile import CompileError
    from tasks.problems import SourceError
    from tasks.targets import TargetError

    return (SourceError, InputError, RecordError, AgentRefError, CompileError, TargetError)


def _single(error: Exception) -> Exception:
    """What one task of a group raised, without the group around it; of several, one that the user can put right."""
    outcomes = (ExceptionGroup, VoidRun, UserError, *user_errors())
    while isinstance(error, ExceptionGroup):
        inner: tuple[Exception, ...] = error.exceptions
        known = [one for one in inner if isinstance(one, outcomes)]
        if not known and len(inner) > 1:
            break
        error = (known or inner)[0]
    return error


def _say(text: str, code: int) -> int:
    print(f"breakingweb: {text}", file=sys.stderr)
    return code
