"""Begin a table: its host closes the seats once everyone has joined, and the charter goes to the players."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from referee.crypto.keys import fingerprint
from referee.kernel.errors import OutOfOrder, Unreadable
from referee.kernel.sentence import Sentence
from referee.protocol.masked.note_rules import options_mask_deck
from referee.protocol.opening.charter import make_charter, read_charter
from referee.protocol.seating import Table
from referee.record.file_names import CHARTER, RECORD
from referee.record.note import Notes, SignedNote
from referee.record.notes import Offer
from referee.service.answers import check_current, check_digest
from referee.service.ask import Ask
from referee.service.moves import signature_effects
from referee.service.opening.host_seats import accept_as_player
from referee.service.signed_notes import Signed, ask_of, send_current
from referee.service.table import OpenTable
from referee.session.game_folders import remember_location
from referee.session.opening.invitation import bot_seat_sentences, charter_letter, charter_notes
from referee.session.opening.joins import drop_joins, joins_summary, joins_under, selected_joins, waiting_joins
from referee.session.send import OutgoingNote, finish_sending
from referee.session.session import Session


def ask_leave_out(table: OpenTable, keys: Sequence[str]) -> Ask:
    """Whose joins would be dropped. Raises Unreadable: no key is named; and as `leave_joins_out`."""
    session = table.session
    _signed_offer(session)
    if session.history.table is not None:
        raise _made_already(session.table)
    session.host_key()
    if not keys:
        raise Unreadable("leave-out-whom", known=joins_summary(waiting_joins(session.folder).values()))
    what = joins_summary(joins_under(session.folder, keys).values())
    sentence = table.sentence("leave-out-asked", what=what)
    return ask_of(table, sentence, {"leave": sorted(keys)}, label="leave-out")


def leave_joins_out(table: OpenTable, keys: Sequence[str]) -> tuple[str, ...]:
    """Drop the joins under these fingerprints, which so have no seat; whose they are, a sentence each.

    Raises:
        Unreadable: no join waits under one of them. OutOfOrder: there is a charter, or no offer.
        NotAuthentic: the reader does not host.
    """
    session = table.session
    _signed_offer(session)
    if keys and session.history.table is not None:
        raise _made_already(session.table)
    session.host_key()
    dropped = drop_joins(session.folder, keys)
    return tuple(table.sentence("left-out", what=joins_summary([signed])) for signed in dropped)


def ask_begin(table: OpenTable, order: Sequence[str] | None = None) -> Ask:
    """Whom the charter would seat, in which `order`, None for the usual one; or seats, if there is one.

    Raises:
        OutOfOrder: the order is drawn; several joins want one seat; there is another charter, or no offer.
        Unreadable: nobody has joined for a seat. NotAuthentic: the reader does not host.
    """
    at_table = _charter_table(table.session, order)
    rows = zip(at_table.seats, at_table.called, strict=True)
    seated = (table.sentence("signs-with-key", name=name, key=fingerprint(party.key)) for party, name in rows)
    shared, lang = at_table.test_keys, table.reader.lang
    return ask_of(
        table,
        table.sentence("charter-for", seats=at_table.people(at_table.names)),
        {"charter": at_table.game_id},
        label="/label/all-seats-taken",
        then=(*seated, *bot_seat_sentences(at_table, lang)),
        warnings=(table.sentence("test-keys", names=at_table.people(shared)),) if shared else (),
    )


def seats_to_order(table: OpenTable, order: Sequence[str] | None = None) -> dict[str, str]:
    """Whom the charter would seat, clockwise, by seat: what each is called. None where it is made already, or chance
    decides the order. Raises as `ask_begin`.
    """
    session = table.session
    if session.history.table is not None or ("seating", "drawn") in _signed_offer(session).read(Offer).option:
        return {}
    at_table = _charter_table(session, order)
    return dict(zip(at_table.names, at_table.called, strict=True))


def begin_table(table: OpenTable, digest: str, order: Sequence[str] | None = None) -> Signed:
    """The charter, signed, with a letter to send; a host who plays accepts it at once. One that was made comes out
    again. Raises Changed: `digest` is of another charter; Stale: the game has gone on; and as `ask_begin`.
    """
    check_current(table)
    check_digest(ask_begin(table, order), digest)
    session, lang = table.session, table.reader.lang
    if session.history.table is None:
        offer, notes = _signed_offer(session), _new_charter(session, order)
        send_current(table, OutgoingNote(offer.id, "charter", lambda _: tuple(notes), CHARTER, RECORD))
        session = session.reloaded()
    session.host_key()
    finish_sending(session, session.table.offer_id)
    led = accept_as_player(session, lang)
    remember_location(session)
    letter = session.folder.write_letter("charter.txt", charter_letter(session.table, charter_notes(session), lang))
    at_table, note_id = session.table, session.history.signed_notes[CHARTER][-1].id
    game, seats, shared = at_table.game_id, at_table.names, at_table.test_keys
    signed = Signed("charter", note_id, str(letter), "all", game=game, seats=seats, test_keys=shared)
    done = signature_effects.deliver(OpenTable(table.reader, session), signed, enters=False)
    return replace(done, led=led)


def _charter_table(session: Session, order: Sequence[str] | None) -> Table:
    """The table of the charter that there is, or that would be made."""
    if session.history.table is None:
        return read_charter(_new_charter(session, order), session.history.pack)
    session.host_key()
    if order is not None and tuple(order) != session.table.names:
        raise _made_already(session.table)
    return session.table


def _made_already(table: Table) -> OutOfOrder:
    return OutOfOrder("charter-made-already", seats=table.people(table.names))


def _signed_offer(session: Session) -> SignedNote:
    if session.history.offer is None:
        raise OutOfOrder("no-game-folder", hint=Sentence("name-folder-game"))
    return session.history.offer


def _new_charter(session: Session, order: Sequence[str] | None) -> Notes:
    """The notes of the charter of the joins that wait: the offer, a join a seat, and the charter itself."""
    offer = _signed_offer(session)
    if order is not None and ("seating", "drawn") in offer.read(Offer).option:
        raise OutOfOrder("order-is-drawn")
    key, joins = session.host_key(), selected_joins(waiting_joins(session.folder).values(), order)
    names = list(order) if order is not None else _usual_order(session, offer, sorted(joins))
    unknown = [name for name in names if name not in joins]
    if unknown or len(set(names)) != len(names):
        raise Unreadable("bad-seat-order", known=", ".join(sorted(joins)) or Sentence("nobody"))
    signed = make_charter(key, offer, list(joins.values()), names, session.history.pack)
    return (offer, *(joins[name] for name in names), signed)


def _usual_order(session: Session, offer: SignedNote, names: list[str]) -> list[str]:
    """The seats in the order in which they are called; where the deck is masked and the host plays he comes first, so
    that his mix leaves with the charter.
    """
    if session.sits not in names or not options_mask_deck(offer.read(Offer).option):
        return names
    at = names.index(session.sits)
    return names[at:] + names[:at]
