"""A client of the protocol: all that goes over the wire is as `docs/protocol.md` has it."""
