"""A pack that does not come with the program travels beside the invitation, and both letters of it say so."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from referee.games import find
from referee.i18n.option_names import pack_words
from referee.protocol.opening.data_packs import shipped_packs
from referee.record.note import read_bundle
from referee.record.notes import Offer
from tests.cli.games_on_disk import home_of
from tests.cli.terminal import inside

OWN, USUAL, OTHER = "own", "usual", "other"
COMMAND = "   referee join --pack pack.json\n"
WITHOUT = "   referee join\n"


def offered(tmp_path: Path, which: str, *more: str) -> tuple[str, Path]:
    """What the host of a game of claims is told, and the folder of that game."""
    first, second = list(shipped_packs(find("claims")).values())[:2]
    value = json.loads(first)
    value["hills"][0]["name"]["en"] = "Overseas Hill"
    packs = {OWN: json.dumps(value).encode(), USUAL: first, OTHER: second}
    (tmp_path / "hills.json").write_bytes(packs[which])
    typed = ("offer", "claims", "--seats", "3", "--name", "Hanna", "--pack", "hills.json", "--folder", "game", *more)
    code, said, errors = inside(typed, home_of(tmp_path, "host"), tmp_path)
    assert code == 0, errors
    return said, tmp_path / "game"


def letter(game: Path) -> str:
    """The words of the invitation, without the offer itself."""
    return (game / "letters" / "invitation.txt").read_text("utf-8").partition("-----BEGIN")[0]


@pytest.mark.parametrize(
    ("lang", "sentence"),
    [
        ("en", "Attach this file too; nobody can join without it:"),
        ("it", "Con l'invito manda anche questo file; senza, nessuno può partecipare:"),
    ],
)
def test_the_host_is_told_to_send_a_pack_of_their_own_along(tmp_path: Path, lang: str, sentence: str) -> None:
    said, _ = offered(tmp_path, OWN, "--lang", lang)
    lines = said.splitlines()
    at = lines.index(sentence)

    assert lines[at - 1 : at + 2] == ["  game/letters/invitation.txt", sentence, "  game/record/pack.json"]


def test_a_program_that_offers_is_told_which_pack_to_send_along(tmp_path: Path) -> None:
    said, _ = offered(tmp_path, OWN, "--json")

    assert json.loads(said)["pack"] == "game/record/pack.json"


@pytest.mark.parametrize(
    ("lang", "sentence"),
    [
        ("en", "The file pack.json comes with it, the data pack of this game: save it in the same folder."),
        (
            "it",
            "Con la mail arriva il file pack.json, il pacchetto di dati di questa partita: "
            "salvalo nella stessa cartella.",
        ),
    ],
)
def test_the_invitation_says_to_save_the_pack_and_what_to_type(tmp_path: Path, lang: str, sentence: str) -> None:
    _, game = offered(tmp_path, OWN, "--lang", lang)
    text = letter(game)

    assert sentence in " ".join(text.split())
    assert COMMAND in text and WITHOUT not in text
    assert max(map(len, text.splitlines())) <= 76


def test_what_the_invitation_says_to_type_joins_the_game(tmp_path: Path) -> None:
    _, game = offered(tmp_path, OWN)
    (typed,) = (line.split() for line in letter(game).splitlines() if line.startswith("   referee join"))
    mails = tmp_path / "mails"
    mails.mkdir()
    shutil.copy(game / "letters" / "invitation.txt", mails / "invitation.eml")
    shutil.copy(game / "record" / "pack.json", mails)
    anna = home_of(tmp_path, "anna")
    assert inside(["receive", mails, "--keep"], anna, tmp_path)[0] == 0
    code, _, errors = inside([*typed[1:], "--name", "Anna", "--folder", "mine"], anna, tmp_path)

    assert (code, errors) == (0, "")
    assert (tmp_path / "mine" / "record" / "pack.json").read_bytes() == (game / "record" / "pack.json").read_bytes()


@pytest.mark.parametrize("which", [USUAL, OTHER])
def test_a_pack_that_comes_with_the_program_is_not_sent(tmp_path: Path, which: str) -> None:
    said, game = offered(tmp_path, which)

    assert "pack.json" not in said + letter(game)
    assert WITHOUT in letter(game)


@pytest.mark.parametrize(("which", "plain"), [(USUAL, True), (OTHER, False), (OWN, False)])
def test_a_game_from_another_pack_is_not_called_the_one_of_the_rulebook(
    tmp_path: Path, which: str, plain: bool
) -> None:
    text = letter(offered(tmp_path, which)[1])

    assert ("as in the rulebook" in text) == plain
    assert ("THE GAME: pack " in text) == (not plain)


LABELS = {
    "en": "Its data pack: reconstructed cards, map and marker mix; in four words: novup mobot lisar fegam.",
    "it": "Il suo pacchetto di dati: carte, mappa e segnalini ricostruiti; in quattro parole: novup mobot lisar fegam.",
}


@pytest.mark.parametrize("lang", ["en", "it"])
def test_a_pack_that_comes_with_the_program_is_told_by_label_and_words(tmp_path: Path, lang: str) -> None:
    host, anna = home_of(tmp_path, "host"), home_of(tmp_path, "anna")
    offer = ("offer", "civilization", "--seats", "2", "--name", "Hanna", "--folder", "game", "--lang", lang)
    assert inside(offer, host, tmp_path)[0] == 0
    invited = " ".join(letter(tmp_path / "game").split())
    code, said, _ = inside(("join", "game/letters/invitation.txt", "--name", "Anna", "--lang", lang), anna, tmp_path)

    assert code == 0
    assert LABELS[lang] in invited and LABELS[lang] in said.splitlines()


def test_of_a_pack_of_the_hosts_own_the_words_are_told_and_asked_to_be_compared(tmp_path: Path) -> None:
    _, game = offered(tmp_path, OWN)
    anna = home_of(tmp_path, "anna")
    typed = ("join", game / "letters" / "invitation.txt", "--pack", game / "record" / "pack.json", "--name", "Anna")
    code, said, _ = inside(typed, anna, tmp_path)
    words = pack_words(dict(offer_of(game).option)["pack"])

    assert code == 0
    assert f"Its data pack: four words, {words}." in " ".join(letter(game).split())
    assert f"The game: pack {words}\n" in said
    assert "everyone whose data pack is the same sees the same four words" in said


def offer_of(game: Path) -> Offer:
    """The offer in a folder."""
    return read_bundle((game / "record" / "offer.note").read_bytes())[0].read(Offer)
