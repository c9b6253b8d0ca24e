"""A point of the image that an agent is shown is a point of the page."""

import struct
from typing import Any

import pytest

from harness.browser.context import Look
from harness.browser.shots import image_size

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("scale", [1.0, 2.0])
@pytest.mark.parametrize("scrolled", [0, 300])
async def test_the_pixel_of_a_small_target_hits_it(drive: Any, pages: Any, scale: float, scrolled: int) -> None:
    from io import BytesIO

    from PIL import Image

    target = "position:absolute;left:733px;top:617px;width:8px;height:8px;background:#f00"
    html = (
        f"<body style='height:3000px'><div style='{target}' onclick=\"fetch('/count/hit',{{method:'POST'}})\"></div>"
        f"<script>scrollTo(0, {scrolled})</script>"
    )
    hand = await drive(pages.put(html), harness="gui", look=Look(device_scale=scale))
    image = Image.open(BytesIO(hand.seen.screenshot)).convert("RGB")
    assert image.size == hand.seen.viewport == (1280, 720)
    reds = [
        (x, y) for x in range(image.width) for y in range(image.height)
        if (p := image.getpixel((x, y)))[0] > 200 and p[1] < 60
    ]  # fmt: skip
    x, y = reds[len(reds) // 2]
    await hand.do(f"mouse_click({x}, {y})")
    assert pages.counts == {"hit": 1}
    shot = await hand.driver.picture()
    assert (shot.width, shot.height, shot.scale) == (1280, 720, 1.0)
    assert image_size(shot.data) == (shot.width, shot.height)


def test_sizes_are_read_from_the_file() -> None:
    assert image_size(b"\x89PNG\r\n\x1a\n" + struct.pack(">I4sII", 13, b"IHDR", 640, 360)) == (640, 360)
    with pytest.raises(ValueError, match="neither"):
        image_size(b"GIF89a")
