"""What an expression may cost."""

from dataclasses import dataclass

from evaluator.result import GraderError

MAX_SOURCE = 2_000
MAX_DEPTH = 40
MAX_STEPS = 1_000_000
MAX_SIZE = 100_000


@dataclass
class Budget:
    """Counts the work of one evaluation; running out is a GraderError, never a verdict."""

    left: int = MAX_STEPS

    def spend(self, steps: int = 1) -> None:
        """Pays for work before it is done."""
        self.left -= steps
        if self.left < 0:
            raise GraderError(f"the expression takes more than {MAX_STEPS:,} steps")

    def sized(self, size: int) -> None:
        """Pays for a list or text of `size` items before it is built."""
        if size > MAX_SIZE:
            raise GraderError(f"the expression builds something with more than {MAX_SIZE:,} items")
        self.spend(size // 16)
