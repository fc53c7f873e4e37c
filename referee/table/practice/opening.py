"""A practice table is laid: offer, joins and charter under keys that are nobody's, from a number that anybody can
repeat.
"""

from __future__ import annotations

from collections.abc import Sequence

from referee.crypto.keys import practice_key
from referee.kernel.canon import tagged_hash, u64be
from referee.kernel.errors import Unreadable
from referee.kernel.game import AnyGame
from referee.record.names import CHARTER, OFFER, OUTBOX, PACK, Name
from referee.record.note import SignedNote, render_bundle
from referee.record.store import Folder, Home
from referee.table.desk.desk import Desk
from referee.table.desk.own_keys import PRACTICE, YOU
from referee.table.desk.send import Outgoing, send
from referee.table.masked import is_masked
from referee.table.opening.charter import make_charter, make_join, make_offer
from referee.table.opening.deal import make_accept
from referee.table.opening.packs import over_pack
from referee.table.practice.others import HOST, Others, Settings
from referee.table.reading.history import read_history

PROGRAMS = ("Nina", "Otto", "Paula", "Remo", "Sara", "Timo", "Ulla", "Vera", "Wim", "Yara", "Zeno")
"""What the programs are called, clockwise."""


def lay(folder: Folder, home: Home, charter: Sequence[SignedNote], pack: bytes | None, settings: Settings) -> Desk:
    """Lay the table in `folder`, and give the desk of the one who practises, with the accept signed. The others
    deal.
    """
    others = Others(folder)
    for place in (others.table, folder):
        place.begin()
        if pack is not None:
            place.commit(PACK, pack)
        place.commit(OFFER, render_bundle(charter[:1]))
        place.commit(CHARTER, render_bundle(charter))
    others.keep(settings)
    key = practice_key(YOU)
    desk = Desk(folder, home, read_history(folder.record(), key), key, PRACTICE)
    _forget(desk)
    name = str(Name(OUTBOX, "accept", seat=desk.role or ""))
    send(desk, Outgoing(desk.table.offer_id, "accept", lambda _: (make_accept(key, desk.table),), name))
    return desk


def _forget(desk: Desk) -> None:
    """Forget what this home has signed in the same game: whoever begins it again has no other history to keep to."""
    for about in (desk.table.offer_id, desk.table.game_id):
        desk.home.drop_guard(about, f"guard-{desk.role}")


def practice_charter(
    game: AnyGame, seats: Sequence[tuple[str, str]], seed: int, chosen: Sequence[tuple[str, str]], pack: bytes | None
) -> tuple[SignedNote, ...]:
    """The notes of the charter of a practice game: offer, joins, charter. `seats` are (seat, name) clockwise, first
    that of the one who practises; the same seed, seats and options give the same game on every machine.

    Raises:
        Unreadable: options that such a game does not have; a deck that nobody sees is mixed by people's own programs.
    """
    if is_masked(chosen):
        raise Unreadable("practice-not-masked")
    host = practice_key(0)
    nonces = [tagged_hash("practice", u64be(seed), role.encode())[:16] for role in (HOST, *(seat for seat, _ in seats))]
    game, pack = over_pack(game, pack)
    offer = make_offer(host, game, len(seats), [*chosen, ("practice", "yes")], nonces[0], pack=pack)
    joins = [
        make_join(practice_key(place), offer, seat, name, nonce, pack)
        for place, ((seat, name), nonce) in enumerate(zip(seats, nonces[1:], strict=True), YOU)
    ]
    return (offer, *joins, make_charter(host, offer, joins, [seat for seat, _ in seats], pack))
