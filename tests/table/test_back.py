"""The table goes back by consent: the game is that of then, the record goes on, no good goes to another than before."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import pytest

from referee.audit.recompute import audit
from referee.kernel.errors import RefereeError, Unreadable
from referee.protocol.agreements.consent import check_consent, consent_note
from referee.protocol.agreements.table_lines import read_table_lines
from referee.protocol.agreements.take_back import steps_taken_back
from referee.protocol.step.position import AWAY
from tests.games.known import GAMES
from tests.long_runs import of
from tests.support.policies import sensible_order
from tests.support.rehearse import Match, open_match, play_out
from tests.table.every_world import checked_again
from tests.table.new_seat_keys import rekeyed
from tests.table.small_games import STRANGER, asked, copy_of, dealt, hand, order, running, small, soon_over, swap_all
from tests.table.take_backs import ASKER_SAYS, agreed, begun, gone_back

SECOND = {"civilization": (), "tigris": ()}
"""The games that are played or checked a second time in a short run as well: one whose seats are asked at once, one of
turns.
"""


def whole(game: str) -> Match:
    """A game that goes back twice, is played on, and ends."""
    match = begun(game)
    match = gone_back(match, match.host.step - 1)
    match = play_out(match, "after", steps=2, policy=sensible_order)
    match = gone_back(match, 1)
    match.players.pop(STRANGER)
    return soon_over(match, "on", of(10, 30))


@cache
def ended(game: str) -> Match:
    return whole(game)


@pytest.mark.parametrize("game", GAMES)
def test_every_game_goes_back_twice_and_on_to_a_clean_end(game: str) -> None:
    report = audit(ended(game).files)

    assert (report.verdict, report.findings) == ("clean", ())


@pytest.mark.parametrize("game", [pytest.param(game, marks=SECOND.get(game, pytest.mark.long)) for game in GAMES])
def test_a_game_that_goes_back_gives_the_same_bytes_each_time(game: str) -> None:
    assert whole(game).files == ended(game).files


@pytest.mark.parametrize("game", [pytest.param(game, marks=SECOND.get(game, pytest.mark.long)) for game in GAMES])
def test_the_second_checker_agrees_with_a_game_that_went_back(game: str) -> None:
    assert checked_again(ended(game).files) is None


@pytest.mark.parametrize("game", GAMES)
def test_behind_a_step_back_all_see_the_game_of_then_and_the_record_goes_on(game: str) -> None:
    match = begun(game)
    then = {name: position.past.rollback_points[1] for name, position in (*match.players.items(), ("host", match.host))}
    back = gone_back(match, 2)
    now = {**back.players, "host": back.host}

    assert {name: (at.state, at.asked, at.knowledge.own(0)) for name, at in now.items()} == {
        name: (at.state, at.asked, at.knowledge.own(0)) for name, at in then.items()
    }
    assert back.host.step == match.host.step + 1
    assert back.host.past.heads[: match.host.step + 1] == match.host.past.heads
    assert len({position.head for position in now.values()}) == 1


def test_no_good_goes_to_another_seat_than_the_one_that_had_it_first() -> None:
    match = gone_back(running(), 5)
    returned = match.host.stocks[0].returned
    match = play_out(match, "other orders", steps=40)
    draws = [(draw.seat, range(draw.position, draw.position + draw.count)) for draw in match.host.drew]
    takers = match.host.stocks[0].takers

    assert returned != () and not set(returned) <= set(match.host.stocks[0].returned)
    assert {at: takers[at] for _, row in draws for at in row} == {at: seat for seat, row in draws for at in row}


def test_what_was_drawn_in_undone_steps_is_drawn_again_by_the_same_seat() -> None:
    match = copy_of(dealt())
    seat = asked(match)
    order(match, swap_all(match))
    drawn = hand(match, seat)
    match = gone_back(match, 1)
    before = hand(match, seat)
    order(match, swap_all(match))

    assert (before, hand(match, seat)) == (hand(dealt(), seat), drawn)


def test_who_draws_first_where_another_had_drawn_gets_what_nobody_has_seen() -> None:
    """Twelve goods are dealt; the first seat has drawn the next twelve, and they wait for it."""
    match = copy_of(dealt())
    first = match.table.seat(asked(match))
    order(match, swap_all(match))
    order(match, swap_all(match))
    match = gone_back(match, 1)
    order(match, "pass", "pass")
    for _ in range(3):
        order(match, swap_all(match))

    assert [(draw.seat == first, draw.position, draw.count) for draw in match.host.drew[2:]] == [
        (False, 24, 6),
        (False, 30, 6),
        (True, 12, 6),
    ]


OTHER_OF = {"anna": "bert", "bert": "anna"}


# Who must agree


def refused(match: Match, step: int, seats: Sequence[str], lines: Sequence[str] = ()) -> str:
    """The code with which the referee's own program refuses to go back before `step`."""
    with pytest.raises(RefereeError) as refusal:
        copy_of(match).decide(*(lines or (f"back {step}",)), consents=agreed(match, step, *seats))
    return refusal.value.code


@pytest.mark.parametrize("missing", range(4))
def test_every_seat_that_plays_must_agree_the_one_that_asks_too(missing: int) -> None:
    names = running().table.names

    assert refused(running(), 9, [name for name in names if name != names[missing]]) == "consents-missing"


@pytest.mark.parametrize(("seats", "enough"), [(2, False), (3, True)])
def test_most_are_enough_where_the_charter_says_so(seats: int, enough: bool) -> None:
    match = play_out(open_match("tigris", 4, "most", [("quorum", "majority")]), "most", steps=3)
    some = match.table.names[:seats]
    if not enough:
        assert refused(match, 2, some) == "consents-missing"
        return
    match.decide("back 2", consents=agreed(match, 2, *some))

    assert match.host.past.rollbacks == ((4, 2),)


def test_nobody_waits_for_a_seat_that_was_let_pass_three_times() -> None:
    match = copy_of(open_match("tigris", 2, "gone for good"))
    gone = asked(match)
    while match.host.missed_by(match.table.seat(gone)) < AWAY:
        if asked(match) == gone:
            match.decide(f"absent {gone}")
        else:
            order(match, swap_all(match))
    match.decide(f"back {match.host.step}", consents=agreed(match, match.host.step, OTHER_OF[gone]))

    assert len(match.host.past.rollbacks) == 1


def test_whoever_asks_says_why_and_nobody_says_why_of_a_draw() -> None:
    match = running()
    note = consent_note(match.host, match.keys["anna"], "end draw", "I am tired")
    with pytest.raises(RefereeError) as refusal:
        check_consent(match.host, note)

    assert refusal.value.code == "consent-reason-surplus"
    assert check_consent(match.host, agreed(match, 3, "anna")[0]).reason == ASKER_SAYS


# Where it may go


def test_a_step_back_needs_a_step_of_its_own() -> None:
    names = running().table.names

    assert refused(running(), 9, names, (f"absent {asked(running())}", "back 9")) == "decision-needs-own-step"
    assert refused(running(), 9, names, ("back 8", "back 9")) == "decision-needs-own-step"
    assert refused(running(), 9, names, ("back 9", "back 8")) == "decision-needs-own-step"


@pytest.mark.parametrize(
    ("step", "code"), [(15, "back-no-step"), (9999, "back-no-step")], ids=["not entered yet", "far ahead"]
)
def test_only_a_step_that_was_entered_is_undone(step: int, code: str) -> None:
    assert refused(running(), step, running().table.names) == code


@pytest.mark.parametrize("text", ["back 0", "back 01", "back -1", "back 10000", "back", "back one"])
def test_a_step_to_go_back_before_has_one_spelling(text: str) -> None:
    with pytest.raises(Unreadable):
        read_table_lines([text])


def test_what_is_undone_is_not_undone_again_nor_the_going_back() -> None:
    match = gone_back(running(), 9)

    assert [refused(match, step, match.table.names) for step in (9, 14, 15)] == [
        "back-undone",
        "back-undone",
        "back-of-back",
    ]


def test_behind_a_step_back_the_game_goes_back_further_or_over_what_came_since() -> None:
    match = play_out(gone_back(running(), 9), "since", steps=2)
    over, further = gone_back(match, 17), gone_back(match, 5)

    assert (over.host.past.rollbacks, further.host.past.rollbacks) == (((15, 9), (18, 17)), ((15, 9), (18, 5)))
    assert (over.host.state, further.host.state) == (
        match.host.past.rollback_points[-2].state,
        running().host.past.rollback_points[4].state,
    )
    assert steps_taken_back(further.host) == {
        **dict.fromkeys(range(5, 9), 18),
        **dict.fromkeys(range(9, 15), 15),
        **dict.fromkeys(range(15, 18), 18),
    }


def test_the_game_does_not_go_back_over_a_new_key() -> None:
    match = rekeyed(running(), asked(running()))

    assert [refused(match, step, match.table.names) for step in (15, 9)] == ["back-over-key"] * 2


def test_the_game_does_not_go_back_over_the_step_by_which_a_seat_has_left() -> None:
    match = copy_of(running())
    gone = asked(match)
    match.decide(f"left {gone}", consents=[match.consent(gone, "left")])
    others = [name for name in match.table.names if name != gone]

    assert [refused(match, step, others) for step in (15, 9)] == ["back-over-leaving"] * 2
    assert gone_back(play_out(match, "then", steps=2), 17).host.past.rollbacks == ((18, 17),)


def test_a_game_that_is_over_does_not_go_back() -> None:
    assert refused(small(), 3, small().table.names) == "game-over"


# What ends, and what holds on


def with_plans() -> Match:
    """A game of cards in which sealed lines wait."""
    found = (play_out(open_match("cards", 3, f"end {n}"), f"end {n}", steps=6) for n in range(40))
    return next(match for match in found if any(match.host.plans))


def test_sealed_lines_of_moves_end() -> None:
    match = with_plans()

    assert gone_back(match, match.host.step).host.plans == (None,) * 3


def test_standing_answers_hold_on_that_held_then_and_those_given_since_end() -> None:
    match = copy_of(with_plans())
    match.stand(match.table.names[0], ["score always"])
    while not any(match.host.standing):
        match = play_out(match, "stands", steps=1)
    given = match.host.step
    match = play_out(match, "later", steps=2)
    (held,) = [orders for orders in match.host.standing if orders]
    later, earlier = gone_back(match, given + 1).host.standing, gone_back(match, given).host.standing

    assert ([orders.note for orders in later if orders], any(earlier)) == ([held.note], False)


def test_a_move_that_was_signed_before_the_game_went_back_is_not_entered_behind_it() -> None:
    match = running()
    note = match.write(asked(match), ["pass"])
    with pytest.raises(RefereeError) as refusal:
        gone_back(match, 9).enter(note)

    assert refusal.value.code == "stale-step"
