"""All that is printed: data, sentences, refusals, in the width of the window."""

from referee.kernel.late_loading import late

late(__name__, "errors", "picture_files", "practice_replies", "status_screen")
