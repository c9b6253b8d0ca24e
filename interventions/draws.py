"""Random streams split by name, so that a draw of one op never shifts the draws of another."""

import random
from hashlib import blake2b


def split(base: int, name: str) -> random.Random:
    """A generator that depends on `base` and `name` only, in any process."""
    digest = blake2b(f"{base}\x1f{name}".encode(), digest_size=8).digest()
    return random.Random(int.from_bytes(digest))
