"""A key is lost: what its holder types on a new computer, and what the program says there."""

from __future__ import annotations

from pathlib import Path

from referee.crypto.keys import format_private, format_public
from referee.record.store import Home
from tests.cli.folders import asked, lay, running
from tests.cli.terminal import inside
from tests.table.rekeys import new_key, rekeyed


def test_whoever_asks_for_a_seat_finds_the_game_from_any_folder_from_then_on(tmp_path: Path) -> None:
    match, home = running(), tmp_path / "home"
    game = lay(tmp_path / "from-a-friend", match.files)
    code, _, errors = inside(["rekey", asked(match), "--yes"], home, game)
    assert code == 0, errors

    assert "from-a-friend" in inside(["games"], home, tmp_path)[1] + inside(["games", "--json"], home, tmp_path)[1]


def test_a_new_key_that_has_heard_nobody_is_not_told_of_a_first_move_in_the_game(tmp_path: Path) -> None:
    match, home = running(), Home(tmp_path / "home")
    seat, key = asked(match), new_key("lost")
    game = lay(tmp_path / "game", rekeyed(match, seat, "lost").files)
    home.write_key(seat, format_private(key, seat), format_public(key.public, seat))
    code, _, errors = inside(["move", "pass", "--yes"], home.path, game)

    assert code == 5 and "this would be your first move with the new key" in " ".join(errors.split())


def test_a_game_that_a_friend_has_archived_is_taken_in_as_it_is(tmp_path: Path) -> None:
    match, home = running(), tmp_path / "home"
    friend, here = lay(tmp_path / "friend", match.files), tmp_path / "here"
    here.mkdir()
    assert inside(["archive", "--to", str(tmp_path / "game.zip")], tmp_path / "none", friend)[0] == 0
    code, out, errors = inside(["receive", "../game.zip", "--folder", "game"], home, here)

    assert (code, "referee: " in errors) == (0, False) and f"step {match.host.step}, you are looking on" in out
    assert {path.name: path.read_bytes() for path in (here / "game" / "record").iterdir()} == match.files


def test_an_archive_that_finds_no_room_is_refused_once_and_with_the_folder_to_name(tmp_path: Path) -> None:
    friend, here = lay(tmp_path / "friend", running().files), tmp_path / "here"
    here.mkdir()
    (here / "letter.txt").write_text("something else")
    inside(["archive", "--to", str(here / "game.zip")], tmp_path / "none", friend)
    code, _, errors = inside(["receive", "game.zip"], tmp_path / "home", here)

    assert (code, errors.count("referee: ")) == (5, 1) and "referee receive game.zip --folder tigris" in errors
