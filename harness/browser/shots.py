"""Pictures of the page over the protocol, which answers even while a navigation is pending."""

import base64
import struct
from dataclasses import dataclass

from playwright.async_api import CDPSession


@dataclass(frozen=True)
class Shot:
    """An image, its size in image pixels, and how many of them make one CSS pixel."""

    data: bytes
    width: int
    height: int
    scale: float


async def jpeg(session: CDPSession, viewport: tuple[int, int], quality: int = 60) -> Shot:
    """The viewport as the screen shows it."""
    answer = await session.send(
        "Page.captureScreenshot", {"format": "jpeg", "quality": quality, "optimizeForSpeed": True}
    )
    return _shot(base64.b64decode(answer["data"]), viewport)


async def png(session: CDPSession, viewport: tuple[int, int]) -> Shot:
    """The viewport at one image pixel per CSS pixel whatever the device scale, so that a point of the image is a point
    of the page."""
    answer = await session.send("Page.captureScreenshot", {"format": "png", "optimizeForSpeed": True})
    return _shot(base64.b64decode(answer["data"]), viewport)


def _shot(data: bytes, viewport: tuple[int, int]) -> Shot:
    width, height = image_size(data)
    return Shot(data, width, height, width / viewport[0])


def image_size(data: bytes) -> tuple[int, int]:
    """Width and height of a PNG or JPEG. ValueError for anything else."""
    if data.startswith(b"\x89PNG"):
        width, height = struct.unpack(">II", data[16:24])
        return width, height
    if not data.startswith(b"\xff\xd8"):
        raise ValueError("neither PNG nor JPEG")
    at = 2
    while at < len(data):
        marker, length = data[at + 1], struct.unpack(">H", data[at + 2 : at + 4])[0]
        if 0xC0 <= marker <= 0xCF and marker not in {0xC4, 0xC8, 0xCC}:
            height, width = struct.unpack(">HH", data[at + 5 : at + 9])
            return width, height
        at += 2 + length
    raise ValueError("a JPEG without a size")
