"""Practice: a real game whose host and other seats are bots in a folder of their own."""

from referee.kernel.late_loading import late

late(__name__, "better_turns", "open_table", "opponents", "rewind")
