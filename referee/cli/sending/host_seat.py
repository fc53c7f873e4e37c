"""Hosting and playing in one home: the second key, and what its seat does before the deal."""

from __future__ import annotations

from pathlib import Path

from referee.cli.context import Context
from referee.cli.folders.paths import current_folder, game_folder_above, path_text
from referee.cli.printing.output import print_aside, print_notice
from referee.crypto.keys import SigningKey, read_private
from referee.kernel.errors import OutOfOrder
from referee.kernel.sentence import Sentence
from referee.protocol.opening.charter import make_join
from referee.protocol.opening.deal import make_accept
from referee.record.file_names import OFFER, OUTBOX, PACK, RECORD, FileName
from referee.record.note import SignedNote, read_bundle
from referee.record.store import HOSTING, DataFolder, GameFolder
from referee.session.game_folders import GameLocation, forget_location, game_locations, write_location
from referee.session.key_making import write_new_key
from referee.session.own_keys import public_keys_at_home
from referee.session.pending import store_pending
from referee.session.publish import sign_due_notes
from referee.session.send import OutgoingNote, send
from referee.session.session import Session


def hosting_key(context: Context, name: str) -> SigningKey:
    """The key with which somebody hosts who plays with the key called `name`; made where there is none."""
    home, called = context.home(), f"{name}{HOSTING}"
    if called in home.keys():  # noqa: SIM118
        return read_private(home.read_key(called), context.passphrase())
    key = write_new_key(home, called)
    print_notice(context.sentence("key-to-host-made", path=path_text(home.path / "keys" / called)))
    return key


def offer_to_mend(home: DataFolder, wanted: Path | None, name: str, pack: bytes | None) -> GameLocation | None:
    """The place of an own offer that can be written again: in the folder that is `wanted`, or around here, or called
    `name`; of the same pack, and without a join or a charter. None where there is none. Its folder is without an offer,
    or has one that no place is kept of, where a process died that wrote it again.
    """
    place = wanted or game_folder_above(current_folder()) or current_folder() / name
    found = next((known for known in game_locations(home) if known.folder == place.resolve()), None)
    if found is None or not (found.folder / RECORD).is_dir() or not _is_unjoined(folder := GameFolder(found.folder)):
        return None
    names = folder.record_names()
    own = OFFER not in names or read_bundle(folder.read(OFFER))[0].key in public_keys_at_home(home)
    return found if own and (folder.read(PACK) if PACK in names else None) == pack else None


def _is_unjoined(folder: GameFolder) -> bool:
    """Whether an offer lies here with no join, of anybody, and no charter."""
    return {*folder.record_names()} <= {OFFER, PACK} and not folder.list_pending() and not folder.list_outbox()


def take_away(earlier: GameLocation) -> None:
    """Remove an offer that nobody has joined; its place is kept until the next one has its own.

    Raises:
        OutOfOrder: it was joined meanwhile. FileTrouble.
    """
    folder = GameFolder(earlier.folder)
    if not _is_unjoined(folder):
        raise OutOfOrder("folder-taken", path=path_text(earlier.folder), hint=Sentence("use-new-folder"))
    if OFFER in folder.record_names():
        folder.drop_record(OFFER)


def keep_only(home: DataFolder, place: GameLocation) -> None:
    """Keep the place of an offer, and forget those of earlier ones in its folder."""
    write_location(home, place)
    for known in game_locations(home):
        if known.folder == place.folder and known.offer != place.offer:
            forget_location(home, known.offer)


def sit(session: Session, offer: SignedNote, seat: str, name: str, nonce: bytes, pack: bytes | None) -> None:
    """Join an own offer at `seat` as `name`, with the key of the `session`, in the folder of the host, who has taken
    the join in with that. `nonce` is 16 fresh random bytes.
    """
    key = session.signer()

    def make(_: tuple[str, ...]) -> tuple[SignedNote, ...]:
        return (make_join(key, offer, seat, name, nonce, pack),)

    sent = send(session, OutgoingNote(offer.id, "", make, str(FileName(OUTBOX, "join", seat=seat))))
    store_pending(session.folder, sent.note)


def accept_as_player(context: Context, session: Session) -> None:
    """Let the seat of a host who plays accept first: no program accepts a charter of his before. Once it has, the same
    accept comes out again.
    """
    if not session.sits or session.history.position is not None:
        return
    seat = session.turned()
    key, table = seat.signer(), seat.table
    name = str(FileName(OUTBOX, "accept", seat=session.sits))
    sent = send(seat, OutgoingNote(table.offer_id, "accept", lambda _: (make_accept(key, table),), name))
    new = store_pending(session.folder, sent.note)
    made = [notice.said.told(context.lang) for notice in sign_due_notes(seat)]
    told = [context.sentence("program-shuffles-from-now")] if table.deck.shuffled_by == "seats" else []
    if new:
        accepted = context.sentence("host-accepts-own-seat", seat=seat.table.person(session.sits))
        print_aside(context, *told, accepted, *made)
