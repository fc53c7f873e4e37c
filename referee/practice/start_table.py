"""A practice table is laid: offer, joins and charter under keys that are nobody's, from a number that anybody can
repeat.
"""

from __future__ import annotations

from collections.abc import Sequence

from referee.crypto.keys import practice_key
from referee.kernel.canonical_json import tagged_hash, u64be
from referee.kernel.game import AnyGame
from referee.practice.opponents import HOST, Opponents, PracticeSettings
from referee.protocol.history.read_record import read_history
from referee.protocol.opening.charter import make_charter, make_join, make_offer
from referee.protocol.opening.data_packs import game_with_pack
from referee.protocol.opening.deal import make_accept
from referee.record.file_names import CHARTER, OFFER, OUTBOX, PACK, FileName
from referee.record.note import SignedNote, render_bundle
from referee.record.store import DataFolder, GameFolder
from referee.session.own_keys import PRACTICE, YOU
from referee.session.send import OutgoingNote, send
from referee.session.session import Session

PROGRAMS = ("Nina", "Otto", "Paula", "Remo", "Sara", "Timo", "Ulla", "Vera", "Wim", "Yara", "Zeno")
"""What the programs are called, clockwise."""


def set_up_practice(
    folder: GameFolder, home: DataFolder, charter: Sequence[SignedNote], pack: bytes | None, settings: PracticeSettings
) -> Session:
    """Lay the table in `folder`, and give the session of the one who practises, with the accept signed. The others
    deal.
    """
    others = Opponents(folder)
    for place in (others.table, folder):
        place.begin()
        if pack is not None:
            place.commit(PACK, pack)
        place.commit(OFFER, render_bundle(charter[:1]))
        place.commit(CHARTER, render_bundle(charter))
    others.keep(settings)
    key = practice_key(YOU)
    session = Session(folder, home, read_history(folder.record(), key), key, PRACTICE)
    _forget(session)
    name = str(FileName(OUTBOX, "accept", seat=session.role or ""))
    send(session, OutgoingNote(session.table.offer_id, "accept", lambda _: (make_accept(key, session.table),), name))
    return session


def _forget(session: Session) -> None:
    """Forget what this home has signed in the same game: a player who begins it again is bound to no other history."""
    for about in (session.table.offer_id, session.table.game_id):
        session.home.drop_guard(about, f"guard-{session.role}")


def practice_charter(
    game: AnyGame, seats: Sequence[tuple[str, str]], seed: int, chosen: Sequence[tuple[str, str]], pack: bytes | None
) -> tuple[SignedNote, ...]:
    """The notes of the charter of a practice game: offer, joins, charter. `seats` are (seat, name) clockwise, first
    that of the one who practises; the same seed, seats and options give the same game on every machine.

    Raises:
        Unreadable: options that such a game does not have.
    """
    host = practice_key(0)
    nonces = [tagged_hash("practice", u64be(seed), role.encode())[:16] for role in (HOST, *(seat for seat, _ in seats))]
    game, pack = game_with_pack(game, pack)
    offer = make_offer(host, game, len(seats), [*chosen, ("practice", "yes")], nonces[0], pack=pack)
    joins = [
        make_join(practice_key(place), offer, seat, name, nonce, pack)
        for place, ((seat, name), nonce) in enumerate(zip(seats, nonces[1:], strict=True), YOU)
    ]
    return (offer, *joins, make_charter(host, offer, joins, [seat for seat, _ in seats], pack))
