"""Run the console blocks of a page as a person would: `python scripts/transcripts.py PAGE.md.. [--update]`.

In a block marked ```console, a line that begins with `$ ` is a command, run with bash; the lines below it are what it
prints (stdout and stderr). `...` stands for any text in a line, and alone for any number of lines. A command that fails
says so on the page: `; echo $?`. A JSON object of more than 240 characters is printed in one line and shown with a line
for each key, so that one field more is one line more. A block inside an HTML comment is run, and what it prints is
nobody's business: there the others of a game do their part.

A page of docs/ is typed by a person at a terminal, who begins with an empty home; the answers are what the page shows
behind the questions. In tests/evening several people type, each at a terminal and with a home: `anna$ COMMAND`. In
tests/stories they type at a table that `table GAME seats=3 steps=5` lays (tests/support/stories.py). Any other page
runs in a copy of `examples/`. With `--update` the printed lines are written into the page.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.support.transcripts import main

if __name__ == "__main__":
    main()
