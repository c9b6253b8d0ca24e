"""The command line. One module a verb; this one joins them and turns outcomes into exit codes.

0 done · 1 errors found, or a threshold failed · 2 usage, or something the user can fix · 3 runs still void · 130 interrupted
"""

import os
import sys
from collections.abc import Sequence

import typer

from harness.errors import UserError, VoidRun

USER, VOID, INTERRUPTED = 2, 3, 130


def build() -> typer.Typer:
    """The application with all its verbs."""
    from harness.cli import verbs

    app = typer.Typer(
        name="breakingweb",
        help="Paired browser-agent evaluation under controlled environment interventions.",
        no_args_is_help=True,
        add_completion=False,
        pretty_exceptions_enable=False,
        rich_markup_mode=None,
    )
    verbs.add(app)
    return app


def main(arguments: Sequence[str] | None = None) -> None:
    """Entry of the `breakingweb` command; always ends the process with an exit code."""
    sys.exit(run(arguments))


def run(arguments: Sequence[str] | None = None) -> int:
    """The exit code of a command line."""
    try:
        return build()(args=arguments, standalone_mode=False) or 0
    except UserError as error:
        print(f"breakingweb: {error}", file=sys.stderr)
        return USER
    except VoidRun as void:
        print(f"breakingweb: {void.kind} fault: {void.message}", file=sys.stderr)
        return VOID
    except KeyboardInterrupt:
        print("breakingweb: interrupted", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # the reader left; that is no fault
        return 0
    except typer.Exit as done:
        return done.exit_code
    except typer.Abort:
        return INTERRUPTED
    except Exception as error:
        return _usage(error)


def _usage(error: Exception) -> int:
    """The exit code of a usage error; any other exception is a fault of ours and keeps its traceback."""
    from typer.exceptions import TyperException

    if not isinstance(error, TyperException):
        raise error
    error.show()
    return error.exit_code
