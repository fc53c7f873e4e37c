"""Who must write before the game can go on: in the set-up whoever is asked, for nobody's turn runs yet."""

from __future__ import annotations

from referee.session.todo.waiting_for import next_to_write
from tests.support.policies import sensible_order
from tests.support.rehearse import Match, open_match, play_out
from tests.table.small_games import asked


def needed(match: Match) -> tuple[str, ...]:
    """Who must write in this turn, by name."""
    return tuple(match.table.names[seat] for seat in next_to_write(match.host))


def test_in_the_set_up_no_turn_waits_for_anybody_but_who_is_asked() -> None:
    match = open_match("civilization", 3, "mails")
    early = []
    while not match.host.state.playing:
        if match.host.table.game.before_turns(match.host.state):  # type: ignore[misc]
            early.append((needed(match), (asked(match),)))
        play_out(match, "mails", steps=1, policy=sensible_order)

    assert [needed for needed, _ in early] == [alone for _, alone in early]
    assert {alone for _, alone in early} == {("anna",), ("bert",), ("carl",)}


def test_in_a_turn_the_one_whose_turn_it_is_writes_behind_who_is_asked_in_between() -> None:
    match = open_match("civilization", 3, "mails")
    while match.host.on_turn is None or asked(match) == match.table.names[match.host.on_turn]:
        play_out(match, "mails", steps=1, policy=sensible_order)
    assert match.host.on_turn is not None

    assert needed(match)[:1] == (asked(match),)
    assert len(needed(match)) > 1
