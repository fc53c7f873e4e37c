"""The pages that are made of the program and not kept in its repository: those for `man`, those of all commands and of
all refusals, and those of the words of each game's orders, in Italian too.

`python scripts/built_pages.py FOLDER` writes them below a folder, with `man` behind it only the pages for `man`: so
`setup.py` puts them into the wheel and the sdist. `scripts/make_docs.py` writes them to `build`, for `scripts/site.py`.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from unittest.mock import patch

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from referee import games  # noqa: E402
from referee.cli.main import run  # noqa: E402
from referee.cli.registry import COMMANDS  # noqa: E402
from referee.kernel.game import AnyGame  # noqa: E402
from referee.kernel.grammar import Part  # noqa: E402
from scripts import italian_pages, man_pages, refusals_page  # noqa: E402

ORDERS_INTRODUCTION = """\
In italiano: [ordini-{game}.md](../it/ordini-{game}.md).
Generated from the words of the game by `python scripts/make_docs.py`. What can be
typed, in English or Italian, in any case, with or without articles; any beginning of a word will do if nothing else
begins so. Orders are cut by commas, `and`, a new line, or simply by the next order. What is echoed and signed is the
first column. A part in brackets may be left out, `..` means that there may be more of it. An order in italics needs
no verb when its question is open.
"""


COMMANDS_INTRODUCTION = """\
Generated from the help pages by `python scripts/make_docs.py`. `referee` alone, in the folder of a game, says what is
asked of you now; what each command prints with `--json` is in [output.schema.json](../schemas/output.schema.json).
Keys and memory are in `~/.referee`, or in `$REFEREE_HOME`; `$REFEREE_LANG` is the language (`en`, `it`); `$NO_COLOR` is
heeded.
A failure of the program itself (exit 70) leaves a file to send; `REFEREE_TRACE=1` prints the calls that led there.
"""


def built_pages() -> dict[str, str]:
    """Every page by its path below the folder that it is written to; that of a page of docs is as in the project."""
    files = {"docs/commands.md": commands_page(), "docs/refusals.md": refusals_page.page()}
    for game in (games.find(name) for name in games.built_in()):
        files[f"docs/orders/{game.info.name}.md"] = orders_page(game)
        files[f"docs/it/ordini-{game.info.name}.md"] = italian_pages.orders_page(game)
    return files | manual()


def manual() -> dict[str, str]:
    """The pages for `man`, by their paths."""
    return {f"man/{name}": source for name, source in man_pages.pages().items()}


def write(pages: Mapping[str, str], place: Path) -> None:
    """Write pages below a folder, with the same bytes on every system."""
    for name, text in pages.items():
        (place / name).parent.mkdir(parents=True, exist_ok=True)
        (place / name).write_text(text, "utf-8", newline="\n")


def orders_page(game: AnyGame) -> str:
    """The page of order words of one game, in both languages."""
    verbs = [entry for entry in game.notation.words() if entry.sort == "verb"]
    lines = [f"# {game.info.title}: the words of the orders", "", ORDERS_INTRODUCTION.format(game=game.info.name)]
    lines += ["## Orders", "", "| order | example | answers | English | italiano |", "|---|---|---|---|---|"]
    for entry in verbs:
        name = f"*{entry.name}*" if entry.bare else f"{entry.name}"
        shape = " ".join((name, *map(_part, entry.parts)))
        answers, words = ", ".join(entry.answers), dict(entry.words)
        english, italian = (", ".join(words.get(lang, ())) for lang in ("en", "it"))
        lines.append(f"| {shape} | `{entry.example}` | {answers} | {english} | {italian} |")
    for sort in dict.fromkeys(entry.sort for entry in game.notation.words() if entry.sort != "verb"):
        lines += ["", f"## {sort.capitalize()}", "", f"| {sort} | English | italiano |", "|---|---|---|"]
        for entry in (entry for entry in game.notation.words() if entry.sort == sort):
            words = dict(entry.words)
            english, italian = (", ".join(words.get(lang, ())) for lang in ("en", "it"))
            lines.append(f"| {entry.name} | {english} | {italian} |")
    return "\n".join(lines) + "\n"


def _part(part: Part) -> str:
    name = part.sort.upper() + (" .." if part.most > max(1, part.least) else "")
    name = " ".join([part.sort.upper()] * part.least) if part.least > 1 == part.most // part.least else name
    return name if part.least else f"[{name}]"


def commands_page() -> str:
    """The help page of every command, in the order of a game's life."""
    lines = ["# The commands", "", COMMANDS_INTRODUCTION]
    with patch.object(games, "packages", dict):  # the page tells of the games that come with the referee
        for arguments in ([], *(name.split() for name in COMMANDS)):
            lines += [f"## referee {' '.join(arguments)}".rstrip(), "", "```text", *_help(arguments), "```", ""]
    return "\n".join(lines).rstrip() + "\n"


def _help(arguments: list[str]) -> list[str]:
    page, before = StringIO(), os.environ.get("COLUMNS")
    os.environ["COLUMNS"] = "80"
    try:
        with redirect_stdout(page):
            run([*arguments, "--help"])
    finally:
        os.environ.pop("COLUMNS") if before is None else os.environ.update(COLUMNS=before)
    return [line.rstrip() for line in page.getvalue().rstrip().splitlines()]


if __name__ == "__main__":
    write(manual() if sys.argv[2:] == ["man"] else built_pages(), Path(sys.argv[1]))
