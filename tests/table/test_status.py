"""What the status tells as data."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from referee.kernel.game import Viewer
from referee.session.todo.status import status_for
from tests.cli.games_on_disk import home_of, lay, running
from tests.cli.terminal import inside
from tests.support.rehearse import open_match
from tests.table.plan_games import before_revolt, sides
from tests.table.players_on_disk import materialize
from tests.table.small_games import asked, copy_of, order


def test_who_is_asked_in_a_conflict_reads_its_sums_and_ends_and_nobody_else_does(tmp_path: Path) -> None:
    attacker, defender = sides(before_revolt())
    match = order(copy_of(before_revolt()), "leader king B9")
    people = materialize(match, tmp_path, (attacker, defender))
    told = {name: status_for(people[name].session(), "en").questions for name in people}
    found = told[attacker][0].conflict
    assert found is not None
    rows = found.lines

    assert asked(match) == attacker
    assert [row.split()[:3] for row in rows[:3]] == [
        ["board", "added", "together"],
        ["you", "B9", "1"],
        [defender.title(), "C8", "1"],
    ]
    assert [row[: len("If you lose")].rstrip() for row in rows[3:]] == ["If you win,", "If you lose"]
    assert told[defender][0].conflict is None


@pytest.mark.parametrize("lang", ["en", "it"])
@pytest.mark.parametrize("name", ["tigris", "cards", "ur", "civilization"])
def test_of_each_seat_name_sign_and_hand_are_told_and_the_sign_is_that_of_the_pictures(
    tmp_path: Path, name: str, lang: str
) -> None:
    match = running(name, 9)
    people = materialize(match, tmp_path, ("anna",))
    session, table, state = people["anna"].session(), match.table, match.host.state
    told = status_for(session, lang).players
    drawn = table.game.faces.drawing(state, Viewer(table.called, lang=lang))

    assert [(one.seat, one.called) for one in told] == [*table.called_by_seat.items()]
    assert {one.sign for one in told} <= {symbol.id for symbol in drawn.symbols} and len({*told}) == len(table.names)
    titles = " ".join(shape.title for shape in drawn.shapes)
    assert all(f"{one.called}, {one.spoken}" in titles for one in told if one.spoken)
    assert [one.hand for one in told] == [*getattr(state, "hands", ())] or name in ("ur", "civilization")
    assert all(points.called and "/" not in points.called for one in told for points in one.points)


def test_closed_points_are_told_to_their_owner_alone(tmp_path: Path) -> None:
    match = running("tigris", 40)
    people = materialize(match, tmp_path, (*match.table.names, "host", "stranger"))
    seen = {
        who: [one.seat for one in status_for(person.session(), "en").players if one.points]
        for who, person in people.items()
    }
    own = next(one for one in status_for(people["anna"].session(), "en").players if one.seat == "anna")
    at = match.table.names.index("anna")

    assert seen == {**{seat: [seat] for seat in match.table.names}, "host": [], "stranger": []}
    assert [points.count for points in own.points] == [*match.host.state.points[at], match.host.state.treasures_won[at]]


def test_open_points_are_told_to_all(tmp_path: Path) -> None:
    match = open_match("tigris", 3, "open", (("scores", "open"),))
    people = materialize(match, tmp_path, ("anna", "stranger"))

    for person in people.values():
        assert [len(one.points) for one in status_for(person.session(), "en").players] == [5, 5, 5]


def test_before_the_deal_nobody_has_a_sign(tmp_path: Path) -> None:
    charter = {name: data for name, data in running().files.items() if name in ("offer.note", "charter.note")}
    code, out, _ = inside(["status", "--json"], home_of(tmp_path, "anna"), lay(tmp_path / "game", charter))
    players = json.loads(out)["players"]

    assert code == 0 and [one["called"] for one in players] == ["Anna", "Bert", "Carl"]
    assert {(one["sign"], one["hand"], *one["points"]) for one in players} == {("", 0)}
