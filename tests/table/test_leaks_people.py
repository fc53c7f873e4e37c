"""Nothing that the table decides tells of a hand: absence, leaving, new keys, ends and what is refused, in every game.

Two worlds differ in what nobody but its owner sees: other hands and another bag, under the same public orders.
"""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from referee import games
from referee.kernel.errors import RefereeError
from referee.messages.letters import step_letter
from referee.record.file_names import step_name
from tests.support.rehearse import Match
from tests.table.every_world import HIDING, worlds
from tests.table.new_seat_keys import agreed, all_but, asks, rekeyed, with_key
from tests.table.small_games import asked, copy_of
from tests.table.two_worlds import masked

pytestmark = pytest.mark.usefixtures("remembered_proofs")

TO_NOTE = re.compile(r"^to key \S{43}$", re.MULTILINE)


def begun(game: str) -> tuple[Match, Match]:
    """Two worlds some steps into a game, in which somebody is asked."""
    return worlds(game, 2)


def published(match: Match) -> str:
    """The newest step as everybody may read it: what must differ, or is sealed, by its length."""
    return TO_NOTE.sub("to key 43", masked(match.files[step_name(match.host.step)]))


def other(match: Match) -> str:
    """A seat that is not asked."""
    return next(name for name in reversed(match.table.names) if name != asked(match))


def let_pass(match: Match) -> Match:
    match = copy_of(match)
    match.decide("time 2026-11-21T18:00Z", f"absent {asked(match)}")
    return match


def leaves(match: Match) -> Match:
    match, seat = copy_of(match), asked(match)
    match.decide(f"left {seat}", consents=[match.consent(seat, "left")])
    return match


def leaves_beside(match: Match) -> Match:
    """Somebody leaves and another one is let pass in one step."""
    match, seat = copy_of(match), other(match)
    match.decide(f"absent {asked(match)}", f"left {seat}", consents=[match.consent(seat, "left")])
    return match


def lost_key(match: Match) -> Match:
    return rekeyed(match, asked(match))


def lost_key_of_another(match: Match) -> Match:
    return rekeyed(match, other(match))


def changed_key(match: Match) -> Match:
    return rekeyed(match, asked(match), parties=(asked(match),))


DECISIONS: dict[str, Callable[[Match], Match]] = {
    "let pass": let_pass,
    "leaves": leaves,
    "leaves beside one let pass": leaves_beside,
    "a lost key": lost_key,
    "a lost key of another": lost_key_of_another,
    "a changed key": changed_key,
}

CASES = [(game, what) for game in HIDING for what in DECISIONS if games.find(game).neutral or "key" in what]
"""Whoever has no order that does nothing can get a new key, and cannot be let pass."""


@pytest.mark.parametrize(("game", "what"), CASES)
def test_what_the_table_decides_publishes_the_same_in_two_worlds(game: str, what: str) -> None:
    """Attack 116 for absence and new keys."""
    one, two = (DECISIONS[what](match) for match in begun(game))

    assert one.host.knowledge != two.host.knowledge
    assert published(one) == published(two)
    assert (one.host.state, one.host.asked, one.host.held) == (two.host.state, two.host.asked, two.host.held)


@pytest.mark.parametrize(("game", "what"), CASES)
def test_the_letter_of_what_the_table_decides_says_the_same_in_two_worlds(game: str, what: str) -> None:
    ended = [DECISIONS[what](match) for match in begun(game)]
    letters = [step_letter(match.host, match.signed_notes[step_name(match.host.step)], "it") for match in ended]

    assert TO_NOTE.sub("", masked(letters[0])) == TO_NOTE.sub("", masked(letters[1]))


def absent_who_is_not_asked(match: Match) -> None:
    copy_of(match).decide(f"absent {other(match)}")


def left_without_consent(match: Match) -> None:
    copy_of(match).decide(f"left {asked(match)}")


def draw_without_all(match: Match) -> None:
    copy_of(match).decide("end draw", consents=[match.consent(asked(match), "end draw")])


def key_without_all(match: Match) -> None:
    rekey = asks(match, asked(match))
    with_key(match, asked(match), rekey, agreed(match, rekey, *all_but(match, asked(match))[:-1]))


def consent_to_nothing(match: Match) -> None:
    copy_of(match).decide(f"absent {asked(match)}", consents=[match.consent(other(match), "end draw")])


@pytest.mark.parametrize("game", HIDING)
@pytest.mark.parametrize(
    "refused",
    [absent_who_is_not_asked, left_without_consent, draw_without_all, key_without_all, consent_to_nothing],
    ids=lambda refused: refused.__name__.replace("_", " "),
)
def test_a_decision_is_refused_in_the_same_words_in_two_worlds(game: str, refused: Callable[[Match], None]) -> None:
    said = []
    for match in begun(game):
        with pytest.raises(RefereeError) as why:
            refused(match)
        said.append(re.sub(r"key \S{43}", "key", str(why.value)))

    assert said[0] == said[1] != ""


@pytest.mark.parametrize("game", HIDING)
def test_the_hand_that_a_new_key_is_told_differs_and_takes_the_same_room(game: str) -> None:
    """Otherwise the two worlds above would prove nothing."""
    hands = [match.signed_notes[step_name(match.host.step)][-1].note().hand for match in map(lost_key, begun(game))]  # type: ignore[union-attr]
    sizes = [{seat: len(line) for seat, line in hand.items()} for hand in hands]

    assert hands[0] != hands[1]
    assert sizes[0] == sizes[1]
