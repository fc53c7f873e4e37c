"""`referee receive`: what came by mail is taken in."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer

from referee.cli.context import Context, command
from referee.cli.errors import Refused, as_data
from referee.cli.inbox import Mail, mails_in
from referee.cli.lines import status_lines, step_lines, steps_told
from referee.cli.output import data, note, picture
from referee.cli.paths import shown
from referee.cli.prompt import is_terminal
from referee.cli.turn import board, failed_lines, is_asked, own_hand
from referee.cli.width import fitted
from referee.kernel.errors import BrokenState, OutOfOrder, RefereeError
from referee.record.note import SignedNote, unwrap
from referee.table.desk.desk import Desk
from referee.table.desk.status import Status, status_of
from referee.table.intake.receive import receive as take_in
from referee.table.intake.replies import write_reply
from referee.table.step.position import Position
from referee.table.telling.news import Notice, StepTold
from referee.table.telling.refusals import refusal_lines


class Taken(msgspec.Struct, frozen=True):
    """One thing that happened while mails were taken in: the file it came with, the sentence, a letter to send on."""

    file: str
    code: str
    values: dict[str, Any]
    sentence: str
    letter: str | None = None


class LeftOut(msgspec.Struct, frozen=True):
    """A file that was refused, or passed over in a folder of mails; `reply` is the letter to the player, if any."""

    file: str
    error: Refused
    reply: str | None = None


class Received(msgspec.Struct, frozen=True, omit_defaults=True):
    """What `receive` did: what it took in and left out, what happened in the steps that are new, and where that led.

    `error` is the first refusal, if a file that was named was refused.
    """

    taken: tuple[Taken, ...]
    refused: tuple[LeftOut, ...]
    news: tuple[StepTold, ...]
    status: Status | None
    error: Refused | None = None


@command(prints=Received)
def receive(
    context: Context,
    files: Annotated[
        list[Path],
        typer.Argument(metavar="MAIL..."),
    ],
    yes: Annotated[bool, typer.Option("--yes", "-y")] = False,
) -> None:
    """Take in what came by mail: every note is checked, then entered, kept or refused."""
    tray = _Tray(context, yes)
    tray.take_all(list(mails_in(files)))
    if tray.broken is not None:
        raise tray.broken
    received = tray.received()
    if context.json:
        data(context, received, "")
    else:
        tray.tell(received)
    if tray.failed is not None:
        raise typer.Exit(tray.failed.exit_code)


class _Tray:
    """What came in one go, and what became of it."""

    def __init__(self, context: Context, yes: bool) -> None:
        self.context, self.yes = context, yes
        self.seen: dict[int, Position] = {}
        self.desk: Desk = context.desk(watch=lambda position: self.seen.__setitem__(position.step, position))
        self.before = max(self.seen, default=-1)
        self.taken: list[Taken] = []
        self.refused: list[LeftOut] = []
        self.failed: RefereeError | None = None
        self.broken: Exception | None = None
        self.several = False
        self.delivery: tuple[SignedNote, ...] = ()
        self.known = 0
        self.replies: list[str] = []
        self.kept: list[tuple[Mail, Notice]] = []

    def take_all(self, mails: Sequence[Mail]) -> None:
        """Take in everything that was named, and say how much of it was here already."""
        self.several = len(mails) > 1
        self.delivery = _notes_in(mails) if self.several and self.desk.is_host else ()
        self.take(mails)
        self._tell_kept()
        for sentence in () if self.context.json else self.replies:
            note(sentence)
        if self.known and not self.context.json:
            note(self.context.sentence("notes-here-already", count=self.known))

    def take(self, mails: Sequence[Mail]) -> None:
        """Take in mails in whatever order fits: what comes too early waits until the others are in."""
        early: list[tuple[Mail, RefereeError]] = []
        for mail in mails:
            try:
                self._take_one(mail)
            except RefereeError as refusal:
                self.desk = self.desk.reloaded()
                if isinstance(refusal, BrokenState):
                    self.broken = self.broken or refusal
                else:
                    early.append((mail, refusal))
            except Exception as fault:  # ours, whatever the mail says; it is told once the other mails are in
                self.desk = self.desk.reloaded()
                self.broken = self.broken or fault
        again = [mail for mail, refusal in early if isinstance(refusal, OutOfOrder)]
        if again and len(early) < len(mails):
            self._refuse([(mail, refusal) for mail, refusal in early if not isinstance(refusal, OutOfOrder)])
            self.take(again)
        else:
            self._refuse(early)

    def _take_one(self, mail: Mail) -> None:
        if mail.trouble is not None:
            raise mail.trouble
        try:
            notices, self.desk = self._taken_in(mail, self.yes)
        except OutOfOrder as refused:
            if refused.code != "ends-the-game" or not self._agreed(refused):
                raise
            notices, self.desk = self._taken_in(mail, True)
        for notice in notices:
            self._tell(mail, notice)

    def _taken_in(self, mail: Mail, confirm_end: bool) -> tuple[list[Notice], Desk]:
        return take_in(self.desk, mail.data, confirm_end=confirm_end, lang=self.context.lang, delivery=self.delivery)

    def _agreed(self, refused: OutOfOrder) -> bool:
        if not is_terminal() or self.context.json:
            return False
        note(self.context.sentence("ends-the-game", **refused.values))
        return self.context.confirm(self.context.sentence("confirm-opening"))

    def _tell_kept(self) -> None:
        """Say which mails wait for one that has not come at all."""
        for mail, notice in self.kept:
            if int(notice.values["step"]) > self.desk.position.step:
                self._tell(mail, notice, last=True)

    def _tell(self, mail: Mail, notice: Notice, *, last: bool = False) -> None:
        sentence = notice.said.told(self.context.lang)
        if notice.known and not mail.named:
            self.known += 1  # a folder that is kept holds the whole game, and only the new mails are worth a line
            return
        if notice.code == "step-kept" and self.several and not last:
            self.kept.append((mail, notice))  # what closes the gap may lie in another of these mails
            return
        letter = shown(self.desk.folder.path / "letters" / notice.letter) if notice.letter is not None else None
        self.taken.append(Taken(mail.name, notice.code, notice.values, sentence, letter))
        if not self.context.json:
            note(sentence)
            if letter is not None:
                note(self.context.sentence("mail-all-players", path=letter))

    def _refuse(self, refused: Sequence[tuple[Mail, RefereeError]]) -> None:
        """Keep what was refused. Of a folder that somebody else fills, files for other games are no failure."""
        for mail, refusal in refused:
            reply = self._reply(mail, refusal)
            self.refused.append(LeftOut(mail.name, as_data(refusal, self.context.lang), reply))
            if mail.named or not _is_foreign(mail, self.desk):
                self.failed = self.failed or refusal
                for line in refusal_lines(
                    refusal, self.context.lang, mail.name if self.several and not mail.trouble else ""
                ):
                    print("\n".join(fitted(line, sys.stderr)), file=sys.stderr)
            elif not self.context.json:
                note(self.context.sentence("file-passed-over", file=mail.name))

    def _reply(self, mail: Mail, refusal: RefereeError) -> str | None:
        """The letter that tells a player why a move was refused, if that is what happened."""
        reply = write_reply(self.desk, mail.data, refusal, self.context.lang)
        if reply is None:
            return None
        self.replies.append(self.context.sentence("mail-to-seat", path=shown(reply[1]), seat=reply[0]))
        return shown(reply[1])

    def received(self) -> Received:
        """What there is to tell."""
        new = [position for step, position in sorted(self.seen.items()) if step > self.before]
        status = status_of(self.desk, self.context.lang, shown) if self.taken or self.failed is None else None
        return Received(
            taken=tuple(self.taken),
            refused=tuple(self.refused),
            news=steps_told(self.desk, new, self.context.lang),
            status=status,
            error=as_data(self.failed, self.context.lang) if self.failed is not None else None,
        )

    def tell(self, received: Received) -> None:
        """What happened since and what is asked now; whoever is asked sees board and hand as well."""
        data(self.context, None, [line for step in received.news for line in step_lines(self.context, step)])
        if self.desk.history.eyes is not None and self.desk.history.position is not None:
            now = self.desk.position.step if received.status is not None else None  # which the status tells itself
            new = (at for step, at in sorted(self.seen.items()) if step > self.before and step != now)
            data(self.context, None, failed_lines(self.context, new, self.desk.history.eyes.seat))
        if received.status is None:
            return
        if received.status.stage == "playing" and is_asked(self.desk):
            picture(self.context, board(self.context, self.desk))
            data(self.context, None, own_hand(self.context, self.desk))
        data(self.context, None, status_lines(self.context, self.desk, received.status))


def _notes_in(mails: Sequence[Mail]) -> tuple[SignedNote, ...]:
    """The notes of all mails together; a mail that cannot be read says so when it is taken in."""
    notes: list[SignedNote] = []
    for mail in mails:
        try:
            notes += unwrap(mail.data).signed_notes if mail.trouble is None else ()
        except Exception:  # whatever it is, it is met again and told in its own turn
            continue
    return tuple(notes)


def _is_foreign(mail: Mail, desk: Desk) -> bool:
    """Whether a file of a folder has nothing to do with this game: no note at all, or notes of other games only."""
    history = desk.history
    known = {history.table.game_id, history.table.offer_id} if history.table is not None else set()
    if history.offer is not None:
        known.add(history.offer.id)
    try:
        notes = [(signed.id, signed.note()) for signed in unwrap(mail.data).signed_notes]
    except RefereeError:
        return b"BEGIN REFEREE NOTE" not in mail.data
    named = (getattr(note, "game", None) or getattr(note, "offer", note_id) for note_id, note in notes)
    return not any(name in known for name in named)
