"""The site server's sockets."""

import asyncio
import socket

from harness.server import bind


async def test_answers_leave_at_once() -> None:
    options: list[int] = []

    async def answer(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        options.append(writer.get_extra_info("socket").getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
        writer.close()

    taken = bind("127.0.0.1", 0)
    async with await asyncio.start_server(answer, sock=taken):
        reader, writer = await asyncio.open_connection(*taken.getsockname())
        await reader.read()
        writer.close()
    assert options == [1]
