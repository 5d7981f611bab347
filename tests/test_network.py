"""Which addresses and names of this machine a phone can use."""

import socket

import pytest

from scorekeeper import network


def test_the_phone_gets_an_address_of_this_machine() -> None:
    address = network.phone_address()
    with socket.socket() as listener:
        listener.bind((address, 0))  # only an own address can be bound


@pytest.mark.parametrize(
    ("ways", "best"),
    [
        ({"192.0.2.1": "192.168.1.20"}, "192.168.1.20"),
        ({"192.0.2.1": "203.0.113.7", "192.168.255.254": "192.168.178.3"}, "192.168.178.3"),
        ({"192.0.2.1": "203.0.113.7"}, "203.0.113.7"),
        ({"192.0.2.1": "100.64.0.9", "10.255.255.254": "10.0.0.4"}, "10.0.0.4"),
        ({"192.0.2.1": "172.15.0.1", "172.31.255.254": "172.16.0.9"}, "172.16.0.9"),
        ({"192.0.2.1": "127.0.0.1"}, "127.0.0.1"),
        ({}, "127.0.0.1"),
    ],
)
def test_an_address_of_a_home_network_comes_first(
    ways: dict[str, str], best: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Way:
        """A machine with the routes *ways*, which this one does not have."""

        def __init__(self, *_: object) -> None:
            self.own = "0.0.0.0"

        def __enter__(self) -> "Way":
            return self

        def __exit__(self, *_: object) -> None: ...

        def connect(self, destination: tuple[str, int]) -> None:
            if destination[0] not in ways:
                raise OSError("Network is unreachable")
            self.own = ways[destination[0]]

        def getsockname(self) -> tuple[str, int]:
            return self.own, 0

    monkeypatch.setattr(socket, "socket", Way)
    assert network.phone_address() == best


@pytest.mark.parametrize(
    ("host", "names"),
    [
        ("Anas-MacBook.local", {"localhost", "anas-macbook", "anas-macbook.local"}),
        ("box.home.example.", {"localhost", "box.home.example", "box", "box.local"}),
        ("raspberry", {"localhost", "raspberry", "raspberry.local"}),
        ("", {"localhost"}),
    ],
)
def test_own_names_are_the_host_name_and_what_is_made_of_it(
    host: str, names: set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(socket, "gethostname", lambda: host)
    assert network.own_host_names() == names
