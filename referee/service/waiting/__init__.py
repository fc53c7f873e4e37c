"""Those for whom a game waits: who is reminded, and who is skipped."""

from referee.kernel.late_loading import late

late(__name__, "skipped_turns")
