"""A game as a page to step through, and a turn as one to click together: one file, no network."""
