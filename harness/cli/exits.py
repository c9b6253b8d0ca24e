"""The exit codes of the command line; 0 is done, also where an agent failed its tasks."""

FAILED = 1
"""Errors found by `check`, a certificate that does not hold."""

USER = 2
"""Usage, or something that the user can put right."""

VOID = 3
"""Runs are still void."""

INTERRUPTED = 130
