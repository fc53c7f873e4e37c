"""Mails that arrived: the game that each one is for, the folder of that game, and what became of each note."""

from referee.kernel.late_loading import late

late(__name__, "intake", "replaced_hosts")
