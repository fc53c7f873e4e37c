"""What the table decides in a step beside what players order: who is skipped, who leaves, whether the game ends here.

The lines are in the step note, the consents they need in its file. A line that the table's rules do not allow, or that
lacks a consent, makes the step note invalid.
"""

from __future__ import annotations

from collections.abc import Container, Sequence

import msgspec
from msgspec.structs import replace

from referee.kernel.errors import OutOfOrder
from referee.kernel.requests import Seat
from referee.protocol.agreements import holidays, host_replacement, silence, stand_ins
from referee.protocol.agreements.consent import (
    KEY,
    listed_refusals,
    missing_consents,
    missing_for_take_back,
    required_consents,
)
from referee.protocol.agreements.host_change import check_secrets
from referee.protocol.agreements.new_key import check_rekey, missing_key_consents, with_new_key
from referee.protocol.agreements.table_lines import (
    Absent,
    AgreedEnd,
    Back,
    Holiday,
    KeyChange,
    Left,
    Open,
    StandIn,
    TableLine,
    Time,
    consent_to,
    read_table_lines,
)
from referee.protocol.agreements.take_back import check_take_back, position_after_take_back
from referee.protocol.deck import deck_of
from referee.protocol.masked import deck_escrow
from referee.protocol.seating import REFEREE
from referee.protocol.step.position import Position, StandInSpan, names_waited_for
from referee.record.note import Notes, SignedNote
from referee.record.notes import Consent, Rekey


class Decisions(msgspec.Struct, frozen=True):
    """What a step decides."""

    absent: tuple[Seat, ...] = ()
    """The seats that are skipped in it."""
    marked: tuple[Seat, ...] = ()
    """Those of them for whom that counts as one of the times after which nobody waits for them when something is
    agreed.
    """
    left: tuple[Seat, ...] = ()
    """The seats that leave with it."""
    opened: tuple[Seat, ...] = ()
    """The seats that all others open where the deck is masked, whereby they are out as well."""
    ended: str = ""
    """How the game ends with it, `draw` or `agreed`, "" if it goes on."""
    rekey: Rekey | None = None
    """The note whose key it enters."""
    back: int = 0
    """The step to before which the game goes back with it, 0 if it does not."""
    handed: tuple[Consent, ...] = ()
    """The consents that hand a deck secret, or shares of it, to the new key of a seat, where the deck is masked."""
    holidays: tuple[Holiday, ...] = ()
    """The holidays that it enters."""
    stand_ins: tuple[StandInSpan, ...] = ()
    """The spans in which a bot plays a seat that it enters."""
    moment: str = ""
    """When the host says that he closed it."""
    behind: tuple[tuple[tuple[str, ...], tuple[str, ...]], ...] = ()
    """For each of `absent` whose words support the skip and whose were left out, () where none were asked."""

    def __bool__(self) -> bool:
        """Whether anything was decided that makes the step valid without a move; neither a holiday nor a stand-in
        does.
        """
        return bool(self.absent or self.out or self.alone)

    @property
    def out(self) -> tuple[Seat, ...]:
        """The seats that play no more from this step on, some of which may have left before."""
        return (*self.left, *self.opened)

    @property
    def alone(self) -> bool:
        """Whether something was decided that needs a step of its own, in which nothing is carried out."""
        return bool(self.ended or self.rekey or self.back)


NOTHING = Decisions()


def read_decisions(
    position: Position, texts: Sequence[str], consents: Sequence[Consent], movers: Sequence[Seat], rekeys: Notes = ()
) -> Decisions:
    """What the table lines `texts` of a step decide, with the consents and rekey notes of its file; `movers` are those
    who move.

    Raises:
        Unreadable: a line that is not a table line.
        OutOfOrder: a line that is not allowed here, or an agreement that is missing; or a consent that no line needs.
    """
    lines = read_table_lines(texts)
    if lines and position.over:
        raise OutOfOrder("game-over")
    decided = Decisions(
        absent=_named_seats(position, [line.seat for line in lines if isinstance(line, Absent)]),
        left=_named_seats(position, [line.seat for line in lines if isinstance(line, Left)]),
        opened=_named_seats(position, [line.seat for line in lines if isinstance(line, Open)]),
        ended=next((line.how for line in lines if isinstance(line, AgreedEnd)), ""),
        rekey=_rekey(position, lines, rekeys),
        back=next((line.step for line in lines if isinstance(line, Back)), 0),
        holidays=tuple(line for line in lines if isinstance(line, Holiday)),
        moment=next((line.moment for line in lines if isinstance(line, Time)), ""),
    )
    if decided.alone and (movers or len([line for line in lines if not isinstance(line, Time)]) > 1):
        raise OutOfOrder("decision-needs-own-step")
    if not decided and not movers:
        raise OutOfOrder("step-decides-nothing")
    if decided.back:
        check_take_back(position, decided.back)
    _check_absent(position, decided.absent, movers)
    passed = [line for line in lines if isinstance(line, Absent)]
    _check_left_out(position, lines)
    marked, behind = _counting(position, passed, consents), _words_behind_skips(position, passed, consents)
    decided = replace(decided, marked=marked, behind=behind)
    _check_leavers(position, decided, {*movers, *decided.absent})
    if decided.holidays:
        holidays.check_holidays(position, decided.holidays)
    standing_in = [line for line in lines if isinstance(line, StandIn)]
    decided = replace(decided, stand_ins=stand_ins.spans_of_lines(position, standing_in, consents))
    without = next((line.without for line in lines if isinstance(line, KeyChange)), ())
    _check_agreement(position, [line for line in lines if not isinstance(line, KeyChange)], consents, rekeys, without)
    role, to = (decided.rekey.seat, f"{KEY}{rekeys[0].id}") if decided.rekey is not None else ("", "")
    check_secrets(position.table, consents, role, to)
    if position.table.deck.keeper == "host" or role in ("", REFEREE):
        return decided
    return replace(decided, handed=tuple(consent for consent in consents if consent.secret is not None))


def _rekey(position: Position, lines: Sequence[TableLine], rekeys: Notes) -> Rekey | None:
    """The rekey note of a step. Raises RefereeError: it does not hold, or the lines do not say so."""
    seats = [line.seat for line in lines if isinstance(line, KeyChange)]
    notes = [check_rekey(position, signed) for signed in rekeys]
    if [note.seat for note in notes] != seats or len(notes) > 1:
        raise OutOfOrder("key-line-differs")
    return notes[0] if notes else None


def _named_seats(position: Position, names: Sequence[str]) -> tuple[Seat, ...]:
    seats = tuple(position.table.seat(name) for name in names)
    if list(seats) != sorted(set(seats)):
        raise OutOfOrder("table-seat-order")
    return seats


def _check_absent(position: Position, absent: Sequence[Seat], movers: Sequence[Seat]) -> None:
    table = position.table
    if absent and table.terms.absence == "pause":
        raise OutOfOrder("absence-pauses")
    for seat in absent:
        if position.request_of(seat) is None:
            raise OutOfOrder("absent-not-asked", seat=table.person(table.names[seat]), asked=names_waited_for(position))
        if seat in position.left:
            raise OutOfOrder("seat-has-left", seat=table.person(table.names[seat]))
        if seat in movers:
            raise OutOfOrder("absent-has-moved", seat=table.person(table.names[seat]))
    if (absent or position.left) and table.game.neutral is None:
        raise OutOfOrder("game-without-neutral", game=table.game.info.title)


def _check_left_out(position: Position, lines: Sequence[TableLine]) -> None:
    """Check that no skip and no key leaves seats out at a table that asks for no words. Raises OutOfOrder."""
    leaving_out = [line for line in lines if isinstance(line, Absent | KeyChange) and line.without]
    if leaving_out and not position.table.terms.asks_words:
        raise OutOfOrder("absent-without-surplus")


def _counting(position: Position, passed: Sequence[Absent], consents: Sequence[Consent]) -> tuple[Seat, ...]:
    """The seats for whom a skip counts: all, or where words are asked those behind whom enough people stand.

    Raises:
        OutOfOrder: words are wanted that are not there, or more than that (`silence.check_passes`).
    """
    if passed and position.table.terms.asks_words:
        return silence.check_passes(position, passed, consents)
    return tuple(position.table.seat(line.seat) for line in passed)


def _words_behind_skips(
    position: Position, passed: Sequence[Absent], consents: Sequence[Consent]
) -> tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]:
    """For each line that skips a seat: whose words support it, and whose are left out; () where none are asked for."""
    if not position.table.terms.asks_words:
        return ()
    names, words, found = position.table.names, silence.words_in(consents), []
    for line in passed:
        beside = silence.skipped_beside(position, line, passed)
        found.append((tuple(names[seat] for seat in silence.voices(position, line, words, beside)), line.without))
    return tuple(found)


def _check_leavers(position: Position, decided: Decisions, others: Container[Seat]) -> None:
    table, out = position.table, decided.out
    if out and table.game.neutral is None:
        raise OutOfOrder("game-without-neutral", game=table.game.info.title)
    for seat in out:
        if seat in position.left and seat in decided.left:
            raise OutOfOrder("seat-has-left", seat=table.person(table.names[seat]))
        if seat in others:
            raise OutOfOrder("leaver-acts", seat=table.person(table.names[seat]))
    if decided.opened:
        deck_escrow.check_seats_to_reveal(position, decided.opened)
    if out and len({*position.left, *out}) == len(table.seats):
        raise OutOfOrder("last-seat-leaves", seat=table.person(table.names[out[0]]))


def _check_agreement(
    position: Position,
    lines: Sequence[TableLine],
    consents: Sequence[Consent],
    rekeys: Notes,
    without: Sequence[str] = (),
) -> None:
    """Check that each line and each new key has the consents it needs, and that no consent is superfluous; a step
    without a new key may also list noes, those of all seats. `without` are the seats that a key of the referee's leaves
    out.
    """
    given = {(consent.seat, consent.to) for consent in consents}
    if position.table.terms.asks_words:
        passed = [line for line in lines if isinstance(line, Absent)]
        given -= silence.used_words(position, passed, given)
    if not rekeys:
        given -= listed_refusals(position, consents)
    for signed in rekeys:
        asked = f"{KEY}{signed.id}"
        deck_of(position.table).check_proven(position, signed.read(Rekey), consents)
        if without and position.table.deck.keeper == "host":
            raise OutOfOrder("absent-without-whom", seat=position.table.person(without[0]))
        if signed.read(Rekey).seat == REFEREE:
            given -= _check_host(position, signed, consents, without)
        lacking = missing_key_consents(position, signed.read(Rekey), signed.id, consents, without)
        if lacking:
            raise OutOfOrder("consents-missing", to=asked, missing=position.table.people(lacking))
        given -= {(name, asked) for name in (REFEREE, *position.table.names)}
    for line in lines:
        to = consent_to(line)
        agreed = {name for name, what in given if what == to}
        missing = missing_consents(position, line, agreed)
        if missing and missing == missing_for_take_back(position, line, agreed):
            raise OutOfOrder("back-undoes-others", to=to, missing=position.table.people(missing))
        if missing:
            raise OutOfOrder("consents-missing", to=to, missing=position.table.people(missing))
        given -= {(name, to) for name in required_consents(position, line)[1]}
    if given:
        seat, to = min(given)
        raise OutOfOrder("consent-for-nothing", seat=seat, to=to)


def _check_host(
    position: Position, signed: SignedNote, consents: Sequence[Consent], without: Sequence[str]
) -> set[tuple[str, str]]:
    """Check what another host says of himself, and which seats his key leaves out; gives the words that this needs.

    Raises:
        OutOfOrder: he plays at a seat that has not agreed, says not who he is, or leaves out others than he may.
    """
    if not position.table.replaces_host:
        return set()
    note = signed.read(Rekey)
    agreed = {one.seat for one in consents if one.to == f"{KEY}{signed.id}"}
    by_host = REFEREE in agreed
    host_replacement.check_left_out(position, without, by_host=by_host)
    if not by_host and note.name is None:
        raise OutOfOrder("host-nameless")
    gone = {position.table.names[seat] for seat in position.left}
    if note.plays is not None and (note.plays not in agreed or note.plays in gone):
        raise OutOfOrder("plays-without-yes", seat=position.table.person(note.plays))
    return {*host_replacement.words_behind(position, agreed, silence.words_in(consents), without)}


def with_decisions(position: Position, decided: Decisions) -> Position:
    """The position in which the notes of the step are carried out: whatever those had sealed who leave has ended."""
    if decided.rekey is not None:
        position = deck_of(position.table).with_handed_secrets(position, decided.rekey, decided.handed)
        return with_new_key(position, decided.rekey)
    if decided.back:
        return position_after_take_back(position, decided.back)
    if decided.holidays:
        entered = ((position.table.seat(line.seat), line.first, line.until) for line in decided.holidays)
        past = replace(position.past, holidays=(*position.past.holidays, *entered))
        position = replace(position, past=past)
    if decided.stand_ins:
        past = replace(position.past, stand_ins=(*position.past.stand_ins, *decided.stand_ins))
        position = replace(position, past=past)
    if not decided.out:
        return position
    plans = tuple(None if seat in decided.out else plan for seat, plan in enumerate(position.plans))
    standing = tuple(None if seat in decided.out else held for seat, held in enumerate(position.standing))
    return replace(position, plans=plans, standing=standing, left=tuple(sorted({*position.left, *decided.out})))
