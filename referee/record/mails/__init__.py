"""Notes out of what people and their mail programs send: mailboxes, mails, HTML, RTF, rewrapped and damaged text."""
