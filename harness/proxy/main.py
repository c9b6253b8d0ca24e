"""Entry of the proxy process: `python -m harness.proxy.main --help`. It prints one JSON line with its ports."""

import argparse
import asyncio
import json
import sys
from collections.abc import Sequence

import uvicorn
from mitmproxy import options
from mitmproxy.addons import core, disable_h2c, next_layer, proxyserver, tlsconfig
from mitmproxy.master import Master

from harness.errors import UserError
from harness.proxy.addon import Gate
from harness.proxy.control import control_app
from harness.proxy.listeners import ListenerError, Listeners
from harness.proxy.sessions import Sessions
from harness.server import KEEP_ALIVE_SECONDS, bind, end_with_parent, refuse
from harness.token import control_token

STARTED_SECONDS = 60.0


class Started:
    """Tells when mitmproxy runs, so that listeners can be added."""

    def __init__(self) -> None:
        self.event = asyncio.Event()

    def running(self) -> None:
        self.event.set()


async def run(choice: argparse.Namespace) -> int:
    sessions, started, server = Sessions(), Started(), proxyserver.Proxyserver()
    master = make_master(server, Gate(sessions), started)
    master.options.update(mode=[], keep_host_header=True, connection_strategy="lazy", server=True)
    running = asyncio.create_task(master.run())
    await started.event.wait()
    listeners = Listeners(server, choice.host)
    direct = await listeners.open_direct(
        (choice.upstream_host, choice.upstream_port), choice.direct_host, choice.direct
    )
    control = bind(choice.control_host, choice.control_port)
    app = control_app(sessions, listeners, control_token(wait=STARTED_SECONDS))
    config = uvicorn.Config(
        app, log_level="warning", access_log=False, lifespan="off", timeout_keep_alive=KEEP_ALIVE_SECONDS
    )
    end_with_parent(choice.watch_stdin)
    print(json.dumps({"direct_port": direct, "control_port": control.getsockname()[1]}), flush=True)
    await uvicorn.Server(config).serve(sockets=[control])
    master.shutdown()
    await running
    return 0


def make_master(server: proxyserver.Proxyserver, *ours: object) -> Master:
    """mitmproxy with what forwarding HTTP needs and nothing else: no onboarding page, no scripts, no files."""
    master = Master(options.Options(), event_loop=asyncio.get_running_loop())
    basic = (core.Core(), disable_h2c.DisableH2C(), server, next_layer.NextLayer(), tlsconfig.TlsConfig())
    master.addons.add(*basic, *ours)
    return master


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m harness.proxy.main", description=__doc__)
    parser.add_argument("--host", default="127.0.0.1", help="where the sessions' listeners are")
    parser.add_argument("--upstream-host", default="127.0.0.1")
    parser.add_argument("--upstream-port", type=int, required=True, help="the site server's public port")
    parser.add_argument("--direct-host", default="127.0.0.1", help="where the reverse listener is")
    parser.add_argument("--direct", type=int, default=0, help="port of the reverse listener")
    parser.add_argument("--control-host", default="127.0.0.1")
    parser.add_argument("--control-port", type=int, default=0)
    parser.add_argument("--watch-stdin", action="store_true", help="end when standard input closes")
    try:
        return asyncio.run(run(parser.parse_args(arguments)))
    except (ListenerError, UserError) as error:
        return refuse(error)


if __name__ == "__main__":
    sys.exit(main())
