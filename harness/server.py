"""The site-server process: all sites, their control plane, and the appliers of the seed and server layers.

Run as `python -m harness.server --help`. It prints one JSON line with its ports when it listens. The control token
comes from BREAKINGWEB_TOKEN or from the file BREAKINGWEB_TOKEN_FILE.
"""

import argparse
import asyncio
import json
import os
import socket
import sys
import threading
from collections.abc import Sequence

import uvicorn
from starlette.types import ASGIApp

from envs.kit.app import SiteServer
from envs.kit.control import control_app
from envs.kit.site import Site
from envs.kit.store import Store, WorldRequest
from harness.errors import UserError
from harness.sites import SITES
from harness.token import control_token

KEEP_ALIVE_SECONDS = 24 * 3600
"""Longer than any run."""


def make_store(sites: Sequence[Site]) -> Store:
    """A store whose sessions can carry seed and server ops."""
    from interventions.layers.seed.applier import apply_seed
    from interventions.layers.server.hooks import make_hooks

    return Store(sites, apply_seed, make_hooks)


def bind(host: str, port: int) -> socket.socket:
    """A listening socket; port 0 takes a free one. UserError where the port is taken."""
    # The protocol is named, for asyncio sends at once (TCP_NODELAY) only then; else an answer waits 40 ms for an ACK.
    taken = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        taken.bind((host, port))
    except OSError as fault:
        taken.close()
        raise UserError(f"port {port} on {host} cannot be used: {fault.strerror}. Choose another, or 0") from fault
    taken.listen(512)
    return taken


def refuse(error: Exception) -> int:
    """Tell whoever started this process why it does not run, where it would have told its ports."""
    print(json.dumps({"error": str(error)}), flush=True)
    return 2


def end_with_parent(watch: bool) -> None:
    """End this process when its standard input closes, so that a killed sweep leaves nothing running."""
    if not watch:
        return

    def wait() -> None:
        while sys.stdin.buffer.read(1024):
            pass
        os._exit(0)

    threading.Thread(target=wait, daemon=True).start()


async def serve(public: socket.socket, control: socket.socket, apps: tuple[ASGIApp, ASGIApp]) -> None:
    """Serve both planes until either is told to stop."""
    # The proxy keeps connections open between the steps of an agent: one that closed just as the next request came
    # would answer it with an error of ours.
    settings = {
        "log_level": "warning",
        "access_log": False,
        "lifespan": "off",
        "server_header": False,
        "timeout_keep_alive": KEEP_ALIVE_SECONDS,
    }
    servers = [uvicorn.Server(uvicorn.Config(app, **settings)) for app in apps]  # type: ignore[arg-type]
    jobs = [
        asyncio.create_task(server.serve(sockets=[taken]))
        for server, taken in zip(servers, (public, control), strict=True)
    ]
    await asyncio.wait(jobs, return_when=asyncio.FIRST_COMPLETED)
    for server in servers:
        server.should_exit = True
    await asyncio.gather(*jobs)


def main(arguments: Sequence[str] | None = None) -> int:
    options = _parser().parse_args(arguments)
    names = options.site or list(SITES)
    store = make_store([SITES[name] for name in names])
    if options.session:
        store.open([WorldRequest(name, options.seed) for name in names], options.session)
    try:
        public, control = bind(options.host, options.port), bind(options.control_host, options.control_port)
        token = control_token(create=True)
    except UserError as error:
        return refuse(error)
    ports = {"port": public.getsockname()[1], "control_port": control.getsockname()[1]}
    end_with_parent(options.watch_stdin)
    print(json.dumps(ports), flush=True)
    apps = (SiteServer(store, options.session), control_app(store, token))
    asyncio.run(serve(public, control, apps))
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m harness.server", description=__doc__)
    parser.add_argument("--site", action="append", choices=list(SITES), help="a site to serve (default: all)")
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--control-host", default="127.0.0.1")
    parser.add_argument("--control-port", type=int, default=0)
    parser.add_argument("--session", help="open this session at once and let it answer requests that name none")
    parser.add_argument("--seed", type=int, default=1, help="seed of that session")
    parser.add_argument("--watch-stdin", action="store_true", help="end when standard input closes")
    return parser


if __name__ == "__main__":
    sys.exit(main())
