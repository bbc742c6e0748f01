"""Programs that play. A bot sees a view, what its seat may know, and never a state."""
