"""The append-only record of one game: notes, bundles, the chain, and the files they live in. Knows no game."""
