"""The player that does nothing: a task on which it scores is broken."""

from harness.agents.base import Decision, Observation


class Null:
    """Declares itself done at once."""

    async def decide(self, observation: Observation) -> Decision:
        """The done verb, without a claim."""
        return Decision("done('')", thought="Nothing to do.", intent="End the run.")
