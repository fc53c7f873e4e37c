"""A made-up language: every sentence of the catalogues in brackets. What stands outside of them is no language.

Run are all commands in a running game, their help pages, the letters and the boards of every game.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache

import pytest

from referee.cli.main import run
from referee.cli.registry import COMMANDS, GROUPS, ROWS
from referee.games import all_games, find, names
from referee.i18n import catalogue as read
from referee.i18n.catalogue import HELP, Catalogue
from referee.i18n.compiler import mo_bytes
from referee.i18n.standing_text import standing_order_text
from referee.kernel.dice import Dice
from referee.kernel.game import AnyGame, Viewer, complete_options, piles_of
from referee.messages.letters import step_letter
from tests.cli.examples import Door, example_of
from tests.cli.test_output import door  # noqa: F401
from tests.support.rehearse import open_match, play_out
from tests.words.catalogue_files import catalogue, prose_of

LANG = "qps"
PEOPLE = {"anna", "bert", "carl", "dora", "hanna", "host", "second"}
"""Names of seats and keys."""
ACCENTS = str.maketrans("aeiouAEIOU", "áéíóúÁÉÍÓÚ")
_PLACE = re.compile(r"(\{[^{}]*\})")


def wrapped(text: str) -> str:
    """The text in brackets with accents, its places as they are."""
    return (
        "[!!"
        + "".join(part if part.startswith("{") else part.translate(ACCENTS) for part in _PLACE.split(text))
        + "!!]"
    )


@cache
def pseudo(game: str) -> Catalogue:
    return Catalogue(mo_bytes({key: tuple(map(wrapped, texts)) for key, texts in catalogue(game, "en").items()}))


@pytest.fixture(autouse=True)
def made_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """The made-up language beside the others."""
    real, languages = read._catalogue, read.languages()
    monkeypatch.setattr(read, "_catalogue", lambda game, lang: pseudo(game) if lang == LANG else real(game, lang))
    monkeypatch.setattr(read, "languages", lambda: (*languages, LANG))


def outside(text: str) -> str:
    """What stands outside of all brackets; they may stand in one another and go over lines."""
    depth, kept = 0, []
    for part in re.split(r"(\[!!|!!\])", text):
        depth += {"[!!": 1, "!!]": -1}.get(part, 0)
        if depth == 0 and part != "!!]":
            kept.append(part)
    return "".join(kept)


@cache
def english() -> frozenset[str]:
    """Every word of the English sentences of house and games, of three letters or more."""
    texts = (text for game in ("", HELP, *names()) for forms in catalogue(game, "en").values() for text in forms)
    return frozenset(word for text in texts for word in re.findall(r"[a-z]{3,}", _PLACE.sub(" ", text).lower()))


@cache
def no_language() -> re.Pattern[str]:
    """Names of games, commands to type, orders, goods, ends, ids of rules and findings, keys, paths: no language."""
    verbs = sorted({order.split()[0] for game in all_games() for order in _orders(game.info.name)})
    parts = [re.escape(game.info.title) for game in all_games()]
    parts.append(rf"  (?:{'|'.join(names())})(?=  )")
    parts.append(r"referee: |audit: |\breferee (?:--game )?[\x22a-z].*")
    parts += [r"SHA256:\S+|ssh-ed25519 .*|\S*[/.\\]\S+|\b[A-Z]{2} \d+\.\d+|\b[A-Z]-[A-Z]+\b"]
    parts.append(rf"(?:^|: |[;,] |  )(?:{'|'.join(verbs)})(?: +[A-Za-z0-9:=>/|-]+)* *(?=[;,]|$)")
    parts += [re.escape(name) for game in all_games() for name in _named_in_packs(game)]
    endings = sorted({ending for game in all_games() for ending in game.info.endings})
    kinds = sorted({kind for game in all_games() for kind in _kinds(game)})
    parts.append(rf"\((?:{'|'.join(endings)})\)|\b\d+ (?:{'|'.join(kinds)})\b")
    packs = (json.loads(data) for game in all_games() if game.packs for _, data in game.packs())
    parts += [re.escape(text) for pack in packs for text in pack.get("label", {}).values()]
    return re.compile("|".join(parts), re.MULTILINE)


@cache
def no_language_of_help() -> re.Pattern[str]:
    """Options and commands to type, and the options of games."""
    parts = [r"^: referee[a-z ]*", r"(?<!\S)--?[a-z-]+", rf"^  (?:{'|'.join(row.word for row in ROWS)}) "]
    forms = ((game.info.name, form) for game in all_games() if game.policies for form in game.policies.forms)
    parts += [rf"^  {re.escape(outside(standing_order_text(game, form, LANG)))}$" for game, form in forms]
    parts += [r"[\w-]+=[\w|=-]+", rf"^(?:{'|'.join(names())}),"]
    return re.compile("|".join(parts), re.MULTILINE)


def _kinds(game: AnyGame) -> Iterator[str]:
    """What a hand holds, as orders and records call it."""
    piles = piles_of(game, complete_options(game.info, game.info.seats[-1], ()), Dice(bytes(32)))
    yield from (kind for pile in piles for kind, _ in pile.kinds)


def _named_in_packs(game: AnyGame) -> Iterator[str]:
    """What a pack calls things: data, in the languages that the pack has."""
    for _, data in game.packs() if game.packs is not None else ():
        yield from re.findall(r'"(?:id|en|it)":\s*"([^"]+)"', data.decode())


def _orders(game: str) -> Iterator[str]:
    """Orders of every sort that comes up in a random game, whole and brief, and the examples of its questions."""
    yield from (question["example"] for question in prose_of(game)["questions"].values())
    match = open_match(game, min(3, find(game).info.seats[-1]), "verbs")
    for _ in range(12):
        seat = match.host.request.seat if match.host.request is not None else 0
        legal = match.host.table.game.legal_orders(match.host.state, seat, None)
        notation = match.host.table.game.notation
        for order in map(notation.format_order, legal):
            yield from (order, notation.said(order, brief=True).told("en"))
        play_out(match, "verbs", steps=1)


@cache
def printed() -> frozenset[str]:
    """Every word of the data packs of all games: names in two languages, and the ids that orders name."""
    texts = (
        text for game in all_games() if game.packs for _, data in game.packs() for text in _texts(json.loads(data))
    )
    return frozenset(word for text in texts for word in re.findall(r"[a-z]{3,}", text.lower()))


def _texts(value: object) -> Iterator[str]:
    if isinstance(value, dict):
        for key in value.keys() - {"label"}:
            yield from [value[key]] if key in ("en", "it", "id") else _texts(value[key])
    if isinstance(value, list):
        for item in value:
            yield from _texts(item)


def left_over(text: str) -> list[str]:
    """The lines with English outside of brackets."""
    found = []
    human = re.sub(r"-----BEGIN REFEREE NOTE.*?-----END REFEREE NOTE-----", "", text, flags=re.DOTALL)
    for line in no_language().sub(" ", outside(human)).splitlines():
        if {word.lower() for word in re.findall(r"[A-Za-z]{3,}", line)} & english() - PEOPLE - printed():
            found.append(line)
    return found


@pytest.mark.parametrize("command", [name for name in COMMANDS if name not in ("completion", "help")])
def test_every_word_of_a_command_comes_from_the_catalogues(command: str, door: Door) -> None:  # noqa: F811
    """Not of those two: one prints a program, the other the names of commands."""
    code, out, errors = door.given(example_of(command), "--lang", LANG)

    assert code == 0
    assert left_over(out + errors) == []


@pytest.mark.parametrize("page", ["", *sorted(GROUPS), *COMMANDS])
def test_every_word_of_a_help_page_comes_from_the_catalogues(page: str, capsys: pytest.CaptureFixture[str]) -> None:
    code = run([*page.split(), "--help", "--lang", LANG])
    told = capsys.readouterr()

    assert (code, told.err) == (0, "")
    assert left_over(no_language_of_help().sub(" ", outside(told.out))) == []


@pytest.mark.parametrize("game", names())
def test_every_word_of_a_letter_comes_from_the_catalogues(game: str) -> None:
    match = play_out(open_match(game, min(3, find(game).info.seats[-1]), "pseudo"), "pseudo", steps=6)
    text = step_letter(match.host, (), LANG).decode()

    assert left_over(text) == []


@pytest.mark.parametrize("game", names())
def test_every_word_of_a_board_comes_from_the_catalogues(game: str) -> None:
    match = play_out(open_match(game, min(3, find(game).info.seats[-1]), "pseudo"), "pseudo", steps=6)
    table = match.host.table
    drawn = table.game.faces.text(match.host.state, Viewer(table.names, lang=LANG))

    assert left_over("\n".join("".join(text for text, _ in line) for line in drawn)) == []
