"""Friends who have agreed to escrow: one of them vanishes, or loses the key, by real commands in homes of their own."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from shutil import copytree, rmtree

import pytest

from tests.cli.masked_story import FOLDER, HOSTS, Evening
from tests.cli.terminal import converse, inside
from tests.needed_tools import posix
from tests.support.dishonest.light import light

NAMES = ("anna", "bert", "carl")
HERE = ("anna", "bert")

AGREED = {
    "en": "All the other players together (2 people), and only all of them, can reveal your hand and the whole bag",
    "it": "Tutti gli altri giocatori insieme (2 persone), e soltanto tutti, possono scoprire la tua mano",
}


@pytest.fixture(autouse=True)
def numbers() -> Iterator[None]:
    with light():
        yield


@pytest.fixture(scope="module")
def put_away(tmp_path_factory: pytest.TempPathFactory) -> Callable[[], Evening]:
    """Hanna hosts for three; Carl was let pass three times."""

    @cache
    def played() -> Evening:
        evening = Evening(tmp_path_factory.mktemp("escrow") / "now", NAMES, host_plays=False)
        evening.opens("deadline=7", "escrow=yes", "grace=3").dealt()
        while evening.stands.position.missed_by(2) < 3:
            passes(evening)
        evening.look(HERE)
        away = evening.root.with_name("put-away")
        evening.dated = {away / path.relative_to(evening.root): when for path, when in evening.dated.items()}
        evening.root = evening.root.rename(away)
        return evening

    return played


@pytest.fixture
def evening(tmp_path: Path, put_away: Callable[[], Evening]) -> Evening:
    kept = put_away()
    copytree(kept.root, tmp_path, dirs_exist_ok=True)
    evening = Evening(tmp_path, kept.players, kept.host_plays, told=[*kept.told], fresh=kept.fresh, days=kept.days)
    evening.dated = {tmp_path / path.relative_to(kept.root): when for path, when in kept.dated.items()}
    for who in evening.people:
        evening.does(who, "status")  # so that each home knows where its game lies now
    return evening


def passes(evening: Evening) -> None:
    """Who is asked has looked and does nothing, or is let pass who is gone, when the days are over and the others have
    said so; the host looks, the others have not yet.
    """
    who = evening.asked()
    if who == "carl":
        evening.look((HOSTS, *HERE))
        evening.days += 11
        evening.look((*HERE, HOSTS))
        evening.does(HOSTS, "absent", "carl", "--yes")
        evening.look((HOSTS,))
    else:
        evening.look((who,))
        evening.does(who, "move", "pass", "--yes")
        evening.look((who, HOSTS))


def said(text: str) -> str:
    return " ".join(text.split())


def test_everybody_is_told_how_many_could_open_a_hand(evening: Evening) -> None:
    told = said("".join(evening.told))
    assert told.count(AGREED["en"]) >= 1 + 2 * len(NAMES)  # the offer, and everybody at join and at accept
    invitation = evening.game(HOSTS) / "letters" / "invitation.txt"
    assert AGREED["en"] in said(invitation.read_text()) and "the game ends there" not in said(invitation.read_text())
    (evening.root / "dora").mkdir()
    evening.does("dora", "key", "new", "dora")
    assert AGREED["it"] in said(evening.does("dora", "--lang", "it", "join", invitation, "--name", "Dora", "--yes"))


def test_a_vanished_player_is_opened_by_the_others_and_the_game_goes_on(evening: Evening) -> None:
    hand = evening.session("carl").own
    assert hand is not None
    told = said(evening.does("anna", "consent", "open", "carl", "--yes"))
    assert "This hand becomes public once every escrow share has arrived" in told
    evening.look((*HERE, HOSTS))
    assert "revealing carl's hand" in said(evening.does("bert", "status", "--full"))
    evening.does("bert", "consent", "open", "carl", "--yes")
    evening.look((HOSTS,))
    assert evening.stands.position.left == (2,)
    assert "Carl's hand stays hidden: waiting for escrow shares from Anna, Bert" in said(
        evening.does(HOSTS, "status", "--full")
    )
    evening.look((*HERE, HOSTS, *HERE))
    while evening.asked() == "carl":
        passes(evening)
    for _ in range(2):
        passes(evening)
    evening.look(HERE)

    status = said(evening.does("anna", "status", "--full"))
    assert "Carl's hand, public:" in status and "stays hidden" not in status
    assert json.loads(evening.does("anna", "status", "--json"))["shares"] == {}
    letters = [path.read_text() for path in (evening.game(HOSTS) / "letters").iterdir() if path.suffix == ".txt"]
    assert any("Carl's hand becomes public" in said(letter) for letter in letters)
    evening.swaps()
    evening.look((*HERE, HOSTS, *HERE))
    for who in HERE:
        assert "face down" not in evening.does(who, "hand")
        assert "audit: no fault so far" in evening.does(who, "audit")


def test_nobody_is_opened_who_is_there_and_nothing_is_written(evening: Evening) -> None:
    for typed, told in (
        (("open", "bert"), "Bert is not missing"),
        (("open",), "say whose hand"),
        (("open", "x"), "say"),
    ):
        code, out, errors = evening.types("anna", "consent", *typed, "--yes")
        assert (code, out) in ((3, ""), (5, "")) and told in said(errors)
    code, out, errors = evening.types("anna", "consent", "back", "carl", "--yes")
    assert (code, out) == (3, "") and "no step carl" in said(errors)


def test_a_lost_key_is_replaced_by_the_shares_of_all_others(evening: Evening) -> None:
    """Carl's computer is gone: a friend sends the game, and all others agree after six words."""
    hand = evening.session("carl").own
    assert hand is not None
    archive = evening.root / "friday.zip"
    evening.does("anna", "archive", "--to", archive)
    rmtree(evening.root / "carl")
    (evening.root / "carl").mkdir()
    evening.does("carl", "key", "new", "carl-new")
    evening.does("carl", "receive", archive, "--folder", FOLDER)
    asked = json.loads(evening.does("carl", "rekey", "carl", "--json", "--yes"))
    words = " ".join(asked["words"])
    request = evening.game("carl") / "outbox" / Path(asked["file"]).name
    for who in (*HERE, HOSTS):
        evening.does(who, "receive", request)
    for who in (HOSTS, *HERE):
        told = said(evening.does(who, "consent", "carl", "--words", words, "--yes"))
        assert ("your program sends its escrow share; that cannot be undone" in told) == (who != HOSTS)
    for who in (HOSTS, *HERE):
        for file in (evening.game(who) / "outbox").glob("consent-key-*"):
            for other in (*evening.people,):
                if other != who:
                    evening.types(other, "receive", file)
    for who in HERE:
        evening.does(who, "status")
        for file in (evening.game(who) / "outbox").glob("consent-key-*"):
            for other in (HOSTS, "carl"):
                evening.types(other, "receive", file)
    code, out, errors = evening.types("bert", "consent", "carl", "--no", "--yes")
    assert (code, out) == (5, "") and "cannot be taken back" in said(errors)
    assert "all shares have arrived" in said(evening.does("carl", "status", "--full"))
    told = said(evening.does("carl", "rekey", "carl", "--yes"))
    assert "The new key now proves that it can reveal Carl's tiles" in told
    proof = max((evening.game("carl") / "outbox").glob("rekey*"), key=lambda path: path.stat().st_mtime_ns)
    evening.does(HOSTS, "receive", proof)
    assert evening.stands.position.table.seats[2].since == evening.stands.position.step
    evening.look((HOSTS, *HERE, "carl", *HERE, HOSTS, "carl"))
    own = evening.session("carl").own
    assert own is not None and sorted(own.hand) == sorted(hand.hand)
    assert "audit: no fault so far" in evening.does("carl", "audit")


@posix
def test_the_offer_explains_escrow_and_asks_and_a_silent_answer_is_no(tmp_path: Path) -> None:
    home, offer = tmp_path / "home", ("offer", "tigris", "--seats", "3", "-o", "deal=masked", "--name", "Hanna")
    inside(("key", "new", "hanna"), home, tmp_path)
    for lang, question in (("en", "Use escrow?"), ("it", "Giocate con il deposito?")):
        for answer, chosen in (("", False), ("y" if lang == "en" else "s", True)):
            place = tmp_path / f"{lang}-{chosen}"
            typed = ("--lang", lang, *offer, "--folder", place)
            code, told = converse(typed, home, {question: answer}, cwd=tmp_path)
            assert code == 0 and question in said(told)
            assert ("escrow yes" in (place / "record" / "offer.note").read_text()) is chosen


@posix
@pytest.mark.parametrize(
    ("answers", "terms"),
    [
        ({"Do you play too?": ""}, ()),
        ({"Do you play too?": "y", "masked deck?": "n"}, ("host hanna",)),
        ({"Do you play too?": "y", "masked deck?": "y", "Use escrow?": ""}, ("deal masked", "host hanna")),
    ],
)
def test_at_four_seats_who_plays_is_asked_and_explained(
    tmp_path: Path, answers: dict[str, str], terms: tuple[str, ...]
) -> None:
    home = tmp_path / "home"
    inside(("key", "new", "hanna"), home, tmp_path)
    offer = ("offer", "tigris", "--seats", "4", "--name", "Hanna", "--folder", "four")
    code, told = converse(offer, home, answers, cwd=tmp_path)
    offered = (tmp_path / "four" / "record" / "offer.note").read_text()

    assert code == 0 and "The host of a table for 4 sees all hands" in said(told)
    assert [term for term in ("deal masked", "host hanna") if f"option {term}" in offered] == list(terms)
    code, told, _ = inside((*offer[:-1], "five"), home, tmp_path)
    assert code == 0 and "a table for 4" not in told, "nobody is asked who is not there"


@posix
def test_plain_referee_asks_for_what_a_running_watch_has_received(tmp_path: Path) -> None:
    """The charter and the words have come by `watch`; whoever comes back is asked all the same, at each look."""
    shared, places = tmp_path / "friday", {who: tmp_path / who for who in ("hanna", "anna", "bert")}
    for place in (shared, *places.values()):
        place.mkdir()

    def types(who: str, *words: str | Path) -> None:
        game = places[who] / "tigris"
        code, _, errors = inside(words, places[who] / ".referee", game if game.is_dir() else places[who])
        assert code == 0, errors

    def looks(*answers: tuple[str, str]) -> str:
        code, told = converse((), places["bert"] / ".referee", dict(answers), cwd=places["bert"] / "tigris")
        assert code == (130 if ("sign this?", "n") in answers else 0), told
        return told

    for who in places:
        types(who, "key", "new", who)
    types("hanna", "offer", "tigris", "--seats", "2", "--name", "Hanna", "--share", shared)
    for who in ("anna", "bert"):
        types(who, "join", shared, "--name", who.title())
    types("hanna", "watch", "--once")
    types("hanna", "charter")
    for who in ("hanna", "anna", "bert"):
        types(who, "watch", "--once")
    types("anna", "accept", "--yes")
    assert "you accept this charter" in looks(("sign this?", "n"))
    assert "you accept this charter" in looks(("sign this?", "y"))
    for who in ("hanna", "bert"):
        types(who, "watch", "--once")
    assert "type the words each one says" in looks(("Anna>", ""), ("Host>", ""))
    assert "sign this?" not in looks(("Anna>", ""), ("Host>", ""))
