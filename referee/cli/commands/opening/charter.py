"""`referee charter`: the host closes the seats once all have joined."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated

import typer

from referee.cli.context import Context, command
from referee.cli.folders.paths import path_text
from referee.cli.printing.lines import test_key_sentence
from referee.cli.printing.output import print_notice, print_result
from referee.cli.sending.host_seat import accept_as_player
from referee.crypto.keys import fingerprint
from referee.kernel.errors import OutOfOrder, Unreadable
from referee.kernel.sentence import Sentence
from referee.protocol.masked.note_rules import options_mask_deck
from referee.protocol.opening.charter import make_charter
from referee.protocol.seating import Party, Table
from referee.record.file_names import CHARTER, RECORD
from referee.record.note import SignedNote
from referee.record.notes import Offer
from referee.service.home.shared_folders import put_in_shared_folder
from referee.service.signed_notes import Signed
from referee.session.game_folders import remember_location
from referee.session.opening.invitation import bot_seat_sentences, charter_letter, charter_notes
from referee.session.opening.joins import drop_joins, joins_summary, selected_joins, waiting_joins
from referee.session.send import OutgoingNote, finish_sending, send
from referee.session.session import Session


@command(prints=Signed)
def charter(
    context: Context,
    order: Annotated[str | None, typer.Option("--order")] = None,
    without: Annotated[list[str] | None, typer.Option("--without")] = None,
) -> None:
    """Host: make the charter once all have joined."""
    session = context.session(side="hosts")
    if session.history.table is None:
        session = _sign_charter(context, session, order, without or ())
    elif without or (order is not None and tuple(_split(order)) != session.table.names):
        raise OutOfOrder("charter-made-already", seats=session.table.people(session.table.names))
    session.host_key()
    finish_sending(session, session.table.offer_id)
    accept_as_player(context, session)
    remember_location(session)
    letter = charter_letter(session.table, charter_notes(session), context.lang)
    path = path_text(session.folder.write_letter("charter.txt", letter))
    names = session.table.names
    signed = session.history.signed_notes[CHARTER][-1]
    lines = [
        context.sentence("charter-for", seats=session.table.people(names)),
        *(f"{party.role}: {name}, {key}" for party, name, key in _player_rows(session.table)),
        *bot_seat_sentences(session.table, context.lang),
    ]
    if put_in_shared_folder(session):
        lines.append(context.sentence("lies-in-shared"))
    else:
        lines += [context.sentence("mail-all-players", path=path), context.sentence("accepts-come-next")]
    shared_keys = session.table.test_keys
    if shared_keys:
        print_notice(test_key_sentence(context, session.table.people(shared_keys)))
    written = Signed("charter", signed.id, path, "all", game=session.table.game_id, seats=names, test_keys=shared_keys)
    print_result(context, written, lines)


def _player_rows(table: Table) -> Iterator[tuple[Party, str, str]]:
    """Each seat with what its player is called, the seat where names look alike, and the fingerprint."""
    for party, name in zip(table.seats, table.called, strict=True):
        yield party, name, fingerprint(party.key)


def _sign_charter(context: Context, session: Session, order: str | None, without: Sequence[str]) -> Session:
    signed_offer = session.history.offer
    if signed_offer is None:
        raise OutOfOrder("no-game-folder", hint=Sentence("name-folder-game"))
    if order is not None and ("seating", "drawn") in signed_offer.read(Offer).option:
        raise OutOfOrder("order-is-drawn")
    key = session.host_key()
    for dropped in drop_joins(session.folder, without):
        print_notice(context.sentence("left-out", what=joins_summary([dropped])))
    joins = selected_joins(waiting_joins(session.folder).values(), _split(order) if order else None)
    names = _split(order) if order else _usual_order(session, signed_offer, sorted(joins))
    unknown = [name for name in names if name not in joins]
    if unknown or len(set(names)) != len(names):
        raise Unreadable("bad-seat-order", known=", ".join(sorted(joins)) or "nobody")

    def make(_: tuple[str, ...]) -> tuple[SignedNote, ...]:
        signed = make_charter(key, signed_offer, list(joins.values()), names, session.history.pack)
        return (signed_offer, *(joins[name] for name in names), signed)

    send(session, OutgoingNote(signed_offer.id, "charter", make, CHARTER, RECORD))
    return session.reloaded()


def _usual_order(session: Session, offer: SignedNote, names: list[str]) -> list[str]:
    """The seats in the order in which they are called; where the deck is masked and the host plays he comes first, so
    that his mix leaves with the charter.
    """
    if session.sits not in names or not options_mask_deck(offer.read(Offer).option):
        return names
    at = names.index(session.sits)
    return names[at:] + names[:at]


def _split(order: str) -> list[str]:
    return [name.strip() for name in order.replace(",", " ").split()]
