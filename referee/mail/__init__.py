"""Mail and shared folders: what is sent, to whom, by which server, and what was received."""

from referee.kernel.late_loading import late

late(__name__, "accounts", "address_book", "inbox", "mail_memory", "mime", "shared_folder")
