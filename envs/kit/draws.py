"""Named random streams: a draw in one part of the product never shifts the draws of another."""

import random
from hashlib import blake2b


def stream(seed: int | str, *name: str) -> random.Random:
    """A generator that depends on the seed and the name only, the same in every process."""
    digest = blake2b("\x1f".join((str(seed), *name)).encode(), digest_size=8).digest()
    return random.Random(int.from_bytes(digest))
