"""One connection to a server, by which texts go to and fro."""

from typing import Final, Protocol

from websockets.exceptions import (
    ConnectionClosed,
    InvalidHandshake,
    InvalidStatus,
    WebSocketException,
)
from websockets.sync.client import ClientConnection, connect

from sarja.client.address import Address
from sarja.client.errors import ClientError

OPENING: Final = 8.0
"""Seconds after which a connection that is not there is given up."""


class Lost(Exception):
    """The connection is lost, or did not come about: try again later."""


class Transport(Protocol):
    """A connection."""

    def send(self, text: str) -> None:
        """Send a message.

        Raises:
            Lost: the connection is.
        """

    def receive(self, seconds: float) -> str | None:
        """The next message; None if none comes within so many seconds.

        Raises:
            Lost: the connection is.
        """

    def close(self) -> None:
        """Let go of it."""


def open_socket(address: Address) -> Transport:
    """A WebSocket to the server.

    Raises:
        Lost: there is none to be had now.
        ClientError: `server-not-sarja`.
    """
    try:
        return _Socket(
            connect(address.socket, compression=None, open_timeout=OPENING, close_timeout=1.0)
        )
    except InvalidStatus as error:
        if error.response.status_code in (403, 429, 502, 503, 504):
            raise Lost from None
        raise ClientError("server-not-sarja", site=address.site) from None
    except InvalidHandshake:
        raise ClientError("server-not-sarja", site=address.site) from None
    except (OSError, WebSocketException):
        raise Lost from None


class _Socket:
    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket

    def send(self, text: str) -> None:
        try:
            self._socket.send(text)
        except (ConnectionClosed, OSError):
            raise Lost from None

    def receive(self, seconds: float) -> str | None:
        try:
            received = self._socket.recv(seconds)
        except TimeoutError:
            return None
        except (ConnectionClosed, OSError):
            raise Lost from None
        if isinstance(received, bytes):
            raise Lost
        return received

    def close(self) -> None:
        self._socket.close()
