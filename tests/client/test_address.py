"""What people paste to find a table."""

import pytest

from sarja.client.address import Address, read_address
from sarja.client.errors import ClientError

HOME = "http://192.168.1.5:7474"


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("http://192.168.1.5:7474/t/VCCJQ", Address(HOME, "VCCJQ")),
        (" http://192.168.1.5:7474/t/vccjq/ ", Address(HOME, "VCCJQ")),
        ("192.168.1.5:7474/t/VCCJQ", Address(HOME, "VCCJQ")),
        ("ws://192.168.1.5:7474/t/VCCJQ", Address(HOME, "VCCJQ")),
        ("http://192.168.1.5:7474/t/VCCJQ/screen", Address(HOME, "VCCJQ")),
        ("http://192.168.1.5:7474/link#se/cret", Address(HOME, secret="se/cret")),
        ("vcc-jq", Address("https://play.example", "VCCJQ")),
        ("https://PLAY.example/t/VCCJQ", Address("https://play.example", "VCCJQ")),
        ("http://[::1]:7474/t/VCCJQ", Address("http://[::1]:7474", "VCCJQ")),
    ],
)
def test_links_and_codes_are_understood(text: str, address: Address) -> None:
    assert read_address(text, "https://play.example") == address


@pytest.mark.parametrize(
    "text",
    ["", "VCCJ", "VCCJA", "ftp://h/t/VCCJQ", "http://h/", "http://h:x/t/VCCJQ", "http://[/t/VCCJQ",
     "http://a b/t/VCCJQ", "http://h/link", "http://h/t/"],
)  # fmt: skip
def test_all_else_is_refused(text: str) -> None:
    with pytest.raises(ClientError, match="address-unreadable"):
        read_address(text)


def test_the_socket_is_secure_where_the_site_is() -> None:
    assert read_address("https://h/t/VCCJQ").socket == "wss://h/ws"
    assert read_address("http://h:1/t/VCCJQ").socket == "ws://h:1/ws"
