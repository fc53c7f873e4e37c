"""`referee charter`: the host closes the seats once all have joined."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated

import typer

from referee.cli.context import Context, command
from referee.cli.hosting import accept_as_player
from referee.cli.outgoing import put_in_shared
from referee.cli.paths import shown
from referee.cli.printing.lines import test_keys_told
from referee.cli.printing.output import Signed, data, note
from referee.crypto.keys import fingerprint
from referee.kernel.errors import OutOfOrder, Unreadable
from referee.kernel.sentence import Sentence
from referee.record.names import CHARTER, RECORD
from referee.record.note import SignedNote
from referee.record.notes import Offer
from referee.table.desk.desk import Desk
from referee.table.desk.invitation import charter_letter, charter_notes, programs_told
from referee.table.desk.joins import chosen, joins_told, leave_out, waiting_joins
from referee.table.desk.places import remember
from referee.table.desk.send import Outgoing, finish_sending, send
from referee.table.masked import is_masked
from referee.table.opening.charter import make_charter
from referee.table.seating import Party, Table


@command(prints=Signed)
def charter(
    context: Context,
    order: Annotated[str | None, typer.Option("--order")] = None,
    without: Annotated[list[str] | None, typer.Option("--without")] = None,
) -> None:
    """Host: make the charter once all have joined."""
    desk = context.desk(side="hosts")
    if desk.history.table is None:
        desk = _chartered(context, desk, order, without or ())
    elif without or (order is not None and tuple(_split(order)) != desk.table.names):
        raise OutOfOrder("charter-made-already", seats=desk.table.people(desk.table.names))
    desk.host_key()
    finish_sending(desk, desk.table.offer_id)
    accept_as_player(context, desk)
    remember(desk)
    letter = charter_letter(desk.table, charter_notes(desk), context.lang)
    path = shown(desk.folder.write_letter("charter.txt", letter))
    names = desk.table.names
    signed = desk.history.signed_notes[CHARTER][-1]
    lines = [
        context.sentence("charter-for", seats=desk.table.people(names)),
        *(f"{party.role}: {name}, {key}" for party, name, key in _seated(desk.table)),
        *programs_told(desk.table, context.lang),
    ]
    if put_in_shared(desk):
        lines.append(context.sentence("lies-in-shared"))
    else:
        lines += [context.sentence("mail-all-players", path=path), context.sentence("accepts-come-next")]
    shared_keys = desk.table.test_keys
    if shared_keys:
        note(test_keys_told(context, desk.table.people(shared_keys)))
    written = Signed("charter", signed.id, path, "all", game=desk.table.game_id, seats=names, test_keys=shared_keys)
    data(context, written, lines)


def _seated(table: Table) -> Iterator[tuple[Party, str, str]]:
    """Each seat with what its player is called, the seat where names look alike, and the fingerprint."""
    for party, name in zip(table.seats, table.called, strict=True):
        yield party, name, fingerprint(party.key)


def _chartered(context: Context, desk: Desk, order: str | None, without: Sequence[str]) -> Desk:
    signed_offer = desk.history.offer
    if signed_offer is None:
        raise OutOfOrder("no-game-folder", hint=Sentence("name-folder-game"))
    if order is not None and ("seating", "drawn") in signed_offer.read(Offer).option:
        raise OutOfOrder("order-is-drawn")
    key = desk.host_key()
    for dropped in leave_out(desk.folder, without):
        note(context.sentence("left-out", what=joins_told([dropped])))
    joins = chosen(waiting_joins(desk.folder).values(), _split(order) if order else None)
    names = _split(order) if order else _usual_order(desk, signed_offer, sorted(joins))
    unknown = [name for name in names if name not in joins]
    if unknown or len(set(names)) != len(names):
        raise Unreadable("bad-seat-order", known=", ".join(sorted(joins)) or "nobody")

    def make(_: tuple[str, ...]) -> tuple[SignedNote, ...]:
        signed = make_charter(key, signed_offer, list(joins.values()), names, desk.history.pack)
        return (signed_offer, *(joins[name] for name in names), signed)

    send(desk, Outgoing(signed_offer.id, "charter", make, CHARTER, RECORD))
    return desk.reloaded()


def _usual_order(desk: Desk, offer: SignedNote, names: list[str]) -> list[str]:
    """The seats in the order in which they are called; where the deck is masked and the host plays he comes first, so
    that his mix leaves with the charter.
    """
    if desk.sits not in names or not is_masked(offer.read(Offer).option):
        return names
    at = names.index(desk.sits)
    return names[at:] + names[:at]


def _split(order: str) -> list[str]:
    return [name.strip() for name in order.replace(",", " ").split()]
