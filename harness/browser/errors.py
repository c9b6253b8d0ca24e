"""The kinds of trouble a step can meet: the agent's own, and ours, which void the run."""

from harness.errors import VoidRun


class ActionError(Exception):
    """The agent's own: an action that cannot be read or carried out. Its text goes back to the agent."""


class InfraError(VoidRun):
    """The browser or its tab was lost."""

    def __init__(self, message: str) -> None:
        super().__init__("infra", message)


class ObservationError(InfraError):
    """The page could not be read, twice in a row."""
