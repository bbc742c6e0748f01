"""The game in a terminal: people at one screen, and bots."""
