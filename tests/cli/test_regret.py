"""A move that somebody thinks better of: said before it is signed, put away, and told when it is too late."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from referee.record.note import read_bundle
from tests.cli.games_on_disk import asked, home_of, lay, mail_with, remember, running
from tests.cli.terminal import converse, inside
from tests.needed_tools import posix
from tests.table.small_games import copy_of, order

MATCH = running()
STEP = MATCH.host.step + 1
WHO = asked(MATCH)
REST, SIGN = "action 2 of 2 (Enter: sign as it is)> ", "sign this? [y/N/show/undo]: "


@pytest.fixture
def game(tmp_path: Path) -> Path:
    place = lay(tmp_path / "game", MATCH.files)
    assert inside(["move", "pass", "--yes"], home_of(tmp_path, WHO), place)[0] == 0
    return place


def outbox(game: Path) -> list[str]:
    return sorted(path.name for path in (game / "outbox").glob("*"))


@posix
def test_at_a_terminal_a_second_move_says_before_the_question_what_it_replaces(game: Path) -> None:
    code, seen = converse(
        ["move", "pass, pass"], home_of(game.parent, WHO), {"sign the new move? [y/N/show/undo]: ": "y"}, cwd=game
    )
    said = " ".join(seen.split())
    before, _, after = said.partition("sign the new move? [y/N/show/undo]: ")

    assert code == 0
    assert f"you have already signed step {STEP}: pass; this move replaces it and tells the host so" in before
    assert "the old move was removed from the outbox; the new one counts" in after
    assert outbox(game) == [f"{STEP:04d}-{WHO}-2.move"]


@posix
def test_a_no_leaves_the_first_move_where_it_was(game: Path) -> None:
    before = (game / "outbox" / f"{STEP:04d}-{WHO}.move").read_bytes()
    code, _ = converse(
        ["move", "pass, pass"], home_of(game.parent, WHO), {"sign the new move? [y/N/show/undo]: ": "n"}, cwd=game
    )

    assert (code, outbox(game)) == (130, [f"{STEP:04d}-{WHO}.move"])
    assert (game / "outbox" / f"{STEP:04d}-{WHO}.move").read_bytes() == before


@posix
def test_the_same_move_again_replaces_nothing_and_is_asked_about_as_the_first_was(game: Path) -> None:
    code, seen = converse(["move", "pass"], home_of(game.parent, WHO), {REST: "", SIGN: "y"}, cwd=game)

    assert (code, outbox(game)) == (0, [f"{STEP:04d}-{WHO}.move"])
    assert "replaces" not in seen


def test_without_a_terminal_a_second_move_is_refused_before_anything_is_shown(game: Path) -> None:
    code, out, errors = inside(["move", "pass, pass", "--yes"], home_of(game.parent, WHO), game)

    assert (code, out) == (5, "")
    assert errors.startswith(f"referee: you have already signed another note for this (move {STEP})\nhint: ")


def test_a_player_whose_move_is_entered_already_is_told_that_it_stands(tmp_path: Path) -> None:
    later = order(copy_of(MATCH), "pass, pass")
    game = lay(tmp_path / "game", later.files)
    code, _, errors = inside(["move", "pass"], home_of(tmp_path, WHO), game)

    assert (code, errors.splitlines()[0]) == (
        5,
        f"referee: step {STEP} is closed and your move stands (pass, pass); "
        f"the game is now waiting for {asked(later).title()}",
    )


@pytest.mark.parametrize(("lang", "word"), [("en", "is closed"), ("it", "è chiuso")])
def test_a_host_says_whose_move_stands_and_writes_to_the_player_whose_move_came_late(
    tmp_path: Path, lang: str, word: str
) -> None:
    late = MATCH.write(WHO, ["pass"])
    later = order(copy_of(MATCH), "pass, pass")
    game, home = lay(tmp_path / "game", later.files), home_of(tmp_path, "host")
    remember(game, home, later, STEP)
    mail = mail_with(tmp_path / "mail", late)
    code, _, errors = inside(["receive", mail, "--lang", lang], home, game)
    found = json.loads(inside(["receive", mail, "--json"], home, game)[1])
    letter = (game / "letters" / f"{STEP:04d}-{WHO}-late.txt").read_text("utf-8")

    assert code == 5
    assert f"{STEP} {word}" in errors and "(pass, pass)" in errors
    assert found["refused"][0]["error"]["code"] == "move-too-late"
    assert found["refused"][0]["reply"] == f"letters/{STEP:04d}-{WHO}-late.txt"
    assert "(pass, pass)" in letter and "pending" not in letter
    assert max(map(len, letter.splitlines())) <= 72


@pytest.mark.parametrize("reverse", [False, True])
def test_in_one_batch_the_replacing_move_wins_whichever_file_is_read_first(tmp_path: Path, reverse: bool) -> None:
    player, host = lay(tmp_path / "player", MATCH.files), lay(tmp_path / "host", MATCH.files)
    remember(host, home_of(tmp_path, "host"), MATCH, STEP - 1)
    mails = []
    for typed in (["move", "pass", "--yes"], ["move", "pass, pass", "--yes", "--instead"]):
        assert inside(typed, home_of(tmp_path, WHO), player)[0] == 0
        (sent,) = (player / "outbox").iterdir()
        mails.append(tmp_path / sent.name)
        mails[-1].write_bytes(sent.read_bytes())
    newest = read_bundle(mails[-1].read_bytes())[0].id
    code, _, errors = inside(["receive", *(mails[::-1] if reverse else mails)], home_of(tmp_path, "host"), host)

    assert code == 0, errors
    assert newest.encode() in (host / "record" / f"{STEP:04d}.step").read_bytes()
