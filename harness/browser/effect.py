"""What an action did, and what the parts that carry actions out share."""

import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Literal, cast

from playwright.async_api import Error

from harness.browser.actions import Action
from harness.browser.errors import ActionError

Button = Literal["left", "middle", "right"]
_NET = re.compile(r"net::(\w+)")


@dataclass(frozen=True)
class Effect:
    """Where an action landed, in CSS pixels of the viewport: the point, and the box of the element named, if any."""

    point: tuple[float, float] | None = None
    box: tuple[int, int, int, int] | None = None


Handler = Callable[[Action], Awaitable[Effect]]


@dataclass
class Pointer:
    """Where an action put the pointer to stay; None where the next scroll is meant for the page."""

    at: tuple[float, float] | None = None


def button(name: str) -> Button:
    if name not in {"left", "middle", "right"}:
        raise ActionError(f"{name!r} is no mouse button; there are 'left', 'middle' and 'right'")
    return cast("Button", name)


def plain(error: Error) -> str:
    """The first line of Playwright's message, without the call that raised it."""
    net = _NET.search(error.message)
    if net:
        return net.group(1)
    return re.sub(r"^\w+\.\w+: ", "", error.message.splitlines()[0])
