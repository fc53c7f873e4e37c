"""Rules are found by their words too, in both languages."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import referee
from referee.i18n.rule_text import rules_about
from referee.kernel.game import Viewer
from referee.messages.page_search import search_pages
from tests.cli.games_on_disk import asked, home_of, lay, running
from tests.cli.terminal import inside
from tests.support.rehearse import open_match, play_out

MATCH = running()
SIGNS = open_match("civilization", 2, "signs")


def said(folder: Path, *arguments: str) -> tuple[int, str, str]:
    return inside(["rule", *arguments], home_of(folder.parent, asked(MATCH)), folder)


def ids(text: str) -> list[str]:
    return re.findall(r"^\[([A-Z]{2} [0-9.]+)\]", text, re.MULTILINE)


@pytest.mark.parametrize("words", [["monument"], ["MONUMENTS"], ["monument", "pays"], ["--lang", "it", "monumento"]])
def test_a_word_finds_the_rules_that_speak_of_it(game: Path, words: list[str]) -> None:
    code, out, errors = said(game, *words)

    assert (code, errors) == (0, "")
    assert ids(out) and all(found.startswith(("TE ", "PM ")) for found in ids(out))
    assert words[-1] != "monument" or "TE 10.1" in ids(out)


def test_outside_of_a_game_the_rules_of_every_game_are_looked_through(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    code, out, _ = said(tmp_path / "empty", "leader")

    assert code == 0
    assert {found.split()[0] for found in ids(out)} >= {"TE", "CK"}


def test_a_word_that_no_rule_has_is_refused(game: Path) -> None:
    code, out, errors = said(game, "dragon")

    assert (code, out) == (3, "")
    assert errors.startswith("referee: there is no rule DRAGON; rule ids begin with ")


def test_a_page_is_named_only_where_it_can_be_opened(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An installed program has no docs/ beside it."""
    here = said(game, "TE 6.2")[1]
    monkeypatch.setattr(referee, "__file__", str(game / "site-packages" / "referee" / "__init__.py"))
    installed = said(game, "TE 6.2")[1]

    assert "page: docs/rules/tigris.md#te-6-2\n" in here
    assert installed == here.replace("page: docs/rules/tigris.md#te-6-2\n", "")


@pytest.mark.parametrize(
    ("word", "found"),
    [
        ("talloncino", "CV 13.1"),
        ("scartare", "CV 3.6"),
        ("sfruttare", "CV 3.5"),
        ("eliminazione", "CV 19.1"),
        ("aviazione", "CV 10.7"),
        ("pescare", "CV 3.7"),
    ],
)
def test_the_words_of_the_rule_book_find_a_rule(word: str, found: str) -> None:
    assert found in [text.id for text in rules_about(word, ("civilization",), "it")]


def test_a_slip_is_answered_by_the_nearest_three_rules_at_most() -> None:
    found = [text.id for text in rules_about("mnoument", ("tigris",), "en")]

    assert 0 < len(found) <= 3
    assert set(found) <= {text.id for text in rules_about("monument", ("tigris",), "en")}


@pytest.mark.parametrize(("lang", "said"), [("en", "to look up a word"), ("it", "che cosa vuol dire una parola")])
def test_whoever_asks_show_for_a_word_is_told_who_knows_it(tmp_path: Path, lang: str, said: str) -> None:
    code, _, errors = inside(["show", "gange", "--lang", lang], tmp_path / "home", tmp_path)

    assert code == 2 and f"{said}: referee rule gange\n" in errors, errors


@pytest.mark.parametrize(
    ("sign", "said_of_it"),
    [
        ("+c", "+c gan = con un colono in quel luogo"),
        ("-c", "-c gan = togliendo il colono da quel luogo"),
        ("3i+c", "2i+a = unità che compri"),
        ("app:i", "gan:i = una tua unità dove sta"),
        ("c103 > c105", "c106 > c105 = la seconda carta"),
        ("3o2+1", "3o2+1 = sulla mappa"),
        ("granaio", "       permette a tutti: Granaio (gra): produzione 1\n"),
        ("Gange", "Gange (gan)\n"),
        ("scrittura", "  alp  Alfabeto/Scrittura"),
    ],
)
def test_a_sign_or_a_name_is_explained(tmp_path: Path, sign: str, said_of_it: str) -> None:
    game = lay(tmp_path / "game", SIGNS.files)
    code, out, _ = inside(["--lang", "it", "rule", "--", sign], home_of(tmp_path, asked(SIGNS)), game)

    assert code == 0
    assert f"\n{said_of_it}" in f"\n{out}"


@pytest.mark.parametrize(
    ("words", "head"),
    [
        ("gal", "Gallia (gal)"),  # not where it is a neighbour
        ("ruota", "  whe  Ruota"),  # once, though two lists have it
        ("granaio", "  pot  Ceramica/Specializzazione"),  # what gives it is named
    ],
)
def test_what_the_pages_say_of_a_name_is_said_once_below_what_it_is_of(words: str, head: str) -> None:
    match = play_out(open_match("civilization", 2, "b"), "b", steps=12)
    view = Viewer(match.table.called, 0, None, "it")
    first, *below = search_pages(match.table.game, match.host.state, view, words)
    margin = len(first) - len(first.lstrip())

    assert first.startswith(head)
    assert below and all(line.startswith(" " * (margin + 1)) for line in below), below


@pytest.mark.parametrize(
    ("words", "found"),
    [
        (["tigris", "TE 11.1"], "TE 11.1"),
        (["tigris", "TE", "11.1"], "TE 11.1"),
        (["Tigris te11.1"], "TE 11.1"),
        (["tigris", "11.1"], "TE 11.1"),
        (["ur", "5.1"], "UR 5.1"),
    ],
)
def test_a_game_may_stand_before_the_id_of_a_rule_as_it_does_everywhere(
    tmp_path: Path, words: list[str], found: str
) -> None:
    (tmp_path / "empty").mkdir()
    code, out, errors = said(tmp_path / "empty", *words)

    assert (code, errors, ids(out)) == (0, "", [found])


@pytest.mark.parametrize(
    ("lang", "sentence"),
    [
        ("en", "TE 11.1 is not a rule of Ur; its rules begin with UR"),
        ("it", "TE 11.1 non è una regola di Ur; le sue regole cominciano con UR"),
    ],
)
def test_a_rule_of_another_game_than_the_one_named_is_refused(tmp_path: Path, lang: str, sentence: str) -> None:
    (tmp_path / "empty").mkdir()
    code, out, errors = said(tmp_path / "empty", "--lang", lang, "ur", "TE 11.1")

    assert (code, out) == (3, "")
    assert sentence in errors


@pytest.mark.parametrize(("lang", "said_of_it"), [("en", "departs from the leaflet"), ("it", "scosta dal testo")])
def test_a_default_that_departs_from_the_leaflet_says_so_where_it_is_offered(
    tmp_path: Path, lang: str, said_of_it: str
) -> None:
    code, out, _ = inside(["offer", "ur", "--help", "--lang", lang], tmp_path, tmp_path)

    assert code == 0
    assert said_of_it in " ".join(out.split())


@pytest.mark.parametrize("typed", [("caf\udce9",), ("te", "\udcff"), ("caf\udce9", "--json")])
def test_what_is_typed_and_is_no_text_is_a_word_like_any_other(tmp_path: Path, typed: tuple[str, ...]) -> None:
    """Bytes of an old terminal, which no UTF-8 has."""
    code, out, errors = inside(("rule", *typed), tmp_path / "home", tmp_path)

    assert code in (0, 3), (out, errors)
    (out + errors).encode()
