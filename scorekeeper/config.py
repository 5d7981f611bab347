"""Configuration: read once from the environment, and refused in one sentence where it is malformed.

An empty variable counts as one that is not set.
"""

import contextlib
import os
import re
import secrets
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

SHORTEST_SECRET: Final = 16
MOST_PROXIES: Final = 10
SECRET_FILE: Final = "secret_key"  # noqa: S105 - the name of a file
DATABASE_FILE: Final = "scorekeeper.sqlite3"
SQLITE: Final = "sqlite:///"
POSTGRESQL: Final = "postgresql+psycopg://"

_POSTGRESQL_SCHEMES: Final = ("postgres://", "postgresql://", POSTGRESQL)
_SECRET_FILE_SECONDS: Final = 2.0


class ConfigError(ValueError):
    """A variable of the environment that cannot be used; the one sentence names it."""


@dataclass(frozen=True, slots=True)
class Config:
    """How this server runs.

    instance: the folder that holds what this server keeps; it exists.
    database_url: ``sqlite:///`` and an absolute path, or ``postgresql+psycopg://…``.
    secret_key: signs cookies and forms, at least 16 characters.
    public_url: where the world finds the server, without a slash at the end, or None.
    trusted_proxies: how many proxies in front of the server rewrite addresses, 0 to 10.
    """

    instance: Path
    database_url: str = field(repr=False)
    secret_key: str = field(repr=False)
    public_url: str | None = None
    trusted_proxies: int = 0


def load_config(environ: Mapping[str, str]) -> Config:
    """Read the configuration from *environ*; makes the instance folder and the secret key if they are missing.

    Raises ConfigError, naming the variable.
    """
    # Everything is read before anything is made: a refused configuration leaves no trace.
    public_url = _public_url(environ.get("SCOREKEEPER_PUBLIC_URL", ""))
    trusted_proxies = _trusted_proxies(environ.get("SCOREKEEPER_TRUSTED_PROXIES", ""))
    folder = _folder(environ.get("SCOREKEEPER_INSTANCE", ""))
    database_url = _database_url(environ.get("DATABASE_URL", ""), folder)
    secret_key = environ.get("SCOREKEEPER_SECRET_KEY", "")
    if secret_key and len(secret_key) < SHORTEST_SECRET:
        raise ConfigError(f"SCOREKEEPER_SECRET_KEY needs at least {SHORTEST_SECRET} characters.")
    _make(folder)
    return Config(
        instance=folder,
        database_url=database_url,
        secret_key=secret_key or _kept_secret(folder / SECRET_FILE),
        public_url=public_url,
        trusted_proxies=trusted_proxies,
    )


def _folder(text: str) -> Path:
    if "\0" in text:
        raise ConfigError("SCOREKEEPER_INSTANCE is no name of a folder.")
    try:
        return Path(text or "instance").expanduser().absolute()
    except RuntimeError:  # no such user
        raise ConfigError(f"SCOREKEEPER_INSTANCE: {text} names a home folder that is not known.") from None


def _make(folder: Path) -> None:
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise ConfigError(f"SCOREKEEPER_INSTANCE: {folder} cannot be made ({_why(error)}).") from None
    if not os.access(folder, os.R_OK | os.W_OK | os.X_OK):
        raise ConfigError(f"SCOREKEEPER_INSTANCE: {folder} cannot be written to.")


def _database_url(text: str, folder: Path) -> str:
    """*text* in the form SQLAlchemy reads; relative SQLite paths are made absolute."""
    if not text:
        return f"{SQLITE}{folder / DATABASE_FILE}"
    scheme = next((scheme for scheme in _POSTGRESQL_SCHEMES if text.startswith(scheme)), None)
    if scheme is not None:
        rest = text.removeprefix(scheme)
        try:
            _ = urlsplit(f"postgresql://{rest}").port
        except ValueError:
            raise ConfigError("DATABASE_URL is malformed: write postgresql://user:password@host/name.") from None
        if not rest.isprintable() or " " in rest:
            raise ConfigError("DATABASE_URL holds blanks or control characters.")
        return POSTGRESQL + rest
    if not text.startswith(SQLITE):
        raise ConfigError("DATABASE_URL begins with sqlite:/// or postgresql://.")
    path = text.removeprefix(SQLITE)
    if not path or path.startswith((":memory:", "file:")) or "?" in path or not path.isprintable():
        raise ConfigError("DATABASE_URL needs the path of a file after sqlite:///, without options.")
    return f"{SQLITE}{Path(path).absolute()}"


def _public_url(text: str) -> str | None:
    if not text:
        return None
    wrong = ConfigError(
        "SCOREKEEPER_PUBLIC_URL looks like https://example.org/scores, without anything after the path."
    )
    try:
        url = urlsplit(text)
        port = url.port
    except ValueError:
        raise wrong from None
    if (
        not text.isprintable()  # urlsplit would overlook line ends
        or url.scheme not in ("http", "https")
        or not re.fullmatch(r"[A-Za-z0-9_.:-]+", url.hostname or "")
        or port == 0
        or "@" in url.netloc
        or "?" in text
        or "#" in text
        or not re.fullmatch(r"(/[A-Za-z0-9._~%!$&'()*+,;=:@-]+)*/?", url.path)
        or any(part in (".", "..") for part in url.path.split("/"))
    ):
        raise wrong
    return text.rstrip("/")


def _trusted_proxies(text: str) -> int:
    if not text:
        return 0
    if not re.fullmatch(r"[0-9]{1,2}", text) or int(text) > MOST_PROXIES:
        raise ConfigError(f"SCOREKEEPER_TRUSTED_PROXIES is a whole number from 0 to {MOST_PROXIES}.")
    return int(text)


def _kept_secret(path: Path) -> str:
    """The key in the file at *path*, made now if there is none; processes that start at once agree on one."""
    try:
        if not path.exists():
            _make_secret(path)
        return _read_secret(path)
    except OSError as error:
        raise ConfigError(f"SCOREKEEPER_SECRET_KEY is not set, and {path} cannot be used ({_why(error)}).") from None


def _make_secret(path: Path) -> None:
    secret = f"{secrets.token_urlsafe(32)}\n".encode()
    aside = path.with_name(f".{path.name}.{secrets.token_hex(8)}")
    _write_new(aside, secret)
    try:
        # A link never replaces: whoever comes first wins, and nobody ever sees half a file.
        os.link(aside, path)
    except FileExistsError:
        pass
    except OSError:  # a file system without links
        with contextlib.suppress(FileExistsError):
            _write_new(path, secret)
    finally:
        aside.unlink()


def _write_new(path: Path, content: bytes) -> None:
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())


def _read_secret(path: Path) -> str:
    deadline = time.monotonic() + _SECRET_FILE_SECONDS
    while True:
        secret = path.read_bytes().decode("ascii", errors="replace").strip()
        if len(secret) >= SHORTEST_SECRET:
            return secret
        if secret or time.monotonic() > deadline:
            raise ConfigError(
                f"SCOREKEEPER_SECRET_KEY is not set, and {path} holds no key: remove that file to have a new one made."
            )
        time.sleep(0.02)  # another process is writing it, where links do not exist


def _why(error: OSError) -> str:
    return (error.strerror or str(error)).lower()
