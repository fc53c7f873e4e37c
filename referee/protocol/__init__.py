"""From signed notes to a position: offers, steps, agreements, masked decks. Knows no folder, no home and no command."""

from referee.kernel.late_loading import late

late(__name__, "kinds")
