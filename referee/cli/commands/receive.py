"""`referee receive`: what came by mail is taken in."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from referee.cli.context import Setting, example, is_terminal, shared, shown
from referee.cli.inbox import Mail, mails_in
from referee.cli.output import confirm, data, note
from referee.kernel.errors import BrokenState, IllegalMove, OutOfOrder, RefereeError

if TYPE_CHECKING:
    from referee.cli.shapes import LeftOut, Received, Taken
    from referee.record.note import SignedNote
    from referee.table.desk.desk import Desk
    from referee.table.step.position import Position
    from referee.table.telling.news import Notice


@example("referee receive mail.txt", "referee receive join-*.note", "referee receive ~/Mail/game", "referee receive -")
@shared
def receive(
    at: Setting,
    files: Annotated[
        list[Path],
        typer.Argument(metavar="MAIL...", help="Mails or notes saved as files, folders of them, - for standard input."),
    ],
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Host: write the end of the game without asking.")] = False,
) -> None:
    """Take in what came by mail: every note is checked, then entered, kept or refused.

    The order of the files does not matter. If one is refused the others are taken in all the same, and the exit code
    is that of the first refusal. In a folder, files without a note of this game are passed over.
    """
    tray = _Tray(at, yes)
    tray.take_all(list(mails_in(files)))
    if tray.broken is not None:
        raise tray.broken
    found = tray.received()
    data(at, found, tray.lines(found))
    if tray.failed is not None:
        raise typer.Exit(tray.failed.exit_code)


class _Tray:
    """What came in one go, and what became of it."""

    def __init__(self, at: Setting, yes: bool) -> None:
        self.at, self.yes = at, yes
        self.seen: dict[int, Position] = {}
        self.desk: Desk = at.desk(watch=lambda position: self.seen.__setitem__(position.step, position))
        self.before = max(self.seen, default=-1)
        self.taken: list[Taken] = []
        self.refused: list[LeftOut] = []
        self.failed: RefereeError | None = None
        self.broken: Exception | None = None
        self.several = False
        self.delivery: tuple[SignedNote, ...] = ()
        self.known = 0
        self.replies: list[str] = []

    def take_all(self, mails: Sequence[Mail]) -> None:
        """Take in everything that was named, and say how much of it was here already."""
        self.several = len(mails) > 1
        self.delivery = _notes_in(mails) if self.several and self.desk.is_host else ()
        self.take(mails)
        for sentence in () if self.at.json else self.replies:
            note(sentence)
        if self.known and not self.at.json:
            note(self.at.sentence("notes that are here already: {count}", count=self.known))

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
            if not refused.template.startswith("this move ends the game") or not self._agreed(refused):
                raise
            notices, self.desk = self._taken_in(mail, True)
        for found in notices:
            self._tell(mail, found)

    def _taken_in(self, mail: Mail, confirm_end: bool) -> tuple[list[Notice], Desk]:
        from referee.table.intake.receive import receive as take_in

        return take_in(self.desk, mail.data, confirm_end=confirm_end, lang=self.at.lang, delivery=self.delivery)

    def _agreed(self, refused: OutOfOrder) -> bool:
        if not is_terminal() or self.at.json:
            return False
        note(self.at.sentence("this move ends the game: {result}", **refused.values))
        return confirm(self.at, self.at.sentence("the end opens what the referee kept; write it?"))

    def _tell(self, mail: Mail, found: Notice) -> None:
        from referee.cli.shapes import Taken
        from referee.table.explain import say

        sentence = say(found.template, found.values, self.at.lang)
        if "already" in found.template and not mail.named:
            self.known += 1  # a folder that is kept holds the whole game, and only the new mails are worth a line
            return
        letter = shown(self.desk.folder.path / "letters" / found.letter) if found.letter is not None else None
        self.taken.append(Taken(mail.name, found.template, found.values, sentence, letter))
        if not self.at.json:
            note(sentence)
            if letter is not None:
                note(self.at.sentence("mail {path} to all players", path=letter))

    def _refuse(self, refused: Sequence[tuple[Mail, RefereeError]]) -> None:
        """Keep what was refused. Of a folder that somebody else fills, files for other games are no failure."""
        import sys

        from referee.cli.errors import as_data, lines
        from referee.cli.shapes import LeftOut

        for mail, refusal in refused:
            reply = self._reply(mail, refusal)
            self.refused.append(LeftOut(mail.name, as_data(refusal, self.at.lang), reply))
            if mail.named or not _is_foreign(mail, self.desk):
                self.failed = self.failed or refusal
                for line in lines(refusal, self.at.lang, mail.name if self.several and not mail.trouble else ""):
                    print(line, file=sys.stderr)
            elif not self.at.json:
                note(self.at.sentence("passed over: {file} holds no note of this game", file=mail.name))

    def _reply(self, mail: Mail, refusal: RefereeError) -> str | None:
        """The letter that tells a player why a move was refused, if that is what happened."""
        if not isinstance(refusal, IllegalMove):
            return None
        from referee.cli.replies import write_reply

        reply = write_reply(self.at, self.desk, mail.data, refusal)
        if reply is None:
            return None
        self.replies.append(self.at.sentence("mail {path} to {seat}", path=shown(reply[1]), seat=reply[0]))
        return shown(reply[1])

    def received(self) -> Received:
        """What there is to tell."""
        from referee.cli.commands.log import told
        from referee.cli.commands.status import status_of
        from referee.cli.errors import as_data
        from referee.cli.shapes import Received

        new = [position for step, position in sorted(self.seen.items()) if step > self.before]
        status = status_of(self.at, self.desk) if self.taken or self.failed is None else None
        return Received(
            taken=tuple(self.taken),
            refused=tuple(self.refused),
            news=told(self.desk, new, self.at.lang),
            status=status,
            error=as_data(self.failed, self.at.lang) if self.failed is not None else None,
        )

    def lines(self, found: Received) -> list[str]:
        """What happened since, and what is asked now."""
        from referee.cli.commands.status import status_lines
        from referee.cli.steps import step_lines

        lines = [line for step in found.news for line in step_lines(self.at, step)]
        return [*lines, *(status_lines(self.at, self.desk, found.status) if found.status is not None else ())]


def _notes_in(mails: Sequence[Mail]) -> tuple[SignedNote, ...]:
    """The notes of all mails together; a mail that cannot be read says so when it is taken in."""
    from referee.record.note import unwrap

    found: list[SignedNote] = []
    for mail in mails:
        try:
            found += unwrap(mail.data).signed_notes if mail.trouble is None else ()
        except RefereeError:
            continue
    return tuple(found)


def _is_foreign(mail: Mail, desk: Desk) -> bool:
    """Whether a file of a folder has nothing to do with this game: no note at all, or notes of other games only."""
    from referee.record.note import unwrap

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
