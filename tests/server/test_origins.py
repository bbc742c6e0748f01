"""From where a browser's page may open a socket."""

import socket

import pytest

from sarja.server.origins import Origins, host_name, lan_address, machine_names, origin_of

HOME = Origins(names=("study", "study.local"))
PUBLIC = Origins("https://games.example/", names=("study",))


@pytest.mark.parametrize(
    ("origin", "host"),
    [
        (None, "localhost:7474"),
        (None, "anything.example"),
        ("http://localhost:7474", "localhost:7474"),
        ("http://127.0.0.1:7474", "127.0.0.1:7474"),
        ("http://[::1]:7474", "[::1]:7474"),
        ("http://192.168.1.5:7474", "192.168.1.5:7474"),
        ("http://192.168.1.5", "192.168.1.5"),
        ("http://192.168.1.5", "192.168.1.5:80"),
        ("http://study:7474", "study:7474"),
        ("http://STUDY.local:7474", "study.local:7474"),
    ],
)
def test_the_servers_own_pages_may(origin: str | None, host: str) -> None:
    assert HOME.allows(origin, host)


@pytest.mark.parametrize(
    ("origin", "host"),
    [
        ("null", "localhost:7474"),
        ("http://evil.example", "localhost:7474"),
        ("http://evil.example:7474", "evil.example:7474"),
        ("http://localhost:7475", "localhost:7474"),
        ("http://localhost", "localhost:7474"),
        ("http://192.168.1.6:7474", "192.168.1.5:7474"),
        ("http://study.evil.example:7474", "study.evil.example:7474"),
        ("file://localhost:7474", "localhost:7474"),
        ("http://localhost:7474@evil.example", "localhost:7474"),
        ("http://localhost:99999", "localhost:99999"),
        ("http://localhost:7474", None),
        ("http://", "localhost"),
        ("http://[::1", "[::1"),
        ("nonsense", "localhost"),
    ],
)
def test_pages_of_others_may_not(origin: str, host: str | None) -> None:
    assert not HOME.allows(origin, host)


def test_the_public_address_may_whatever_the_host_behind_it_is_called() -> None:
    assert PUBLIC.allows("https://games.example", "localhost:7474")
    assert PUBLIC.allows("https://games.example:443", "games.example")
    assert PUBLIC.allows("http://games.example", "games.example")
    assert not PUBLIC.allows("https://games.example.evil.example", "games.example")
    assert not HOME.allows("https://games.example", "localhost:7474")


def test_a_host_is_known_by_its_names_and_numbers() -> None:
    assert HOME.knows_host("study:7474") and HOME.knows_host("10.0.0.7")
    assert not HOME.knows_host("evil.example") and not HOME.knows_host(None)
    assert host_name("a b") is None and host_name("x; y") is None


def test_an_address_is_read_as_browsers_write_it() -> None:
    assert origin_of("HTTP://Study:80/t/X?y") == "http://study"
    assert origin_of("https://study:8443") == "https://study:8443"
    assert origin_of("ftp://study") is None and origin_of("study") is None


def test_this_machine_has_names_and_an_address_at_home() -> None:
    name = socket.gethostname().lower().partition(".")[0]
    assert {name, f"{name}.local"} <= machine_names()
    address = lan_address()
    assert address is None or Origins().knows_host(address)
