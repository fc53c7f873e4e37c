"""What `mail` and `send` share: what is due, for whom, and whose address is missing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from referee.cli.context import Context
from referee.cli.printing.output import note
from referee.kernel.errors import OutOfOrder
from referee.kernel.sentence import Sentence
from referee.post.drafts import Draft
from referee.post.parcels import Parcel, charter_of, letter_of, offer_of, own_note
from referee.post.readers import Reader, drafts_of, readers_of
from referee.table.desk.desk import Desk
from referee.table.step.position import Position


class Due(NamedTuple):
    """What is to be mailed: the desk with the positions that were seen on the way to it, the parcel, and the mail of
    each reader.
    """

    desk: Desk
    seen: dict[int, Position]
    parcel: Parcel
    drafts: tuple[tuple[Reader, Draft], ...]


def due(context: Context, words: Sequence[str], to: Sequence[str]) -> Due:
    """What the words behind a command ask for: a step, if the first one is a number, and who is named behind it and by
    `to`.

    Raises:
        OutOfOrder: nothing is due, or somebody is not known.
    """
    seen: dict[int, Position] = {}
    desk = context.desk(watch=lambda position: seen.__setitem__(position.step, position))
    step, who = _parted(words)
    parcel = _parcel(desk, seen, step)
    readers = readers_of(desk, parcel, [*who, *to], context.lang)
    return Due(desk, seen, parcel, drafts_of(desk, parcel, readers, context.lang))


def _parted(words: Sequence[str]) -> tuple[int | None, list[str]]:
    """The step, if the first word is one, and who is named behind it."""
    if words and words[0].isascii() and words[0].isdigit():
        return int(words[0][:5]), list(words[1:])
    return None, list(words)


def _parcel(desk: Desk, seen: dict[int, Position], step: int | None) -> Parcel:
    """What is to be mailed: the letter of the step that is named; else what this party has to tell now.

    Raises:
        OutOfOrder: nothing is due.
    """
    history = desk.history
    if step is not None or (desk.is_host and history.position is not None):
        return letter_of(desk, seen, desk.position.step if step is None else step)
    if history.offer is None:
        raise OutOfOrder("no-game-here")
    if desk.is_host:
        return charter_of(desk) if history.table is not None else offer_of(desk, (desk.key_name or "").title())
    parcel = own_note(desk)
    if parcel is None:
        raise OutOfOrder("nothing-to-mail", hint=Sentence("mail-a-step"))
    return parcel


def tell_missing(context: Context, drafts: Sequence[tuple[Reader, Draft]]) -> None:
    """Say whose address is not known, and how to set it."""
    missing = [reader for reader, draft in drafts if not draft.to]
    if missing:
        note(context.sentence("addresses-missing", names=", ".join(reader.name for reader in missing)))
        note(context.sentence("people-set", name=missing[0].label))
