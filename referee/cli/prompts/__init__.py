"""What a person is asked at the terminal."""

from referee.kernel.late_loading import late

late(__name__, "drafts", "line_editor", "move_prompt", "sign_question")
