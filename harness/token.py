"""The control token: from the environment, or from a file that only its owner can read."""

import os
import secrets
import time
from pathlib import Path

from harness.errors import UserError

VARIABLE, FILE = "BREAKINGWEB_TOKEN", "BREAKINGWEB_TOKEN_FILE"


def control_token(create: bool = False, wait: float = 0.0) -> str:
    """The token of BREAKINGWEB_TOKEN or of the file that BREAKINGWEB_TOKEN_FILE names.

    create: draw one where the file is not there. wait: seconds to wait for another service to do so. UserError.
    """
    if token := os.environ.get(VARIABLE):
        return token
    if not (name := os.environ.get(FILE)):
        raise UserError(f"no control token: set {VARIABLE}, or {FILE} to the file that holds it")
    path = Path(name)
    if create and not path.exists():
        write_token(path, secrets.token_urlsafe(24))
    end = time.monotonic() + wait
    while not path.exists() and time.monotonic() < end:
        time.sleep(0.1)
    try:
        return path.read_text().strip()
    except OSError as fault:
        raise UserError(f"the control token cannot be read from {path}: {fault.strerror}") from fault


def write_token(path: Path, token: str) -> None:
    """Write it readable by the owner only, from the first moment on."""
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_suffix(".new")
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
        file.write(token + "\n")
    draft.replace(path)  # whoever waits for it finds it whole
