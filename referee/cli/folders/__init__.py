"""Where games, homes and files lie on this machine."""

from referee.kernel.late_loading import late

late(__name__, "find_game")
