"""Rounds of a game by real commands: `python3 scripts/rounds.py civilization [--seats 4] [--rounds 2] [--page FILE]`.

What all of them saw is written to a page that one can read as a person would. The last line says how many steps,
commands and mails it took, and how many screens were paged. With `--shared` nothing is mailed: all share a folder,
which the host watches. tests/support/rounds.py plays.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.support.rounds import main

if __name__ == "__main__":
    main(sys.argv[1:])
