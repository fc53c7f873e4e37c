"""Notes out of what people and their mail programs send: mailboxes, mails, HTML, RTF, rewrapped and damaged text."""

from referee.kernel.late_loading import late

late(__name__, "html_text", "mbox", "mime_part", "mime_text", "search", "unwrap")
