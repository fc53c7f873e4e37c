"""The catalogues as they are read, beside the reader of the standard library."""

from __future__ import annotations

import gettext
import struct
from pathlib import Path

import pytest

from referee.i18n.catalogue import Catalogue
from tests.words.catalogue_files import ROOT

FILES = sorted(ROOT.rglob("*.mo"))
COUNTS = (0, 1, 2, 5, 21, 100)


def _library(path: Path) -> gettext.GNUTranslations:
    with path.open("rb") as file:
        return gettext.GNUTranslations(file)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_every_entry_is_read_as_gettext_reads_it(path: Path) -> None:
    library, ours = _library(path), Catalogue(path.read_bytes())
    plain = {key: text for key, text in library._catalog.items() if isinstance(key, str)}
    plural = {key for key, _ in (key for key in library._catalog if isinstance(key, tuple))}

    assert {key: ours.text(key) for key in plain} == plain
    assert {(key, n): ours.text(key, n) for key in plural for n in COUNTS} == {
        (key, n): library.ngettext(key, "", n) for key in plural for n in COUNTS
    }


def test_an_entry_that_is_not_there_is_none() -> None:
    ours = Catalogue(FILES[0].read_bytes())

    assert (ours.text("no-such-entry"), ours.text("no-such-entry", 2)) == (None, None)


def _made(order: str, rows: dict[str, str]) -> bytes:
    """A catalogue with these entries, sorted as every tool sorts them; the words of gettext's manual, section 10.3."""
    size, places, block = len(rows), [], b""
    for text in (*sorted(rows), *(rows[key] for key in sorted(rows))):
        places += [len(text.encode()), 28 + 16 * size + len(block)]
        block += text.encode() + b"\0"
    head = struct.pack(f"{order}7I", 0x950412DE, 0, size, 28, 28 + 8 * size, 0, 28 + 16 * size)
    return head + struct.pack(f"{order}{4 * size}I", *places) + block


@pytest.mark.parametrize("order", "<>")
def test_a_catalogue_of_either_byte_order_and_of_three_forms_is_read(order: str) -> None:
    rule = "n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2"
    header = f"Content-Type: text/plain; charset=utf-8\nPlural-Forms: nplurals=3; plural=({rule});\n"
    ours = Catalogue(_made(order, {"": header, "n\4tile\0n\4tile": "фишка\0фишки\0фишек", "yes": "да"}))

    assert [ours.text("yes"), *(ours.text("n\4tile", n) for n in (1, 3, 11, 21))] == [
        "да",
        "фишка",
        "фишки",
        "фишек",
        "фишка",
    ]
