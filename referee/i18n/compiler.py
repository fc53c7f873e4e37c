"""From what translators write to what the program reads: a catalogue in TOML becomes a `.mo`, as GNU gettext has it.

A line of such a file is a code and its words, `no-such-rule = "there is no rule {id}"`; a table `[rule]` holds the
entries of a context; a list of texts holds the forms for numbers, in the order of the plural rule. That is `n != 1`
unless the file begins with another, `plural-forms = "n > 1"`. Same sources, same bytes.

    python -m referee.i18n.compiler            compile what is in this tree of the program
    python -m referee.i18n.compiler FOLDER     .. and the catalogues `words/<lang>.toml` of the game in a folder

Needs the standard library alone, for it runs where an environment or a package is made, before there is anything else.
"""

from __future__ import annotations

import struct
import sys
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path

PROGRAM = Path(__file__).resolve().parent.parent
HELP = "help.toml"
"""The words of the help pages: compiled on their own, for a command that only runs needs none of them."""
PLURAL = "plural-forms"
Entry = tuple[str, ...]
"""The text of an entry, or its forms for numbers."""
Key = tuple[str, str]
"""(context, code); the context of a sentence is empty."""


def read(source: str) -> dict[Key, Entry]:
    """The entries of a catalogue; its plural rule, if it says one, under ("", PLURAL).

    Raises:
        ValueError: it is not TOML, or a value in it is not text.
    """
    found: dict[Key, Entry] = {}
    for name, value in tomllib.loads(source).items():
        context, entries = (name, value) if isinstance(value, dict) else ("", {name: value})
        for code, text in entries.items():
            forms = text if isinstance(text, list) and text else [text]
            if not all(isinstance(form, str) for form in forms):
                raise ValueError(f"{code} is neither a text nor a list of texts")
            found[context, code] = tuple(forms)
    return found


def mo_bytes(entries: Mapping[Key, Entry]) -> bytes:
    """The bytes of the `.mo` file with these entries, sorted, without a table of hashes (gettext's manual, 10.3)."""
    rule = entries.get(("", PLURAL), ("n != 1",))[0]
    most = max(2, *map(len, entries.values())) if entries else 2
    rows = {"": f"Content-Type: text/plain; charset=utf-8\nPlural-Forms: nplurals={most}; plural=({rule});\n"}
    for (context, code), forms in entries.items():
        if (context, code) != ("", PLURAL):
            key = f"{context}\4{code}" if context else code
            rows[f"{key}\0{code}" if len(forms) > 1 else key] = "\0".join(forms)
    ordered = sorted((key.encode(), text.encode()) for key, text in rows.items())
    places: list[int] = []
    block, begin = bytearray(), 28 + 16 * len(ordered)
    for column in zip(*ordered, strict=True):
        for text in column:
            places += (len(text), begin + len(block))
            block += text + b"\0"
    head = struct.pack("<7I", 0x950412DE, 0, len(ordered), 28, 28 + 8 * len(ordered), 0, begin)
    return head + struct.pack(f"<{len(places)}I", *places) + block


def join_entries(*paths: Path) -> dict[Key, Entry]:
    """The entries of several files.

    Raises:
        ValueError: two of them have an entry of the same name, or as `read`.
    """
    found: dict[Key, Entry] = {}
    for path in paths:
        entries = read(path.read_text("utf-8"))
        if twice := sorted(found.keys() & entries.keys()):
            raise ValueError(f"{path.name} has an entry that stands in another file: {twice[0][1]}")
        found |= entries
    return found


def program_catalogues(folder: Path) -> Iterator[tuple[Path, bytes]]:
    """Each file that is compiled from the folders of languages in `folder`, with its bytes."""
    for language in sorted(path for path in folder.iterdir() if any(path.glob("*.toml"))):
        pages = language / HELP
        yield language / "words.mo", mo_bytes(join_entries(*sorted(set(language.glob("*.toml")) - {pages})))
        if pages.exists():
            yield language / "help.mo", mo_bytes(join_entries(pages))


def game_catalogues(folder: Path) -> Iterator[tuple[Path, bytes]]:
    """Each file that is compiled from the catalogues of the game in `folder`, with its bytes."""
    for path in sorted(folder.glob("words/*.toml")):
        yield path.with_suffix(".mo"), mo_bytes(join_entries(path))


def compiled_catalogues(*folders: Path) -> list[tuple[Path, bytes]]:
    """Each compiled file of this tree of the program, and of the games in these folders besides, with its bytes."""
    games = sorted(path for path in (PROGRAM / "games").iterdir() if path.is_dir())
    return [
        *program_catalogues(PROGRAM / "i18n"),
        *(row for game in (*games, *folders) for row in game_catalogues(game)),
    ]


def write(*folders: Path) -> list[Path]:
    """Write those of `made` that are not there or of other sources. Returns them."""
    found = [
        (path, data) for path, data in compiled_catalogues(*folders) if not path.is_file() or path.read_bytes() != data
    ]
    for path, data in found:
        path.write_bytes(data)
    return [path for path, _ in found]


if __name__ == "__main__":
    write(*map(Path, sys.argv[1:]))
