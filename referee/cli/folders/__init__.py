"""Where games, homes and files are on this computer."""

from referee.kernel.late_loading import late

late(__name__, "find_game")
