"""What every answer carries and which host names are answered at all."""

import ipaddress
import re

from flask import Flask, Response, abort, request

from scorekeeper.config import Config
from scorekeeper.network import own_host_names
from scorekeeper.web.language import gettext
from scorekeeper.web.mount import is_public

CONTENT_SECURITY_POLICY = (
    "default-src 'none'; "
    "script-src 'self'; "
    "style-src 'self'; "
    "img-src 'self'; "
    "font-src 'self'; "
    "connect-src 'self'; "
    "manifest-src 'self'; "
    "form-action 'self'; "
    "base-uri 'none'; "
    "frame-ancestors 'none'"
)
OTHER_NAME = "This server does not answer to that name. Whoever runs it can set SCOREKEEPER_PUBLIC_URL."
_HEADERS = {
    "Content-Security-Policy": CONTENT_SECURITY_POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    # Not no-referrer: over https the check against forged requests compares the Referer.
    "Referrer-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
_HOST = re.compile(r"(\[[0-9a-fA-F:.]+\]|[A-Za-z0-9._-]+)(:[0-9]{1,5})?")


def protect(app: Flask, config: Config) -> None:
    """Answer only to our own host names, and put the security headers on every answer."""
    names = own_host_names()

    @app.before_request
    def refuse_other_hosts() -> None:
        host = request.environ.get("HTTP_HOST", "")
        if not is_ours(host, config.public_url, names):
            abort(400, gettext(OTHER_NAME))

    @app.after_request
    def harden(answer: Response) -> Response:
        for name, value in _HEADERS.items():
            answer.headers.setdefault(name, value)
        if request.is_secure:  # over plain http browsers ignore it, with a complaint
            answer.headers.setdefault("Cross-Origin-Opener-Policy", "same-origin")
        if request.endpoint != "static":
            # Scores change: a page from a cache would be a wrong page.
            answer.headers.setdefault("Cache-Control", "no-store")
        return answer


def is_ours(host: str, public_url: str | None, names: frozenset[str]) -> bool:
    """True for the public host, for this machine's own names, loopback and private addresses.

    Anything else may be a stranger's name that points here (DNS rebinding).
    """
    found = _HOST.fullmatch(host)
    if not found:
        return False
    if public_url and is_public(host, public_url):
        return True
    name = found[1].strip("[]").lower().rstrip(".")
    if name in names:
        return True
    try:
        address = ipaddress.ip_address(name)
    except ValueError:
        return False
    return address.is_loopback or address.is_private or address.is_link_local
