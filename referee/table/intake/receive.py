"""Taking in what came by mail: every note is checked, entered, kept or refused; the desk decides which.

The notes of a mail are a set. They are taken in the order of a game's life: offer, joins, charter, accepts, mixes,
deal, steps, consents, standing notes, unlocks, moves, end, acks, comments. Whatever is refused, nothing of it is
written, but for evidence: a note that contradicts one that is here, under the same key, is kept in `pending/`.
"""

from __future__ import annotations

from importlib import import_module

import msgspec

from referee.kernel.errors import RefereeError, Unreadable
from referee.record.mails.unwrap import unwrap
from referee.record.note import SignedNote
from referee.record.notes import BESIDE
from referee.table.desk.desk import Desk
from referee.table.desk.publish import signed_by_itself
from referee.table.intake.mailbag import Mailbag, remarked, with_damage
from referee.table.telling.news import Notice


class Taker(msgspec.Struct, frozen=True):
    """Who takes in notes of some types: a function of this room. Its module is imported when such a note is here: most
    mails bring moves and a step, and who waits for them need not wait for all other modules.
    """

    types: tuple[str, ...]
    module: str
    name: str

    def take(self, desk: Desk, bag: Mailbag) -> list[Notice]:
        """What it has taken in; nothing if no note of its types is in the bag."""
        if not bag.of(*self.types):
            return []
        taken: list[Notice] = getattr(import_module(f"referee.table.intake.{self.module}"), self.name)(desk, bag)
        return taken


BESIDE_ALONE = (Taker(BESIDE, "claims", "take_claims"),)
IN_ORDER = (
    Taker(("offer",), "opening", "take_offer"),
    Taker(("join",), "opening", "take_joins"),
    Taker(("charter",), "opening", "take_charter"),
    Taker(("accept",), "opening", "take_accepts"),
    Taker(("mix",), "unlocks", "take_mixes"),
    Taker(("deal",), "opening", "take_deal"),
    Taker(("step",), "steps", "take_steps"),
    Taker(("rekey",), "consents", "take_rekeys"),
    Taker(("consent",), "consents", "take_consents"),
    Taker(("standing",), "moves", "take_standing"),
    Taker(("unlock",), "unlocks", "take_unlocks"),
    Taker(("move",), "moves", "take_moves"),
    Taker(("move", "standing"), "moves", "close_if_answered"),
    Taker(("consent",), "consents", "close_if_agreed"),
    Taker(("rekey", "consent"), "consents", "close_if_keyed"),
    Taker(("end",), "steps", "take_end"),
    Taker(("ack",), "steps", "take_acks"),
    Taker(("comment",), "comments", "take_comments"),
)


def receive(
    desk: Desk,
    mail: bytes,
    *,
    confirm_end: bool = True,
    lang: str = "en",
    delivery: tuple[SignedNote, ...] = (),
    moment: str = "",
) -> tuple[list[Notice], Desk]:
    """Take in one mail, and the desk as it is afterwards.

    A step that ends the game is written by the host only with `confirm_end`. `delivery` are the notes of all mails that
    are taken in together: of a move and its correction the correction counts, whichever mail comes first. `moment` is
    what the host's clock shows, which a step names where the charter names days.

    Raises:
        Unreadable, NotAuthentic, OutOfOrder, IllegalMove: the first note that is refused; notes before it in the life
            of the game may have been entered, each of them whole.
    """
    unwrapped = unwrap(mail)
    notices = [Notice("left-out", {"what": remarked(remark)}) for remark in unwrapped.remarks]
    bag = Mailbag(unwrapped.signed_notes, confirm_end, lang, delivery, moment)
    # What lies in a mail beside a claim is what the claim is about, and was not sent to be entered.
    try:
        for taker in BESIDE_ALONE if bag.of(*BESIDE) else IN_ORDER:
            more = taker.take(desk, bag)
            if more:
                notices += more
                desk = desk.reloaded()
        more = signed_by_itself(desk)
        notices += more
    except RefereeError as refusal:
        raise with_damage(refusal, unwrapped.remarks) from refusal.__cause__
    if not notices:
        raise Unreadable("nothing-for-this-game")
    return notices, desk.reloaded() if more else desk
