"""Where a game stands for one party, whom it waits for, and what that party should do now."""

from referee.kernel.late_loading import late

late(__name__, "status", "tasks")
