"""Sarja: the board game sold as Sequence, for families, teachers and researchers."""

__version__ = "0.1.0"
