"""Pictures leak nothing: with everything hidden changed, not a byte of a picture is another one."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from referee.drawing.svg_document import board_in_lines, svg_of
from referee.kernel.game import Viewer
from referee.kernel.goods import OwnGoods
from referee.messages.board_text import picture_view
from referee.protocol.step.position import Position
from referee.service.pages.replay_page import still_page
from tests.cli.games_on_disk import running
from tests.support.rehearse import Match
from tests.table import every_world as every
from tests.table.card_worlds import card_worlds
from tests.table.two_worlds import Worlds, worlds


def pictures(position: Position, view: Viewer) -> tuple[str, str]:
    """The SVG and the page of a position for a reader."""
    faces, state = position.table.game.faces, position.state
    assert faces.drawing is not None
    shown = picture_view(view, position, None, strengths=True)
    drawing = faces.drawing(state, shown)
    return svg_of(faces, state, shown), still_page(drawing, "a page", board_in_lines(faces, state, shown), "told", "en")


def view_of(match: Match, seat: int | None = None, own: OwnGoods | None = None) -> Viewer:
    return Viewer(match.table.called, seat, own)


@pytest.mark.parametrize("both", [worlds, lambda: card_worlds(False)], ids=["tigris", "cards"])
def test_a_spectators_picture_is_the_same_in_both_worlds(both) -> None:  # type: ignore[no-untyped-def]
    found: Worlds = both()
    one, other = found.matches

    assert one.host.orders == other.host.orders
    assert pictures(one.host, view_of(one)) == pictures(other.host, view_of(other))


@pytest.mark.parametrize("both", [worlds, lambda: card_worlds(False)], ids=["tigris", "cards"])
def test_a_players_picture_changes_with_the_own_hand_alone(both) -> None:  # type: ignore[no-untyped-def]
    found: Worlds = both()
    one, other = found.matches
    for seat, name in enumerate(one.players):
        place = one.table.seat(name)
        owns = [match.players[name].knowledge.own(place) for match in (one, other)]
        drawn = [pictures(match.players[name], view_of(match, place, owns[0])) for match in (one, other)]

        assert drawn[0] == drawn[1], seat
        assert owns[0] == owns[1] or drawn[0] != pictures(one.players[name], view_of(one, place, owns[1]))


def test_a_picture_of_civilization_shows_no_marker_that_lies_face_down() -> None:
    one, other = every.worlds("civilization")

    assert one.host.knowledge != other.host.knowledge
    assert pictures(one.host, view_of(one)) == pictures(other.host, view_of(other))
    for name in one.players:
        place = one.table.seat(name)
        own = one.players[name].knowledge.own(place)
        assert pictures(one.players[name], view_of(one, place, own)) == pictures(
            other.players[name], view_of(other, place, own)
        )


def test_a_picture_of_ur_is_the_same_for_everybody_for_nothing_is_hidden() -> None:
    match = running("ur")
    seats = [(match.players[name], match.table.seat(name)) for name in match.players]

    assert {pictures(position, view_of(match, seat)) for position, seat in seats} == {
        pictures(match.host, view_of(match))
    }


def test_without_a_hand_a_picture_holds_nothing_that_the_reader_alone_knows() -> None:
    match = worlds().matches[0]
    points = tuple((seat + 31, 0, 0, 0) for seat in range(len(match.host.state.points)))
    changed = replace(match.host, state=replace(match.host.state, points=points))

    assert pictures(changed, view_of(match, 1)) == pictures(match.host, view_of(match, 1))
    assert pictures(changed, view_of(match, 1, OwnGoods(()))) != pictures(match.host, view_of(match, 1, OwnGoods(())))
