"""A game as a page to step through, and a turn to click together: one file, no network."""
