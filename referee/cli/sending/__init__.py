"""What is due to be sent, to whom and by which way; who is late."""

from referee.kernel.late_loading import late

late(__name__, "due_mails")
