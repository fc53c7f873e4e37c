"""Practice: a real game whose host and other seats are bots in a folder of their own."""

from referee.kernel.late_loading import late

late(__name__, "open_table", "opponents")
