"""Receive files: sort them by game, then record, keep or refuse each note."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

import msgspec

from referee.drawing.safe_text import safe_text
from referee.i18n.step_summary import capitalise
from referee.kernel.errors import BrokenState, NotAuthentic, OutOfOrder, RefereeError, Unreadable
from referee.kernel.sentence import Sentence
from referee.mail.inbox import NamedMail, mails_in, newest_mails
from referee.mail.prefilter import NoteMails, filter_note_mails
from referee.messages.step_news import Notice
from referee.protocol.allowances import allowances_of
from referee.protocol.history import key_history
from referee.record.mails.order_slips import NO_NOTE, OrderSlip, order_slip_in
from referee.record.note import SignedNote
from referee.record.store import GameFolder
from referee.service.ask import Ask, digest_of
from referee.service.dates import now_utc
from referee.service.errors import Refused, refusal_of
from referee.service.incoming.parcels import GameDelivery, SortedMails, notes_of_mail, sort_by_game
from referee.service.incoming.places import Whereabouts, folder_name
from referee.service.incoming.taken import ReceivedFile, ReceivedItem, ReceiveResult, RefusedFile
from referee.service.moves import move_drafts
from referee.service.reader import Reader
from referee.service.table import OpenTable
from referee.service.views.table_status import read_status
from referee.service.waiting import skipped_turns
from referee.session import heal_record
from referee.session.game_folders import remember_location
from referee.session.incoming.moves import ENDING
from referee.session.incoming.receive import receive
from referee.session.incoming.replies import refusal_for_playing_host, write_refusal_letter
from referee.session.log_cache import news_of_positions
from referee.session.session import Session, open_session

PASTED = "text"
"""The name of a text that came without a file."""


class Refusal(msgspec.Struct, frozen=True):
    """A refusal as it happens; `name` is that of its file where several came."""

    error: RefereeError
    name: str = ""


class Reply(msgspec.Struct, frozen=True):
    """A letter to the player of a seat, who is told why a move was refused."""

    seat: str
    file: str


Event = ReceivedItem | Refusal | Reply
"""Something that happens while files are received."""


def pass_by(_: Event, __: Session | None) -> None:
    """Where nobody is shown what happens."""


class Receiver(msgspec.Struct, frozen=True):
    """How files are received. `opened` opens the game of a folder; `happens` is called with each thing that
    happens, in its order; `agrees` tells whether the reader says yes to the end of a game, of which `confirms_end` is a
    yes to all. Where it `counts_known`, a file that was here before is counted and not told.
    """

    reader: Reader
    where: Whereabouts
    opened: Callable[[Path], Session]
    happens: Callable[[Event, Session | None], None] = pass_by
    agrees: Callable[[Ask], bool] = lambda ask: False
    confirms_end: bool = False
    counts_known: bool = False


def take_in(
    reader: Reader | OpenTable, came: Sequence[NamedMail] | str, agreed: Sequence[str] = (), folder: Path | None = None
) -> tuple[ReceivedFile, ...]:
    """The results of files that came together, or of a pasted text, each for its game or all for one table. A step that
    ends a game is recorded if its `Ask` is `agreed` to. A new game is opened in `folder`.

    Raises:
        Locked: the passphrase of a key is wanted. RefereeError: the record of a game does not hold.
    """
    files = (NamedMail(PASTED, came.encode()),) if isinstance(came, str) else came
    found = filter_note_mails(files)
    table, of = (reader, reader.reader) if isinstance(reader, OpenTable) else (None, reader)
    here = table.session.folder.path if table is not None else folder or of.home.path
    where = Whereabouts(here, shown=folder_name, looks_on=False)
    receiver = Receiver(of, where, lambda folder: _open(of, table, folder), agrees=lambda ask: ask.digest in agreed)
    boxes = receive_mails(receiver, found, here if table is not None else None)
    return tuple(taken for box in boxes for taken in box.each_file())


class ReceivedMails(msgspec.Struct, frozen=True):
    """What became of mails, game by game, and the first refusal of one that was named; and which mails caused an error
    in referee.
    """

    answers: tuple[ReceiveResult, ...]
    failed: RefereeError | None
    faults: tuple[tuple[NamedMail, Exception], ...] = ()


def received_mails(boxes: Sequence[GameIntake]) -> ReceivedMails:
    """What became of all mails in these boxes."""
    failed = next((box.failed for box in boxes if box.failed is not None), None)
    faults = tuple(fault for box in boxes for fault in box.faults)
    return ReceivedMails(tuple(box.result() for box in boxes), failed, faults)


def _open(reader: Reader, table: OpenTable | None, folder: Path) -> Session:
    secret = table.session.passphrase if table is not None else reader.passphrase
    return open_session(GameFolder(folder), reader.home, as_name=reader.as_name, passphrase=secret, side="hosts")


def mails_of_files(files: Iterable[Path]) -> NoteMails:
    """The mails that were named, as files, folders or `-`. Raises FileTrouble."""
    return filter_note_mails(mails_in(files))


def mails_of_folders(folders: Iterable[Path]) -> NoteMails:
    """The latest mails of folders in which anything may lie. Raises FileTrouble."""
    return filter_note_mails(mail for folder in folders for mail in newest_mails(folder))


def receive_mails(receiver: Receiver, came: NoteMails, game: Path | None = None) -> list[GameIntake]:
    """Receive mails that came together, all for the `game` in a folder or each for its own: a box for each game, and
    one for what belongs to none.
    """
    one = GameDelivery(came.mails, game, others=came.others)
    sorted_mails = SortedMails((one,)) if game is not None else sort_by_game(receiver.reader.home, came, receiver.where)
    several = len(came.mails) + came.others > 1
    boxes = [_box(receiver, delivery, several=several) for delivery in sorted_mails.games]
    for box, delivery in zip(boxes, sorted_mails.games, strict=True):
        box.take_all(delivery)
    left, rest = GameIntake(receiver, None, several=several), sorted_mails.rest
    left.take_all(rest)
    return [*boxes, left] if rest.mails or rest.others or not boxes else boxes


def _box(receiver: Receiver, delivery: GameDelivery, *, several: bool) -> GameIntake:
    """The box of a game. Where its record is damaged and the mails bring what was in it, it is healed first.

    Raises what the record gives reason to.
    """
    try:
        return GameIntake(receiver, delivery.folder, several=several)
    except (Unreadable, NotAuthentic):
        if delivery.folder is None or not (
            healed := heal_record.mend(GameFolder(delivery.folder), _notes_of_mails(delivery.mails))
        ):
            raise
    box = GameIntake(receiver, delivery.folder, several=several)
    for one in healed:
        values = {"file": one.file, "aside": f"pending/{one.aside}"}
        said = Sentence("record-mended", **values).told(receiver.reader.lang)
        box.enter(ReceivedItem(delivery.mails[0].name, "record-mended", values, said))
    return box


class GameIntake:
    """The files that came together for one game, and their results. Without a folder nothing can be received."""

    def __init__(self, receiver: Receiver, folder: Path | None, *, several: bool) -> None:
        self.receiver, self.several, self.lang = receiver, several, receiver.reader.lang
        self.game: Session | None = receiver.opened(folder) if folder is not None else None
        self.before = max(self.game.seen, default=-1) if self.game is not None else -1
        self.taken: list[ReceivedItem] = []
        self.refused: list[RefusedFile] = []
        self.failed: RefereeError | None = None
        self.faults: list[tuple[NamedMail, Exception]] = []
        self.known = 0
        self.others = 0
        self.asks: dict[str, Ask] = {}
        self._delivery: tuple[SignedNote, ...] = ()
        self._replies: list[Reply] = []
        self._kept: list[tuple[NamedMail, Notice]] = []
        self._passed: list[Refused] = []
        self._names: list[str] = []

    @property
    def session(self) -> Session:
        """The session of the game. Only where there is a folder for it."""
        assert self.game is not None
        return self.game

    @session.setter
    def session(self, session: Session) -> None:
        self.game = session

    @property
    def new(self) -> list[int]:
        """The steps that came in."""
        return [step for step in self.game.seen if step > self.before] if self.game is not None else []

    def take_all(self, delivery: GameDelivery) -> None:
        """Receive everything that is for this game; what has no folder is refused, or counted in a folder of mails."""
        self.others += delivery.others
        self._names = [mail.name for mail in delivery.mails]
        if self.game is None:
            self._refuse([(mail, refusal) for mail in delivery.mails for refusal in _refusals(mail, delivery.trouble)])
            return
        mails = delivery.mails
        self._delivery = tuple(_notes_of_mails(mails)) if len(mails) > 1 and self.session.is_host else ()
        self._take(mails)
        self._note_lost_key()
        self._note_skips()
        self._note_waiting_mails()
        if self.session.sits and self.session.history.position is not None:
            self.session = self.session.turned()  # a player is shown what their seat sees; no hand was shown so far
        remember_location(self.session, asks=not self.receiver.where.looks_on)
        for reply in self._replies:
            self.receiver.happens(reply, self.game)

    def enter(self, item: ReceivedItem) -> None:
        """Record an event of this delivery."""
        self.taken.append(item)
        self.receiver.happens(item, self.game)

    def _take(self, mails: Sequence[NamedMail]) -> None:
        """Receive mails in whatever order fits: one that is too early waits until the others are in."""
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
            self._take(again)
        else:
            self._refuse(early)

    def _take_one(self, mail: NamedMail) -> None:
        if mail.trouble is not None:
            raise mail.trouble
        try:
            notices, self.session = self._receive(mail, self.receiver.confirms_end)
        except OutOfOrder as refused:
            if refused.code not in ENDING or not self._has_yes(mail, refused):
                raise
            notices, self.session = self._receive(mail, True)
        except Unreadable as refused:
            slip = order_slip_in(mail.data) if refused.code == NO_NOTE else None
            if slip is None:
                raise
            notices = [self._keep_slip_as_draft(slip)]
        for notice in notices:
            self._note(mail, notice)

    def _keep_slip_as_draft(self, slip: OrderSlip) -> Notice:
        """Orders that were sent home from a page are a draft from now on, and the reader is told which they are."""
        move_drafts.store_slip_as_draft(self.session.turned() if self.session.sits else self.session, slip)
        return Notice("orders-came-home", {"orders": "; ".join(map(safe_text, slip.orders))})

    def _receive(self, mail: NamedMail, confirm_end: bool) -> tuple[list[Notice], Session]:
        return receive(
            self.session, mail.data, confirm_end=confirm_end, lang=self.lang, delivery=self._delivery, moment=now_utc()
        )

    def _has_yes(self, mail: NamedMail, refused: OutOfOrder) -> bool:
        """Whether the reader says yes to the end that a mail brings; the question is kept beside the refusal."""
        opens = allowances_of(self.session.table).opens
        ask = Ask(
            digest_of(self.session.position.head, self.session.role or "", {"end": refusal_of(refused, "en").sentence}),
            refused.said.told(self.lang),
            then=(Sentence("confirm-opening" if opens else "confirm-ending").told(self.lang),),
            label=Sentence("publish-end").told(self.lang),
        )
        self.asks[mail.name] = ask
        return self.receiver.agrees(ask)

    def _note_lost_key(self) -> None:
        """Say that the key of the reader was replaced without its consent, as loudly as what is refused."""
        lost = self.session.lost
        if lost is not None and lost.step > self.before:
            self._fail(key_history.lost_key_refusal(self.session.table, lost), "")

    def _note_skips(self) -> None:
        """Say as loudly which new steps skipped somebody whose move was here."""
        new = {step for step in self.new if self.session.seen[step].passes_here}
        for refusal in skipped_turns.passed_refusals(self.lang, self.session, new) if new else ():
            self._passed.append(refusal_of(refusal, self.lang))
            self._fail(refusal, "")

    def _note_waiting_mails(self) -> None:
        """Say which mails wait for one that has not come at all."""
        for mail, notice in self._kept:
            if int(notice.values["step"]) > self.session.position.step:
                self._note(mail, notice, last=True)

    def _note(self, mail: NamedMail, notice: Notice, *, last: bool = False) -> None:
        if notice.known and (self.several or not mail.named or self.receiver.counts_known):
            self.known += 1  # a folder that is kept holds the whole game, and only the new mails are worth a line
            return
        if notice.code == "step-kept" and self.several and not last:
            self._kept.append((mail, notice))  # another of these mails may close the gap
            return
        letter = self.session.folder.path / "letters" / notice.letter if notice.letter is not None else None
        said = notice.said.told(self.lang)
        shown = self.receiver.where.shown(letter) if letter is not None else None
        self.enter(ReceivedItem(mail.name, notice.code, notice.values, said, shown))

    def _refuse(self, refused: Sequence[tuple[NamedMail, RefereeError]]) -> None:
        """Keep what was refused. Of a folder that somebody else fills, files for other games are no failure."""
        for mail, whole in refused:
            reply = self._reply(mail, whole)
            refusal = refusal_for_playing_host(self.session, mail.data, whole) if self.game is not None else whole
            self.refused.append(RefusedFile(mail.name, refusal_of(refusal, self.lang), reply))
            if mail.named or not self._is_foreign(mail):
                self._fail(refusal, mail.name if self.several and not mail.trouble else "")
                continue
            self.others += 1
            if refusal.code == "an-invitation-is-joined":
                self.receiver.happens(Refusal(refusal), self.game)

    def _fail(self, refusal: RefereeError, name: str) -> None:
        self.failed = self.failed or refusal
        self.receiver.happens(Refusal(refusal, name), self.game)

    def _is_foreign(self, mail: NamedMail) -> bool:
        """Whether a file of a folder has nothing to do with this game."""
        return _is_no_mail_of_ours(mail) if self.game is None else _is_foreign(mail, self.game)

    def _reply(self, mail: NamedMail, refusal: RefereeError) -> str | None:
        """The letter that explains to a player why a move was refused, if that is what happened."""
        written = write_refusal_letter(self.session, mail.data, refusal, self.lang) if self.game is not None else None
        if written is None:
            return None
        seat, path = written
        self._replies.append(Reply(seat, self.receiver.where.shown(path)))
        return self.receiver.where.shown(path)

    def result(self) -> ReceiveResult:
        """The result for this game."""
        failed = refusal_of(self.failed, self.lang) if self.failed is not None else None
        if self.game is None:
            return ReceiveResult((), tuple(self.refused), (), None, error=failed, others=self.others)
        new, table = [self.session.seen[step] for step in self.new], OpenTable(self.receiver.reader, self.game)
        return ReceiveResult(
            taken=tuple(self.taken),
            refused=tuple(self.refused),
            news=news_of_positions(self.session, new, self.lang),
            status=read_status(table, self.receiver.where.shown) if self.taken or self.failed is None else None,
            error=failed,
            known=self.known,
            others=self.others,
            folder=str(self.session.folder.path),
            passed=tuple(self._passed),
        )

    def each_file(self) -> Iterator[ReceivedFile]:
        """What became of each file, in the order in which they came. Raises the first failure of the program."""
        if self.faults:
            raise self.faults[0][1]
        offer = self.game.history.offer if self.game is not None else None
        table = offer.id if offer is not None else ""
        for name in self._names:
            said = [item.sentence for item in self.taken if item.file == name]
            error = next((one.error for one in self.refused if one.file == name), None)
            sentence = error.sentence if error is not None else " ".join(map(capitalise, said))
            yield ReceivedFile(
                name, table, sentence, error is None, error, self.asks.get(name) if error is not None else None
            )


def _notes_of_mails(mails: Sequence[NamedMail]) -> Iterator[SignedNote]:
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
