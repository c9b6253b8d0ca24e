"""Agents for the end-to-end tests: each in the form that a user would write it in."""


def shrug(observation):  # type: ignore[no-untyped-def]
    """A function: reports that it cannot be done."""
    return 'report_infeasible("no idea")'


class Broken:
    """Raises at its second step."""

    def decide(self, observation):  # type: ignore[no-untyped-def]
        if observation.step:
            raise ValueError("I lost my way")
        return "noop()"


class Prose:
    """Answers with anything but an action."""

    async def decide(self, observation):  # type: ignore[no-untyped-def]
        return "I would click the button" if observation.step < 3 else 'done("I added it, saved.")'
