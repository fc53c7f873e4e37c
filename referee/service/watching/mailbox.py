"""One look into the mailbox of the account: everything that arrived is received, and what no program may answer is left
unanswered.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

import msgspec
from msgspec.structs import replace

from referee.kernel.errors import OutOfOrder, RefereeError
from referee.kernel.sentence import Sentence
from referee.mail.accounts import Account, Password, mail_account
from referee.mail.address_book import ME, address_book_people, address_command, own_entry
from referee.mail.auto_replies import (
    AUTOMATIC,
    BOUNCE,
    LIST,
    OWN,
    MailHead,
    damage_report,
    mail_head,
    refusal_mail,
    usage_mail,
)
from referee.mail.imap import open_mailbox
from referee.mail.inbox import NamedMail
from referee.mail.mail_memory import WAITING, FetchResult, SentMails, drop_fetched_mail, fetch_mails, fetched_mails
from referee.mail.mime import MailDraft, role_of_message_id
from referee.mail.prefilter import NoteMails
from referee.mail.recipients import address_of, recipient_for_party
from referee.record.mails.order_slips import NO_NOTE
from referee.record.note import FILE_LIMIT, SignedNote
from referee.record.notes import Move
from referee.record.notes.kinds import BY_HOST, FOR_HOST
from referee.service.dates import clock_here, today
from referee.service.incoming.intake import ReceivedMails
from referee.service.incoming.parcels import notes_of_mail
from referee.service.post.due_mails import answers_again, mails_again, owed_mails
from referee.service.post.post_items import hand_in
from referee.service.reader import Reader
from referee.service.watching.watcher import (
    Event,
    Watcher,
    games,
    needed,
    refusal_event,
    set_aside,
    standing_of,
    title_of,
)
from referee.session.incoming.moves import ENDING
from referee.session.session import Session


class Arrived(msgspec.Struct, frozen=True):
    """What was fetched from the mailbox of an account and is to be received."""

    came: NoteMails
    """The mails that hold a note, those that have waited since before too."""
    looked_at: int
    """How many mails are new in the mailbox."""
    kept: int
    """How many of them hold a note."""
    withheld: int
    """How many of them the server has not handed over."""


def fetch_mail(reader: Reader, password: Callable[[Account], Password]) -> Arrived:
    """What has arrived in the mailbox of the reader's account, kept in the home until `drop_mails` drops it.

    Raises:
        OutOfOrder: no account is set. FileTrouble, NotAuthentic: as `open_mailbox`.
    """
    account = mail_account(reader.home)
    if account.imap is None:
        raise OutOfOrder("account-not-set", hint=Sentence("account-set-it"))
    with open_mailbox(account.imap, account, password(account)) as box:
        found = fetch_mails(reader.home, account, box)
    came = NoteMails(fetched_mails(reader.home), cut=found.cut)
    return Arrived(came, found.looked_at, found.kept, len(found.withheld))


def drop_mails(reader: Reader, mails: Iterable[NamedMail], done: ReceivedMails) -> None:
    """Drop the fetched mails that were received, except those that lack what may still come."""
    waiting = {left.file for answer in done.answers for left in answer.refused if left.error.code in WAITING}
    for mail in mails:
        if mail.name not in waiting:
            drop_fetched_mail(reader.home, mail)


def account_with_password(reader: Reader, password: Callable[[Account], Password]) -> tuple[Account, Password]:
    """The account of a reader that both sends and fetches, and its password. Raises OutOfOrder: no such one is set."""
    account = mail_account(reader.home)
    if account.imap is None or account.smtp is None:
        raise OutOfOrder("account-not-set", hint=Sentence("account-set-it"))
    return account, password(account)


class Mailbox:
    """The account of a home, looked at again and again.

    Raises:
        OutOfOrder: no account is set, or no own address.
    """

    def __init__(self, watcher: Watcher, account: Account, secret: Password, *, yes: bool) -> None:
        if account.imap is None or account.smtp is None:
            raise OutOfOrder("account-not-set", hint=Sentence("account-set-it"))
        self.watcher, self.home, self.account, self.secret, self.yes = watcher, watcher.home, account, secret, yes
        own = own_entry(self.home)
        self.own = own.address if own is not None else ""
        if not self.own:
            raise OutOfOrder("no-own-address", hint=address_command(ME))
        self.aside: dict[str, float] = {}
        self.looked = False
        self.told: set[tuple[str, str]] = set()
        self.known: dict[Path, tuple[str, ...]] = {}

    def look(self) -> Iterator[Event]:
        """One look: fetch, receive, answer, send.

        Raises:
            FileTrouble, NotAuthentic: a server cannot be reached, or does not know the user.
        """
        assert self.account.imap is not None
        self.looked = False
        with open_mailbox(self.account.imap, self.account, self.secret) as box:
            fetched = fetch_mails(self.home, self.account, box, self._is_answer)
        yield from self._withheld(fetched)
        yield from self._take_in()
        for mail in fetched.picked:
            yield from self._careful("-", self._answer_words(mail))
        self.looked = not fetched.withheld
        yield from self._send_due()

    def is_whole(self, since: float) -> bool:
        """Whether the last look saw all that the server has, and no mail was left unread `since` then."""
        return self.looked and not any(moment >= since for moment in self.aside.values())

    def _withheld(self, fetched: FetchResult) -> Iterator[Event]:
        """What the server has not handed over: told once, and asked for again at each look."""
        new = {str(number) for number in fetched.withheld} - {mail for mail, code in self.told if code == _WITHHELD}
        if new:
            self.told |= {(mail, _WITHHELD) for mail in new}
            yield Event("", _WITHHELD, self.watcher.sentence(_WITHHELD, count=len(new)), "wrong")

    def _is_answer(self, mail: bytes) -> bool:
        """Whether a mail without a note answers one of ours, or is of somebody in the book and too long to be read to
        its end: only such mails are looked at further.
        """
        try:
            head = self._head(mail)
            known = (
                {person.address.casefold() for person in address_book_people(self.home)}
                if len(mail) > FILE_LIMIT
                else ()
            )
            return any(map(role_of_message_id, head.answers)) or head.sender in known
        except Exception:  # whatever it is, it is met again and reported then
            return True

    def _head(self, mail: bytes) -> MailHead:
        return mail_head(mail, self.own)

    def _take_in(self) -> Iterator[Event]:
        mails = tuple(mail for mail in fetched_mails(self.home) if mail.name not in self.aside)
        if mails:
            yield from self._take_mails(mails)

    def _take_mails(self, mails: Sequence[NamedMail]) -> Iterator[Event]:
        """Receive mails; one that the program itself fails on is left aside, and stops no other."""
        try:
            done = self.watcher.receive(NoteMails(tuple(mails)), yes=self.yes)
        except Exception as fault:  # before it came to a single mail: each is tried by itself
            if len(mails) > 1:
                for mail in mails:
                    yield from self._take_mails((mail,))
            else:
                yield self._aside(mails[0].name, fault)
            return
        for mail, failure in done.faults:
            yield self._aside(mail.name, failure)
        yield from self._told([mail for mail in mails if mail.name not in self.aside], done)
        drop_mails(self.watcher.reader, [mail for mail in mails if mail.name not in self.aside], done)

    def _aside(self, name: str, fault: Exception) -> Event:
        """A mail has caused an error in referee, and nobody is there to look at it: it is kept, and left alone."""
        self.aside.setdefault(name, clock_here().shows)
        return set_aside(self.watcher.lang, name, fault)

    def _careful(self, name: str, events: Iterator[Event]) -> Iterator[Event]:
        """What happens with one mail; if the program itself fails on it, that is told, and the rest goes on."""
        try:
            yield from events
        except RefereeError:  # of a server that is away
            raise
        except Exception as fault:
            yield self._aside(name, fault)

    def _told(self, mails: Sequence[NamedMail], done: ReceivedMails) -> Iterator[Event]:
        by_name, touched = {mail.name: mail for mail in mails}, set[str]()
        for received in done.answers:
            title = title_of(received)
            for taken in received.taken:
                touched.add(taken.file)
                yield Event(title, taken.code, taken.sentence)
            for left in received.refused:
                touched.add(left.file)
                yield from self._report_refusal_once(title, left.file, left.error.code, left.error.sentence)
                if left.reply is not None:
                    reply = self._reply(Path(received.folder), Path(left.reply), by_name[left.file])
                    yield from self._careful(left.file, reply)
            yield from needed(self.watcher.lang, received)
        for mail in mails:
            if _is_damaged(mail):
                yield from self._careful(mail.name, self._answer_damage(mail.data))
            elif mail.name not in touched:
                yield from self._careful(mail.name, self._send_again(mail))
            yield from self._careful(mail.name, self._answer_again(mail))

    def _report_refusal_once(self, title: str, file: str, code: str, sentence: str) -> Iterator[Event]:
        """A refusal, told once; one that a person must decide says so."""
        if (file, code) in self.told:
            return
        self.told.add((file, code))
        said = self.watcher.sentence("watch-needs-you", what=sentence) if code in ENDING else sentence
        yield Event(title, code, said, "asked" if code in ENDING else "wrong")

    def _reply(self, folder: Path, letter: Path, mail: NamedMail) -> Iterator[Event]:
        """The reply to a move that was refused, unless no program may answer its mail."""
        head, session = self._head(mail.data), self.watcher.session(folder, side="hosts")
        seats = {note.seat for note in _moves(mail) if note.game == session.table.game_id}
        for seat in sorted(seats) if not head.silent else ():
            text = letter.read_text("utf-8")
            draft = refusal_mail(session, seat, text, head.message_id, self.watcher.lang)
            yield from self._send_once(session, draft)

    def _send_again(self, mail: NamedMail) -> Iterator[Event]:
        """A move that was recorded long ago has arrived again: its author has not had the letter."""
        head = self._head(mail.data)
        if head.silent:
            yield from self._silent(mail.data)
            return
        came = {(note.game, note.seat): note.step for note in sorted(_moves(mail), key=lambda note: note.step)}
        for place, folder in games(self.home):
            for (game, seat), step in came.items():
                if game != place.game:
                    continue
                session = self.watcher.session(folder, side="hosts")
                owing = mails_again(session, self.watcher.lang, seat, step, head.sender)
                if owing is not None:
                    yield from send(self.watcher, self.account, self.secret, owing.sent, owing.drafts, place.title)

    def _answer_again(self, mail: NamedMail) -> Iterator[Event]:
        """A step that was answered is shown again, or somebody says that nothing has arrived: all get the
        answer again.
        """
        if self._head(mail.data).silent == OWN:
            return
        came = notes_of_mail(mail)
        for place, folder in games(self.home):
            if not _speaks_of(came, place.game):
                continue
            session = self.watcher.session(folder, side="plays")
            owing = answers_again(session, self.watcher.lang, came, today())
            if owing is not None:
                yield from send(self.watcher, self.account, self.secret, owing.sent, owing.drafts, place.title)

    def _answer_words(self, mail: bytes) -> Iterator[Event]:
        """Somebody has answered a letter with words alone, or by a mail too long to be read to its end."""
        head = self._head(mail)
        if len(mail) > FILE_LIMIT:
            yield from self._answer_damage(mail)
            return
        if head.silent:
            yield from self._silent(mail)
            return
        for _, folder in games(self.home):
            session = self.watcher.session(folder, side="hosts")
            seat = _seat_of(session, head) if session.is_host and session.history.position is not None else None
            if seat is not None:
                yield from self._send_once(session, usage_mail(session, seat, head.message_id, self.watcher.lang))
                return

    def _answer_damage(self, mail: bytes) -> Iterator[Event]:
        """What somebody has sent came damaged, or lies too far behind: told once a step, with how to send it."""
        head = self._head(mail)
        if head.silent:
            yield from self._silent(mail)
            return
        found = self._seat_that_writes(head)
        if found is not None:
            session, seat = found
            limit = FILE_LIMIT if len(mail) > FILE_LIMIT else 0
            yield from self._send_once(session, damage_report(session, seat, head.message_id, self.watcher.lang, limit))

    def _seat_that_writes(self, head: MailHead) -> tuple[Session, str] | None:
        """The game and the seat of the sender: the one whose letter is answered; otherwise the one with this address,
        first where that seat is asked.
        """
        by_address: list[tuple[bool, Session, str]] = []
        for _, folder in games(self.home):
            session = self.watcher.session(folder, side="hosts")
            if not session.is_host or session.history.position is None:
                continue
            seat = _seat_of(session, head)
            if seat is not None:
                return session, seat
            asked = {session.table.names[request.seat] for request in session.position.awaited}
            by_address += [
                (name not in asked, session, name)
                for name in session.table.names
                if head.sender and address_of(recipient_for_party(session, name, self.watcher.lang)) == head.sender
            ]
        return next(((session, name) for _, session, name in sorted(by_address, key=lambda row: row[0])), None)

    def _silent(self, mail: bytes) -> Iterator[Event]:
        code = _SILENT[self._head(mail).silent]
        yield Event("", code, self.watcher.sentence(code))

    def _send_once(self, session: Session, draft: MailDraft | None) -> Iterator[Event]:
        sent = SentMails(session)
        if draft is not None and not sent.has(draft):
            yield from send(self.watcher, self.account, self.secret, sent, (draft,), str(session.table.title))

    def _send_due(self) -> Iterator[Event]:
        for place, folder in games(self.home):
            now = standing_of(folder)
            if self.known.get(folder) == now:
                continue
            try:
                owing = owed_mails(self.watcher.session(folder, side="hosts"), self.watcher.lang)
            except RefereeError as refusal:  # this game has a fault; the others go on
                self.known[folder] = now
                yield refusal_event(self.watcher.lang, place.title, refusal)
                continue
            if owing is not None:
                yield from send(self.watcher, self.account, self.secret, owing.sent, owing.drafts, place.title)
            self.known[folder] = now


_WITHHELD = "mails-withheld"
_SILENT = {AUTOMATIC: "watch-automatic", BOUNCE: "watch-bounce", LIST: "watch-list", OWN: "watch-own"}


def _speaks_of(came: Sequence[SignedNote], game: str) -> bool:
    """Whether a mail has a note of a game in it that everybody records, such as a step or a consent."""
    notes = (signed.note() for signed in came if signed.type not in FOR_HOST and signed.is_readable)
    return any(getattr(note, "game", "") == game for note in notes)


def _moves(mail: NamedMail) -> Sequence[Move]:
    notes = (signed.note() for signed in notes_of_mail(mail) if signed.type == "move" and signed.is_readable)
    return [note for note in notes if isinstance(note, Move)]


def _is_damaged(mail: NamedMail) -> bool:
    """Whether a mail brings something like a note that cannot be read, and beside it at most what a host has sent."""
    try:
        quoted = all(signed.type in BY_HOST for signed in mail.opened.signed_notes)
        return quoted and any(remark.code != NO_NOTE for remark in mail.opened.remarks)
    except RefereeError as refusal:
        return refusal.code != NO_NOTE


def _seat_of(session: Session, head: MailHead) -> str | None:
    """The seat whose letter is answered: a mail of ours that went to the address that now writes."""
    sent = SentMails(session)
    for answered in head.answers:
        if head.sender and sent.has_id(answered, head.sender):
            seat = answered.partition("@")[0].rpartition(".")[2]
            return seat if seat in session.table.names else None
    return None


GENERATED = "auto-generated"


def send(
    watcher: Watcher,
    account: Account,
    secret: Password | None,
    sent: SentMails,
    drafts: Iterable[MailDraft],
    title: str,
) -> list[Event]:
    """Hand in mails that no person has a hand in; what happened. What is not taken stays due.

    Raises:
        FileTrouble, NotAuthentic: the server takes nothing at all.
    """
    wanted = [draft if draft.automatic else replace(draft, automatic=GENERATED) for draft in drafts]
    if not wanted or account.smtp is None:
        return []
    events = []
    for draft, error in hand_in(account, secret, sent, wanted, watcher.lang):
        if error is not None:
            events.append(Event(title, error.code, error.sentence, "wrong"))
            continue
        said = watcher.sentence("mail-sent", name=draft.name, address=draft.to, subject=draft.subject)
        events.append(Event(title, "mail-sent", said))
    return events
