"""The game itself: its rules, without I/O, clock or global chance; standard library only."""
