"""Row ids that say nothing about when or by whom a row was made.

An id is a short hash of (seed, stream, collection, key), so the same world gives the same ids in any process, and rows
that are added later look like rows that were always there.
"""

from hashlib import blake2b

ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"  # no 0/o, 1/l/i: people read ids aloud
LENGTH = 9


def make_id(seed: int, collection: str, key: str, stream: str = "site") -> str:
    """`<two letters of the collection>-<9 characters>`, unique for all practical numbers of rows."""
    digest = blake2b(f"{seed}\x1f{stream}\x1f{collection}\x1f{key}".encode(), digest_size=8).digest()
    number = int.from_bytes(digest)
    letters = []
    for _ in range(LENGTH):
        number, rest = divmod(number, len(ALPHABET))
        letters.append(ALPHABET[rest])
    return f"{collection[:2]}-{''.join(letters)}"
