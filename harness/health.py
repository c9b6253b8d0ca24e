"""Health check of a control plane, for compose: exit 0 where it says that it is ready, else 1 with what is lacking."""

import sys

import httpx


def main(url: str) -> int:
    try:
        answer = httpx.get(f"{url}/health", timeout=4, trust_env=False).json()
    except (httpx.HTTPError, ValueError) as fault:
        print(f"{url}: {type(fault).__name__}: {fault}", file=sys.stderr)
        return 1
    if not isinstance(answer, dict) or answer.get("ready") is not True:
        print(f"{url}: not ready: {answer}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
