"""Where the browser may go: http and https, and the empty page. Pure."""

import re
from urllib.parse import urljoin, urlsplit

from harness.browser.errors import ActionError

_SCHEME = re.compile(r"([a-z][a-z0-9+.-]*):", re.IGNORECASE)
_PORT = re.compile(r"\d+(?:[/?#]|$)")
_LINKS = frozenset({"http", "https", "javascript", "about", "blob", ""})


def scheme(url: str) -> str:
    """The scheme as a browser reads it: control characters and blanks around and line breaks within are ignored."""
    match = _SCHEME.match(_clean(url))
    return match.group(1).lower() if match else ""


def _clean(url: str) -> str:
    return re.sub(r"[\t\r\n]", "", url.strip("".join(map(chr, range(0x21)))))


def allowed(url: str) -> bool:
    """Whether a tab may show this address."""
    return scheme(url) in {"http", "https"} or _clean(url).split("#")[0] in {"about:blank", ""}


def destination(text: str, current: str) -> str:
    """The address that `goto` means: absolute, relative to the current page, or a host without a scheme.

    Raises ActionError for any scheme but http and https.
    """
    url = _clean(text)
    if url == "about:blank":
        return url
    match = _SCHEME.match(url)
    if not match:
        url = urljoin(current, url) if url.startswith(("/", "?", "#")) else f"http://{url}"
    elif _PORT.match(url[match.end() :]):  # host:port, not a scheme
        url = f"http://{url}"
    if scheme(url) not in {"http", "https"}:
        raise ActionError(f"{scheme(url) or 'this'}: addresses cannot be opened here; only http and https")
    try:
        host = urlsplit(url).hostname
    except ValueError as error:
        raise ActionError(f"{text!r} is no address: {error}") from None
    if not host:
        raise ActionError(f"{text!r} is no address: it names no host")
    return url


def check_link(href: str) -> None:
    """Raises ActionError where a link would leave http and https."""
    if scheme(href) not in _LINKS:
        raise ActionError(f"this link goes to a {scheme(href)}: address, which cannot be opened here")
