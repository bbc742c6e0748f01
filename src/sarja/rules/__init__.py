"""The game itself: the rules, with the standard library only; no I/O, no clock, no global chance."""
