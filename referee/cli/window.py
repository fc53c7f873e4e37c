"""`referee-table`: the program that a desktop icon starts; it opens the page of `referee open` without a terminal.

Windows gives such a program no streams. What the last run has said is kept in the home as `open.log`, and a refusal is
shown as a page. Games that begin on the page are in a folder below the person's own.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from io import BytesIO, TextIOWrapper
from pathlib import Path

from referee.cli import options
from referee.cli.main import leave_at_once, limit_core, run, serve_as_worker
from referee.cli.printing.picture_files import open_browser, private_file
from referee.drawing.markup import html_page, markup_of, tag
from referee.kernel.errors import RefereeError
from referee.record import files
from referee.record.store import DataFolder, home_path

LOG = "open.log"
"""The file of the home with what the last run has said."""
GAMES = "referee-games"
"""The folder below the person's own in which games begin: a click starts a program in no folder that anybody chose."""
_POLICY = tag("meta", http_equiv="Content-Security-Policy", content="default-src 'none'")


def main() -> None:
    """Open the page, with the words of the command line as those of `referee open`, and exit."""
    serve_as_worker()
    limit_core()
    said = BytesIO()
    sys.stdin = TextIOWrapper(BytesIO(), "utf-8")
    sys.stdout = sys.stderr = TextIOWrapper(said, "utf-8", write_through=True)
    _go_to_games()
    code = run(["open", *sys.argv[1:]])
    with suppress(RefereeError):  # a home that is refused keeps nothing; the page says why
        DataFolder(home_path()).write_own(LOG, said.getvalue())
    if code:
        lines = markup_of(*said.getvalue().decode().splitlines(), between="\n")
        open_browser(private_file("refused", html_page(options.language(sys.argv[1:]), _POLICY, tag("pre", lines))))
    leave_at_once(code)


def _go_to_games() -> None:
    """Go to the folder in which games begin; where that cannot be had, stay."""
    with suppress(RefereeError, OSError):
        files.make_folder(Path.home() / GAMES, 0o700)
        os.chdir(Path.home() / GAMES)


if __name__ == "__main__":
    main()
