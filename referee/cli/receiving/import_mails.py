"""Mails are received, each for its game, and what became of them is told."""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec
import typer
from msgspec.structs import replace

from referee.cli.context import Context
from referee.cli.folders.new_folders import new_game_folder
from referee.cli.folders.paths import path_text
from referee.cli.open_games import as_table
from referee.cli.printing.lines import status_lines, step_lines
from referee.cli.printing.my_games import status_here
from referee.cli.printing.output import print_notice, print_result
from referee.cli.printing.turn_screen import already_received_lines, print_end_screen, print_turn_screen
from referee.cli.printing.width import fit_to_stream
from referee.cli.prompts.terminal import is_agreed, is_terminal, page_input
from referee.cli.receiving.delivery import GameDelivery, SortedMails, notes_of_mail, sort_by_game
from referee.drawing.safe_text import safe_text
from referee.i18n.refusal_text import refusal_lines
from referee.kernel.errors import BrokenState, NotAuthentic, OutOfOrder, RefereeError, Unreadable
from referee.mail.inbox import NamedMail
from referee.mail.prefilter import NoteMails
from referee.messages.step_news import Notice, StepNews
from referee.protocol.allowances import allowances_of
from referee.protocol.history import key_history
from referee.record.mails.order_slips import NO_NOTE, OrderSlip, order_slip_in
from referee.record.note import SignedNote
from referee.record.store import GameFolder
from referee.service import skipped_turns
from referee.service.dates import now_utc
from referee.service.errors import Refused, refusal_of
from referee.service.home.shared_folders import goes_by_shared_folder
from referee.service.moves import move_drafts
from referee.service.views import whole_status
from referee.session import heal_record
from referee.session.game_folders import remember_location
from referee.session.incoming.moves import ENDING
from referee.session.incoming.receive import receive as take_in
from referee.session.incoming.replies import refusal_for_playing_host, write_refusal_letter
from referee.session.log_cache import news_of_positions
from referee.session.session import Session
from referee.session.todo.status import Status

TOLD_AS_NEWS = (
    *("step-entered", "deal-is-here", "already-entered", "entered", "all-seats-accepted"),
    *("answer-waits", "answers-wait-for"),
)
"""What a person who watches reads in the news that come below; a script finds it beside them."""


class ReceivedItem(msgspec.Struct, frozen=True):
    """One thing that happened while mails were received."""

    file: str
    """The name of the file that it came with."""
    code: str
    """The code of the sentence, the same in every language."""
    values: dict[str, Any]
    """The values in the places of the sentence, by name."""
    sentence: str
    """What happened, in a sentence."""
    letter: str | None = None
    """The path of a letter to send on; null if there is none."""


class RefusedFile(msgspec.Struct, frozen=True):
    """A file that was refused, or belongs to another game."""

    file: str
    """The name of the file."""
    error: Refused
    """Why it was left out."""
    reply: str | None = None
    """The path of the letter to the player about it; null if there is none."""


class ReceiveResult(msgspec.Struct, frozen=True, omit_defaults=True):
    """What `receive` did."""

    taken: tuple[ReceivedItem, ...]
    """What happened while the mails were received."""
    refused: tuple[RefusedFile, ...]
    """The files that were refused or belong to another game."""
    news: tuple[StepNews, ...]
    """What happened in the steps that are new."""
    status: Status | None
    """Where the game stands now; null if nothing was received."""
    error: Refused | None = None
    """The first refusal of a file that was named, or that the own key was replaced."""
    known: int = 0
    """How many notes were here before."""
    others: int = 0
    """How many files are for no game of this home."""
    folder: str = ""
    """The path of the folder of the game; empty if no game is here."""
    also: tuple[ReceiveResult, ...] = ()
    """What became of mails for further games."""
    passed: tuple[Refused, ...] = ()
    """Which new steps let somebody pass whose move was here."""


class ImportOutcome(msgspec.Struct, frozen=True):
    """What became of mails, game by game, and the first refusal of one that was named; and on which mails the program
    itself has failed.
    """

    answers: tuple[ReceiveResult, ...]
    failed: RefereeError | None
    faults: tuple[tuple[NamedMail, Exception], ...] = ()


Asked = Callable[[ReceiveResult], Collection[str]]
"""Tells what somebody is asked right below what is printed, by the codes of what is to do."""


def ask_nothing(_: ReceiveResult) -> Collection[str]:
    """Where nobody is asked anything."""
    return ()


def import_mails(
    context: Context,
    came: NoteMails,
    typed: Sequence[Path] = (),
    new: Path | None = None,
    *,
    yes: bool = False,
    told: bool = True,
    asked: Asked = ask_nothing,
) -> ImportOutcome:
    """Receive mails that came in one go, each for its game, and print what became of them if it is to be `told`, but
    for what the reader is `asked` right below. `typed` are the paths that were named, `new` the new folder of a game
    that they open; with `yes` the host ends a game without being asked.

    Raises the first failure of the program, once all other mails are in; if nobody is told, it is handed back.
    """
    parcels = _sort_mails(context, came, typed, new)
    looked = len(came.mails) + came.others
    many = looked > 1
    trays = [_tray(context, yes, delivery, several=many, told=told) for delivery in parcels.games]
    for tray, delivery in zip(trays, parcels.games, strict=True):
        tray.take_all(delivery)
    left = _Tray(context, yes, None, several=many, told=told)
    left.take_all(parcels.rest)
    is_rest = parcels.rest.mails or parcels.rest.others or not trays
    return _tell_all(context, [*trays, left] if is_rest else trays, looked, told=told, asked=asked)


def _sort_mails(context: Context, came: NoteMails, typed: Sequence[Path], new: Path | None) -> SortedMails:
    """The mails by their games; all of them for one game if that is named, or a new folder for it."""
    if new is not None:
        return SortedMails(
            (GameDelivery(came.mails, new_game_folder(context.home(), new.name, new).path, others=came.others),)
        )
    if context.game is not None:
        return SortedMails((GameDelivery(came.mails, context.folder().path, others=came.others),))
    return sort_by_game(context.home(), came, typed)


def _tell_all(context: Context, trays: Sequence[_Tray], looked: int, *, told: bool, asked: Asked) -> ImportOutcome:
    """Say what became of all the files that were `looked` at, game by game.

    Raises the first failure of the program, if it is to be `told`.
    """
    faults = tuple(fault for tray in trays for fault in tray.faults)
    if faults and told:
        raise faults[0][1]
    first, *also = answers = [tray.received() for tray in trays]
    done = ImportOutcome(tuple(answers), next((tray.failed for tray in trays if tray.failed is not None), None), faults)
    if not told:
        return done
    if context.json:
        print_result(context, replace(first, also=tuple(also)), "")
        return done
    known, others = sum(tray.known for tray in trays), sum(tray.others for tray in trays)
    for tray, received in zip(trays, answers, strict=True):
        tray.tell(received, len(trays), below=int(known + others > 0), asked=asked(received))
    if others:
        print_notice(context.sentence("files-looked-at", looked=looked, count=known, others=others))
    elif known:
        print_notice(context.sentence("notes-here-already", count=known))
    return done


def left_with(failed: RefereeError) -> typer.Exit:
    """How a command ends that has said already what was refused; a page is handed the refusal."""
    if (page := page_input()) is not None:
        page.refused = failed
    return typer.Exit(failed.exit_code)


def _tray(context: Context, yes: bool, delivery: GameDelivery, *, several: bool, told: bool) -> _Tray:
    """The tray of a game. Where its record is damaged and the mails bring what was in it, it is healed first.

    Raises what the record gives reason to.
    """
    try:
        return _Tray(context, yes, delivery.folder, several=several, told=told)
    except (Unreadable, NotAuthentic):
        if delivery.folder is None or not (
            healed := heal_record.mend(GameFolder(delivery.folder), _notes_in(delivery.mails))
        ):
            raise
    tray = _Tray(context, yes, delivery.folder, several=several, told=told)
    for one in healed:
        values = {"file": one.file, "aside": f"pending/{one.aside}"}
        sentence = context.sentence("record-mended", **values)
        tray.taken.append(ReceivedItem(delivery.mails[0].name, "record-mended", values, sentence))
        if not tray.quiet:
            print_notice(sentence)
    return tray


class _Tray:
    """What came in one go for one game, and what became of it. Without a folder nothing can be received."""

    def __init__(self, context: Context, yes: bool, folder: Path | None, *, several: bool, told: bool) -> None:
        self.context, self.yes, self.several, self.told = context, yes, several, told
        self.quiet = context.json or not told
        self.game: Session | None = None
        if folder is not None:
            self.game = context.session(folder=folder, side="hosts")
        self.before = max(self.game.seen, default=-1) if self.game is not None else -1
        self.taken: list[ReceivedItem] = []
        self.refused: list[RefusedFile] = []
        self.failed: RefereeError | None = None
        self.faults: list[tuple[NamedMail, Exception]] = []
        self.delivery: tuple[SignedNote, ...] = ()
        self.known = 0
        self.others = 0
        self.replies: list[str] = []
        self.kept: list[tuple[NamedMail, Notice]] = []
        self.passed: list[Refused] = []

    @property
    def session(self) -> Session:
        """The session of the game. Only where there is a folder for it."""
        assert self.game is not None
        return self.game

    @session.setter
    def session(self, session: Session) -> None:
        self.game = session

    def take_all(self, delivery: GameDelivery) -> None:
        """Receive everything that is for this game; what has no folder is refused, or counted in a folder of mails."""
        self.others += delivery.others
        if self.game is None:
            self._refuse([(mail, refusal) for mail in delivery.mails for refusal in _refusals(mail, delivery.trouble)])
            return
        mails = delivery.mails
        self.delivery = tuple(_notes_in(mails)) if len(mails) > 1 and self.session.is_host else ()
        self.take(mails)
        self._tell_lost()
        self._tell_passed()
        self._tell_kept()
        self._turn()
        remember_location(self.session)
        for sentence in () if self.quiet else self.replies:
            print_notice(sentence)

    def _turn(self) -> None:
        """A host who plays is shown what the own seat sees; what hosting has told so far tells of no hand."""
        if self.session.sits and self.session.history.position is not None:
            self.session = self.session.turned()

    def take(self, mails: Sequence[NamedMail]) -> None:
        """Receive mails in whatever order fits: what comes too early waits until the others are in."""
        early: list[tuple[NamedMail, RefereeError]] = []
        for mail in mails:
            try:
                self._take_one(mail)
            except RefereeError as refusal:
                self.session = self.session.reloaded()
                if isinstance(refusal, BrokenState):
                    self.faults.append((mail, refusal))
                else:
                    early.append((mail, refusal))
            except Exception as fault:  # ours, whatever the mail says; it is told once the other mails are in
                self.session = self.session.reloaded()
                self.faults.append((mail, fault))
        again = [mail for mail, refusal in early if isinstance(refusal, OutOfOrder)]
        if again and len(early) < len(mails):
            self._refuse([(mail, refusal) for mail, refusal in early if not isinstance(refusal, OutOfOrder)])
            self.take(again)
        else:
            self._refuse(early)

    def _take_one(self, mail: NamedMail) -> None:
        if mail.trouble is not None:
            raise mail.trouble
        try:
            notices, self.session = self._taken_in(mail, self.yes)
        except OutOfOrder as refused:
            if refused.code not in ENDING or not self._ask_to_agree(refused):
                raise
            notices, self.session = self._taken_in(mail, True)
        except Unreadable as refused:
            slip = order_slip_in(mail.data) if refused.code == NO_NOTE else None
            if slip is None:
                raise
            notices = [self._keep_slip_as_draft(slip)]
        for notice in notices:
            self._tell(mail, notice)

    def _keep_slip_as_draft(self, slip: OrderSlip) -> Notice:
        """Orders that were sent home from a page are a draft from now on, and the reader is told which they are."""
        move_drafts.store_slip_as_draft(self.session.turned() if self.session.sits else self.session, slip)
        return Notice("orders-came-home", {"orders": "; ".join(map(safe_text, slip.orders))})

    def _taken_in(self, mail: NamedMail, confirm_end: bool) -> tuple[list[Notice], Session]:
        lang, moment = self.context.lang, now_utc()
        return take_in(
            self.session, mail.data, confirm_end=confirm_end, lang=lang, delivery=self.delivery, moment=moment
        )

    def _ask_to_agree(self, refused: OutOfOrder) -> bool:
        if is_agreed(
            refused.code, yes=False, about=f"{self.session.position.head}: {refusal_of(refused, 'en').sentence}"
        ):
            return True
        if not is_terminal() or self.quiet:
            return False
        print_notice(self.context.sentence(refused.code, **refused.values))
        opens = allowances_of(self.session.table).opens
        return self.context.confirm(self.context.sentence("confirm-opening" if opens else "confirm-ending"))

    def _tell_lost(self) -> None:
        """Say that the key of the reader was replaced without its consent, as loudly as what is refused."""
        lost = self.session.lost
        if lost is not None and lost.step > self.before:
            refusal = key_history.lost_key_refusal(self.session.table, lost)
            self.failed = self.failed or refusal
            self._print(refusal, "")

    def _tell_passed(self) -> None:
        """Say as loudly which new steps let somebody pass whose move was here."""
        new = {step for step in self._new() if self.session.seen[step].passes_here}
        if new:
            for refusal in skipped_turns.passed_refusals(self.context.lang, self.session, new):
                self.failed = self.failed or refusal
                self.passed.append(refusal_of(refusal, self.context.lang))
                self._print(refusal, "")

    def _tell_kept(self) -> None:
        """Say which mails wait for one that has not come at all."""
        for mail, notice in self.kept:
            if int(notice.values["step"]) > self.session.position.step:
                self._tell(mail, notice, last=True)

    def _tell(self, mail: NamedMail, notice: Notice, *, last: bool = False) -> None:
        sentence = notice.said.told(self.context.lang)
        if notice.known and (self.several or not mail.named or not self.told):
            self.known += 1  # a folder that is kept holds the whole game, and only the new mails are worth a line
            return
        if notice.code == "step-kept" and self.several and not last:
            self.kept.append((mail, notice))  # what closes the gap may lie in another of these mails
            return
        letter = path_text(self.session.folder.path / "letters" / notice.letter) if notice.letter is not None else None
        self.taken.append(ReceivedItem(mail.name, notice.code, notice.values, sentence, letter))
        if not self.quiet and not (notice.code in TOLD_AS_NEWS and is_terminal()):
            print_notice(sentence)
            if letter is not None and not goes_by_shared_folder(self.session):
                print_notice(self.context.sentence("mail-all-players", path=letter))

    def _refuse(self, refused: Sequence[tuple[NamedMail, RefereeError]]) -> None:
        """Keep what was refused. Of a folder that somebody else fills, files for other games are no failure."""
        for mail, whole in refused:
            reply = self._reply(mail, whole)
            refusal = refusal_for_playing_host(self.session, mail.data, whole) if self.game is not None else whole
            self.refused.append(RefusedFile(mail.name, refusal_of(refusal, self.context.lang), reply))
            if mail.named or not self._is_foreign(mail):
                self.failed = self.failed or refusal
                self._print(refusal, mail.name if self.several and not mail.trouble else "")
                continue
            self.others += 1
            if refusal.code == "an-invitation-is-joined":
                self._print(refusal, "")

    def _print(self, refusal: RefereeError, name: str) -> None:
        for line in refusal_lines(refusal, self.context.lang, name) if self.told else ():
            print("\n".join(fit_to_stream(line, sys.stderr)), file=sys.stderr)

    def _is_foreign(self, mail: NamedMail) -> bool:
        """Whether a file of a folder has nothing to do with this game."""
        return _is_no_mail_of_ours(mail) if self.game is None else _is_foreign(mail, self.game)

    def _reply(self, mail: NamedMail, refusal: RefereeError) -> str | None:
        """The letter that tells a player why a move was refused, if that is what happened."""
        if self.game is None:
            return None
        reply = write_refusal_letter(self.session, mail.data, refusal, self.context.lang)
        if reply is None:
            return None
        self.replies.append(self.context.sentence("mail-to-seat", path=path_text(reply[1]), seat=reply[0]))
        return path_text(reply[1])

    def _new(self) -> list[int]:
        """The steps that came in."""
        return [step for step in self.game.seen if step > self.before] if self.game is not None else []

    def received(self) -> ReceiveResult:
        """What there is to tell."""
        new = [self.session.seen[step] for step in self._new()]
        failed = refusal_of(self.failed, self.context.lang) if self.failed is not None else None
        if self.game is None:
            return ReceiveResult((), tuple(self.refused), (), None, error=failed, others=self.others)
        status = status_here(self.context, self.session) if self.taken or self.failed is None else None
        if self.context.json and status is not None:
            status = whole_status.whole_status(as_table(self.context, self.session), status)
        return ReceiveResult(
            taken=tuple(self.taken),
            refused=tuple(self.refused),
            news=news_of_positions(self.session, new, self.context.lang),
            status=status,
            error=failed,
            known=self.known,
            others=self.others,
            folder=str(self.session.folder.path),
            passed=tuple(self.passed),
        )

    def tell(self, received: ReceiveResult, trays: int, *, below: int, asked: Collection[str]) -> None:
        """What happened since and what is asked now, among several games below the folder, and nothing without news;
        whoever is asked sees board and hand as well. So many lines come `below`; what is `asked` there is
        not told.
        """
        if self.game is None or (trays > 1 and not self.taken):
            return
        status = received.status
        new = self._new()
        if status is not None and status.stage == "playing":
            if self.taken and all(taken.code == "already-entered" and not taken.letter for taken in self.taken):
                print_result(
                    self.context,
                    None,
                    already_received_lines(self.context, self.session, self.taken[-1].values["step"], status),
                )
                return
            print_turn_screen(self.context, self.session, new, status, below=below, asked=asked)
            return
        head = [f"{path_text(self.session.folder.path)}:"] if trays > 1 else []
        told = [step_lines(self.context, self.session.table, step) for step in received.news]
        left = tuple(todo for todo in status.next if todo.code not in asked) if status is not None else ()
        lines = status_lines(self.context, self.session, replace(status, next=left)) if status is not None else []
        if status is not None and status.stage == "over" and new:  # who has won comes before how
            ended = [self.session.seen[step] for step in new]
            print_end_screen(self.context, self.session, [*head, *lines], ended, below=below)
            return
        print_result(self.context, None, [*head, *(line for step in told for line in step), *lines])


def _notes_in(mails: Sequence[NamedMail]) -> Iterator[SignedNote]:
    """The notes of all mails together."""
    for mail in mails:
        yield from notes_of_mail(mail)


def _refusals(mail: NamedMail, trouble: RefereeError | None) -> Iterator[RefereeError]:
    """Why a mail for which there is no folder is not received."""
    if mail.trouble is not None or trouble is not None:
        yield mail.trouble or trouble  # type: ignore[misc]
        return
    try:
        _ = mail.opened
    except RefereeError as refusal:
        yield refusal


def _is_no_mail_of_ours(mail: NamedMail) -> bool:
    """Whether a file of a folder holds no note at all, or notes of games that are not known here."""
    return bool(notes_of_mail(mail)) or b"BEGIN REFEREE NOTE" not in mail.data


def _is_foreign(mail: NamedMail, session: Session) -> bool:
    """Whether a file of a folder has nothing to do with this game: no note at all, or notes of other games only."""
    history = session.history
    known = {history.table.game_id, history.table.offer_id} if history.table is not None else set()
    if history.offer is not None:
        known.add(history.offer.id)
    try:
        notes = [(signed.id, signed.note()) for signed in mail.opened.signed_notes]
    except RefereeError as refused:
        return refused.code != NO_NOTE and b"BEGIN REFEREE NOTE" not in mail.data
    named = (getattr(note, "game", None) or getattr(note, "offer", note_id) for note_id, note in notes)
    return not any(name in known for name in named)
