"""Records that come from elsewhere than the folder of a game: archives, mailboxes, a letter with all its notes.

`records_at` and `notes_at` look which kind lies at a path. What comes out is what a folder gives: the files of a record
by name, with their bytes. Nothing is written anywhere.
"""

from __future__ import annotations

from referee.record.elsewhere.found import archived_at, notes_at, records_at
from referee.record.elsewhere.rebuilt import Found

__all__ = ["Found", "archived_at", "notes_at", "records_at"]
