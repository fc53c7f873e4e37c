"""The append-only record of one game: notes, bundles, slots, and the files they live in. Knows no game."""

from referee.kernel.late_loading import late

late(__name__, "file_names", "locks", "note", "note_slots", "signature_threads", "store")
