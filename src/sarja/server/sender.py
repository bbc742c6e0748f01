"""Who sends a command: by this it is known when it comes again."""

from dataclasses import dataclass

from sarja.server.tokens import digest


@dataclass(frozen=True, slots=True)
class Sender:
    """Who sends a command, and the name under which it happens only once."""

    id: str
    """The command's id as the client gave it."""
    scope: str
    name: str
    """Stored; no command of the same scope has the same."""
    owner: str | None = None
    """The hash of the seat's token."""
    key: str = ""
    """What only the sender knows; a new token is made from it. Never stored."""
    bot: int | None = None
    """The seat of the bot that sends it."""

    @classmethod
    def with_token(cls, token: str, command_id: str) -> "Sender":
        """Who has a seat."""
        return cls(command_id, digest(token), command_id, owner=digest(token))

    @classmethod
    def stranger(cls, key: str, command_id: str) -> "Sender":
        """Who has no seat yet."""
        return cls(command_id, "new", digest(key), key=key)

    @classmethod
    def with_link(cls, secret: str, command_id: str) -> "Sender":
        """Who has a link to a seat."""
        return cls(command_id, f"link/{digest(secret)}", command_id, key=f"{secret}/{command_id}")

    @classmethod
    def for_bot(cls, seat: int, version: int) -> "Sender":
        """The bot at the seat, which moves once at a version."""
        return cls("", "bot", f"{seat}/{version}", bot=seat)

    @classmethod
    def for_server(cls, name: str) -> "Sender":
        """The server itself, which does a thing of that name once."""
        return cls("", "server", name)
