"""Mail taken in: what a game makes of it, and what must not be taken."""
