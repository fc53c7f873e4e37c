"""Where a game stands for one party, whom it waits for, and what that party should do now."""
