"""A key is lost: what its holder types on a new computer, and what the program says there."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from referee.crypto.keys import format_private
from referee.crypto.openssh import format_public
from referee.protocol.agreements.new_key import six_words
from referee.record.store import DataFolder
from tests.cli.games_on_disk import asked, home_of, lay, mail_with, remember, running
from tests.cli.terminal import converse, inside
from tests.needed_tools import posix
from tests.table.new_seat_keys import agreed, asks, new_key, rekeyed
from tests.table.small_games import HOST


def test_whoever_asks_for_a_seat_finds_the_game_from_any_folder_from_then_on(tmp_path: Path) -> None:
    match, home = running(), tmp_path / "home"
    game = lay(tmp_path / "from-a-friend", match.files)
    code, _, errors = inside(["rekey", asked(match), "--yes"], home, game)
    assert code == 0, errors

    assert "from-a-friend" in inside(["games"], home, tmp_path)[1] + inside(["games", "--json"], home, tmp_path)[1]


def test_whoever_asks_twice_has_one_request_and_the_same_six_words(tmp_path: Path) -> None:
    match, home = running(), tmp_path / "home"
    game = lay(tmp_path / "game", match.files)
    first, again = (inside(["rekey", asked(match), "--yes", "--json"], home, game) for _ in range(2))

    _, told, said = inside(["rekey", asked(match), "--yes"], home, game)

    assert (first[0], again[0]) == (0, 0) and first[1] == again[1]
    assert "You have already asked for this key;" in said and " ".join(json.loads(first[1])["words"]) in told
    assert [path.name for path in (game / "outbox").glob("rekey-*")] == [Path(json.loads(first[1])["file"]).name]
    assert len(DataFolder(home).keys()) == 1


@pytest.mark.parametrize("gone", ["key", "reason"])
def test_a_second_request_is_made_where_the_first_cannot_serve(tmp_path: Path, gone: str) -> None:
    match, home = running(), tmp_path / "home"
    game, seat = lay(tmp_path / "game", match.files), asked(match)
    assert inside(["rekey", seat, "--yes"], home, game)[0] == 0
    if gone == "key":
        for path in (home / "keys").iterdir():
            path.unlink()
    assert inside(["rekey", seat, "--yes", *(["--why", "stolen"] if gone == "reason" else [])], home, game)[0] == 0
    assert len(list((game / "outbox").glob("rekey-*"))) == 2


def test_a_new_key_that_has_heard_nobody_is_not_told_of_a_first_move_in_the_game(tmp_path: Path) -> None:
    match, home = running(), DataFolder(tmp_path / "home")
    seat, key = asked(match), new_key("lost")
    game = lay(tmp_path / "game", rekeyed(match, seat, "lost").files)
    home.write_key(seat, format_private(key, seat), format_public(key.public, seat))
    code, _, errors = inside(["move", "pass", "--yes"], home.path, game)

    assert code == 5 and "before your first move with the new key" in " ".join(errors.split())


def test_a_game_that_a_friend_has_archived_is_taken_in_as_it_is(tmp_path: Path) -> None:
    match, home = running(), tmp_path / "home"
    friend, here = lay(tmp_path / "friend", match.files), tmp_path / "here"
    here.mkdir()
    assert inside(["archive", "--to", str(tmp_path / "game.zip")], tmp_path / "none", friend)[0] == 0
    code, out, errors = inside(["receive", "../game.zip", "--folder", "game"], home, here)

    assert (
        (code, "referee: " in errors) == (0, False)
        and f"step {match.host.step}: " in out
        and "You are watching." in out
    )
    assert {path.name: path.read_bytes() for path in (here / "game" / "record").iterdir()} == match.files


def test_an_archive_that_finds_no_room_is_refused_once_and_with_the_folder_to_name(tmp_path: Path) -> None:
    friend, here = lay(tmp_path / "friend", running().files), tmp_path / "here"
    here.mkdir()
    (here / "letter.txt").write_text("something else")
    inside(["archive", "--to", str(here / "game.zip")], tmp_path / "none", friend)
    code, _, errors = inside(["receive", "game.zip"], tmp_path / "home", here)

    assert (code, errors.count("referee: ")) == (5, 1) and "referee receive game.zip --folder tigris" in errors


@posix
def test_a_whole_game_taken_in_at_a_terminal_is_told_on_one_screen(tmp_path: Path) -> None:
    friend, here = lay(tmp_path / "friend", running("tigris", 9).files), tmp_path / "here"
    here.mkdir()
    inside(["archive", "--to", str(tmp_path / "game.zip")], tmp_path / "none", friend)
    code, seen = converse(
        ["receive", "../game.zip", "--folder", "game"], tmp_path / "home", {}, cwd=here, size=(80, 24), NO_COLOR="1"
    )
    lines = seen.splitlines()

    assert code == 0 and len(lines) < 24 + 3, seen  # the offer and the charter scroll past above
    assert any(re.fullmatch(r"\d earlier turns: referee log", line) for line in lines), seen


def agreeing_last(place: Path, *typed: str) -> tuple[str, str]:
    """What the host reads who agrees to a new key after all others, and the name of the letter of the step."""
    match = running()
    seat, home, game = asked(match), home_of(place, HOST), lay(place / "game", match.files)
    rekey = asks(match, seat)
    others = agreed(match, rekey, *(name for name in match.table.names if name != seat))
    remember(game, home, match, match.host.step)
    assert inside(["receive", mail_with(place / "mail.eml", rekey, *others)], home, game)[0] == 0
    words = " ".join(six_words(rekey.id))
    code, out, errors = inside(["consent", seat, "--words", words, "--yes", *typed], home, game)
    assert code == 0, errors
    (letter,) = (game / "letters").glob(f"{match.host.step + 1:04d}.txt")
    return out, letter.name


@pytest.mark.parametrize(
    ("lang", "said"), [("en", "send letters/{} to all players"), ("it", "manda letters/{} a tutti i giocatori")]
)
def test_the_host_s_last_consent_names_the_letter_that_now_goes_to_all(tmp_path: Path, lang: str, said: str) -> None:
    out, letter = agreeing_last(tmp_path, "--lang", lang)

    assert out.splitlines()[1:] == [said.format(letter)]


def test_the_letter_of_the_host_s_last_consent_is_told_to_programs_too(tmp_path: Path) -> None:
    out, letter = agreeing_last(tmp_path, "--json")

    assert json.loads(out)["letter"] == f"letters/{letter}"


def test_behind_a_flood_of_requests_the_true_one_is_agreed_to_by_the_file_of_its_mail(tmp_path: Path) -> None:
    """As its refusal says. What goes to the host then gets in there too, full of the others' requests as it is."""
    match, seat = running(), asked(running())
    friend, *_ = (name for name in match.table.names if name != seat)
    junk = mail_with(tmp_path / "junk.eml", *(asks(match, seat, f"junk {number}") for number in range(8)))
    rekey = asks(match, seat)
    mail = mail_with(tmp_path / "true.eml", rekey)
    for who in (friend, HOST):
        home, game = home_of(tmp_path / who, who), lay(tmp_path / who / "game", match.files)
        remember(game, home, match, match.host.step)
        assert inside(["receive", junk], home, game)[0] == 0
        code, _, errors = inside(["receive", mail], home, game)
        assert (code, "referee consent FILE" in " ".join(errors.split())) == (5, True)
    home, game = home_of(tmp_path / friend, friend), tmp_path / friend / "game"
    code, _, errors = inside(["consent", mail, "--words", " ".join(six_words(rekey.id)), "--yes"], home, game)
    assert code == 0, errors
    (written,) = (game / "outbox").glob("consent-key-*")
    code, _, errors = inside(["receive", str(written)], home_of(tmp_path / HOST, HOST), tmp_path / HOST / "game")

    assert code == 0, errors
