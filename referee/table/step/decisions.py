"""What the table decides in a step, beside what players order: who is let pass, who leaves, whether the game ends here.

The lines stand in the step note, the consents they need in its file. A line that the table's rules do not allow, or
that nobody has agreed to who must, makes a step note that does not follow: whoever reads it refuses it alike.
"""

from __future__ import annotations

from collections.abc import Container, Sequence

import msgspec
from msgspec.structs import replace

from referee.crypto.keys import SigningKey
from referee.kernel.errors import NotAuthentic, OutOfOrder, Unreadable
from referee.kernel.requests import Seat
from referee.record.note import SignedNote, sign_note
from referee.record.notes import Consent, Rekey
from referee.table.seating import REFEREE, Table
from referee.table.step.back import acted_since, check_back, turned_back
from referee.table.step.last_word import KEY, is_no, key_meant, noes_listed
from referee.table.step.position import Position, names_asked
from referee.table.step.rekey import check_rekey, still_to_consent, with_new_key
from referee.table.step.succession import check_secrets, handing_over
from referee.table.step.table_lines import (
    Absent,
    Back,
    Ended,
    Key,
    Left,
    TableLine,
    Time,
    consent_to,
    read_table_lines,
)

BACK = "back "
"""How a consent to a step back begins; it alone may say why."""


class Decided(msgspec.Struct, frozen=True):
    """What a step decides. `absent` are the seats that are let pass in it, `left` those that leave with it; `ended` is
    how the game ends with it, `draw` or `agreed`, "" if it goes on. `rekey` is the note whose key it enters. `back` is
    the step to before which the game goes back with it, 0 if it does not.
    """

    absent: tuple[Seat, ...] = ()
    left: tuple[Seat, ...] = ()
    ended: str = ""
    rekey: Rekey | None = None
    back: int = 0

    def __bool__(self) -> bool:
        """Whether anything was decided, so that the step may stand without a move."""
        return bool(self.absent or self.left or self.alone)

    @property
    def alone(self) -> bool:
        """Whether something was decided that needs a step of its own, in which nothing is carried out."""
        return bool(self.ended or self.rekey or self.back)


NOTHING = Decided()


def consent_note(
    position: Position, key: SigningKey, to: str, reason: str | None = None, *, rekey: Rekey | None = None
) -> SignedNote:
    """The consent of the party with `key` to one thing in the next step; `reason` is that of who asks for a step back,
    and one to the key of `rekey` hands over what that needs.

    Raises:
        NotAuthentic: a stranger.
    """
    table = position.table
    party = table.party(key.public)
    if party is None:
        raise NotAuthentic("key-of-no-party")
    secret = handing_over(position, key, rekey) if rekey is not None else None
    note = Consent(
        game=table.game_id,
        step=position.step + 1,
        seat=party.role,
        head=position.head,
        to=to,
        reason=reason,
        secret=secret,
    )
    return sign_note(note, key)


def check_consent(position: Position, signed: SignedNote) -> Consent:
    """The consent in `signed`, by the key of its party, for this game and the next step; a word on a key may be older.

    Raises:
        Unreadable, NotAuthentic, OutOfOrder: what does not hold.
    """
    table = position.table
    note = signed.read(Consent)
    if note.game != table.game_id:
        raise OutOfOrder("consent-of-other-game")
    owner = table.party_at(note.seat)
    if signed.key != owner.key:
        raise NotAuthentic("consent-other-key", seat=note.seat)
    if note.reason is not None and not note.to.startswith(BACK):
        raise Unreadable("consent-reason-surplus", seat=note.seat, to=note.to)
    owner.check_holds(note.step)
    position.check_written_here(note.step, note.head)
    if is_no(note) and note.secret is not None:
        raise OutOfOrder("consent-secret-size", seat=note.seat)
    if note.step != position.step + 1 and key_meant(note) is None:
        raise OutOfOrder("consent-lapsed", seat=note.seat, to=note.to, step=note.step, now=position.step + 1)
    return note


def check_consents(position: Position, signed_notes: Sequence[SignedNote]) -> tuple[Consent, ...]:
    """The consents of one step: the referee's first, then in seat order, those of one party in the order of their text.

    Raises:
        Unreadable, NotAuthentic, OutOfOrder: as `check_consent`; or another order, or one twice.
    """
    consents = tuple(check_consent(position, signed) for signed in signed_notes)
    places = [consent_place(position.table, consent) for consent in consents]
    if places != sorted(set(places)):
        raise OutOfOrder("consents-out-of-order")
    return consents


def consent_place(table: Table, consent: Consent) -> tuple[Seat, str]:
    """By what the consents of a step are sorted."""
    return (table.place(consent.seat), consent.to)


def decide(
    position: Position,
    texts: Sequence[str],
    consents: Sequence[Consent],
    movers: Sequence[Seat],
    rekeys: Sequence[SignedNote] = (),
) -> Decided:
    """What the table lines `texts` of a step decide, with the consents and rekey notes of its file; `movers` are those
    who move.

    Raises:
        Unreadable: a line that is not one.
        OutOfOrder: a line that may not stand here, or an agreement that is missing; or a consent that no line needs.
    """
    lines = read_table_lines(texts)
    if lines and position.over:
        raise OutOfOrder("game-over")
    decided = Decided(
        absent=_seats(position, [line.seat for line in lines if isinstance(line, Absent)]),
        left=_seats(position, [line.seat for line in lines if isinstance(line, Left)]),
        ended=next((line.how for line in lines if isinstance(line, Ended)), ""),
        rekey=_rekey(position, lines, rekeys),
        back=next((line.step for line in lines if isinstance(line, Back)), 0),
    )
    if decided.alone and (movers or len([line for line in lines if not isinstance(line, Time)]) > 1):
        raise OutOfOrder("decision-needs-own-step")
    if not decided and not movers:
        raise OutOfOrder("step-decides-nothing")
    if decided.back:
        check_back(position, decided.back)
    _check_absent(position, decided.absent, movers)
    _check_left(position, decided.left, {*movers, *decided.absent})
    _check_agreed(position, [line for line in lines if not isinstance(line, Key)], consents, rekeys)
    of_host = [f"{KEY}{signed.id}" for signed in rekeys if signed.read(Rekey).seat == REFEREE]
    check_secrets(position.table, consents, of_host[0] if of_host else None)
    return decided


def _rekey(position: Position, lines: Sequence[TableLine], rekeys: Sequence[SignedNote]) -> Rekey | None:
    """The rekey note of a step. Raises RefereeError: it does not hold, or the lines do not say so."""
    seats = [line.seat for line in lines if isinstance(line, Key)]
    notes = [check_rekey(position, signed) for signed in rekeys]
    if [note.seat for note in notes] != seats or len(notes) > 1:
        raise OutOfOrder("key-line-differs")
    return notes[0] if notes else None


def _seats(position: Position, names: Sequence[str]) -> tuple[Seat, ...]:
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
            raise OutOfOrder("absent-not-asked", seat=table.names[seat], asked=names_asked(position))
        if seat in position.left:
            raise OutOfOrder("seat-has-left", seat=table.names[seat])
        if seat in movers:
            raise OutOfOrder("absent-has-moved", seat=table.names[seat])
    if (absent or position.left) and table.game.neutral is None:
        raise OutOfOrder("game-without-neutral", game=table.game.info.title)


def _check_left(position: Position, left: Sequence[Seat], others: Container[Seat]) -> None:
    table = position.table
    if left and table.game.neutral is None:
        raise OutOfOrder("game-without-neutral", game=table.game.info.title)
    for seat in left:
        if seat in position.left:
            raise OutOfOrder("seat-has-left", seat=table.names[seat])
        if seat in others:
            raise OutOfOrder("leaver-acts", seat=table.names[seat])
    if left and len(position.left) + len(left) == len(table.seats):
        raise OutOfOrder("last-seat-leaves", seat=table.names[left[0]])


def _check_agreed(
    position: Position, lines: Sequence[TableLine], consents: Sequence[Consent], rekeys: Sequence[SignedNote]
) -> None:
    """Each line and each new key has the consents it needs, and no consent stands there for nothing; beside them the
    noes of all stand in a step that enters no key.
    """
    given = {(consent.seat, consent.to) for consent in consents}
    if not rekeys:
        given -= noes_listed(position, consents)
    for signed in rekeys:
        asked = f"{KEY}{signed.id}"
        lacking = still_to_consent(position, signed.read(Rekey), signed.id, consents)
        if lacking:
            raise OutOfOrder("consents-missing", to=asked, missing=", ".join(lacking))
        given -= {(name, asked) for name in (REFEREE, *position.table.names)}
    for line in lines:
        to = consent_to(line)
        agreed = {name for name, what in given if what == to}
        missing = still_to_agree(position, line, agreed)
        if missing and missing == undone_too(position, line, agreed):
            raise OutOfOrder("back-undoes-others", to=to, missing=", ".join(missing))
        if missing:
            raise OutOfOrder("consents-missing", to=to, missing=", ".join(missing))
        given -= {(name, to) for name in who_agrees(position, line)[1]}
    if given:
        seat, to = min(given)
        raise OutOfOrder("consent-for-nothing", seat=seat, to=to)


def who_agrees(position: Position, line: TableLine) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """(who must agree to a table line, whose consents may stand beside it).

    A seat leaves by its own consent. The game ends or goes back by that of all who are still playing: who has left has
    no say, and for whoever is away nobody has to wait, but their word may stand beside. Who has acted in a step that is
    undone is asked in any case (`undone_too`).
    """
    names = position.table.names
    match line:
        case Left():
            return (line.seat,), (line.seat,)
        case Ended() | Back():
            playing = [seat for seat in range(len(names)) if seat not in position.left]
            present = [seat for seat in playing if not position.is_away(seat)]
            return tuple(names[seat] for seat in present or playing), tuple(names[seat] for seat in playing)
    return (), ()


def still_to_agree(position: Position, line: TableLine, given: Container[str]) -> tuple[str, ...]:
    """Who has still to agree to a table line once those in `given` have; with `quorum majority` more than half of those
    who must agree are enough for a step back, and all who have acted in what it undoes.
    """
    usual, besides = _usual(position, line, given), undone_too(position, line, given)
    return tuple(name for name in position.table.names if name in usual or name in besides)


def undone_too(position: Position, line: TableLine, given: Container[str]) -> tuple[str, ...]:
    """Who has still to agree to a step back only because it undoes what they have done: they are away, or most of the
    others have agreed.
    """
    if not isinstance(line, Back):
        return ()
    usual, names = _usual(position, line, given), position.table.names
    acted = [names[seat] for seat in acted_since(position, line.step) if seat not in position.left]
    return tuple(name for name in acted if name not in given and name not in usual)


def _usual(position: Position, line: TableLine, given: Container[str]) -> tuple[str, ...]:
    """Who has still to agree to a table line, whatever was done in the steps that it undoes."""
    needed, allowed = who_agrees(position, line)
    agree = sum(name in given for name in allowed)
    if isinstance(line, Back) and position.table.terms.quorum == "majority" and 2 * agree > len(needed):
        return ()
    return tuple(name for name in needed if name not in given)


def with_decided(position: Position, decided: Decided) -> Position:
    """The position in which the notes of the step are carried out: whatever those had sealed who leave has ended."""
    if decided.rekey is not None:
        return with_new_key(position, decided.rekey)
    if decided.back:
        return turned_back(position, decided.back)
    if not decided.left:
        return position
    plans = tuple(None if seat in decided.left else plan for seat, plan in enumerate(position.plans))
    standing = tuple(None if seat in decided.left else held for seat, held in enumerate(position.standing))
    return replace(position, plans=plans, standing=standing, left=tuple(sorted({*position.left, *decided.left})))
