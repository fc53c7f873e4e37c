"""What a party remembers outside the game folder, so that it never signs twice what it may sign once.

The guard of a game lives in the home, one file for each game and role. Losing it is safe if the latest step is received
before anything is signed. It holds ids and what is sent to others anyway, never secrets.
"""

from __future__ import annotations

from collections.abc import Container, Sequence
from typing import Literal

import msgspec

from referee.kernel.canonical_json import decode_as
from referee.kernel.errors import BrokenState, NotAuthentic, OutOfOrder, Unreadable
from referee.kernel.sentence import Sentence


class PendingFile(msgspec.Struct, frozen=True):
    """A file with a signed note that is being written: `part` and `name` in the folder of the game, its text, and the
    names of the files in the outbox that it replaces.
    """

    part: str
    name: str
    text: str
    replaces: tuple[str, ...] = ()


class SigningGuard(msgspec.Struct, frozen=True):
    """What was signed and heard in one game."""

    signed: dict[str, tuple[str, ...]] = {}
    """The ids of the notes signed for each slot (`move 17`, `accept`, `step 17`), oldest first: each but the first
    replaces those before it.
    """
    unwritten: PendingFile | None = None
    """The latest of these notes until its file is written."""
    listed: dict[str, tuple[str, ...]] = {}
    """The ids that the latest step entered."""
    head: str = ""
    """The head of the latest history seen."""
    step: int = -1
    """The step of the latest history seen."""
    heard: dict[str, Literal["equal", "different", "without"]] = {}
    """The verdict on the words of each other key (`comparison_key`); no other was heard. "without" was chosen."""
    over: bool = False
    """Whether an end was seen."""
    standing: str | None = None
    """The id of the standing note that moves name: "" for none, None if this computer does not know it."""
    since: int = 0
    """The step that has recorded the key under which this was written, or the newer one of the host to whom it was
    sealed, 0 for the charter's.
    """
    handed: int = -1
    """The step that a host leaves to the key of the note `successor`, -1 for none."""
    successor: str = ""
    """The id of the rekey note with that key."""
    deck: str = ""
    """The id of the last mix under which this seat has unlocked anything."""

    def under_key_of(self, since: int) -> SigningGuard:
        """The guard once the reader's seat or the host has the key that was recorded by the step `since`: what stood
        has ended, except for what a step has recorded.
        """
        return self if self.since == since else msgspec.structs.replace(self, since=since, standing=None)

    def check_deck(self, mix: str) -> None:
        """Check that a deck, named by its last mix, is the one under which this seat has unlocked what it has.

        Raises:
            NotAuthentic: it is another; to unlock under two would open this hand.
        """
        if self.deck not in ("", mix):
            raise NotAuthentic("deal-other-deck", known=self.deck, found=mix, hint=Sentence("new-attempt-new-joins"))

    def unlocking(self, mix: str) -> SigningGuard:
        """The guard of a seat that unlocks something under this deck. Raises NotAuthentic as `check_deck`."""
        self.check_deck(mix)
        return msgspec.structs.replace(self, deck=mix)

    def handing(self, step: int, successor: str) -> SigningGuard:
        """The guard of a host who leaves it to another to close `step`. Raises OutOfOrder: he is closing it himself."""
        if f"step {step}" in self.listed:
            raise OutOfOrder("step-closed-otherwise", step=step)
        return msgspec.structs.replace(self, handed=step, successor=successor)

    def signing(self, slot: str, row: tuple[str, ...], unwritten: PendingFile) -> SigningGuard:
        """The guard once the last of the notes `row` (ids, oldest first) is signed for `slot`, before its file stands.

        Raises:
            OutOfOrder: another note was signed for the slot, and the row does not go on from it.
        """
        before = self.signed.get(slot, ())
        if row[: len(before)] != before:
            raise second_signature_refusal(slot)
        return msgspec.structs.replace(self, signed={**self.signed, slot: row}, unwritten=unwritten)

    def written(self) -> SigningGuard:
        """The guard once the file of the latest note is written."""
        return msgspec.structs.replace(self, unwritten=None)

    def entering(
        self, step: int, step_id: str, listed: tuple[str, ...], refused: Container[str | None] = ()
    ) -> SigningGuard:
        """The referee's guard once the step note of `step` is signed with these entered notes. `refused` are the keys
        to which it lists the noes of all.

        Raises:
            OutOfOrder: a higher step was signed on this computer, or this one with other notes, or it was left to
                another host.
            BrokenState: the same notes led to other bytes before: a changed engine or a bad disk.
        """
        if self.handed == step and self.successor not in refused:
            raise OutOfOrder("hosting-handed-over", step=step, hint=Sentence("all-say-no"))
        slot = f"step {step}"
        newest = max((int(name.split()[1]) for name in self.listed), default=-1)
        if max(newest, self.step) > step:
            hint = Sentence("fetch-newest-step")
            raise OutOfOrder("machine-knows-newer", newest=max(newest, self.step), step=step, hint=hint)
        if self.step == step and self.head != step_id and newest != step:
            raise OutOfOrder("step-closed-otherwise", step=step)
        if newest == step:
            if self.listed[slot] != listed:
                hint = Sentence("take-notes-signed", names=", ".join(self.listed[slot]))
                raise OutOfOrder("step-being-written", step=step, hint=hint)
            if self.signed[slot] != (step_id,):
                raise BrokenState("step-not-repeatable", step=step)
        signed = {name: value for name, value in self.signed.items() if not name.startswith("step ")}
        return msgspec.structs.replace(self, signed={**signed, slot: (step_id,)}, listed={slot: listed})

    def check(self, heads: Sequence[str]) -> None:
        """Check that a history with these heads (by step) goes on from the one seen before.

        Raises:
            OutOfOrder: it ends before the latest step seen.
            NotAuthentic: it has another note at that step.
        """
        if self.step >= len(heads):
            raise OutOfOrder("folder-behind", step=self.step, hint=Sentence("take-newer-steps", number=len(heads)))
        if self.step >= 0 and heads[self.step] != self.head:
            hint = Sentence("keep-both-histories")
            raise NotAuthentic("other-step-seen", step=self.step, known=self.head, found=heads[self.step], hint=hint)

    def seen(self, step: int, head: str, *, over: bool = False) -> SigningGuard:
        """The guard once the history up to `step` was received; `over` if that is the end of the game."""
        if step < self.step:
            return self
        return msgspec.structs.replace(self, head=head, step=step, over=self.over or over)


def second_signature_refusal(slot: str) -> OutOfOrder:
    """The refusal of a second note for a slot."""
    return OutOfOrder("already-signed", slot=slot)


def read_guard(data: bytes | None) -> SigningGuard:
    """The guard in a file of the home; an absent file is an empty guard. Raises Unreadable if it is damaged."""
    if data is None:
        return SigningGuard()
    try:
        return decode_as(SigningGuard, data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Unreadable("memory-unreadable", hint=Sentence("restore-memory")) from error


def write_guard(guard: SigningGuard) -> bytes:
    """The guard as a file, the same bytes for the same guard."""
    return msgspec.json.format(msgspec.json.encode(guard, order="sorted"), indent=1) + b"\n"
