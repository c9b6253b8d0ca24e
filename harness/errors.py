"""The outcomes that must never mix: what a user can fix, and what makes a run void."""

from evaluator.records.run import VoidKind


class UserError(Exception):
    """Something the user can put right: what, where, what was allowed, what to do. Exit code 2, no traceback."""


class VoidRun(Exception):
    """A fault that is not the agent's: the run is in no rate, and runs again on resume."""

    def __init__(self, kind: VoidKind, message: str) -> None:
        super().__init__(message)
        self.kind: VoidKind = kind
        self.message = message
