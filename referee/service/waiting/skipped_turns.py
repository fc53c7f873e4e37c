"""What is said about a skip to the player who was skipped, and to a player who held the move: what is known here, and
what can be done about it at this table.
"""

from __future__ import annotations

from collections.abc import Container, Iterator

from referee.i18n.step_summary import capitalise
from referee.kernel.errors import NotAuthentic, RefereeError, refusal_in
from referee.kernel.sentence import Sentence
from referee.messages.skip_text import days_apart, skip_sentence, waiting_sentence
from referee.protocol.agreements.take_back import check_take_back, steps_taken_back
from referee.protocol.seating import REFEREE
from referee.protocol.step.position import Pass, Position
from referee.record.file_names import step_name
from referee.service.dates import day_words, in_utc, local_time, moment_read, time_text
from referee.session.session import Session
from referee.session.silence.skipped_moves import PassedOver, passed_over


def passed_over_lines(lang: str, session: Session) -> list[str]:
    """What every screen shows until those who were skipped have moved again: that the reader was skipped, and which of
    their moves have been here all the time.
    """
    position = session.history.position
    if position is None or position.over or not position.past.passes:
        return []
    kept = {(one.step, one.seat): one for one in passed_over(session)}
    since, lines = _standing(position), list[str]()
    for one in sorted(since, key=lambda one: one.step):
        held = kept.get((one.step, session.table.names[one.seat]))
        if held is not None:
            lines.append(passed_refusal(lang, session, held).said.told(lang))
            lines += [f"  {way.told(lang)}" for way in _ways(session, held)]
    mine = _own_seat(session)
    own = [one for one in since if session.table.names[one.seat] == mine and (one.step, mine) not in kept]
    if len(own) > 1:
        lines.append(Sentence("you-passed-often", count=len(own)).told(lang))
    return [*lines, *(_own_skip_lines(lang, session, one) for one in own[-1:])]


def _standing(position: Position) -> list[Pass]:
    """The skips of those who play on, since the last move of each, except in steps that were taken back."""
    undone = steps_taken_back(position)
    playing = (seat for seat in range(len(position.table.seats)) if seat not in position.left)
    return [one for seat in playing for one in position.passes_of(seat) if one.step not in undone]


def _own_skip_lines(lang: str, session: Session, one: Pass) -> str:
    """That the reader was skipped, and on what."""
    if one.words:
        names, count = session.table.people(one.words), len(one.words)
        return Sentence("you-passed-words", step=one.step, names=names, count=count).told(lang)
    return waiting_sentence(session.position, one, own=True).told(lang)


def passed_refusals(lang: str, session: Session, steps: Container[int]) -> list[RefereeError]:
    """`passed_refusal` of the moves that are kept here for these steps."""
    return [passed_refusal(lang, session, one) for one in passed_over(session) if one.step in steps]


def passed_refusal(lang: str, session: Session, one: PassedOver) -> RefereeError:
    """What is said, as loudly as of what does not hold, of a step that skips a seat whose move was here."""
    words = next((passed.words for passed in _passes(session, one)), ())
    person, moment = session.table.person(one.seat), time_text(lang, local_time(one.since))
    mine, ways = "passed-over" if words else "passed-over-alone", tuple(_ways(session, one))
    others = "passed-after-word" if _own_seat(session) in words else "passed-though-here"
    return NotAuthentic(
        mine if one.seat == _own_seat(session) else others,
        hint=Sentence("passed-claim-or-back", claim=ways[0], back=ways[1]) if ways[1:] else next(iter(ways), None),
        step=one.step,
        seat=person,
        names=session.table.people(words),
        count=len(words),
        moment=moment,
    )


def _passes(session: Session, one: PassedOver) -> Iterator[Pass]:
    seat = session.table.seat(one.seat)
    return (each for each in session.position.past.passes if (each.step, each.seat) == (one.step, seat))


def _own_seat(session: Session) -> str | None:
    return session.sits or session.role


def _ways(session: Session, one: PassedOver) -> Iterator[Sentence]:
    """What the reader can type about it here: only a player complains, and only a player who plays on asks to go back,
    where the table can.
    """
    seat = session.eyes.seat
    if seat is None or session.role == REFEREE:
        return
    yield Sentence("passed-claim", step=one.step)
    if seat not in session.position.left and refusal_in(check_take_back, session.position, one.step) is None:
        yield Sentence("passed-back", step=one.step)


def passes_before(lang: str, session: Session, name: str | None = None) -> list[str]:
    """What is printed before somebody agrees to something that rests on skips: those of the seat that is named, or of
    all that play on, since the last move of each; by whose clock or words, and whether a move for that step was
    here.
    """
    position, lines = session.position, list[str]()
    if not position.past.passes:
        return []
    kept = {(one.step, one.seat): one for one in passed_over(session)}
    for one in _standing(position):
        called = session.table.names[one.seat]
        if name in (None, called):
            first, *more = (said.told(lang) for said in skip_sentence(position, one))
            told = " ".join([f"{first}.", *map(capitalise, more)])
            lines.append(Sentence("passed-in-step", step=one.step, told=told).told(lang))
            lines += [f"  {line}" for line in _known_here(lang, session, one, kept.get((one.step, called)))]
    return lines


def _known_here(lang: str, session: Session, one: Pass, held: PassedOver | None) -> Iterator[str]:
    """Whether a move had come here, and when the question came here, if that is another day than the host says."""
    name = session.table.called[one.seat]
    if held is not None:
        yield Sentence("passed-move-here", name=name, moment=time_text(lang, local_time(held.since))).told(lang)
    else:
        yield Sentence("passed-no-move-here", name=name).told(lang)
    came = local_time(session.folder.written(step_name(one.step - 1)))
    if days_apart(one.asked, in_utc(came)):
        there = moment_read(one.asked)
        yield Sentence("passed-other-clock", here=day_words(lang, came), there=day_words(lang, there)).told(lang)
