"""Compile the words: `referee/words/<lang>/*.po` into one `words.mo`; `help.po`, and each `words/<lang>.po` of a game,
into a `.mo` of its own.

    python scripts/make_words.py            write them, and the English above each entry of the other languages
    python scripts/make_words.py --check    only say which are not what would be written

Same catalogues, same bytes: no dates. An entry marked fuzzy is left out, and said in English.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    from scripts.environment import enter

    enter("requirements-dev.txt")

from babel.messages.catalog import Catalog  # noqa: E402
from babel.messages.mofile import write_mo  # noqa: E402
from babel.messages.pofile import read_po, write_po  # noqa: E402

WORDS = ROOT / "referee" / "words"
HELP = "help.po"
"""The words of the help pages: loaded when one of them is asked for."""
GAMES = (
    *sorted((ROOT / "referee" / "games").iterdir()),
    *(ROOT / "tests" / name / name for name in ("claims", "oxo")),
)
"""The folders of games that bring words; the last is a package, as the suite has it."""
Key = tuple[str | None, Any]


class Undated(Catalog):
    """A catalogue that does not say when it was made."""

    @property
    def mime_headers(self) -> list[tuple[str, str]]:  # type: ignore[override]
        """The header lines, without dates."""
        kept = ("Language", "MIME-Version", "Content-Type", "Content-Transfer-Encoding", "Plural-Forms")
        return [(name, value) for name, value in Catalog.mime_headers.fget(self) if name in kept]


def read(path: Path, lang: str) -> Undated:
    """The catalogue in a `.po` file."""
    with path.open("rb") as file:
        return undated(read_po(file, locale=lang if lang != "qps" else None, abort_invalid=True))


def undated(*catalogues: Catalog) -> Undated:
    """One catalogue of several, in their order. Raises ValueError if two of them have an entry of the same name."""
    first = catalogues[0]
    found = Undated(locale=first.locale, header_comment=first.header_comment, fuzzy=False)
    for catalogue in catalogues:
        for message in catalogue:
            if message.id:
                if found.get(message.id, message.context) is not None:
                    raise ValueError(f"two entries are called {message.id}")
                found[message.id] = message
    return found


def compiled(catalogue: Catalog) -> bytes:
    """The bytes of the `.mo` file."""
    target = io.BytesIO()
    write_mo(target, catalogue)
    return target.getvalue()


def with_english(catalogue: Catalog, english: Catalog) -> bytes:
    """The `.po` file, each entry under its English: translators see a sentence, not a code."""
    for message in catalogue:
        source = english.get(message.id, message.context) if message.id else None
        if source is not None:
            texts = [source.string] if isinstance(source.string, str) else list(source.string)
            message.auto_comments = texts
    return written(catalogue)


def written(catalogue: Catalog) -> bytes:
    """The bytes of a `.po` file."""
    target = io.BytesIO()
    write_po(target, catalogue, width=0)
    return target.getvalue()


def made() -> Iterator[tuple[Path, bytes]]:
    """Every file this script writes, with its bytes."""
    for folder in sorted(path for path in WORDS.iterdir() if any(path.glob("*.po"))):
        areas = {path.name: read(path, folder.name) for path in sorted(folder.glob("*.po"))}
        yield folder / "words.mo", compiled(undated(*(words for name, words in areas.items() if name != HELP)))
        if HELP in areas:
            yield folder / "help.mo", compiled(areas[HELP])
        yield from _commented(folder, areas)
    for path in (path for game in GAMES for path in sorted(game.glob("words/*.po"))):
        catalogue = read(path, path.stem)
        yield path.with_suffix(".mo"), compiled(catalogue)
        if path.stem != "en":
            yield path, with_english(catalogue, read(path.with_name("en.po"), "en"))


def _commented(folder: Path, areas: Mapping[str, Catalog]) -> Iterator[tuple[Path, bytes]]:
    if folder.name != "en":
        for name, catalogue in areas.items():
            yield folder / name, with_english(catalogue, read(WORDS / "en" / name, "en"))


def main() -> int:
    """Write what is not there already, or with `--check` only say so: exit 1 then."""
    stale = [(path, data) for path, data in made() if not path.is_file() or path.read_bytes() != data]
    for path, data in stale:
        print(path.relative_to(ROOT).as_posix())
        if "--check" not in sys.argv:
            path.write_bytes(data)
    return 1 if stale and "--check" in sys.argv else 0


if __name__ == "__main__":
    raise SystemExit(main())
