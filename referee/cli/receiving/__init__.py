"""Mails that arrived: the game that each mail is for, and the folder in which that game is; and one
look at what was put into a shared folder.
"""

from referee.kernel.late_loading import late

late(__name__, "hook", "import_mails", "look_once")
