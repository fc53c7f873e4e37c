"""Four friends are four people: who hosts may play, where everybody is told before anything is signed."""

from __future__ import annotations

import json
import re
from datetime import datetime, tzinfo
from pathlib import Path
from shutil import copytree

import pytest

from referee.audit.game_index import index_entry, record_digest
from referee.audit.recompute import audit
from referee.crypto.keys import format_private
from referee.crypto.openssh import format_public
from referee.games import find
from referee.kernel.errors import NotAuthentic, Unreadable
from referee.mail.mail_memory import SentMails
from referee.protocol.history.valid_part import ValidPart
from referee.protocol.opening.charter import make_charter, make_join, make_offer
from referee.record.note import read_bundle, render_bundle
from referee.record.store import DataFolder, GameFolder, effects
from referee.service import dates
from referee.service.post.due_mails import parcels_to_send as owed_by
from referee.session.session import open_session
from tests.cli.games_on_disk import lay
from tests.cli.terminal import inside
from tests.long_runs import of
from tests.support.rehearse import open_match, test_key, test_nonce
from tests.table.killed_processes import KILLED, dies_at, run_in_a_child
from tests.table.small_games import copy_of

HOST_PLAYS = (("host", "anna"),)


def types(place: Path, who: str, *words: str | Path) -> tuple[int, str, str]:
    """What somebody types in the own folder of the game, where there is one."""
    home, game = place / who / ".referee", place / who / "friday"
    return inside(list(words), home, game if game.is_dir() else place / who)


def opened(place: Path) -> tuple[Path, Path]:
    """(game of anna, who hosts and plays, game of bert) once bert has joined."""
    for who in ("anna", "bert"):
        (place / who).mkdir()
        types(place, who, "key", "new", who)
    offered = types(place, "anna", "offer", "tigris", "--seats", "2", "--title", "Friday", "--play", "--name", "Anna")
    anna, bert = place / "anna" / "friday", place / "bert" / "friday"
    joined = types(place, "bert", "join", anna / "letters" / "invitation.txt", "--name", "Bert")
    assert (offered[0], joined[0]) == (0, 0), (offered, joined)
    assert types(place, "anna", "receive", bert / "outbox" / "join-bert.note")[0] == 0
    return anna, bert


def dealt(place: Path) -> tuple[Path, Path]:
    anna, bert = opened(place)
    for who, words in (
        ("anna", ("charter",)),
        ("bert", ("receive", anna / "letters" / "charter.txt")),
        ("bert", ("accept", "--yes")),
        ("anna", ("receive", bert / "outbox" / "accept-bert.note")),
    ):
        code, out, errors = types(place, who, *words)
        assert code == 0, (words, out, errors)
    return anna, bert


SAID = "Anna hosts and plays"


def test_everybody_is_told_in_the_invitation_at_the_join_before_the_accept_and_by_status(tmp_path: Path) -> None:
    anna, _ = opened(tmp_path)
    invited = (anna / "letters" / "invitation.txt").read_text().replace("\n", " ")
    (tmp_path / "carl").mkdir()
    types(tmp_path, "carl", "key", "new", "carl")
    joining = types(tmp_path, "carl", "join", anna / "letters" / "invitation.txt", "--name", "Carl")[1]
    types(tmp_path, "anna", "charter")
    letter = (anna / "letters" / "charter.txt").read_text().replace("\n", " ")
    types(tmp_path, "bert", "receive", anna / "letters" / "charter.txt")
    accepting = types(tmp_path, "bert", "accept", "--yes")[2]

    for told in (invited, joining, letter, accepting):
        assert f"{SAID}. Anna's program shows Anna only one hand, Anna's own" in told, told
    assert "does not play" not in invited + joining + letter + accepting


def test_a_turn_of_the_host_is_one_command_and_one_mail(tmp_path: Path) -> None:
    anna, bert = dealt(tmp_path)
    types(tmp_path, "bert", "receive", anna / "letters" / "0000.txt")
    words = types(tmp_path, "anna", "words")[1].splitlines()[0].partition(": ")[2].split()
    for who in ("anna", "bert"):
        types(tmp_path, who, "words", *words, "--from", "all")
    first = "anna" if "your turn" in types(tmp_path, "anna")[1] else "bert"
    code, _, errors = types(tmp_path, first, "move", "leader king F9, pass", "--yes")
    if first == "bert":
        code, _, errors = types(tmp_path, "anna", "receive", bert / "outbox" / "0001-bert.move")

    assert (code, "recorded as step 1" in errors, (anna / "letters" / "0001.txt").is_file()) == (0, True, True), errors
    assert SAID in types(tmp_path, "anna")[1] and json.loads(types(tmp_path, "anna", "--json")[1])["you"] == "anna"
    assert (
        types(tmp_path, "bert", "receive", anna / "letters" / "0001.txt")[0] == 0 and SAID in types(tmp_path, "bert")[1]
    )


def test_nobody_accepts_before_the_seat_of_the_host_has(tmp_path: Path) -> None:
    anna, bert = opened(tmp_path)
    types(tmp_path, "anna", "charter")
    took = types(tmp_path, "bert", "receive", anna / "record" / "charter.note")
    status, refused = types(tmp_path, "bert"), types(tmp_path, "bert", "accept", "--yes")

    assert took[0] == 0 and "the acceptance of Anna, the host's own seat," in status[1]
    assert (refused[0], "must accept first" in refused[2], (bert / "outbox" / "accept-bert.note").exists()) == (
        5,
        True,
        False,
    )
    types(tmp_path, "bert", "receive", anna / "letters" / "charter.txt")
    assert types(tmp_path, "bert", "accept", "--yes")[0] == 0


def test_a_second_attempt_shows_the_hand_that_was_thrown_away_and_asks(tmp_path: Path) -> None:
    anna, _ = dealt(tmp_path)
    types(tmp_path, "bert", "receive", anna / "letters" / "0000.txt")
    hand = types(tmp_path, "anna", "hand")[1].partition(": ")[2].strip()
    again = types(
        tmp_path, "anna", "offer", "tigris", "--seats", "2", "--title", "Again", "--play", "--name", "Anna",
        "--void", anna, "--why", "bad tiles", "--folder", tmp_path / "anna" / "again",
    )  # fmt: skip
    letter = tmp_path / "anna" / "again" / "letters" / "invitation.txt"
    asked = types(tmp_path, "bert", "join", letter, "--name", "Bert")
    joined = types(tmp_path, "bert", "join", letter, "--name", "Bert", "--yes", "--folder", "../again")

    assert again[0] == 0 and hand, again
    told = asked[2].splitlines()[0].partition("the cancelled deal had given Anna: ")[2]
    assert sorted(told.split(", ")) == sorted(hand.split(", ")), (asked, hand)
    assert (asked[0], joined[0]) == (5, 0), joined


def test_the_seat_of_the_host_is_nobody_elses(tmp_path: Path) -> None:
    anna, _ = opened(tmp_path)
    (tmp_path / "carl").mkdir()
    types(tmp_path, "carl", "key", "new", "carl")
    letter = anna / "letters" / "invitation.txt"
    refused = types(tmp_path, "carl", "join", letter, "--name", "Anna", "--seat", "anna")
    other = types(tmp_path, "carl", "join", letter, "--name", "Anna")

    assert (refused[0], "the seat of the host, who also plays" in refused[2]) == (5, True), refused
    assert (other[0], "seat anna-2" in other[1]) == (0, True), other


def test_a_join_of_a_stranger_for_the_seat_of_the_host_is_refused_by_the_host(tmp_path: Path) -> None:
    """Whoever has no program of this kind signs what he likes."""
    anna, _ = opened(tmp_path)
    offer = read_bundle((anna / "record" / "offer.note").read_bytes())[0]
    join = make_join(test_key("carl"), offer, "anna", "Anna", test_nonce("squats"))
    (tmp_path / "squat.note").write_bytes(render_bundle((join,)))
    code, _, errors = types(tmp_path, "anna", "receive", tmp_path / "squat.note")

    assert (code, "the seat of the host" in errors) == (5, True)
    assert types(tmp_path, "anna", "charter")[0] == 0


def test_a_charter_that_seats_nobody_where_the_host_plays_is_refused() -> None:
    host, names = test_key("host"), ("bert", "carl")
    offer = make_offer(host, find("tigris"), 2, HOST_PLAYS, test_nonce("nobody there"))
    joins = [make_join(test_key(name), offer, name, name.title(), test_nonce(name)) for name in names]

    with pytest.raises(NotAuthentic) as refusal:
        make_charter(host, offer, joins, names)
    assert refusal.value.code == "host-without-own-seat"


@pytest.mark.parametrize("seat", ["", "Anna", "referee", "a" * 13, "anna bert"])
def test_the_seat_of_a_host_is_the_name_of_a_seat(seat: str) -> None:
    with pytest.raises(Unreadable):
        make_offer(test_key("host"), find("tigris"), 2, (("host", seat),), test_nonce("odd"))


# Both keys in one home


def both_keys(place: Path, files: dict[str, bytes]) -> tuple[Path, Path]:
    home = DataFolder(place / "home")
    for name in ("anna", "host"):
        key = test_key(name)
        home.write_key(name, format_private(key, name), format_public(key.public, name))
    return lay(place / "game", files), home.path


def test_where_both_keys_lie_in_one_home_and_nobody_was_told_that_person_is(tmp_path: Path) -> None:
    game, home = both_keys(tmp_path, copy_of(open_match("tigris", 2, "unsaid")).files)
    for words in (["status"], ["hand"], ["move", "pass"]):
        code, out, errors = inside(words, home, game)

        assert (code, out, "the others have been told that the host does not play" in errors) == (4, "", True), errors


def test_the_host_of_a_game_that_hides_nothing_simply_plays(tmp_path: Path) -> None:
    game, home = both_keys(tmp_path, open_match("ur", 3, "open").files)

    assert json.loads(inside(["status", "--json"], home, game)[1])["you"] == "anna"


def test_an_audit_notes_that_the_host_played_and_an_index_has_the_seat() -> None:
    match, seen = open_match("tigris", 2, "played", HOST_PLAYS), list[ValidPart]()
    report = audit(match.files, seen=seen.append)
    plain = list[ValidPart]()
    audit(open_match("tigris", 2, "not played").files, seen=plain.append)

    assert [remark.code for remark in report.remarks] == ["host-played"] and not report.findings
    assert index_entry(record_digest(match.files), report, seen[0]).host == "anna"
    assert index_entry("", report, plain[0]).host == "-"


@pytest.mark.parametrize("words", [["join"], ["offer", "ur", "--seats", "3", "--title", "Other"]])
def test_the_key_to_host_with_is_in_nobodys_way(tmp_path: Path, words: list[str]) -> None:
    """Who has hosted and played once is not asked which key is meant from then on."""
    opened(tmp_path)
    if words == ["join"]:
        words = ["join", str(tmp_path / "anna" / "friday" / "letters" / "invitation.txt"), "--name", "Zoe"]
    (tmp_path / "other").mkdir()
    code, _, errors = inside(words, tmp_path / "anna" / ".referee", tmp_path / "other")

    assert not re.search("several of your keys", errors), errors
    assert (code == 0) == (words[0] == "offer")


def test_what_the_seat_of_the_host_tells_everybody_is_mailed_with_the_letters(tmp_path: Path) -> None:
    game, home = both_keys(tmp_path, copy_of(open_match("tigris", 3, "mailed", HOST_PLAYS)).files)
    agreed = inside(["consent", "draw", "--yes"], home, game)
    session = open_session(GameFolder(game), DataFolder(home), side="hosts")
    parcels = owed_by(session, SentMails(session))

    assert agreed[0] == 0 and [parcel.kind for parcel in parcels] == ["step"], agreed
    assert read_bundle(parcels[0].notes.encode())[-1].type == "consent"
    assert {parcel.roles for parcel in parcels} == {("bert", "carl")}

    sent = SentMails(session)  # the letter went out before its author agreed: what is left is a mail of its own
    letter = parcels[0]._replace(holds=())
    for role in letter.roles:
        sent.add_id(letter.message_id("referee", role), "")
    assert [parcel.kind for parcel in owed_by(session, sent)] == ["step", "consent"]
    for role in letter.roles:
        for each in parcels[0].message_ids("referee", role):
            sent.add_id(each, "")
    assert [parcel.kind for parcel in owed_by(session, sent)] == ["step"]


# A process that dies


def calm_and_killed(place: Path, *words: str) -> tuple[list[str], Path, Path]:
    """The effects on disk of a command of the host who plays, its folder afterwards, and a copy from before it."""
    copytree(place / "anna", place / "before" / "anna")
    done: list[str] = []
    effects.append(done.append)
    assert types(place, "anna", *words)[0] == 0
    effects.remove(done.append)
    return done, place / "anna", place / "before"


@pytest.mark.parametrize("sort", ["charter", "move"])
def test_a_host_who_plays_killed_before_any_change_on_disk_goes_on(
    tmp_path: Path, sort: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Attack 29, where two keys sign: a charter with the own accept, the own move with its step."""
    monkeypatch.setattr(dates, "datetime", StoppedClock)
    words = ("charter",) if sort == "charter" else ("move", "leader king F9, pass", "--yes")
    if sort == "charter":
        opened(tmp_path)
    else:
        asked_first(tmp_path)
    done, calm, before = calm_and_killed(tmp_path, *words)
    wanted = whole(calm)
    for number in range(0, len(done), of(4, 1)):
        place = tmp_path / f"killed-{number}"
        copytree(before / "anna", place / "anna")

        def work(place: Path = place, number: int = number) -> None:
            effects.append(dies_at(number))
            types(place, "anna", *words)

        assert run_in_a_child(work) == KILLED, done[number]
        again = types(place, "anna", *words)
        if again[0]:  # the step stands already, and nothing more is asked of the own seat
            types(place, "anna", "receive", *sorted((place / "anna" / "friday" / "outbox").glob("0001-*.move")))
        assert whole(place / "anna") == wanted, (done[number], again)


class StoppedClock(datetime):
    """One minute for all that is compared: a step says in which its host made it."""

    @classmethod
    def now(cls, tz: tzinfo | None = None) -> StoppedClock:
        return cls(2026, 11, 21, 18, tzinfo=tz)


def asked_first(place: Path) -> None:
    """A game in which the host's own seat is asked, and has heard everybody."""
    for number in range(100):
        root = place / f"deal-{number}"
        root.mkdir()
        dealt(root)
        if "your turn" in types(root, "anna")[1]:
            words = types(root, "anna", "words")[1].splitlines()[0].partition(": ")[2].split()
            types(root, "anna", "words", *words, "--from", "all")
            (root / "anna").rename(place / "anna")
            return
    raise AssertionError("in none of these deals is anna asked first")


def whole(anna: Path) -> dict[str, bytes]:
    """What counts in the folder of the host: the record, and what is sent."""
    game = anna / "friday"
    return {
        str(path.relative_to(game)): path.read_bytes()
        for part in ("record", "outbox", "letters")
        for path in sorted((game / part).iterdir())
        if not path.name.startswith(".")
    }
