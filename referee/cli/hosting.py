"""Hosting and playing in one home: the second key, and what its seat does before the deal."""

from __future__ import annotations

from pathlib import Path

from referee.cli.context import HOSTING, Context
from referee.cli.paths import game_above, here, shown
from referee.cli.people import write_new_key
from referee.cli.printing.output import note
from referee.crypto.keys import SigningKey, read_private
from referee.kernel.errors import OutOfOrder
from referee.kernel.sentence import Sentence
from referee.record.names import OFFER, OUTBOX, PACK, RECORD, Name
from referee.record.note import SignedNote, read_bundle
from referee.record.store import Folder, Home
from referee.table.desk.desk import Desk
from referee.table.desk.own_keys import public_keys
from referee.table.desk.pending import keep_waiting
from referee.table.desk.places import Place, forget_place, keep_place, places
from referee.table.desk.publish import signed_by_itself
from referee.table.desk.send import Outgoing, send
from referee.table.opening.charter import make_join
from referee.table.opening.deal import make_accept


def hosting_key(context: Context, name: str) -> SigningKey:
    """The key with which somebody hosts who plays with the key called `name`; made where there is none."""
    home, called = context.home(), f"{name}{HOSTING}"
    if called in home.keys():  # noqa: SIM118
        return read_private(home.read_key(called), context.passphrase())
    key = write_new_key(home, called)
    note(context.sentence("key-to-host-made", path=shown(home.path / "keys" / called)))
    return key


def offer_to_mend(home: Home, wanted: Path | None, name: str, pack: bytes | None) -> Place | None:
    """The place of an own offer that can be written again: in the folder that is `wanted`, or around here, or called
    `name`; of the same pack, and without a join or a charter. None where there is none. Its folder is without an offer,
    or has one that no place is kept of, where a process died that wrote it again.
    """
    place = wanted or game_above(here()) or here() / name
    found = next((known for known in places(home) if known.folder == place.resolve()), None)
    if found is None or not (found.folder / RECORD).is_dir() or not _is_unjoined(folder := Folder(found.folder)):
        return None
    names = folder.record_names()
    own = OFFER not in names or read_bundle(folder.read(OFFER))[0].key in public_keys(home)
    return found if own and (folder.read(PACK) if PACK in names else None) == pack else None


def _is_unjoined(folder: Folder) -> bool:
    """Whether an offer lies here with no join, of anybody, and no charter."""
    return {*folder.record_names()} <= {OFFER, PACK} and not folder.list_pending() and not folder.list_outbox()


def take_away(earlier: Place) -> None:
    """Remove an offer that nobody has joined; its place is kept until the next one has its own.

    Raises:
        OutOfOrder: it was joined meanwhile. FileTrouble.
    """
    folder = Folder(earlier.folder)
    if not _is_unjoined(folder):
        raise OutOfOrder("folder-taken", path=shown(earlier.folder), hint=Sentence("use-new-folder"))
    if OFFER in folder.record_names():
        folder.drop_record(OFFER)


def keep_only(home: Home, place: Place) -> None:
    """Keep the place of an offer, and forget those of earlier ones in its folder."""
    keep_place(home, place)
    for known in places(home):
        if known.folder == place.folder and known.offer != place.offer:
            forget_place(home, known.offer)


def sit(desk: Desk, offer: SignedNote, seat: str, name: str, nonce: bytes, pack: bytes | None) -> None:
    """Join an own offer at `seat` as `name`, with the key of the `desk`, in the folder of the host, who has taken the
    join in with that. `nonce` is 16 fresh random bytes.
    """
    key = desk.signer()

    def make(_: tuple[str, ...]) -> tuple[SignedNote, ...]:
        return (make_join(key, offer, seat, name, nonce, pack),)

    sent = send(desk, Outgoing(offer.id, "", make, str(Name(OUTBOX, "join", seat=seat))))
    keep_waiting(desk.folder, sent.note)


def accept_as_player(context: Context, desk: Desk) -> None:
    """Let the seat of a host who plays accept first: no program accepts a charter of his before. Once it has, the same
    accept comes out again.
    """
    if not desk.sits or desk.history.position is not None:
        return
    seat = desk.turned()
    key, table = seat.signer(), seat.table
    name = str(Name(OUTBOX, "accept", seat=desk.sits))
    sent = send(seat, Outgoing(table.offer_id, "accept", lambda _: (make_accept(key, table),), name))
    new = keep_waiting(desk.folder, sent.note)
    made = [notice.said.told(context.lang) for notice in signed_by_itself(seat)]
    told = [context.sentence("program-shuffles-from-now")] if table.masked else []
    for said in (
        [*told, context.sentence("host-accepts-own-seat", seat=seat.table.person(desk.sits)), *made]
        if new and not context.json
        else ()
    ):
        note(said)
