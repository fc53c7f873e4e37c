"""The door: what a person types and reads. One module for each command in `commands`; all printing is done here."""

from referee.kernel.late_loading import late

late(__name__, "app", "crash_report", "options")
