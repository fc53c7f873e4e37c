"""What the options of a game mean is told where somebody binds himself to them, and whenever it is asked."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.games_on_disk import home_of, lay
from tests.cli.terminal import inside
from tests.support.rehearse import open_match


@pytest.mark.parametrize("words", ["end-mode", "modo-fine", "MODO-FINE"])
def test_an_option_is_explained_with_what_it_is_and_what_it_might_be(tmp_path: Path, words: str) -> None:
    match = open_match("civilization", 2, "explained")
    game, home = lay(tmp_path / "game", match.files), home_of(tmp_path, "host")

    told = "modo-fine carta (oppure subito): se le tecnologie che possono chiudere la partita la chiudono subito\n"
    assert inside(["rule", words, "--lang", "it"], home, game)[1].startswith(told)


@pytest.mark.parametrize(("words", "lang"), [("options", "en"), ("opzioni", "it"), ("Opzioni", "en")])
def test_all_options_are_explained_in_one_window(tmp_path: Path, words: str, lang: str) -> None:
    match = open_match("civilization", 2, "explained", (("militia", "yes"),))
    game, home = lay(tmp_path / "game", match.files), home_of(tmp_path, "host")
    code, out, _ = inside(["rule", words, "--lang", lang], home, game)
    lines = out.splitlines()

    assert (code, len(lines)) == (0, len(match.table.game.info.options))
    assert any(line.startswith(("militia yes (or no): ", "milizia sì (oppure no): ")) for line in lines)


def test_before_the_deal_rules_and_options_are_told(tmp_path: Path) -> None:
    match = open_match("civilization", 2, "explained")
    files = {name: data for name, data in match.files.items() if name in ("offer.note", "charter.note", "pack.json")}
    game, home = lay(tmp_path / "game", files), home_of(tmp_path, "anna")

    for words in ("options", "ranking", "scoring"):
        code, out, errors = inside(["rule", words, "--lang", "en"], home, game)
        assert (code, bool(out), errors) == (0, True, "")
