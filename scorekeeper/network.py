"""Which addresses and names of this machine another device at home can use.

Nothing is sent: connecting a UDP socket only asks the system which way a packet would go.
"""

import ipaddress
import socket
from typing import Final

LOOPBACK: Final = "127.0.0.1"

# Documentation and private addresses: the first asks for the way to everywhere else, the others
# for the way to a home network where there is no such way (no internet, or a tunnel that takes it).
_DIRECTIONS: Final = ("192.0.2.1", "192.168.255.254", "10.255.255.254", "172.31.255.254")
_HOME_NETWORKS: Final = tuple(
    ipaddress.IPv4Network(network) for network in ("192.168.0.0/16", "10.0.0.0/8", "172.16.0.0/12")
)


def phone_address() -> str:
    """The IPv4 address of this machine that a phone on the same network most likely reaches.

    An address of a private network if there is one, else any that is not loopback, else ``127.0.0.1``.
    """
    found = _addresses()
    return next((address for address in found if _is_of_a_home(address)), found[0] if found else LOOPBACK)


def own_host_names() -> frozenset[str]:
    """The names, in lower case, under which devices at home may call this machine.

    The host name as it is, its first part, that part as multicast DNS announces it, and ``localhost``.
    """
    name = socket.gethostname().rstrip(".").lower()
    short = name.partition(".")[0]
    return frozenset({"localhost"} | ({name, short, f"{short}.local"} if short else set()))


def _addresses() -> list[str]:
    """Own addresses other than loopback, the likeliest first."""
    found = [_own_address_towards(direction) for direction in _DIRECTIONS]
    return [address for address in found if address and not ipaddress.IPv4Address(address).is_loopback]


def _own_address_towards(destination: str) -> str | None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as way:
        try:
            way.connect((destination, 9))
        except OSError:  # no network at all, or none that leads there
            return None
        address: str = way.getsockname()[0]
    return None if address == "0.0.0.0" else address  # noqa: S104 - compared, not bound


def _is_of_a_home(address: str) -> bool:
    return any(ipaddress.IPv4Address(address) in network for network in _HOME_NETWORKS)
