"""What came in: the game that each mail is for, and the folder in which that game lies."""

from referee.kernel.late_loading import late

late(__name__, "import_mails", "over")
