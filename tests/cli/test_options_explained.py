"""What the options of a game mean is told where somebody binds himself to them, and whenever it is asked."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.games import find
from referee.i18n.option_names import option_name, option_value_text, options_in_prose
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


@pytest.mark.parametrize("lang", ["en", "it"])
@pytest.mark.parametrize("game", ["cards", "civilization", "tigris", "ur"])
def test_a_list_of_options_says_in_words_what_each_value_means(game: str, lang: str) -> None:
    """`each box-royalties` and `two-rounds passes` say nothing to somebody who is invited."""
    options = find(game).info.options
    told = {
        (option.name, value): options_in_prose(game, [(option.name, value)], lang)
        for option in options
        for value in option.choices
    }

    assert [pair for pair, said in told.items() if "-" in said or "=" in said] == []
    plain = {"board", "scores"} if game == "tigris" else set()
    by_name = {
        name
        for (name, value), said in told.items()
        if value not in ("yes", "no")
        and said in (f"{value} {name}", f"{option_name(game, name, lang)} {option_value_text(game, name, value, lang)}")
    }
    assert by_name <= plain | ({"rounds"} if game == "civilization" else set())
