"""Pictures of made-up shop pages, so that a report under test has screens to show."""

from __future__ import annotations

import io
from collections.abc import Sequence

from PIL import Image, ImageDraw, ImageFont

SIZE = (960, 600)
INK, GREY, LINE, BRAND = "#1d2b36", "#7b8894", "#dfe4e8", "#0f5c63"


def page(title: str, lines: Sequence[str], notice: str = "", bad: bool = False) -> bytes:
    """A JPEG of a page: heading, rows with a button each, and a notice (red where `bad`)."""
    image = Image.new("RGB", SIZE, "white")
    draw = ImageDraw.Draw(image)
    draw.rectangle((0, 0, SIZE[0], 56), fill=BRAND)
    draw.text((28, 18), "Tidewell", font=_font(20), fill="white")
    draw.text((SIZE[0] - 200, 22), "Maya Okafor   Basket (1)", font=_font(13), fill="#cfe6e8")
    draw.text((28, 84), title, font=_font(26), fill=INK)
    top = 136
    if notice:
        draw.rounded_rectangle((28, top, SIZE[0] - 28, top + 40), 6, fill="#fbe9e7" if bad else "#e6f4ea")
        draw.text((44, top + 11), notice, font=_font(14), fill="#8c2f22" if bad else "#1d5b34")
        top += 60
    for line in lines:
        draw.rectangle((28, top, SIZE[0] - 28, top + 62), outline=LINE)
        draw.rectangle((40, top + 10, 82, top + 52), fill="#e9d9b6")
        draw.text((98, top + 12), line, font=_font(16), fill=INK)
        draw.text((98, top + 36), "In stock · delivery tomorrow", font=_font(12), fill=GREY)
        draw.rounded_rectangle((SIZE[0] - 160, top + 15, SIZE[0] - 44, top + 47), 6, fill=BRAND)
        draw.text((SIZE[0] - 134, top + 23), "Buy now", font=_font(13), fill="white")
        top += 74
    stream = io.BytesIO()
    image.save(stream, "JPEG", quality=80)
    return stream.getvalue()


def _font(size: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    return ImageFont.load_default(size)
