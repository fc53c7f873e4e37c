"""A host who plays where nobody sees the deck is named everywhere, and so is what happens to whoever is silent."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from shutil import copy2

import pytest

from referee.protocol.history.safety_words import other_parties
from referee.record.file_names import CHARTER, OFFER
from referee.record.note import read_bundle
from referee.record.notes import Offer
from referee.session.opening.invitation import charter_letter, invitation_letter
from tests.cli.masked_story import Evening, PutAway, cleared
from tests.cli.terminal import inside
from tests.support.dishonest.light import light

NAMES = ("anna", "bert", "carl")
AGREED = ("absence=agreed", "deadline=10", "grace=3")

HOSTS = {
    "en": "Anna hosts and plays. Anna sees no other hand and cannot skip anyone alone, "
    "but reads each move before recording it.",
    "it": "Anna arbitra e gioca. Anna non vede le altre mani e non può saltare nessuno "
    "da solo; però legge ogni mossa prima di registrarla.",
}
REPLACED = {
    "en": "If Anna stops, all the others together can agree on another host.",
    "it": "Se Anna smette, gli altri, tutti insieme, possono accordarsi su un altro arbitro.",
}
SILENCE = {
    "en": "Deadline 10 days, then 3 days of grace; after that a missing player is skipped until they are back, "
    "if the programs of the others report that nothing has arrived",
    "it": "Termine 10 giorni, poi 3 di tolleranza; dopo, il turno di chi manca si salta finché non torna, "
    "se i programmi degli altri dicono che non è arrivato nulla",
}
OF_TWO = {
    "en": "With two players nobody is skipped and nobody can take over as host: "
    "if one stops, the game stays unfinished",
    "it": "In due non si salta nessun turno e nessuno subentra come arbitro: "
    "se uno smette, la partita resta incompiuta",
}
NEUTRAL = {"en": "and a host who does not play", "it": "un arbitro che non gioca"}
UNSAID = "The charter does not say whether the host plays."


@pytest.fixture(autouse=True)
def quick() -> Iterator[None]:
    with light():
        yield


def flat(*texts: str) -> str:
    return " ".join(" ".join(texts).split())


def told_before_the_deal(evening: Evening, lang: str) -> dict[str, str]:
    """What each place says before anybody is bound: to one more who reads the invitation, and to Bert."""
    host, home = evening.stands, evening.root / "dora"
    letters, speaks = evening.game(evening.host) / "letters", f"--lang={lang}"
    home.mkdir()
    evening.does("dora", "key", "new", "dora")
    opening = host.history.signed_notes[CHARTER]
    return {
        "invitation": flat(invitation_letter(opening[0], evening.host.title(), lang).decode()),
        "join": flat(evening.does("dora", speaks, "join", letters / "invitation.txt", "--name", "Dora")),
        "charter": flat(charter_letter(host.table, opening, lang).decode()),
        "accept": flat(evening.does("bert", speaks, "accept", "--yes")),
    }


def opened(players: tuple[str, ...], *options: str, host_plays: bool = True) -> Evening:
    """Offer, joins and charter; nobody but a host who plays has accepted."""
    return _opened(players, options, host_plays).again()


@cache
def _opened(players: tuple[str, ...], options: tuple[str, ...], host_plays: bool) -> PutAway:
    return PutAway(lambda: Evening(cleared(), players, host_plays).opens(*options, accepts=False))


@pytest.mark.parametrize(
    ("players", "lang"),
    [
        pytest.param(NAMES, "en", id="three-en"),
        pytest.param(NAMES, "it", id="three-it", marks=pytest.mark.long),
        pytest.param(NAMES[:2], "en", id="two-en", marks=pytest.mark.long),
        pytest.param(NAMES[:2], "it", id="two-it"),
    ],
)
def test_everybody_is_told_who_hosts_and_plays_and_what_silence_means(players: tuple[str, ...], lang: str) -> None:
    """Before anything is signed, and by `status` while the game goes on; of two nobody is promised what cannot be."""
    evening = opened(players, *AGREED, "host=anna")
    told = told_before_the_deal(evening, lang)
    for who in players[2:]:
        evening.does(who, "accept", "--yes")
    evening.dealt()
    told["status"] = flat(evening.does("bert", f"--lang={lang}", "status", "--full"))

    silence, other = (SILENCE, OF_TWO) if len(players) > 2 else (OF_TWO, SILENCE)
    for place, text in told.items():
        assert HOSTS[lang] in text and silence[lang] in text, (place, text)
        assert other[lang] not in text and (REPLACED[lang] in text) == (len(players) > 2), (place, text)
        assert NEUTRAL[lang] not in text, (place, text)


@pytest.mark.parametrize("lang", ["en", "it"])
def test_where_silence_is_agreed_a_host_without_a_seat_does_not_play(lang: str) -> None:
    evening = opened(NAMES[:2], *AGREED, host_plays=False)
    told = told_before_the_deal(evening, lang)
    for place, text in told.items():
        assert SILENCE[lang] in text and HOSTS[lang] not in text, (place, text)
        does_not = {"en": "hosts and does not play", "it": "che fa da arbitro e non gioca"}
        assert (does_not if place == "invitation" else NEUTRAL)[lang] in text, (place, text)


def test_a_masked_charter_without_either_says_that_it_does_not_say() -> None:
    """As charters did before; they read as ever."""
    evening = opened(NAMES[:2], "absence=pause", host_plays=False)
    told = told_before_the_deal(evening, "en")
    evening.does("anna", "accept", "--yes")
    told["status"] = flat(evening.dealt().does("bert", "status", "--full"))
    for place, text in told.items():
        assert (UNSAID in text) and HOSTS["en"] not in text, (place, text)


def test_a_home_with_both_keys_is_told_what_the_others_are_told(tmp_path: Path) -> None:
    """Hanna hosts, has said that she does not play, and has the key of a seat."""
    evening = Evening(tmp_path, NAMES[:2], host_plays=False).opens(*AGREED).dealt()
    said = "both on this computer (anna, hanna), but the charter says that the host does not play"
    assert said not in flat(evening.does("hanna", "status", "--full"))
    for key in (evening.home("anna") / "keys").iterdir():
        copy2(key, evening.home("hanna") / "keys")
    assert said in flat(evening.does("hanna", "status", "--full"))
    assert said in flat(evening.does("hanna", "status"))


def test_of_a_host_who_plays_the_words_are_heard_once_and_nobody_hears_their_own(tmp_path: Path) -> None:
    """One voice says both, and whoever hosts is asked for nobody's words but those of the others."""
    evening = opened(NAMES, *AGREED)
    for who in NAMES[1:]:
        evening.does(who, "accept", "--yes")
    while evening.stands.history.position is None:
        evening.look()
    for who in NAMES:
        session = evening.session(who)
        assert [party.role for party in other_parties(session.table, session.role)] == [
            name for name in NAMES if name != who
        ]
        words = json.loads(evening.does(who, "words", "--json"))["words"]
        told = json.loads(evening.does(who, "words", *words, "--from", "all", "--json"))
        assert "host" not in json.dumps(told["heard"])


OFFERED = {
    "deal=masked": {"deal": "masked", "absence": "agreed"},
    "deal=masked --play": {"deal": "masked", "absence": "agreed", "host": "hanna"},
    "deal=masked absence=pause --play": {"deal": "masked", "absence": "pause", "host": "hanna"},
    "deal=masked host=anna": {"deal": "masked", "absence": "agreed", "host": "anna"},
    "--play": {"deal": "open", "absence": "agreed", "host": "hanna"},
    "host=anna": {"deal": "open", "absence": "agreed", "host": "anna"},
    "host=anna absence=pause": {"deal": "open", "absence": "pause", "host": "anna"},
    "": {"deal": "open"},
    "absence=skip": {"deal": "open", "absence": "skip"},
    "absence=agreed": {"deal": "open", "absence": "agreed"},
}
"""What is typed behind `offer tigris`, and what the offer says of the deal, of the host and of whoever is silent."""


@pytest.mark.parametrize("typed", OFFERED)
def test_an_offer_writes_who_hosts_and_that_silence_is_agreed(tmp_path: Path, typed: str) -> None:
    found = dict(offer_of(tmp_path, "tigris", typed).option)
    assert {name: found[name] for name in ("deal", "absence", "host") if name in found} == OFFERED[typed]


def test_a_host_who_plays_is_named_where_nothing_is_hidden_too(tmp_path: Path) -> None:
    found = dict(offer_of(tmp_path, "ur", "--play").option)
    assert (found["host"], found["absence"]) == ("hanna", "agreed")


@pytest.mark.parametrize("typed", ["deal=masked", "deal=masked --play", "--play", "host=anna"])
def test_no_offer_lets_a_host_who_plays_or_deals_unseen_pass_a_seat_alone(tmp_path: Path, typed: str) -> None:
    code, out, errors = types_offer(tmp_path, "tigris", f"absence=skip {typed}")
    assert (code, out) == (3, "") and "leave absence out, or use absence=pause" in errors
    assert not (tmp_path / "game").exists()


def types_offer(place: Path, game: str, typed: str) -> tuple[int, str, str]:
    home = place / ".referee"
    assert inside(("key", "new", "hanna"), home, place)[0] == 0
    words = [part for word in typed.split() for part in ((word,) if word == "--play" else ("-o", word))]
    return inside(("offer", game, "--seats", "3", "--name", "Hanna", "--folder", "game", *words), home, place)


def offer_of(place: Path, game: str, typed: str) -> Offer:
    code, _, errors = types_offer(place, game, typed)
    assert code == 0, errors
    return read_bundle((place / "game" / "record" / OFFER).read_bytes())[0].read(Offer)
