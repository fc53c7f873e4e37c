"""What is signed is read out by name: a code alone may be any place."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.games_on_disk import asked, home_of, lay
from tests.cli.terminal import inside
from tests.support.rehearse import open_match

TYPED = "prendo edilizia, insedio l'Eufrate, fondo in Labrador"


@pytest.mark.parametrize(
    ("lang", "told"),
    [
        ("en", ("take Building", "settle Euphrates", "found Labrador")),
        ("it", ("prendi Edilizia", "insedia Eufrate", "fonda Labrador")),
    ],
)
def test_every_place_and_card_is_told_by_its_name(tmp_path: Path, lang: str, told: tuple[str, ...]) -> None:
    match = open_match("civilization", 2, "names")
    home = home_of(tmp_path, asked(match))
    _, out, _ = inside(["try", TYPED, "--lang", lang], home, lay(tmp_path / "game", match.files))

    assert [words for words in told if words not in out] == []
