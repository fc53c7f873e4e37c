"""Notes out of mails, pastes and files of any origin. Tolerant of what mail does to text, of nothing else.

What is undone: line ends, quoting with `>` and `|`, blanks around lines, no-break spaces, blank lines, re-wrapped
base64 in signatures, byte order marks, lines that were joined or cut again where the signature says how, and the
transfer encodings of MIME. A blank is SP, TAB or U+00A0. Nothing is decompressed.
The notes of a mail are a set: order means nothing, equal notes are one.
"""

from __future__ import annotations

import re
from contextlib import suppress

import msgspec

from referee.crypto import sshsig
from referee.kernel.errors import NotAuthentic, RefereeError, Unreadable
from referee.kernel.sentence import Sentence
from referee.record.mails import slips
from referee.record.mails.damage import bodies, cut_off, is_cut_begin, is_other, is_rewrapped, marks_apart, whose
from referee.record.mails.foreign import NoText
from referee.record.mbox import messages
from referee.record.note import BEGIN, END, FILE_LIMIT, SignedNote, read_signed

_LINE_END = re.compile("\r\n|\r|\n")
_NO_BREAK_SPACE = "\u00a0"
_BLANKS = " \t"
_QUOTES = _BLANKS + ">|"
_DASHED = "- -"
_BYTE_ORDER_MARK = "\ufeff"
_GUESSES = 240  # of all notes of a mail: each costs as much as a signature
_DROP_BLANKS = str.maketrans("", "", _BLANKS)


class Unwrapped(msgspec.Struct, frozen=True):
    """The notes found, each once, in order of appearance (which means nothing), and remarks on what was not taken."""

    signed_notes: tuple[SignedNote, ...]
    remarks: tuple[RefereeError, ...] = ()


def unwrap(mail: bytes) -> Unwrapped:
    """The notes in a mail, a paste or a file whose signature fits the key they name.

    Whose key that is and what the note says is not looked at. A damaged or unfinished armour, such as an old note
    quoted in a reply, is left out with a remark; if nothing else is there, the remark is the refusal.

    Raises:
        Unreadable: too large, a note or signature outside BEGIN and END lines, or nothing that could be taken.
        NotAuthentic: the signature of the only note does not fit, or its block has another shape.
    """
    if len(mail) > FILE_LIMIT:
        raise Unreadable("mail-too-long", limit=FILE_LIMIT)
    scan = _Scan()
    mails = messages(mail)
    for message in mails:
        try:
            scan.take_mail(message)
        except Unreadable as refusal:  # of one mail; those beside it in a mailbox file are none the worse
            if len(mails) == 1:
                raise
            scan.remarks.append(refusal)
    signed_notes = _distinct(scan.signed_notes)
    if not signed_notes:
        raise scan.why_nothing()
    return Unwrapped(signed_notes, (*scan.remarks, *(other.refusal for other in scan.others if other.hides)))


class _Scan(msgspec.Struct):
    signed_notes: list[SignedNote] = []
    remarks: list[RefereeError] = []
    others: list[NoText] = []
    guesses: int = 0

    def take_mail(self, mail: bytes) -> None:
        """Read every text of a mail. Raises Unreadable for a mail of which nothing is taken."""
        from referee.record.mails.mail import texts_of  # most commands read no mail, and its expressions are many

        for text in texts_of(mail):
            if isinstance(text, NoText):
                self.others.append(text)
            elif isinstance(text, Unreadable):
                self.remarks.append(text)
            else:
                self.take(text)
                if slips.BEGIN in text:
                    self.remarks.append(Unreadable(slips.NO_NOTE, hint=Sentence("orders-taken-in")))

    def why_nothing(self) -> RefereeError:
        """Why there is no note: what stands in for it, the first that is damaged, what may hold one, in this order."""
        others = sorted(self.others, key=lambda other: other.place)
        instead = (other.refusal for other in others if other.hides)
        reasons = (*instead, *self.remarks, *(other.refusal for other in others))
        # A refusal that its own traceback leads to goes only when garbage is looked for, which is seldom.
        self.others, self.remarks = [], []
        return next(iter(reasons), Unreadable("no-note-text", hint=Sentence("save-whole-mail")))

    def take(self, text: str) -> None:
        """Read a text; if nothing stands in it as it should, once more with BEGIN and END lines put apart."""
        first = _Scan(guesses=self.guesses)
        refusal: RefereeError | None = None
        try:
            first.read(text)
        except Unreadable as stray:
            refusal = stray
        apart = marks_apart(text) if not first.signed_notes else text
        if apart != text:
            again = _Scan(guesses=first.guesses)
            with suppress(Unreadable):
                again.read(apart)
            if again.signed_notes or again.remarks:
                first, refusal = again, None if again.signed_notes else again.remarks[0]
        if refusal is not None:
            raise refusal
        self.signed_notes += first.signed_notes
        self.remarks += first.remarks
        self.guesses = first.guesses

    def read(self, text: str) -> None:
        inside: list[str] | None = None
        begun_at = 0
        plain = text.replace(_NO_BREAK_SPACE, " ").replace(_BYTE_ORDER_MARK, "")
        for number, raw in enumerate(_LINE_END.split(plain), 1):
            line = raw.lstrip(_QUOTES).rstrip(_BLANKS)
            if line.startswith(_DASHED):  # as a text that is signed in the clear by OpenPGP escapes its hyphens
                line = line[2:]
            if line == BEGIN:
                if inside is not None:
                    self.remarks.append(Unreadable("unended-note-skipped", at=Sentence("line", number=begun_at)))
                inside, begun_at = [], number
            elif inside is None:
                _check_stray(line, number)
            elif line == END:
                self._finish(inside, begun_at)
                inside = None
            elif line:
                inside.append(line)
        if inside is not None:
            self.remarks.append(cut_off(inside, begun_at))
        elif is_cut_begin(line):
            self.remarks.append(cut_off((), number))

    def _finish(self, lines: list[str], begun_at: int) -> None:
        try:
            signed = _signed(lines)
            signed.check()
            self.signed_notes.append(signed)
        except (Unreadable, NotAuthentic) as error:
            self._mend(lines, error, Sentence("note-in-line", number=begun_at))

    def _mend(self, lines: list[str], error: RefereeError, at: Sentence) -> None:
        """Take a note whose lines were joined or cut, if the signature says how; else remark what is wrong."""
        body = lines[: lines.index(sshsig.BEGIN)] if sshsig.BEGIN in lines else []
        healed = self._healed(body, lines) if is_other(body) else None
        if healed is not None:
            self.signed_notes.append(healed)
            return
        if is_rewrapped(body):
            error = Unreadable("note-rewrapped", hint=Sentence("ask-attachment"))
        error.at = whose(lines, at)
        self.remarks.append(error)

    def _healed(self, body: list[str], lines: list[str]) -> SignedNote | None:
        """The note that was signed, put back from lines that a mail program has joined or cut; None if none fits."""
        rest = lines[len(body) :]
        for text in bodies(body):
            if self.guesses >= _GUESSES:
                break
            self.guesses += 1
            with suppress(Unreadable, NotAuthentic):
                signed = _signed([*text.decode("utf-8").splitlines(), *rest])
                signed.check()
                return signed
        return None


def _signed(lines: list[str]) -> SignedNote:
    if lines.count(sshsig.BEGIN) != 1 or lines.count(sshsig.END) != 1 or lines[-1] != sshsig.END:
        raise Unreadable("more-than-note")
    middle = lines.index(sshsig.BEGIN)
    body = "".join(f"{line}\n" for line in lines[:middle]).encode("utf-8")
    block = "".join(lines[middle + 1 : -1]).translate(_DROP_BLANKS)
    return read_signed(body, sshsig.read_base64(block))


def _check_stray(line: str, number: int) -> None:
    if line.startswith("referee/1 ") or line in (sshsig.BEGIN, sshsig.END):
        hint = Sentence("note-stands-between", begin=BEGIN, end=END)
        raise Unreadable("note-outside-frame", at=Sentence("line", number=number), hint=hint)


def _distinct(signed_notes: list[SignedNote]) -> tuple[SignedNote, ...]:
    found: dict[tuple[str, bytes], SignedNote] = {}
    for signed in signed_notes:
        found.setdefault((signed.id, signed.key), signed)
    return tuple(found.values())
