"""Where mail comes from and where it goes: files and mailboxes, letters as mails, the book of addresses, servers."""
