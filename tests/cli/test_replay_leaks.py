"""The page of a game leaks nothing: with everything changed that its reader cannot know, not a byte is another one."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path

import pytest
from msgspec.structs import replace

from referee.cli.context import Context
from referee.cli.open_games import as_table
from referee.protocol.step.position import Position
from referee.record.store import DataFolder, GameFolder
from referee.service.pages.replay_page import page_of
from referee.service.pages.replay_steps import draw_film, replay_story
from referee.session.session import Session, open_session
from tests.cli.games_on_disk import asked, home_of, lay, running
from tests.cli.terminal import inside
from tests.long_runs import of
from tests.support.rehearse import Match
from tests.table import two_worlds as tigris
from tests.table.card_worlds import card_worlds
from tests.table.every_world import worlds

HIDING = ("tigris", "cards", "civilization")
"""The games in which something is hidden; in Ur nothing is."""


@cache
def pairs(game: str) -> tuple[Match, Match]:
    """One game in two worlds, with other goods wherever nobody looks."""
    return worlds(game)


def seen_by(match: Match, folder: Path, name: str) -> tuple[Session, list[Position]]:
    """What the key of a name makes of the record."""
    game = lay(folder / name, match.files)
    session = open_session(GameFolder(game), DataFolder(home_of(folder, name)))
    return session, list(session.seen.values())


def page(session: Session, positions: Sequence[Position], *, hand: bool) -> str:
    """The page of the reader; with `hand`, whoever is asked has the orders in it that it may give."""
    history = replace(session.history, position=positions[-1])
    asked = hand and positions[-1].request_of(session.eyes.seat) is not None
    seen = {position.step: position for position in positions}
    table = as_table(Context(), replace(session, history=history, seen=seen))
    return page_of(replay_story(table, hand=hand, composing=asked))


@pytest.mark.parametrize("game", HIDING)
def test_everybodys_page_is_the_same_in_both_worlds_whoever_makes_it(game: str, tmp_path: Path) -> None:
    pages = set()
    for number, match in enumerate(pairs(game)):
        for name in (*[*match.players][: of(1, 9)], "stranger"):  # the host of the second world would see that he lies
            session, positions = seen_by(match, tmp_path / str(number), name)
            pages.add(page(session, positions, hand=False))

    assert len(pages) == 1


@pytest.mark.parametrize("game", HIDING)
def test_the_moving_picture_is_the_same_in_both_worlds_whoever_makes_it(game: str, tmp_path: Path) -> None:
    pictures = set()
    for number, match in enumerate(pairs(game)):
        for name in (*[*match.players][: of(1, 9)], "stranger"):
            session, _ = seen_by(match, tmp_path / str(number), name)
            pictures.add(draw_film(as_table(Context(), session)).text)

    assert len(pictures) == 1


@pytest.mark.parametrize("game", HIDING)
def test_a_players_page_changes_with_what_the_player_knows_and_with_nothing_else(game: str, tmp_path: Path) -> None:
    changed = 0
    for name in [*pairs(game)[0].players][: of(2, 9)]:
        (one, here), (other, there) = (
            seen_by(match, tmp_path / f"{number}", name) for number, match in enumerate(pairs(game))
        )
        known = [replace(far, knowledge=near.knowledge) for near, far in zip(here, there, strict=True)]
        first = page(one, here, hand=True)

        assert page(other, known, hand=True) == first, name
        same = all(near.knowledge == far.knowledge for near, far in zip(here, there, strict=True))
        differs = page(other, there, hand=True) != first
        changed += differs
        assert same or differs or game == "civilization", name
    assert changed or game == "civilization"


@pytest.mark.parametrize("both", [tigris.worlds, lambda: card_worlds(False)], ids=["tigris", "cards"])
def test_conflicts_swaps_and_plans_leave_no_trace_in_everybodys_page(both, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    """In a short run the host makes the page of one world and a stranger that of the next."""
    pages = [
        page(*seen_by(match, tmp_path / str(number), name), hand=False)
        for number, match in enumerate(both().matches)
        for name in ("host", "stranger")[of(number % 2, 0) :: of(2, 1)]
    ]

    assert len(pages) >= 2 and len(set(pages)) == 1


def test_points_that_are_closed_are_in_no_page_but_the_players_own(tmp_path: Path) -> None:
    session, positions = seen_by(pairs("tigris")[0], tmp_path, "anna")
    changed = [
        replace(
            each,
            state=replace(each.state, points=tuple((31 + seat, 32, 33, 34) for seat in range(len(each.state.points)))),
        )
        for each in positions
    ]

    assert page(session, changed, hand=False) == page(session, positions, hand=False)
    assert page(session, changed, hand=True) != page(session, positions, hand=True)


def test_in_ur_nothing_is_hidden_and_all_pages_are_one(tmp_path: Path) -> None:
    match = running("ur")
    pages = {page(*seen_by(match, tmp_path, name), hand=False) for name in (*match.players, "host", "stranger")}

    assert len(pages) == 1


def test_no_page_holds_a_key_a_seal_or_a_place_of_this_machine(tmp_path: Path) -> None:
    match = running()
    game = lay(tmp_path / "game", match.files)
    code, text, _ = inside(["replay", "--hand", "--html", "-"], home_of(tmp_path, "anna"), game)

    asked_code, asked_text, _ = inside(["compose", "--html", "-"], home_of(tmp_path, asked(match)), game)
    text += asked_text

    assert (code, asked_code) == (0, 0)
    assert not any(word in text for word in ("PRIVATE", "ssh-ed25519", "SHA256:", str(tmp_path), "home-anna"))
    assert match.table.game_id not in text
