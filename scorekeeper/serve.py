"""The server that `scorekeeper run` starts, and what it does with the database beside it."""

import contextlib
import gc
import io
import ipaddress
import logging
import os
import select
import signal
import socket
import sys
from collections.abc import Iterator
from errno import EACCES, EADDRINUSE, EADDRNOTAVAIL
from typing import TYPE_CHECKING, Any, Final, NoReturn

from scorekeeper.config import Config, load_config
from scorekeeper.fonts import made_fonts
from scorekeeper.network import own_host_names, phone_address

if TYPE_CHECKING:
    from flask import Flask

THREADS: Final = 16
"""Twice as many as may wait to write (`scorekeeper.book.turns`), so that pages are shown while nobody can save."""
CONNECTIONS: Final = 1000
"""So many may be open at once: every phone that follows a match holds one or two."""
OPEN_FILES: Final = 4096
"""What the system should allow, with a connection, its buffer and the database among them."""
IDLE_SECONDS: Final = 60
"""A connection that says nothing is closed after this time."""
_ARENA_MAX: Final = -8
"""M_ARENA_MAX of malloc.h."""
LARGEST_HEADER: Final = 64 * 1024
LARGEST_BODY: Final = 1024 * 1024
"""Bytes; the forms of the pages take less than one of these 1,024 KiB."""


class CannotServe(Exception):
    """Why the server cannot start, in one sentence."""


def serve(host: str, port: int) -> None:
    """Listen on *host* and *port* and serve until SIGTERM or Ctrl-C.

    Raises CannotServe or ConfigError, before anything is served.
    """
    # The port first: a second server that is started by mistake does not touch the database.
    with contextlib.closing(_listener(host, port)) as listener:
        config = load_config(os.environ)
        _share_memory()
        with _everything_is_kept():
            app = _app(config)
        server = _server(app, config, listener)
        signal.signal(signal.SIGTERM, _stop)
        try:
            _announce(app, config, host, port)
            server.run()
        except KeyboardInterrupt:  # before it ran; while it runs, it takes that itself for the wish to stop
            server.task_dispatcher.shutdown()
        # A second Ctrl-C or SIGTERM while the last answers are being given is no reason for a traceback.
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, signal.SIG_IGN)
        server.close()


def _app(config: Config) -> "Flask":
    # Not above: this takes a second, which a refusal need not wait for.
    from scorekeeper.app import create_app
    from scorekeeper.book.database import DatabaseError

    try:
        return create_app(config)
    except DatabaseError as error:
        raise CannotServe(str(error)) from error


def address_of(config: Config, host: str, port: int) -> str:
    """Where a phone finds a server that listens on *host* and *port*, without a slash at the end."""
    if config.public_url:
        return config.public_url
    listening = ipaddress.ip_address(_resolved(host))
    reachable = ipaddress.ip_address(phone_address()) if listening.is_unspecified else listening
    shown = f"[{reachable}]" if reachable.version == 6 else str(reachable)
    return f"http://{shown}" if port == 80 else f"http://{shown}:{port}"


def _listener(host: str, port: int) -> socket.socket:
    """A socket bound to *host* and *port*, not yet listening."""
    family, kind, protocol, _, place = _places(host, port)[0]
    listener = socket.socket(family, kind, protocol)
    if os.name != "nt":  # there it would let two servers share the port
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind(place)
    except OSError as error:
        listener.close()
        raise CannotServe(_why_not(error, host, port)) from error
    return listener


def _places(host: str, port: int) -> list[tuple[Any, ...]]:
    try:
        return list(socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE))
    except (OSError, UnicodeError) as error:
        raise CannotServe(f"{host!a:.80} is no address of this machine; leave --host out to listen on all.") from error


def _resolved(host: str) -> str:
    address: str = _places(host, 0)[0][4][0]
    return address.partition("%")[0]


def _why_not(error: OSError, host: str, port: int) -> str:
    if error.errno == EADDRINUSE:
        return (
            f"port {port} is taken, perhaps by a Scorekeeper that already runs:"
            f" stop that, or use another port with `scorekeeper run --port {port % 65535 + 1}`."
        )
    if error.errno == EACCES:
        return f"port {port} is not for everyone: use one from 1024 on, like `scorekeeper run --port 8000`."
    if error.errno == EADDRNOTAVAIL:
        return f"{host} is no address of this machine; leave --host out to listen on all."
    return f"cannot listen on {host}, port {port}: {error.strerror}."


def _server(app: "Flask", config: Config, listener: socket.socket) -> Any:
    import waitress

    _allow_open_files()
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)  # that a moment is busy is no news
    return waitress.create_server(
        app,
        sockets=[listener],
        threads=THREADS,
        connection_limit=CONNECTIONS,
        channel_timeout=IDLE_SECONDS,
        cleanup_interval=10,
        max_request_header_size=LARGEST_HEADER,
        max_request_body_size=LARGEST_BODY,
        asyncore_use_poll=hasattr(select, "poll"),  # select knows no more than 1,024 files
        expose_tracebacks=False,
        ident=None,
        # The app reads a proxy's headers, and only where proxies are configured.
        clear_untrusted_proxy_headers=not config.trusted_proxies,
    )


def _allow_open_files() -> None:
    """Raise the limit of this process as far as it may: the usual 256 of macOS are fewer than our connections."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = OPEN_FILES if hard == resource.RLIM_INFINITY else min(OPEN_FILES, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


@contextlib.contextmanager
def _everything_is_kept() -> Iterator[None]:
    """What comes into being meanwhile stays to the end, so nobody looks for what of it could be thrown away.

    Neither now, a tenth of the start, nor with every later look.
    """
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()


def _share_memory() -> None:
    """Let all threads take memory from one place, where the C library (glibc) would give each a place of its own.

    That would be 7 MiB more, for threads of which Python lets one work at a time.
    """
    with contextlib.suppress(ImportError, OSError, TypeError, AttributeError):  # another system, another library
        import ctypes

        ctypes.CDLL(None).mallopt(_ARENA_MAX, 1)


def _stop(number: int, _frame: object) -> NoReturn:
    raise KeyboardInterrupt(number)


def refusal_at(address: str) -> str | None:
    """What to say if the app does not answer at *address* unless that is configured, or None.

    A network whose devices have addresses of the whole internet is seldom one at home.
    """
    from scorekeeper.web.security import is_ours

    if is_ours(address.partition("//")[2], None, own_host_names()):
        return None
    return f"That address may be open to the world, so it is answered only with SCOREKEEPER_PUBLIC_URL={address}"


def _announce(app: "Flask", config: Config, host: str, port: int) -> None:
    address = address_of(config, host, port)
    link = _open_link(app, config, address)
    print(f"Scorekeeper is running. Open this on your phone, in the same network:\n\n    {link}\n")
    if not config.public_url and (refusal := refusal_at(address)):
        print(f"{refusal}\n")
    if _can_show(qr_code := _qr_code(link)):
        print(qr_code, end="\n\n")
    if not made_fonts():
        print("The pages use the fonts of each phone; `scorekeeper fonts` makes their own, for the next start.\n")
    print("Stop with Ctrl-C.", flush=True)


def _open_link(app: "Flask", config: Config, address: str) -> str:
    """What opens the home book at *address*; a server for the world has none and shows its start page."""
    if config.public_url:
        return f"{address}/"
    from flask import url_for

    from scorekeeper.book.access import home_book

    key = home_book(app.extensions["scorekeeper"]).key
    with app.test_request_context():
        return address + url_for("home.open_link", key=key)


def _can_show(text: str) -> bool:
    try:
        text.encode(sys.stdout.encoding)
    except UnicodeEncodeError:
        return False
    return True


def _qr_code(text: str) -> str:
    """*text* as a QR code of half-block characters, light on dark."""
    import segno

    drawn = io.StringIO()
    # Low error correction and a narrow border: a screen is clean, and a terminal small.
    segno.make(text, error="l", micro=False).terminal(drawn, border=2, compact=True)
    lines = drawn.getvalue().splitlines()
    if sys.stdout.isatty():
        # White on black, whatever the colours of the terminal.
        lines = [f"\x1b[97;40m{line}\x1b[0m" for line in lines]
    return "\n".join(lines)
