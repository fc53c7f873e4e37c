"""Ground floor: what a game is. Pure functions over immutable values; imports msgspec and the standard library only."""

from referee.kernel.late_loading import late

late(__name__, "bot", "errors", "option_history")
