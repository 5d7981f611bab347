"""Which day it is where the book is kept."""

import os
from datetime import date, datetime
from pathlib import Path
from typing import Final
from zoneinfo import ZoneInfo

UTC_NAME: Final = "UTC"
_LOCALTIME: Final = Path("/etc/localtime")


def is_timezone(name: str) -> bool:
    """Whether *name* is an IANA time zone such as ``Europe/Ljubljana``."""
    try:
        ZoneInfo(name)
    except (KeyError, ValueError, OSError):  # unknown, no path of a zone, the name of a folder of zones
        return False
    return name.isprintable() and len(name) <= 64


def server_timezone() -> str:
    """The time zone of this machine, UTC if it does not say."""
    name = os.environ.get("TZ", "").removeprefix(":") or _linked_zone()
    return name if name and is_timezone(name) else UTC_NAME


def day_in(timezone: str, moment: datetime) -> date:
    """Which day it is in *timezone* at *moment*."""
    return moment.astimezone(zone_of(timezone)).date()


def zone_of(timezone: str) -> ZoneInfo:
    """The zone called *timezone*; UTC if this machine does not know it, as the one that made the book did."""
    return ZoneInfo(timezone if is_timezone(timezone) else UTC_NAME)


def _linked_zone() -> str:
    _, _, name = str(_LOCALTIME.resolve()).partition("zoneinfo/")
    return name
