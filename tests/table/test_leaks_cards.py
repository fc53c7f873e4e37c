"""Nothing leaks in the card game, the hardest case: out-of-turn questions, a card face down, standing answers."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from itertools import count

import pytest

from referee.kernel.dice import stream
from referee.kernel.goods import Dealer
from referee.protocol.step.draft import draft, move_note
from referee.record.notes import Standing
from tests.support.rehearse import Match, open_match
from tests.table.small_games import asked, hand, steps_of
from tests.table.two_worlds import Worlds, draw, masked, orders_of

STEPS = 90
SILENT = ("score never", "defend min 0", "convert no", "swap none")
"""Standing answers that no hand can change, so that two worlds answer alike."""


class CardWorlds(Worlds):
    """One card game in two worlds: the same public orders, and the same kinds where a card is turned up later."""

    def _move(self, match: Match, seat: str, chosen: str, words: Iterator[int]) -> None:
        drafted = draft(match.players[seat], match.eyes[seat], [chosen])
        match.enter(move_note(match.players[seat], match.keys[seat], drafted, standing=match.meant(seat)))

    def _common_order(self, seat: str, words: Iterator[int]) -> str:
        games = [(match.players[seat], match.table.seat(seat)) for match in self.matches]
        one, other = ({g.table.game.notation.format_order(m) for m in orders_of(g, index)} for g, index in games)
        shared = sorted(set(hand(self.matches[0], seat)) & set(hand(self.matches[1], seat)))
        common = [text for text in sorted(one & other) if not text.startswith("connect") or shared]
        loud = [text for text in common if text.startswith(("connect", "card", "leader", "score yes", "commit"))]
        chosen = draw(loud or common, words)
        return f"{chosen} {draw(shared, words)}" if chosen.startswith("connect") else chosen


@cache
def card_worlds(standing: bool) -> CardWorlds:
    """Three seats, with and without standing answers; first seat and orders are the same, the pile is not."""
    one = open_match("cards", 3, "card world 0")
    matches = (open_match("cards", 3, f"card world {number}") for number in count(1))
    both = CardWorlds(one, next(match for match in matches if asked(match) == asked(one)))
    if standing:
        for match in both.matches:
            for seat in match.players:
                match.stand(seat, SILENT)
    both.play(stream(sha256(b"card worlds").digest(), "orders"), STEPS)
    return both


def test_the_two_worlds_differ_in_everything_hidden_and_show_every_kind_of_question() -> None:
    one, other = card_worlds(False).matches
    assert isinstance(one.host.knowledge, Dealer)
    assert isinstance(other.host.knowledge, Dealer)

    assert one.host.knowledge.hands != other.host.knowledge.hands
    questions = {line.question for step_note in steps_of(one) for line in step_note.next}
    assert {"turn", "score", "commit"} <= questions
    assert any(step_note.show for step_note in steps_of(one))


@pytest.mark.parametrize("standing", [False, True], ids=["asked", "standing"])
def test_what_is_published_of_two_worlds_is_the_same_but_for_locks_and_ids(standing: bool) -> None:
    """Questions, missing questions, answers and sizes: nothing tells whether somebody could have scored or defended."""
    one, other = card_worlds(standing).matches

    assert sorted(one.files) == sorted(other.files)
    for name in sorted(one.files):
        if name[:4].isdigit():
            assert masked(one.files[name]) == masked(other.files[name]), name


@pytest.mark.parametrize("standing", [False, True], ids=["asked", "standing"])
def test_every_state_digest_of_two_worlds_is_equal(standing: bool) -> None:
    one, other = card_worlds(standing).matches

    assert [step_note.state for step_note in steps_of(one)] == [step_note.state for step_note in steps_of(other)]


def test_standing_answers_answer_in_the_step_and_are_never_opened() -> None:
    match = card_worlds(True).matches[0]
    answered = [
        did.order for step_note in steps_of(match) for did in step_note.did if did.order in ("score no", "commit 0")
    ]

    assert answered
    assert not any(
        order.text.startswith(("score", "defend")) for step_note in steps_of(match) for order in step_note.order
    )


def test_standing_notes_of_all_policies_have_one_size() -> None:
    match: Match = open_match("cards", 3, "sizes")
    sizes = set()
    for lines in ((), ("score always",), SILENT, ("score black keep 1", "score red never", "defend red min 8")):
        match.stand("anna", lines)
        note = match.waiting["anna"].note()
        assert isinstance(note, Standing)
        assert note.seal is not None
        sizes.add((len(match.waiting["anna"].body), len(note.seal), len(note.pin)))

    assert len(sizes) == 1
