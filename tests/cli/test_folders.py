"""The home knows where each game lies, and mail finds its game from anywhere."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable

import pytest

from referee.protocol.opening.charter import make_join
from referee.record.file_names import CHARTER, DEAL, OFFER
from referee.record.note import read_bundle, render_bundle
from referee.record.notes import Offer
from tests.cli.games_on_disk import asked, finished, lay, mail_with, move_of, remember, running
from tests.cli.typing_players import Player, joined, offered
from tests.support.rehearse import test_key, test_nonce

MATCH = running()
LAST = MATCH.host.step
NEWEST = f"{LAST:04d}.step"


def test_mail_is_handed_to_its_games_from_anywhere(people: Callable[[str], Player]) -> None:
    """Finding 14: one folder of mails, two games, and neither is the current folder."""
    anna, other = people("anna"), running("cards", 2)
    first = lay(anna.place / "tigris", MATCH.files, without=[NEWEST])
    second = lay(anna.place / "cards", other.files, without=["0002.step"])
    for game in (first, second):
        anna.types("status", at=game)
    (anna.root / "mail").mkdir()
    (anna.root / "mail" / "shopping.txt").write_text("milk")
    mail_with(anna.root / "mail" / "a", *MATCH.signed_notes[NEWEST])
    mail_with(anna.root / "mail" / "b", *other.signed_notes["0002.step"])
    code, out, errors = anna.types("receive", anna.root / "mail", at=anna.root)

    assert code == 0
    assert {path.name: path.read_bytes() for path in (first / "record").iterdir()} == MATCH.files
    assert {path.name: path.read_bytes() for path in (second / "record").iterdir()} == other.files
    assert {str(LAST), "2"} == set(re.findall(r", step (\d+)[:,]", out))
    assert "checked 3 files: 0 already received, 1 not for your games" in errors.splitlines()


def test_one_mail_with_notes_of_two_games_is_taken_apart(people: Callable[[str], Player]) -> None:
    anna, other = people("anna"), running("cards", 2)
    first = lay(anna.place / "tigris", MATCH.files, without=[NEWEST])
    second = lay(anna.place / "cards", other.files, without=["0002.step"])
    for game in (first, second):
        anna.types("status", at=game)
    digest = mail_with(anna.root / "digest", *MATCH.signed_notes[NEWEST], *other.signed_notes["0002.step"])

    assert anna.types("receive", digest, at=first)[0] == 0
    assert (first / "record" / NEWEST).is_file() and (second / "record" / "0002.step").is_file()


def test_what_is_here_already_is_counted_and_old_joins_are_among_it(people: Callable[[str], Player]) -> None:
    """Finding 13: the host keeps all mails in one folder and takes it in again and again; exit 0 every time."""
    host = people("host")
    game = lay(host.place / "game", MATCH.files)
    remember(game, host.home, MATCH, LAST)
    (host.root / "mail").mkdir()
    for number, signed in enumerate(MATCH.signed_notes[CHARTER][1:-1]):
        mail_with(host.root / "mail" / f"join-{number}", signed)
    for number, signed in enumerate(MATCH.signed_notes[DEAL][:-1]):
        mail_with(host.root / "mail" / f"accept-{number}", signed)
    for step in range(1, LAST + 1):
        mail_with(host.root / "mail" / f"move-{step}", move_of(MATCH, step))
    code, _, errors = host.types("receive", host.root / "mail", at=game)

    assert (code, errors.splitlines()) == (0, [f"already here: {6 + LAST}"])
    assert host.told("receive", host.root / "mail", at=game)["known"] == 6 + LAST


def test_a_join_that_comes_after_the_charter_is_told_and_is_no_failure(people: Callable[[str], Player]) -> None:
    host = people("host")
    game = lay(host.place / "game", MATCH.files)
    late = make_join(test_key("dora"), MATCH.signed_notes[OFFER][0], "dora", "Dora", test_nonce("late"))
    code, _, errors = host.types("receive", mail_with(host.root / "late", late), at=game)

    assert code == 0
    assert errors.startswith("the join request from dora came after the charter, too late")


def test_a_damaged_note_in_a_folder_is_still_a_failure(people: Callable[[str], Player]) -> None:
    anna = people("anna")
    lay(anna.place / "game", MATCH.files)
    anna.types("status", at=anna.place / "game")
    (anna.root / "mail").mkdir()
    damaged = render_bundle(MATCH.signed_notes[NEWEST]).replace(f"\nstep {LAST}\n".encode(), b"\nstep 9\n")
    (anna.root / "mail" / "damaged").write_bytes(damaged)

    assert anna.types("receive", anna.root / "mail", at=anna.root)[0] == 4


def test_whoever_restores_into_an_empty_folder_is_told_who_he_is_at_once(people: Callable[[str], Player]) -> None:
    """Finding 18: right after the first mail, not at the next command."""
    anna = people("anna")
    charter = mail_with(anna.root / "charter", *MATCH.signed_notes[CHARTER])
    code, out, _ = anna.types("receive", charter)

    assert code == 0
    assert "you are Anna" in out and "watching" not in out


def test_a_game_that_was_lost_comes_back_where_it_lay(people: Callable[[str], Player]) -> None:
    anna = people("anna")
    game = lay(anna.place / "tigris", MATCH.files)
    anna.types("status", at=game)
    shutil.rmtree(game)
    step = anna.types("receive", mail_with(anna.root / "step", *MATCH.signed_notes[NEWEST]), at=anna.root)
    charter = anna.types("receive", mail_with(anna.root / "charter", *MATCH.signed_notes[CHARTER]), at=anna.root)

    assert step[0] == 74 and "receive the mail with the charter first, then the letters" in step[2]
    assert charter[0] == 0 and (game / "record" / CHARTER).is_file()


# All games of a home


def test_all_games_are_listed_with_who_is_asked_and_since_when(people: Callable[[str], Player]) -> None:
    anna = people(asked(MATCH))
    first = lay(anna.place / "tigris", MATCH.files)
    over = lay(anna.place / "over", finished().files)
    os.utime(first / "record" / NEWEST, (1_795_000_000, 1_795_000_000))
    for game in (first, over):
        anna.types("status", at=game)
    mine, done = anna.told("games", at=anna.root)["games"]
    page = anna.types("games", at=anna.root)[1].splitlines()

    assert (mine["title"], mine["step"], mine["asked"], mine["turn"]) == (
        "Tigris & Euphrates",
        LAST,
        [asked(MATCH)],
        True,
    )
    assert mine["since"].startswith("2026-11-18T")
    assert (done["title"], done["stage"], done["folder"]) == ("Ur", "over", str(over))
    assert page[1].startswith("> Tigris & Euphrates") and "you          Wed 18 Nov" in page[1]
    assert page[-1] == '  referee --game "Tigris & Euphrates"'


def test_a_game_that_was_moved_is_found_where_it_is_used_again(people: Callable[[str], Player]) -> None:
    anna = people("anna")
    game = lay(anna.place / "tigris", MATCH.files)
    anna.types("status", at=game)
    (anna.root / "elsewhere").mkdir()
    game.rename(anna.root / "elsewhere" / "te")
    lost = anna.told("games", at=anna.root)["games"][0]
    anna.types("status", at=anna.root / "elsewhere" / "te")
    found = anna.told("games", at=anna.root)["games"][0]

    assert lost["trouble"]["code"] == "game-is-gone"
    assert (found["folder"], found["trouble"]) == (str(anna.root / "elsewhere" / "te"), None)


def test_a_folder_that_was_renamed_in_its_place_is_found_at_once(people: Callable[[str], Player]) -> None:
    anna = people("anna")
    game = lay(anna.place / "tigris", MATCH.files)
    anna.types("status", at=game)
    game.rename(anna.place / "te")

    assert anna.types("hand", "--game", "tigris", at=anna.root)[0] == 0
    assert anna.told("games", at=anna.root)["games"][0]["folder"] == str(anna.place / "te")


def test_a_copy_of_a_folder_does_not_take_its_place(people: Callable[[str], Player]) -> None:
    anna = people("anna")
    game = lay(anna.place / "tigris", MATCH.files)
    anna.types("status", at=game)
    shutil.copytree(game, anna.place / "backup")
    anna.types("status", at=anna.place / "backup")

    assert [row["folder"] for row in anna.told("games", at=anna.root)["games"]] == [str(game)]


def test_one_game_that_cannot_be_read_hides_no_other(people: Callable[[str], Player]) -> None:
    anna = people("anna")
    for name, match in (("tigris", MATCH), ("cards", running("cards", 2))):
        anna.types("status", at=lay(anna.place / name, match.files))
    (anna.place / "cards" / "record" / "0001.step").write_bytes(b"x")
    troubles = {row["rules"]: row["trouble"] is not None for row in anna.told("games")["games"]}

    assert troubles == {"cards": True, "tigris": False}


@pytest.mark.parametrize("command", ["status", "show", "hand", "moves", "log", "letter", "words", "audit"])
@pytest.mark.parametrize("title", ["Tigris & Euphrates", "tigris", "euph", "TIGRIS"])
def test_a_title_names_the_game_for_every_command(people: Callable[[str], Player], command: str, title: str) -> None:
    anna = people("anna")
    game = lay(anna.place / "first", MATCH.files)
    anna.types("status", at=game)
    there = anna.types(command, at=game)
    far = anna.types(command, "--game", title, at=anna.root)

    assert (far[0], there[0]) == (0, 0)
    assert far[1].count("\n") == there[1].count("\n")


def test_a_stranger_who_looks_on_remembers_nothing(people: Callable[[str], Player]) -> None:
    zoe = people("zoe")
    game = lay(zoe.place / "game", MATCH.files)
    before = sorted(zoe.home.rglob("*"))
    zoe.types("status", at=game)

    assert sorted(zoe.home.rglob("*")) == before


def test_the_ack_waits_in_the_outbox_like_all_that_is_sent(people: Callable[[str], Player]) -> None:
    """Finding 23."""
    files = {name: data for name, data in finished().files.items() if not name.startswith("ack-")}
    anna = people("anna")
    game = lay(anna.place / "over", files)
    code, out, _ = anna.types("ack", at=game)

    assert (code, out) == (0, "send outbox/ack-anna.note to everyone (host and players)\n")
    assert (game / "outbox" / "ack-anna.note").read_bytes() == (game / "record" / "ack-anna.note").read_bytes()


def test_other_words_stay_in_the_status_until_equal_ones_are_heard(people: Callable[[str], Player]) -> None:
    """Finding 15."""
    anna = people("anna")
    game = lay(anna.place / "game", MATCH.files)
    words = anna.told("words", at=game)["words"]
    different = anna.types("words", "babil", "babuf", "badav", "badit", "--from", "bert", at=game)
    status = anna.types("status", "--full", at=game)[1]
    anna.types("words", *words, "--from", "bert", at=game)

    assert different[0] == 4
    assert "  safety words  differ: Bert\n" in status
    assert "differ: Bert" not in anna.types("status", "--full", at=game)[1]


def test_whoever_has_one_game_need_not_name_it_anywhere(people: Callable[[str], Player]) -> None:
    """What the invitation says to type is typed where the mails are."""
    anna = people("anna")
    game = lay(anna.place / "tigris", MATCH.files)
    anna.types("status", at=game)

    assert anna.types("hand", at=anna.root) == anna.types("hand", at=game)


def test_whoever_has_two_games_is_asked_which(people: Callable[[str], Player]) -> None:
    anna = people("anna")
    for name in ("tigris", "cards"):
        anna.types("status", at=lay(anna.place / name, running(name, 5).files))
    code, out, errors = anna.types("hand", at=anna.root)

    assert (code, out) == (5, "")
    assert "there is no game in this folder" in errors and "referee games lists yours" in errors


def test_an_audit_takes_the_title_of_a_game_from_anywhere(people: Callable[[str], Player]) -> None:
    anna = people("anna")
    game = lay(anna.place / "first", finished().files)
    anna.types("status", at=game)
    there, far = anna.types("audit", at=game), anna.types("audit", "ur", at=anna.root)

    assert (far[0], there[0]) == (0, 0)
    assert far[1].splitlines()[0].startswith("Ur, 3 players, ended in step ")
    assert far == there


def test_a_deal_is_thrown_away_by_the_title_of_its_game(people: Callable[[str], Player]) -> None:
    host = people("host")
    host.types("receive", *joined(people, offered(people)))
    host.types("charter", "--game", "friday")
    typed = ("offer", "tigris", "--seats", "2", "--title", "Once more", "--void", "friday", "--why", "dora has left")
    again = host.types(*typed, at=host.root)
    wrong = host.types("offer", "tigris", "--seats", "2", "--title", "Third", "--void", "saturday", at=host.root)
    offer = read_bundle((host.root / "once-more" / "record" / OFFER).read_bytes())[0].read(Offer)

    assert again[0] == 0
    assert (offer.attempt, offer.why) == (2, "dora has left")
    assert (wrong[0], wrong[2].splitlines()[0]) == (
        3,
        "referee: there is no folder and no game of yours called saturday; there are: Friday tigris, Once more",
    )
