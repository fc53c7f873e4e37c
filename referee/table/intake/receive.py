"""Taking in what came by mail: every note is checked, entered, kept or refused; the desk decides which.

The notes of a mail are a set. They are taken in the order of a game's life: offer, joins, charter, accepts, deal,
steps, consents, standing notes, moves, end, acks. Whatever is refused, nothing of it is written, but for evidence: a
note that contradicts one that is here, under the same key, is kept in `pending/`.
"""

from __future__ import annotations

from referee.kernel.errors import RefereeError, Unreadable
from referee.record.intake import unwrap
from referee.record.note import SignedNote
from referee.record.notes import BESIDE
from referee.table.desk.desk import Desk
from referee.table.intake.answers import close_if_answered
from referee.table.intake.claims import take_claims
from referee.table.intake.consents import close_if_agreed, take_consents
from referee.table.intake.damage import remarked, with_damage
from referee.table.intake.mailbag import Mailbag, authenticate
from referee.table.intake.opening import (
    deal_if_complete,
    take_accepts,
    take_charter,
    take_deal,
    take_joins,
    take_offer,
)
from referee.table.intake.rekeys import close_if_keyed, take_rekeys
from referee.table.intake.steps import take_acks, take_end, take_moves, take_standing, take_steps
from referee.table.telling.news import Notice

_IN_ORDER = (
    take_offer,
    take_joins,
    take_charter,
    take_accepts,
    take_deal,
    take_steps,
    take_rekeys,
    take_consents,
    take_standing,
    take_moves,
    close_if_answered,
    close_if_agreed,
    close_if_keyed,
    take_end,
    take_acks,
)


def receive(
    desk: Desk,
    mail: bytes,
    *,
    confirm_end: bool = True,
    lang: str = "en",
    delivery: tuple[SignedNote, ...] = (),
) -> tuple[list[Notice], Desk]:
    """Take in one mail, and the desk as it is afterwards.

    A step that ends the game is written by the host only with `confirm_end`. `delivery` are the notes of all mails that
    are taken in together: of a move and its correction the correction counts, whichever mail comes first.

    Raises:
        Unreadable, NotAuthentic, OutOfOrder, IllegalMove: the first note that is refused; notes before it in the life
            of the game may have been entered, each of them whole.
    """
    unwrapped = unwrap(mail)
    notices = [Notice("left-out", {"what": remarked(remark)}) for remark in unwrapped.remarks]
    bag = Mailbag(unwrapped.signed_notes, confirm_end, lang, delivery)
    # What lies in a mail beside a claim is what the claim is about, and was not sent to be entered.
    try:
        for take in (take_claims,) if bag.of(*BESIDE) else _IN_ORDER:
            more = take(desk, bag)
            if more:
                notices += more
                desk = desk.reloaded()
    except RefereeError as refusal:
        raise with_damage(refusal, unwrapped.remarks) from refusal.__cause__
    if not notices:
        raise Unreadable("nothing-for-this-game")
    return notices, desk


__all__ = ["Notice", "authenticate", "deal_if_complete", "receive"]
