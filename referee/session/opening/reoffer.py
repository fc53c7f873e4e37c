"""A second attempt at a game: allowed, loudly visible, and open about the deal that it cancels."""

from __future__ import annotations

from referee.crypto import joint_randomness
from referee.kernel.errors import NotAuthentic
from referee.kernel.goods import Hand
from referee.protocol.opening.charter import check_offer, read_charter
from referee.protocol.opening.deal import check_accept, dealt_hand, seed_shares_by_seat
from referee.protocol.seating import REFEREE, Table
from referee.record.file_names import CHARTER, DEAL, OUTBOX, PACK, PENDING, name_prefix
from referee.record.note import SignedNote, read_bundle
from referee.record.notes import Offer
from referee.record.store import DataFolder, GameFolder
from referee.session.opening.discarded_hand import check_shown_secret, discarded_hand, shows_deck
from referee.session.signing_guard import read_guard


def check_reoffer(signed: SignedNote, given_up: Table, pack: bytes | None = None) -> Offer:
    """The offer in `signed`, if it honestly opens and replaces the attempt at the table `cancelled_table`.

    Raises:
        NotAuthentic: it voids another charter, does not open what that one locked, or keeps a value that served it.
        Unreadable: it is not an offer of a later attempt, or opens what nobody asks for.
    """
    offer, old = check_offer(signed, pack), given_up.host
    if (signed.key, offer.voids, offer.attempt) != (old.key, given_up.game_id, given_up.attempt + 1):
        raise NotAuthentic("offer-not-next-attempt", attempt=given_up.attempt)
    assert offer.oldopen is not None and offer.oldtoss is not None
    if joint_randomness.share_commitment(given_up.offer_nonce, REFEREE, old.key, offer.oldopen) != old.lock:
        raise NotAuthentic("voided-share-differs")
    if joint_randomness.toss_commitment(given_up.offer_nonce, old.key, offer.oldtoss) != given_up.toss_lock:
        raise NotAuthentic("voided-toss-differs")
    check_shown_secret(offer, given_up)
    spent = {"nonce": given_up.offer_nonce, "box": old.box, "lock": old.lock, "tosslock": given_up.toss_lock}
    for word, value in spent.items():
        if getattr(offer, word) == value:
            raise NotAuthentic("voided-value-reused", word=word)
    return offer


def cancelled_table(home: DataFolder, offer: Offer) -> Table | None:
    """The table of the attempt that an offer gives up, if its charter was accepted from this home."""
    kept = home.guard(offer.voids, CHARTER) if offer.voids is not None else None
    return read_charter(read_bundle(kept), home.guard(offer.voids or "", PACK)) if kept is not None else None


def hand_of_cancelled_deal(table: Table, offer: Offer, folder: GameFolder) -> Hand | None:
    """The hand that a host who plays had in the deal of `table` that he has cancelled; None where he did not play, or
    where not all had accepted, so that nobody could know it; of a masked deal, where not all locks came here. `folder`
    holds the accepts: in the deal, or as they came.
    """
    seat = table.terms.host
    if shows_deck(table):
        return discarded_hand(table, offer, folder)
    if not seat or offer.oldopen is None or offer.oldtoss is None or not table.piles:
        return None
    data = [folder.read(DEAL)] if DEAL in folder.record_names() else []
    data += [
        folder.read_pending(name) for name in folder.list_pending() if name.startswith(name_prefix(PENDING, "accept"))
    ]
    data += [
        folder.read_outbox(name) for name in folder.list_outbox() if name.startswith(name_prefix(OUTBOX, "accept"))
    ]
    notes = [signed for part in data for signed in read_bundle(part) if signed.type == "accept"]
    shares = seed_shares_by_seat(table, [signed for signed in notes if check_accept(table, signed)])
    if set(shares) != set(table.names):
        return None
    return dealt_hand(table, shares, offer.oldopen, offer.oldtoss, seat)


def unfinished_games_of_host(home: DataFolder, signed: SignedNote, pack: bytes | None = None) -> tuple[Table, ...]:
    """The games of this offer's referee that were accepted from this home and of which no end was seen, by id.

    Who leaves games behind and offers new ones may be looking for a better deal. The attempt that the offer gives up is
    left out.

    Raises:
        NotAuthentic: the offer gives up a charter that was accepted here, and not honestly.
    """
    offer = check_offer(signed, pack)
    found = []
    for game_id in home.games():
        kept = home.guard(game_id, CHARTER)
        table = read_charter(read_bundle(kept), home.guard(game_id, PACK)) if kept is not None else None
        if table is None or table.host.key != signed.key:
            continue
        if table.game_id == offer.voids:
            check_reoffer(signed, table, pack)
        elif not any(read_guard(home.guard(game_id, f"guard-{name}")).over for name in table.names):
            found.append(table)
    return tuple(found)
