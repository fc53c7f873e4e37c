"""The append-only record of one game: notes, bundles, the chain, and the files they live in. Knows no game."""

from referee.kernel.late_loading import late

late(__name__, "chain", "file_names", "locks", "note", "signature_threads", "store")
