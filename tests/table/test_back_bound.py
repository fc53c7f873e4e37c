"""Nobody's moves, answers or draws are undone without them, whoever is let pass meanwhile and whatever the quorum."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path

import pytest

from referee.audit.recompute import audit
from referee.kernel.errors import OutOfOrder
from referee.protocol.agreements import consent
from referee.protocol.agreements.consent import missing_consents
from referee.protocol.agreements.table_lines import Back
from referee.protocol.agreements.take_back import seats_acting_since
from referee.record.note import render_bundle
from referee.session.agreements.proposals import proposal_lines
from referee.session.incoming.receive import receive
from tests.support.rehearse import Match, open_match
from tests.table import second_checker
from tests.table.players_on_disk import materialize
from tests.table.signatures import checked_apart
from tests.table.small_games import HOST, asked, copy_of, dealt, order, running, step_name, swap_all
from tests.table.take_backs import agreed, gone_back

BOX = ("anna", "bert", "carl")
MOST = (("quorum", "majority"),)


def back_by(match: Match, step: int, *seats: str) -> Match:
    """A copy of the game in which it goes back before `step` by the consents of these seats."""
    match = copy_of(match)
    match.decide(f"back {step}", consents=agreed(match, step, *seats))
    return match


def refused(match: Match, step: int, *seats: str) -> tuple[str, object]:
    """The code with which the referee's own program refuses that, and who is missing."""
    with pytest.raises(OutOfOrder) as refusal:
        back_by(match, step, *seats)
    return refusal.value.code, refusal.value.values.get("missing")


def neutral(match: Match) -> Match:
    """The seat that is asked does what does nothing."""
    game, seat = match.table.game, match.table.seat(asked(match))
    assert game.neutral is not None
    return order(match, game.notation.format_order(game.neutral(match.host.state, seat)))


# Let pass three times


def let_pass(match: Match, gone: str) -> Match:
    """The game once `gone` was let pass three times; the others swap their hands."""
    while not match.host.is_away(match.table.seat(gone)):
        if asked(match) == gone:
            match.decide(f"absent {gone}")
        else:
            order(match, swap_all(match))
    return match


@cache
def silenced() -> Match:
    """Two seats who have both moved, then bert is let pass three times: his moves, says the host, have not come."""
    match = copy_of(dealt())
    for _ in range(6):
        order(match, swap_all(match))
    return let_pass(match, "bert")


def silent_since() -> int:
    """The first step behind the last move of the seat that is let pass."""
    match = silenced()
    return match.host.past.signed[match.table.seat("bert")] + 1


def test_a_seat_that_was_let_pass_three_times_is_asked_before_its_moves_are_undone() -> None:
    assert refused(silenced(), 1, "anna") == ("back-undoes-others", "bert")
    assert refused(silenced(), silent_since() - 1, "anna") == ("back-undoes-others", "bert")


def test_the_game_goes_back_without_it_over_steps_in_which_it_has_done_nothing() -> None:
    match = back_by(silenced(), silent_since(), "anna")

    assert match.host.past.rollbacks == ((silenced().host.step + 1, silent_since()),)


def test_a_second_step_back_is_not_the_way_around() -> None:
    """The step at whose end the game of now stands was played as well, though it is not the newest one."""
    once = let_pass(back_by(silenced(), silent_since(), "anna"), "bert")

    assert refused(once, silent_since() - 1, "anna") == ("back-undoes-others", "bert")


def test_whoever_has_agreed_to_undo_a_step_once_is_not_asked_for_it_again() -> None:
    match = let_pass(gone_back(swapped(), 2), "bert")

    assert [match.table.names[seat] for seat in seats_acting_since(match.host, 2)] == ["anna"]


@cache
def swapped() -> Match:
    """The first seat has moved twice, then the other."""
    match = copy_of(dealt())
    for _ in range(4):
        order(match, swap_all(match))
    return match


@pytest.mark.parametrize("stands", [False, True], ids=["nothing stands", "answers stand"])
def test_who_is_let_pass_has_answered_only_where_standing_answers_hold(stands: bool) -> None:
    """No stranger can tell a standing answer from the neutral order, so whoever has some is asked."""
    match = stood("bert", stands=stands)
    acted = seats_acting_since(match.host, match.host.step)

    assert ([match.table.names[seat] for seat in acted], any(match.host.standing)) == (["bert"] * stands, stands)


@cache
def stood(gone: str, *, stands: bool) -> Match:
    """Three seats, most are enough; one was let pass in the newest step, with standing answers or without."""
    match = copy_of(open_match("cards", 3, "stands", MOST))
    if stands:
        match.stand(gone, ["score always"])
    neutral(match)
    while asked(match) != gone:
        neutral(match)
    match.decide(f"absent {gone}")
    return match


# Most of them


@cache
def drained() -> Match:
    """Three seats, most are enough. Two swap their hands as long as they can; carl draws once and does nothing more."""
    match = copy_of(open_match("tigris", 3, "drained", MOST))
    while sum(draw.count for draw in match.host.drew) < 130:
        seat = asked(match)
        has_drawn = any(draw.seat == match.table.seat("carl") for draw in match.host.drew[3:])
        order(match, "pass" if seat == "carl" and has_drawn else swap_all(match))
    return match


def test_most_are_not_enough_to_learn_what_another_draws() -> None:
    """Two empty the bag to see what is in it, and would go back to have the third draw it."""
    assert refused(drained(), 1, "anna", "bert") == ("back-undoes-others", "carl")


def test_most_are_enough_over_what_they_alone_have_done() -> None:
    match = copy_of(drained())
    while asked(match) != "carl":
        order(match, "pass")
    alone = match.host.step + 2
    order(match, "pass", "pass")
    while asked(match) != "carl":
        order(match, "pass")

    assert back_by(match, alone, "anna", "bert").host.past.rollbacks == ((match.host.step + 1, alone),)
    assert refused(match, alone, "anna") == ("consents-missing", "bert, carl")


# Several at once


@cache
def boxed() -> Match:
    """Three seats are asked at once; one answers, the others are let pass, and so its answer is shown to all."""
    match = copy_of(open_match("civilization", 3, "box", MOST))
    while len(match.host.asked) < 3:
        neutral(match)
    seat = asked(match)
    silent = [name for name in match.table.names if name != seat]
    match.enter(match.write(seat, _share(match, seat)))
    match.decide(*(f"absent {name}" for name in silent))
    return match


def _share(match: Match, seat: str) -> Sequence[str]:
    game, index = match.table.game, match.table.seat(seat)
    assert game.neutral is not None
    return [game.notation.format_order(game.neutral(match.host.state, index))]


def test_a_box_is_not_put_again_without_whoever_has_answered_it() -> None:
    match = boxed()
    (answered,) = (match.table.names[seat] for seat in seats_acting_since(match.host, match.host.step))
    silent = [name for name in match.table.names if name != answered]

    assert refused(match, match.host.step, *silent) == ("back-undoes-others", answered)


def test_over_a_box_that_all_have_answered_all_must_agree() -> None:
    match = copy_of(open_match("civilization", 3, "box", MOST))
    while len(match.host.asked) < 3:
        neutral(match)
    for seat in match.table.names:
        match.enter(match.write(seat, _share(match, seat)))

    assert seats_acting_since(match.host, match.host.step) == (0, 1, 2)
    assert refused(match, match.host.step, "anna", "carl") == ("back-undoes-others", "bert")


# Who finds it


def bent(monkeypatch: pytest.MonkeyPatch, match: Match, step: int, *seats: str) -> Match:
    """The game that a host takes back all the same whose program does not ask who has acted, and then ends."""
    with monkeypatch.context() as patch:
        patch.setattr(consent, "seats_acting_since", lambda position, step: ())
        match = back_by(match, step, *seats)
        match.decide("end agreed", consents=[match.consent(name, "end agreed") for name in match.table.names])
        match.acknowledge()
    return match


@pytest.mark.parametrize("what", ["let pass", "most", "stands"])
def test_every_reader_finds_a_step_back_without_whom_it_undoes(monkeypatch: pytest.MonkeyPatch, what: str) -> None:
    match = {
        "let pass": lambda: bent(monkeypatch, silenced(), 1, "anna"),
        "most": lambda: bent(monkeypatch, drained(), 1, "anna", "bert"),
        "stands": lambda: bent(
            monkeypatch, stood("bert", stands=True), stood("bert", stands=True).host.step, "anna", "carl"
        ),
    }[what]()
    report = audit(match.files)
    at = step_name(match.host.step - 1)

    assert (report.verdict, [(one.at, one.code) for one in report.findings]) == ("fault", [(at, "back-undoes-others")])
    assert second_checker.check(match.files) == f"Wrong: {at}: not all have agreed to a step back"


def test_the_second_checker_agrees_with_steps_back_that_leave_out_who_has_done_nothing() -> None:
    match = back_by(silenced(), silent_since(), "anna")
    match.decide("end agreed", consents=[match.consent(name, "end agreed") for name in match.table.names])
    match.acknowledge()

    assert (audit(match.files).verdict, checked_apart(match.files)) == ("clean", None)


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        (
            "en",
            "taking back everything from step 1 on affects moves, answers or draws of Bert, who must agree in any case",
        ),
        (
            "it",
            "annullare tutto dal passo 1 in poi tocca mosse, risposte o pescate di Bert, che devono comunque "
            "acconsentire",
        ),
    ],
)
def test_the_host_is_told_who_is_asked_all_the_same_and_why(tmp_path: Path, lang: str, said: str) -> None:
    host = materialize(silenced(), tmp_path, (HOST,))[HOST]
    notices, session = receive(host.session(), render_bundle(agreed(silenced(), 1, "anna")), lang=lang)
    shown = proposal_lines(session, lang)

    assert [said in "\n".join(lines) for lines in ([one.said.told(lang) for one in notices], shown)] == [True] * 2
    assert host.session().position.past.rollbacks == ()


def test_in_an_ordinary_game_all_must_agree_as_before() -> None:
    names = running().table.names

    assert missing_consents(running().host, Back(9), ()) == names
    assert refused(running(), 9, *names[1:]) == ("consents-missing", names[0])
