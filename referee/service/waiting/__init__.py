"""Those for whom a game waits: who is reminded, and who is skipped."""
