"""What a party agrees to, and who must. Its last word counts.

A party agrees to a key, or says no to it and so takes back what it has agreed to. Nobody is at fault who says yes and
then no, and no host who records a key before the no has arrived.
"""

from __future__ import annotations

from collections.abc import Container, Iterable

from referee.crypto.keys import SigningKey
from referee.kernel.errors import NotAuthentic, OutOfOrder, Unreadable
from referee.kernel.requests import Seat
from referee.protocol.agreements.table_lines import AgreedEnd, Back, Holiday, Left, Open, StandIn, TableLine
from referee.protocol.agreements.take_back import seats_acting_since
from referee.protocol.deck import deck_of
from referee.protocol.seating import Table
from referee.protocol.step.position import Position
from referee.record.note import Notes, SignedNote, sign_note
from referee.record.notes import Consent, NoteId, Rekey

KEY = "key "
"""How a consent to a new key begins; it holds until a step records that key, and not for one step alone."""

NO = f"no {KEY}"
"""How a consent begins by which its author does not agree to a new key, whatever was said before."""

OPEN = "open "
"""How a consent to open a seat begins."""

BACK = "back "
"""How a consent to a take-back begins; it alone may say why."""

HOLIDAY = "holiday "
"""How a consent begins by which its author declares a holiday; it holds until a step enters it."""

STAND_IN = "standin "
"""How a consent begins by which its author has a bot play, or plays again; it holds until a step enters it."""

SILENT = "silent "
"""How the word begins that nothing of a seat is here which is asked."""

UNHEARD = "unheard "
"""How the word begins that what the others wait for from a seat is not here."""


def seat_spoken_of(to: str) -> str:
    """The seat of which a consent says that it is silent, or unheard; "" for a consent to anything else."""
    return next((to.removeprefix(begins) for begins in (SILENT, UNHEARD) if to.startswith(begins)), "")


def rekey_of_consent(consent: Consent) -> NoteId | None:
    """The rekey note that a consent speaks of, for or against; None if it speaks of something else."""
    return next((consent.to.removeprefix(begins) for begins in (KEY, NO) if consent.to.startswith(begins)), None)


def is_holiday(consent: Consent) -> bool:
    """Whether its author declares a holiday."""
    return consent.to.startswith(HOLIDAY)


def is_stand_in(consent: Consent) -> bool:
    """Whether its author has a bot play, or plays again."""
    return consent.to.startswith(STAND_IN)


def is_refusal(consent: Consent) -> bool:
    """Whether its author does not agree to a key."""
    return consent.to.startswith(NO)


def consent_weight(consent: Consent) -> tuple[int, bool]:
    """Of two words of one party about one key the heavier one is the last: of the later step; in one step the no."""
    return consent.step, is_refusal(consent)


def listed_refusals(position: Position, consents: Iterable[Consent]) -> set[tuple[str, str]]:
    """(seat, what it says) of every no that a step may list: those of everyone who still plays, said for this very
    step.

    With them the present host closes a step that he has left to another, who did not close it.

    Raises:
        OutOfOrder: one who still plays has not said no.
    """
    playing = [name for seat, name in enumerate(position.table.names) if seat not in position.left]
    noes = {(one.seat, one.to) for one in consents if is_refusal(one) and one.step == position.step + 1}
    for to in sorted({to for _, to in noes}):
        missing = [name for name in playing if (name, to) not in noes]
        if missing:
            raise OutOfOrder("consents-missing", to=to, missing=", ".join(missing))
    return {(name, to) for name, to in noes if name in playing}


def consent_note(
    position: Position, key: SigningKey, to: str, reason: str | None = None, *, rekey: Rekey | None = None
) -> SignedNote:
    """The consent of the party with `key` to one thing in the next step; `reason` is why a take-back is asked for, and
    a consent to the key of `rekey` hands over what that key needs.

    Raises:
        NotAuthentic: a stranger.
    """
    party = position.table.party(key.public)
    if party is None:
        raise NotAuthentic("key-of-no-party")
    secret = deck_of(position.table).handed_over(position, key, rekey) if rekey is not None else None
    return sign_note(Consent(**position.addressed(party.role), to=to, reason=reason, secret=secret), key)


def check_consent(position: Position, signed: SignedNote) -> Consent:
    """The consent in `signed`, by the key of its party, for this game and the next step; a word on a key, a holiday and
    a stand-in that is declared may be older.

    Raises:
        Unreadable, NotAuthentic, OutOfOrder: what does not hold.
    """
    table = position.table
    note = signed.read(Consent)
    deck_of(table).check_lines(note)
    if note.game != table.game_id:
        raise OutOfOrder("consent-of-other-game")
    owner = table.party_at(note.seat)
    if note.pok is not None:
        return _check_proof(position, signed, note)
    if signed.key != owner.key:
        raise NotAuthentic("consent-other-key", seat=note.seat)
    if note.reason is not None and not note.to.startswith(BACK):
        raise Unreadable("consent-reason-surplus", seat=note.seat, to=note.to)
    owner.check_holds(note.step)
    _check_said_here(position, note)
    return note


def _check_proof(position: Position, signed: SignedNote, note: Consent) -> Consent:
    """The consent of a new key of a seat to itself: it proves that this key knows the deck secret."""
    if position.table.signer(signed.key) is not None or not note.to.startswith(KEY) or note.secret is not None:
        raise OutOfOrder("consent-proof-surplus", seat=note.seat)
    position.table.seat(note.seat)
    if note.reason is not None:
        raise Unreadable("consent-reason-surplus", seat=note.seat, to=note.to)
    _check_said_here(position, note)
    deck_of(position.table).check_key_proof(position, note, signed.key)
    return note


def _check_said_here(position: Position, note: Consent) -> None:
    position.check_written_here(note.step, note.head)
    if is_refusal(note) and note.secret is not None:
        raise OutOfOrder("consent-secret-size", seat=note.seat)
    if (
        note.step != position.step + 1
        and rekey_of_consent(note) is None
        and not (is_holiday(note) or is_stand_in(note))
    ):
        raise OutOfOrder("consent-lapsed", seat=note.seat, to=note.to, step=note.step, now=position.step + 1)


def check_consents(position: Position, signed_notes: Notes) -> tuple[Consent, ...]:
    """The consents of one step: the referee's first, then in seat order, those of one party in the order of their text.

    Raises:
        Unreadable, NotAuthentic, OutOfOrder: as `check_consent`; or another order, or one twice.
    """
    consents = tuple(check_consent(position, signed) for signed in signed_notes)
    places = [consent_sort_key(position.table, consent) for consent in consents]
    if places != sorted(set(places)):
        raise OutOfOrder("consents-out-of-order")
    return consents


def consent_sort_key(table: Table, consent: Consent) -> tuple[Seat, str]:
    """By what the consents of a step are sorted; with a masked deck the word of a new key comes last."""
    return (table.place(consent.seat) if consent.pok is None else len(table.names), consent.to)


def required_consents(position: Position, line: TableLine) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """(who must agree to a table line, whose consents may be listed with it).

    A seat leaves, is on holiday or has a bot play by its own consent, and is opened by that of all others who are still
    playing. The game ends or goes back by that of everyone who is still playing: who has left has no say, and for those
    who are away nobody has to wait, but their word may be listed too. Anyone who acted in a step that is taken back
    must agree in any case (`missing_for_take_back`).
    """
    names = position.table.names
    match line:
        case Left() | Holiday() | StandIn():
            return (line.seat,), (line.seat,)
        case Open():
            gone = {*position.left, position.table.seat(line.seat)}
            others = tuple(name for seat, name in enumerate(names) if seat not in gone)
            return others, others
        case AgreedEnd() | Back():
            playing = [seat for seat in range(len(names)) if seat not in position.left]
            present = [seat for seat in playing if not position.is_away(seat)]
            return tuple(names[seat] for seat in present or playing), tuple(names[seat] for seat in playing)
    return (), ()


def missing_consents(position: Position, line: TableLine, given: Container[str]) -> tuple[str, ...]:
    """Who still has to agree to a table line once those in `given` have; with `quorum majority` more than half of those
    who must agree are enough for a take-back, and everyone who has acted in what it undoes.
    """
    usual, besides = _usual(position, line, given), missing_for_take_back(position, line, given)
    return tuple(name for name in position.table.names if name in usual or name in besides)


def missing_for_take_back(position: Position, line: TableLine, given: Container[str]) -> tuple[str, ...]:
    """Who still has to agree to a take-back only because it undoes what they have done: they are away, or most of the
    others have agreed.
    """
    if not isinstance(line, Back):
        return ()
    usual, names = _usual(position, line, given), position.table.names
    acted = [names[seat] for seat in seats_acting_since(position, line.step) if seat not in position.left]
    return tuple(name for name in acted if name not in given and name not in usual)


def _usual(position: Position, line: TableLine, given: Container[str]) -> tuple[str, ...]:
    """Who still has to agree to a table line, whatever was done in the steps that it undoes."""
    needed, allowed = required_consents(position, line)
    agree = sum(name in given for name in allowed)
    if isinstance(line, Back) and position.table.terms.quorum == "majority" and 2 * agree > len(needed):
        return ()
    return tuple(name for name in needed if name not in given)
