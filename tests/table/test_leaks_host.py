"""A host who plays is shown what his seat sees: in two worlds that differ in all else every screen is the same."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from referee.audit.recompute import audit
from referee.crypto.keys import format_private
from referee.crypto.openssh import format_public
from referee.kernel.goods import Dealer
from referee.record.note import SignedNote
from referee.record.store import DataFolder, GameFolder
from referee.session.session import open_session
from tests.cli.games_on_disk import lay, mail_with
from tests.cli.terminal import inside
from tests.support.rehearse import Match, open_match, test_key
from tests.table.simultaneous_game import ASKING
from tests.table.small_games import copy_of, hand, order, sealed_note
from tests.table.two_worlds import masked

pytestmark = pytest.mark.usefixtures("remembered_proofs")

WORLDS = ("world 29", "world 86")
"""Two hosts, and so two bags: anna, who hosts, is asked first and holds the same six tiles; bert holds others, and no
position of the bag behind holds the same.
"""

HOST_PLAYS = (("host", "anna"),)


@cache
def dealt(world: str) -> Match:
    keys = {name: test_key(name) for name in ("anna", "bert")}
    return open_match("tigris", 2, "host plays", HOST_PLAYS, keys={**keys, "host": test_key(world)})


@cache
def begun(world: str) -> Match:
    """Anna has laid no tile, so that she has drawn none; bert is asked."""
    return order(copy_of(dealt(world)), "leader king F9", "pass")


@cache
def asked_again(world: str) -> Match:
    """Bert has drawn a tile that no other world need give him; anna is asked."""
    return order(copy_of(begun(world)), "leader priest I6", "place temple H7")


def at_home(place: Path, match: Match, world: str) -> tuple[Path, Path]:
    """(game, home) of the host who plays: both keys in one home, the record in one folder."""
    home = DataFolder(place / "home")
    for name, key in (("anna", match.keys["anna"]), ("anna-host", match.keys["host"])):
        home.write_key(name, format_private(key, name), format_public(key.public, name))
    return lay(place / "game", match.files), home.path


def shown(text: str, match: Match) -> str:
    """What a screen says, without what may differ: ids, fingerprints, the four words of the game, and the clock."""
    words = "|".join(audit(match.files).words)
    text = re.sub(r"SHA256:[\w+/]{43}|(?<![\w-])[\w-]{43}(?![\w-])", "#", text)
    text = re.sub(r"\d{4}-\d\d-\d\dT[\d:+]+|\w+ \d+ \w+ \d\d:\d\d|\(\d+ minutes?\)", "then", text)
    return re.sub(rf"\b(?:{words})\b", "word", text)


def typed(place: Path, match: Match, world: str, *words: str) -> tuple[int, str, str]:
    game, home = (place / world / "game", place / world / "home")
    if not game.is_dir():
        at_home(place / world, match, world)
    code, out, errors = inside([word.replace("WORLD", str(place / world)) for word in words], home, game)
    told = [shown(text.replace(world, "world"), match) for text in (out, errors)]
    return code, told[0], told[1]


def test_the_two_worlds_differ_in_all_that_the_host_must_not_be_shown() -> None:
    """Otherwise the tests below would prove nothing."""
    one, other = (dealt(world).host.knowledge for world in WORLDS)
    assert isinstance(one, Dealer) and isinstance(other, Dealer)

    assert one.hands[0] == other.hands[0] and one.hands[1] != other.hands[1]
    assert one.piles[0].kinds[12:15] != other.piles[0].kinds[12:15]


SCREENS = (
    ("status",),
    ("status", "--full"),
    ("status", "--json"),
    ("games",),
    ("games", "--json"),
    ("hand",),
    ("hand", "--json"),
    ("show",),
    ("show", "--json"),
    ("moves",),
    ("try", "leader trader F11"),
    ("log", "--new"),
    ("replay", "--hand", "--html", "page.html"),
    ("compose", "--html", "turn.html"),
    ("letter", "2"),
    ("mail",),
    ("remind",),
    ("remind", "--digest"),
    ("remind", "--digest", "--json"),
    ("remind", "--digest", "--eml", "-"),
    ("absent", "anna", "--no-time"),
    ("words",),
    ("audit",),
    ("charter",),
    ("--lang", "it", "status"),
    ("hand", "--as", "anna-host"),
    ("show", "--as", "anna-host"),
)


@pytest.mark.parametrize("words", SCREENS, ids=" ".join)
def test_every_screen_in_a_home_with_both_keys_is_the_same_in_both_worlds(
    tmp_path: Path, words: tuple[str, ...]
) -> None:
    one, other = (typed(tmp_path, asked_again(world), world, *words) for world in WORLDS)

    if words[0] == "letter":  # its sealed lines have one length and another content
        one, other = ((code, masked(out.encode()), errors) for code, out, errors in (one, other))
    assert one == other
    pages = [sorted((tmp_path / world / "game").glob("*.html")) for world in WORLDS]
    for page, twin in zip(*pages, strict=True):
        assert shown(page.read_text(), asked_again(WORLDS[0])) == shown(twin.read_text(), asked_again(WORLDS[1]))


@pytest.mark.parametrize("world", WORLDS)
def test_the_screens_are_those_of_the_seat(tmp_path: Path, world: str) -> None:
    """Not those of a host, to whom no hand is shown at all: the seat sees its own."""
    code, out, _ = typed(tmp_path, asked_again(world), world, "hand")

    assert (code, out) == (0, "Your hand: 4 temples, 2 farms\n")


@pytest.mark.parametrize("as_json", [False, True], ids=["told", "json"])
def test_what_is_entered_is_told_the_same_in_both_worlds(tmp_path: Path, as_json: bool) -> None:
    told = []
    for world in WORLDS:
        match = begun(world)
        note = copy_of(match).write("bert", ["leader priest I6", "place temple H7"])
        (tmp_path / world).mkdir()
        mail_with(tmp_path / world / "mail.eml", note)
        typed(tmp_path, match, world, "status")
        remembered(tmp_path / world, match)
        told.append(typed(tmp_path, match, world, "receive", "WORLD/mail.eml", *(["--json"] if as_json else [])))

    assert told[0] == told[1] and told[0][0] == 0
    letters = [(tmp_path / world / "game" / "letters" / "0002.txt").read_bytes() for world in WORLDS]
    assert masked(letters[0]) == masked(letters[1])


SEALED = "your plans are opened, when they are due, by the program of Anna, who hosts and plays"


def test_whoever_seals_a_line_to_a_host_who_plays_is_told_once(tmp_path: Path) -> None:
    match = begun(WORLDS[0])
    game, _ = at_home(tmp_path, match, "bert")
    DataFolder(tmp_path / "berts").write_key(
        "bert", format_private(match.keys["bert"], "bert"), format_public(match.keys["bert"].public, "bert")
    )
    inside(["words", *audit(match.files).words, "--from", "all"], tmp_path / "berts", game)
    plain = inside(["move", "leader priest I6, pass", "--yes"], tmp_path / "berts", game)
    sealing = inside(["move", "leader priest I6, swap temple", "--yes", "--instead"], tmp_path / "berts", game)

    assert (SEALED in plain[2], SEALED in sealing[2]) == (False, True), sealing


def remembered(place: Path, match: Match) -> None:
    """The machine of the host knows the newest step, as it does once it has signed it."""
    session = open_session(GameFolder(place / "game"), DataFolder(place / "home"), side="hosts")
    session.write_guard(session.guard().seen(match.host.step, match.host.head))


REFUSED = {"world 29": "place market A4", "world 86": "place settlement A4"}
"""In each world a tile that bert does not hold there."""


@pytest.mark.parametrize("as_json", [False, True], ids=["told", "json"])
def test_why_a_move_is_refused_stands_in_the_letter_to_its_author_alone(tmp_path: Path, as_json: bool) -> None:
    """H1: whether it is the hand or the board that refuses, the host who plays reads neither."""
    told = []
    for world in WORLDS:
        match = begun(world)
        assert REFUSED[world].split()[1] not in hand(match, "bert")
        (tmp_path / world).mkdir()
        mail_with(tmp_path / world / "mail.eml", sealed_note(match, "bert", (REFUSED[world], "pass"), None))
        typed(tmp_path, match, world, "status")
        remembered(tmp_path / world, match)
        told.append(typed(tmp_path, match, world, "receive", "WORLD/mail.eml", *(["--json"] if as_json else [])))

    assert told[0] == told[1] and told[0][0] == 6
    assert not re.search("market|settlement|TE ", "".join(told[0][1:]))
    letters = [(tmp_path / world / "game" / "letters" / "0002-bert-refused.txt").read_text() for world in WORLDS]
    assert "market" in letters[0] and "settlement" in letters[1]


# Several asked at once, the host's seat among them


@cache
def asked_together() -> Match:
    """Anna, who hosts, is asked beside bert and carl."""
    return order(open_match(ASKING, 3, "at once", HOST_PLAYS), "peek high")


def unfinished(match: Match) -> SignedNote:
    """An answer of bert's that only its opening shows to be none: it is not carried to its end."""
    return sealed_note(match, "bert", (), ("claim red",))


def whole(match: Match) -> SignedNote:
    return match.write("bert", ["claim red"])


def test_answers_of_others_stay_unopened_until_the_own_one_is_given(tmp_path: Path) -> None:
    """H3: a good answer and one that is none look alike until then, and to a letter of its own from then on."""
    told = []
    for world, note in (("good", whole(asked_together())), ("bad", unfinished(asked_together()))):
        match = asked_together()
        (tmp_path / world).mkdir()
        mail_with(tmp_path / world / "mail.eml", note)
        typed(tmp_path, match, world, "status")
        remembered(tmp_path / world, match)
        took = typed(tmp_path, match, world, "receive", "WORLD/mail.eml")
        told.append((took, *(typed(tmp_path, match, world, *words) for words in (("status", "--json"), ("status",)))))

    assert told[0] == told[1] and told[0][0][0] == 0
    assert "the others' answers stay sealed until you have answered" in told[0][0][2]


def test_with_the_own_answer_a_bad_one_is_refused_by_letter(tmp_path: Path) -> None:
    match = asked_together()
    (tmp_path / "bad").mkdir()
    mail_with(tmp_path / "bad" / "mail.eml", unfinished(match))
    typed(tmp_path, match, "bad", "status")
    remembered(tmp_path / "bad", match)
    typed(tmp_path, match, "bad", "receive", "WORLD/mail.eml")

    typed(tmp_path, match, "bad", "words", "--without", "all")
    code, _, errors = typed(tmp_path, match, "bad", "move", "pass", "--yes")

    assert code == 0 and "Bert's move was refused" in errors, errors
    letter = next((tmp_path / "bad" / "game" / "letters").glob("*-bert-refused.txt"))
    assert "PM 7" in letter.read_text()
    assert not [path for path in (tmp_path / "bad" / "game" / "pending").iterdir() if "bert" in path.name]
