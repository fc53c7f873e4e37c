"""Until the charter is made a slip in a join can be mended: the later join of a key counts, and only of that key."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import permutations
from pathlib import Path

import pytest

from referee.crypto.keys import fingerprint
from referee.protocol.opening.charter import make_join
from referee.record.file_names import CHARTER
from referee.record.note import SignedNote, read_bundle, render_bundle
from referee.record.notes import Charter, Join
from tests.cli.terminal import converse
from tests.cli.typing_players import Player, offered
from tests.needed_tools import posix
from tests.support.rehearse import test_key

People = Callable[[str], Player]


def _joins(people: People, invitation: Path, who: str, *typed: str) -> Path:
    """Somebody joins; the join as it is sent, kept where no later one touches it."""
    player = people(who)
    code, _, errors = player.types("join", invitation, *typed)
    assert code == 0, errors
    (written,) = (player.place / "friday-tigris" / "outbox").glob("join-*.note")
    sent = player.root / f"sent-{who}-{len(list(player.root.glob('sent-*')))}.eml"
    sent.write_bytes(written.read_bytes())
    return sent


def _slip(people: People) -> tuple[Path, Path, Path]:
    """Bert's join, Anna's join with a slip in the name, and the one that mends it."""
    invitation = offered(people)
    bert = _joins(people, invitation, "bert", "--name", "Bert")
    slip = _joins(people, invitation, "anna", "--name", "Anan")
    return bert, slip, _joins(people, invitation, "anna", "--name", "Anna", "--yes")


def _note(path: Path) -> SignedNote:
    return read_bundle(path.read_bytes())[0]


def _quoted(people: People) -> set[str]:
    """The ids of the joins that the charter quotes."""
    record = people("host").place / "friday-tigris" / "record" / CHARTER
    return set(read_bundle(record.read_bytes())[-1].read(Charter).join.values())


def test_a_join_that_mends_another_leaves_it_alone_in_the_outbox(people: People) -> None:
    _, slip, mended = _slip(people)

    assert (_note(slip).read(Join).name, _note(mended).read(Join).name) == ("Anan", "Anna")
    assert [path.name for path in (people("anna").place / "friday-tigris" / "outbox").iterdir()] == ["join-anna.note"]


@pytest.mark.parametrize("order", list(permutations(range(3))), ids=str)
def test_the_charter_quotes_the_later_join_of_a_key_in_whatever_order_they_come(
    people: People, order: tuple[int, ...]
) -> None:
    sent, host = _slip(people), people("host")
    for number in (*order, *order):
        code, _, errors = host.types("receive", sent[number])
        assert code == 0, errors
    code, out, errors = host.types("charter", "--game", "friday")

    assert (code, out.splitlines()[0]) == (0, "charter for Anna, Bert"), errors
    assert _quoted(people) == {_note(sent[0]).id, _note(sent[2]).id}


def test_the_charter_quotes_the_later_join_of_a_folder_of_mails(people: People) -> None:
    sent, host = _slip(people), people("host")
    mails = host.root / "mails"
    mails.mkdir()
    for number, path in enumerate(reversed(sent)):
        path.rename(mails / f"{number}.eml")
    assert host.types("receive", mails)[0] == 0
    assert host.types("charter", "--game", "friday")[1].startswith("charter for Anna, Bert\n")


@pytest.mark.parametrize(
    ("lang", "said", "late"),
    [
        (
            "en",
            "Anna joins, replacing the join request as Anan",
            "the join request as Anan was replaced by its author; the later one counts",
        ),
        (
            "it",
            "Anna aderisce, al posto dell'adesione come Anan",
            "l'adesione come Anan è stata sostituita da chi l'ha firmata; vale l'ultima",
        ),
    ],
)
def test_the_host_is_told_which_join_counts(people: People, lang: str, said: str, late: str) -> None:
    _, slip, mended = _slip(people)
    host = people("host")
    host.types("receive", slip)
    after = host.types("receive", mended, "--lang", lang)
    again = host.types("receive", slip, "--lang", lang)

    assert after[1].splitlines()[0] == said or after[2].splitlines()[0] == said
    assert late in again[1] + again[2]


def test_without_a_yes_no_join_is_replaced(people: People) -> None:
    invitation = offered(people)
    sent = _joins(people, invitation, "anna", "--name", "Anan")
    code, out, errors = people("anna").types("join", invitation, "--name", "Anna")

    assert (code, out) == (5, "")
    assert errors == (
        "referee: you have joined Friday tigris already as Anan, in friday-tigris\n"
        "hint: send friday-tigris/outbox/join-anan.note again unchanged, "
        "or replace it: the same command with --yes\n"
    )
    assert [path.read_bytes() for path in (people("anna").place / "friday-tigris/outbox").iterdir()] == [
        sent.read_bytes()
    ]


@posix
@pytest.mark.parametrize(
    ("lang", "question", "answer", "left"),
    [
        ("en", "replace your join request as Anan? [y/N]", "y", "join-anna.note"),
        ("en", "replace your join request as Anan? [y/N]", "", "join-anan.note"),
        ("it", "sostituire l'adesione come Anan? [s/N]", "s", "join-anna.note"),
        ("it", "sostituire l'adesione come Anan? [s/N]", "n", "join-anan.note"),
    ],
)
def test_at_a_terminal_join_asks_whether_it_replaces(
    people: People, lang: str, question: str, answer: str, left: str
) -> None:
    invitation, anna = offered(people), people("anna")
    _joins(people, invitation, "anna", "--name", "Anan")
    _, seen = converse(
        ["join", invitation, "--name", "Anna", "--lang", lang], anna.home, {question: answer}, cwd=anna.place
    )

    assert question in seen
    assert [path.name for path in (anna.place / "friday-tigris" / "outbox").iterdir()] == [left]


def test_a_join_under_another_key_replaces_nothing(people: People) -> None:
    """A stranger who joins for a seat takes it from nobody: the host chooses, and is told with which command."""
    invitation, host = offered(people), people("host")
    sent = [_joins(people, invitation, who, "--name", "Anna") for who in ("anna", "carl")]
    bert = _joins(people, invitation, "bert", "--name", "Bert")
    for path in (*sent, bert):
        assert host.types("receive", path)[0] == 0
    status = host.told("status", "--game", "friday")
    code, _, errors = host.types("charter", "--game", "friday")
    keys = [fingerprint(_note(path).key) for path in sent]

    assert [task["code"] for task in status["next"]] == ["seat-of-several"]
    assert (code, all(key in errors for key in keys)) == (5, True)
    assert f"referee charter --without {min(keys)}" in errors
    assert host.types("charter", "--game", "friday", "--without", keys[1])[0] == 0
    assert _quoted(people) == {_note(sent[0]).id, _note(bert).id}


def test_status_says_make_the_charter_only_where_charter_does_it(people: People) -> None:
    invitation, host = offered(people), people("host")
    told = []
    for who, name in (("anna", "Anna"), ("bert", "Bert"), ("carl", "Carl")):
        host.types("receive", _joins(people, invitation, who, "--name", name))
        told.append([task["code"] for task in host.told("status", "--game", "friday")["next"]])

    assert told == [["waiting-more-joins"], ["all-seats-taken"], ["more-joins-than-seats"]]
    assert host.types("charter", "--game", "friday")[0] == 5
    assert host.types("charter", "--game", "friday", "--order", "carl,anna")[0] == 0


@pytest.mark.parametrize("lang", ["en", "it"])
def test_the_second_of_a_name_gets_a_number_where_the_first_is_known(people: People, lang: str) -> None:
    """In a folder that all share the join of the other lies beside the invitation."""
    invitation, shared = offered(people), people("host").root / "shared"
    shared.mkdir()
    (shared / "invitation.eml").write_bytes(invitation.read_bytes())
    _joins(people, invitation, "sam", "--name", "Sam").rename(shared / "sam.eml")
    code, _, errors = people("carl").types("join", shared, "--name", "Sam", "--lang", lang)
    chosen = people("bert").types("join", shared, "--name", "Sam", "--seat", "sam")

    assert (code, chosen[0]) == (0, 0), errors + chosen[2]
    assert (people("carl").place / "friday-tigris" / "outbox" / "join-sam-2.note").is_file()
    assert (people("bert").place / "friday-tigris" / "outbox" / "join-sam.note").is_file()


def test_the_host_tells_the_second_of_a_name_what_to_type(people: People) -> None:
    invitation, host = offered(people), people("host")
    for who in ("anna", "carl"):
        sent = _joins(people, invitation, who, "--name", "Sam")
        _, out, errors = host.types("receive", sent)
    assert "--seat sam-2" in out + errors

    host.types("receive", _joins(people, invitation, "carl", "--name", "Sam", "--seat", "sam-2", "--yes"))
    assert host.types("charter", "--game", "friday")[1].startswith("charter for Sam, sam-2\n")


def test_whoever_has_replaced_a_join_accepts_no_charter_of_the_earlier_one(people: People) -> None:
    """A host, or whoever holds mails back, lets the charter quote the slip: the charter is not accepted."""
    bert, slip, mended = _slip(people)
    host, anna = people("host"), people("anna")
    for path in (bert, slip):
        host.types("receive", path)
    assert host.types("charter", "--game", "friday")[0] == 0
    anna.types("receive", host.place / "friday-tigris" / "letters" / "charter.txt")
    code, _, errors = anna.types("accept", "--yes", "--game", "friday")

    assert (code, _note(mended).id in _quoted(people)) == (4, False)
    assert errors.startswith(
        "referee: the charter quotes a different join request for anan than the one in your outbox"
    )


def test_after_the_charter_no_join_is_replaced(people: People) -> None:
    bert, _, mended = _slip(people)
    host, anna = people("host"), people("anna")
    host.types("receive", bert, mended)
    host.types("charter", "--game", "friday")
    anna.types("receive", host.place / "friday-tigris" / "letters" / "charter.txt")
    found = anna.types("join", host.place / "friday-tigris/letters/invitation.txt", "--name", "Nan", "--yes")

    assert (found[0], found[2].splitlines()[0]) == (
        5,
        "referee: the charter of Friday tigris has been made: players and names can no longer change",
    )


def test_a_key_that_joins_a_hundred_times_leaves_one_join_with_the_host(people: People) -> None:
    invitation, host = offered(people), people("host")
    text = invitation.read_bytes()
    offer = read_bundle(text[text.index(b"-----BEGIN REFEREE") :])[0]
    for number in range(100):
        name = f"m{number}"
        join = make_join(test_key("mallory"), offer, name, name, number.to_bytes(16, "big"))
        (host.root / "mail.eml").write_bytes(render_bundle((join,)))
        assert host.types("receive", host.root / "mail.eml")[0] == 0
    pending = sorted(path.name for path in (host.place / "friday-tigris" / "pending").iterdir())

    assert pending == ["join-m99.note"]
    assert json.loads(host.types("status", "--game", "friday", "--json")[1])["joined"] == ["m99"]


def _shared_table(people: People, plays: bool, told: list[str] | None = None) -> Path:
    """Anna and Bert in a shared folder from the offer to the first step that Anna is asked in; Bert joined twice.
    `told` gets what was printed once the folder was there.
    """
    printed = [] if told is None else told
    shared = people("host").root / "shared"
    shared.mkdir()
    host = people("anna" if plays else "host")
    others = [people(name) for name in ("anna", "bert") if name != host.name]

    def look(*players: Player) -> None:
        for player in players:
            code, out, errors = player.types("watch", shared, "--once", "--yes")
            assert code == 0, (player.name, out, errors)
            told_now = player.types("status", at=player.place / "friday-tigris")
            printed.extend((out, errors, *told_now[1:]))

    def does(player: Player, *words: str | Path) -> None:
        at = player.place / "friday-tigris"
        code, out, errors = player.types(*words, at=at if at.is_dir() else None)
        assert code == 0, (words, out, errors)
        if list(shared.iterdir()):
            printed.extend((out, errors))

    named = ("--play", "--name", "Anna") if plays else ()
    does(host, "offer", "tigris", "--seats", "2", "--title", "Friday tigris", *named)
    invitation = host.place / "friday-tigris" / "letters" / "invitation.txt"
    for player in others:
        does(player, "join", invitation, "--name", "Bret" if player.name == "bert" else "Anna")
    look(*others, host)
    does(people("bert"), "join", invitation, "--name", "Bert", "--yes")
    look(people("bert"), host)
    assert len(list(shared.glob("join-b*"))) == 2, "the slip lies there for good"
    does(host, "charter")
    look(host, *others)
    for player in others:
        does(player, "accept", "--yes")
    look(*others, host, *others)
    return shared


@posix
@pytest.mark.parametrize("plays", [True, False], ids=["host-plays", "host-apart"])
def test_a_join_that_was_mended_in_a_shared_folder_does_not_hide_the_game(people: People, plays: bool) -> None:
    _shared_table(people, plays)
    host = people("anna" if plays else "host")
    seen = [converse([], host.home, {}, cwd=host.place / "friday-tigris", size=(80, 24))[1] for _ in range(2)]

    for screen in seen:
        assert "came after the charter" not in screen
        assert "Friday tigris" in screen and "step 0" in screen, screen


@posix
def test_a_join_that_comes_too_late_is_told_once_and_the_game_is_shown(people: People) -> None:
    shared = _shared_table(people, plays=False)
    late, host = people("carl"), people("host")
    invitation = host.place / "friday-tigris" / "letters" / "invitation.txt"
    assert late.types("join", invitation, "--name", "Carl")[0] == 0
    (join,) = (late.place / "friday-tigris" / "outbox").glob("join-*.note")
    (shared / "join-carl.txt").write_bytes(join.read_bytes())
    at = host.place / "friday-tigris"
    first, second = (converse([], host.home, {}, cwd=at, size=(80, 24))[1] for _ in range(2))

    told = "the join request from carl came after the charter, too late; it changes nothing"
    assert told in " ".join(first.split()) and "came after" not in second
    for screen in (first, second):
        assert "Friday tigris" in screen and "step 0" in screen, screen


MAILED = (
    "receive FILE",
    "to all players",
    "send this one instead",
    "to the host, unless you already have",
    "mail letters/",
)
"""What is said where a game goes by mail."""


@pytest.mark.parametrize("plays", [True, False], ids=["host-plays", "host-apart"])
def test_in_a_shared_folder_nothing_is_said_of_mails(people: People, plays: bool) -> None:
    told: list[str] = []
    _shared_table(people, plays, told)
    host, at = people("anna" if plays else "host"), "friday-tigris"
    for who in ("anna", "bert"):
        words = json.loads(people(who).types("words", "--json", at=people(who).place / at)[1])["words"]
        people(who).types("words", *words, "--from", "all", at=people(who).place / at)
    for who in ("anna", "bert"):
        told += people(who).types("move", "pass", "pass", "--yes", at=people(who).place / at)[1:]
        told += people(who).types("consent", "draw", "--yes", at=people(who).place / at)[1:]
    for player in (host, people("anna"), people("bert")):
        told += player.types("watch", host.root / "shared", "--once", "--yes", at=player.place / at)[1:]
        told += player.types("status", at=player.place / at)[1:]

    lines = [line for text in told for line in text.splitlines()]
    assert len(lines) > 60
    assert [line for line in lines if any(word in line for word in MAILED)] == []
