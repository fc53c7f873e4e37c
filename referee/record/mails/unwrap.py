"""Notes out of mails, pastes and files of any origin. Tolerant of what mail does to text, of nothing else.

What is put right: line ends, quoting with `>` and `|` or whatever stands around the BEGIN line, blanks around lines,
letters that are not seen, dashes for hyphens, blank lines, re-wrapped base64 in signatures, byte order marks, lines
that were joined or cut again where the signature says how, and the transfer encodings of MIME: as the headers say, and
where that gives no note, wherever they stand. A blank is SP, TAB or U+00A0. Nothing is decompressed. The notes of a
mail are a set: order means nothing, equal notes are one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from contextlib import suppress

import msgspec

from referee.crypto import sshsig
from referee.kernel.errors import NotAuthentic, RefereeError, Unreadable
from referee.kernel.sentence import Sentence
from referee.record.mails import mime_text, order_slips, search
from referee.record.mails.letters import in_ascii, readings
from referee.record.mails.line_frames import without_frames
from referee.record.mails.mbox import split_mbox
from referee.record.mails.repair import (
    blocks_with_pluses,
    damaged_note_place,
    is_not_note_body,
    is_rewrapped,
    is_truncated_begin,
    possible_bodies,
    separate_armour_lines,
    truncated_note_remark,
)
from referee.record.mails.unsupported import UnsupportedFile
from referee.record.note import BEGIN, END, FILE_LIMIT, SignedNote, read_bundle, signed_from_parts

_LINE_END = re.compile("\r\n|\r|\n")
_BLANKS = " \t"
_QUOTES = _BLANKS + ">|"
_DASHED = "- -"
_GUESSES = 240  # of all notes of a mail: each costs as much as a signature
_CHECKS = 4000  # of all readings of a mailbox: a mebibyte holds a thousand notes
_MARK = "REFEREE"
_LEAST = 300  # bytes of the shortest note, in any coding
_BLOCK = frozenset(("signature-block-base64", "signature-block-short", "signature-block-spelling", "not-ssh-signature"))
_TELLS_LITTLE = frozenset(("mail-part-unreadable", "mail-too-long", "mail-too-many-parts"))
"""Refusals of a whole mail, or of a part, whatever is in it: what was seen in it says more."""
_NOTE = f"{BEGIN}\n".encode()
_PLAIN = bytes((10, *range(32, 127)))
_DONE_TO_LINES = (b"\n\n", b"\n ", b" \n", b"\n>", b"\n|", b"\n- -")
_DROP_BLANKS = str.maketrans("", "", _BLANKS)


class Unwrapped(msgspec.Struct, frozen=True):
    """The notes found, each once, in order of appearance (which means nothing), and remarks on what was not taken."""

    signed_notes: tuple[SignedNote, ...]
    remarks: tuple[RefereeError, ...] = ()


def unwrap(mail: bytes) -> Unwrapped:
    """The notes in a mail, a paste or a file whose signature fits the key they name.

    Whose key that is and what the note says is not looked at. A damaged or unfinished armour, such as an old note
    quoted in a reply, is left out with a remark; if nothing else is there, the remark is the refusal.

    Of a longer mail the first mebibyte is read: texts stand before pictures. That is remarked on.

    Raises:
        Unreadable: a note or signature outside BEGIN and END lines, or nothing that could be taken.
        NotAuthentic: the signature of the only note does not fit, or its block has another shape.
    """
    if signed_notes := _distinct(_plain_bundle(mail)):
        return Unwrapped(signed_notes)
    scan = _Scan()
    mails = split_mbox(mail[:FILE_LIMIT])
    for message in mails:
        try:
            scan.take_mail(message)
        except (
            Unreadable,
            NotAuthentic,
        ) as refusal:  # of one mail; those beside it in a mailbox file are none the worse
            if len(mails) == 1:
                raise
            scan.remarks.append(refusal)
    if len(mail) > FILE_LIMIT:
        scan.remarks.append(Unreadable("mail-too-long", limit=FILE_LIMIT, hint=Sentence("ask-attachment")))
    signed_notes = _distinct(scan.signed_notes)
    if not signed_notes:
        raise scan.why_nothing()
    return Unwrapped(signed_notes, (*scan.remarks, *(other.refusal for other in scan.others if other.hides)))


def _plain_bundle(mail: bytes) -> Sequence[SignedNote]:
    """The notes of a file that holds nothing else and that nothing has been done to; none of any other, which is read
    line by line. What that would undo must not be in it: it would find the same notes.
    """
    if mail.startswith(_NOTE) and not (mail.translate(None, _PLAIN) or any(mark in mail for mark in _DONE_TO_LINES)):
        with suppress(Unreadable, NotAuthentic):
            signed_notes = read_bundle(mail)
            return signed_notes if all(signed.is_intact for signed in signed_notes) else ()
    return ()


class _Scan(msgspec.Struct):
    signed_notes: list[SignedNote] = []
    remarks: list[RefereeError] = []
    others: list[UnsupportedFile] = []
    guesses: int = 0
    checks: int = 0

    def take_mail(self, mail: bytes) -> None:
        """Read every text of a mail, and if there is no note in them, look for one wherever it may be.

        Raises Unreadable, NotAuthentic for a mail of which nothing is taken.
        """
        notes, remarks = len(self.signed_notes), len(self.remarks)
        texts = set[str]()
        refusal: RefereeError | None = None
        try:
            self._take_texts(mail, texts)
        except (Unreadable, NotAuthentic) as stray:
            refusal = stray
        if len(self.signed_notes) == notes and len(mail) >= _LEAST and self._search(mail, texts, remarks, refusal):
            refusal = None
        if refusal is not None:
            raise refusal

    def _take_texts(self, mail: bytes, texts: set[str]) -> None:
        for text in mime_text.mail_texts(mail):
            if isinstance(text, UnsupportedFile):
                self.others.append(text)
            elif isinstance(text, Unreadable):
                self.remarks.append(text)
            else:
                texts.add(text)
                self.take(text)
                if order_slips.BEGIN in text:
                    self.remarks.append(Unreadable(order_slips.NO_NOTE, hint=Sentence("orders-taken-in")))

    def _search(self, mail: bytes, known: set[str], before: int, refusal: RefereeError | None) -> bool:
        """Look for notes that the headers of a mail did not lead to; whether there is more to report now.

        What was remarked since there were `before` remarks goes if notes are found: it was about these.
        """
        second, found = search.Search(), _Scan()
        damaged: list[RefereeError] = []
        begun = 0
        for text in second.texts(mail):
            begun = max(begun, text.count(BEGIN))
            if text in known:
                continue
            again = _Scan(guesses=self.guesses, checks=self.checks)
            with suppress(Unreadable, NotAuthentic):
                again.take(text)
            self.guesses, self.checks = again.guesses, again.checks
            if again.signed_notes:
                found.remarks = found.remarks or again.remarks
                found.signed_notes += again.signed_notes
            else:
                damaged = damaged or again.remarks
        told = refusal or next(iter(self.remarks[before:]), None)
        if found.signed_notes:
            lost = begun > len(_distinct(found.signed_notes)) and not found.remarks
            self.signed_notes += found.signed_notes
            self.remarks[before:] = [_not_understood()] if lost else found.remarks
        elif second.has_traces and (told is None or told.code in _TELLS_LITTLE):
            self.remarks[before:] = damaged or [_not_understood()]
        else:
            return False
        return True

    def why_nothing(self) -> RefereeError:
        """Why there is no note: first a file that replaces it, then a damaged note, then a file that may hold one."""
        others = sorted(self.others, key=lambda other: other.place)
        instead = (other.refusal for other in others if other.hides)
        reasons = (*instead, *self.remarks, *(other.refusal for other in others))
        # A refusal that its own traceback leads to goes only when garbage is looked for, which is seldom.
        self.others, self.remarks = [], []
        return next(iter(reasons), Unreadable("no-note-text", hint=Sentence("save-whole-mail")))

    def take(self, text: str) -> None:
        """Read a text; if it holds nothing as it should be, once more with BEGIN and END lines put apart, without what
        is around every line of a note, and with dashes of other lengths.
        """
        plain = in_ascii(text)
        first, refusal = self._scan_text(plain)
        if not first.signed_notes and _MARK in plain:
            apart = separate_armour_lines(plain)
            for other in dict.fromkeys((apart, *(bare for reading in readings(text) for bare in _bare(reading)))):
                again, _ = self._scan_text(other) if other != plain else (first, None)
                if again.signed_notes:
                    first, refusal = again, None
                    break
                if other == apart != plain and again.remarks:
                    first, refusal = again, again.remarks[0]
        if refusal is not None:
            raise refusal
        self.signed_notes += first.signed_notes
        self.remarks += first.remarks

    def _scan_text(self, text: str) -> tuple[_Scan, RefereeError | None]:
        """What a text holds, line by line, and why nothing of it is taken, if nothing is."""
        scan, refusal = _Scan(guesses=self.guesses, checks=self.checks), None
        try:
            scan.read(text)
        except Unreadable as stray:
            refusal = stray
        self.guesses, self.checks = scan.guesses, scan.checks
        return scan, refusal

    def read(self, text: str) -> None:
        """Read a text in ASCII. Raises Unreadable for a note outside of BEGIN and END lines."""
        inside: list[str] | None = None
        begun_at = 0
        for number, raw in enumerate(_LINE_END.split(text) if "\r" in text else text.split("\n"), 1):
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
            self.remarks.append(truncated_note_remark(inside, begun_at))
        elif is_truncated_begin(line):
            self.remarks.append(truncated_note_remark((), number))

    def _finish(self, lines: list[str], begun_at: int) -> None:
        at = Sentence("note-in-line", number=begun_at)
        if self.checks >= _CHECKS:
            self.remarks.append(_not_understood(at))
            return
        self.checks += 1
        try:
            signed = _signed_note(lines)
            signed.check()
            self.signed_notes.append(signed)
        except (Unreadable, NotAuthentic) as error:
            self._mend(lines, error, at)
        except ValueError:  # whatever it is, the notes beside it are none the worse
            self.remarks.append(_not_understood(at))

    def _mend(self, lines: list[str], error: RefereeError, at: Sentence) -> None:
        """Take a note whose lines were joined or cut, if the signature says how; else remark what is wrong."""
        body = lines[: lines.index(sshsig.BEGIN)] if sshsig.BEGIN in lines else []
        rest = lines[len(body) :]
        if error.code in _BLOCK:
            healed = self._first_that_fits([*body, *block] for block in blocks_with_pluses(rest))
        else:
            healed = (
                self._first_that_fits(_lines_of_note(text, rest) for text in possible_bodies(body))
                if is_not_note_body(body)
                else None
            )
        if healed is not None:
            self.signed_notes.append(healed)
            return
        if is_rewrapped(body):
            error = Unreadable("note-rewrapped", hint=Sentence("ask-attachment"))
        error.hint = error.hint or Sentence("ask-attachment")
        error.at = damaged_note_place(lines, at)
        self.remarks.append(error)

    def _first_that_fits(self, guesses: Iterable[list[str]]) -> SignedNote | None:
        """The note that was signed, of these that it may have been; None if none fits."""
        for lines in guesses:
            if self.guesses >= _GUESSES:
                break
            self.guesses += 1
            with suppress(Unreadable, NotAuthentic):
                signed = _signed_note(lines)
                signed.check()
                return signed
        return None


def _lines_of_note(body: bytes, block: list[str]) -> list[str]:
    return [*body.decode("utf-8").splitlines(), *block]


def _bare(text: str) -> tuple[str, str]:
    """A text without what is around the lines of its notes, and with their BEGIN and END lines put apart."""
    return without_frames(text), separate_armour_lines(text)


def _not_understood(at: Sentence | None = None) -> Unreadable:
    return Unreadable("mail-not-understood", at=at, hint=Sentence("ask-attachment"))


def _signed_note(lines: list[str]) -> SignedNote:
    if lines.count(sshsig.BEGIN) != 1 or lines.count(sshsig.END) != 1 or lines[-1] != sshsig.END:
        raise Unreadable("more-than-note")
    middle = lines.index(sshsig.BEGIN)
    body = "".join(f"{line}\n" for line in lines[:middle]).encode("utf-8")
    block = "".join(lines[middle + 1 : -1]).translate(_DROP_BLANKS)
    return signed_from_parts(body, sshsig.read_base64(block))


def _check_stray(line: str, number: int) -> None:
    if line.startswith("referee/1 ") or line in (sshsig.BEGIN, sshsig.END):
        hint = Sentence("note-stands-between", begin=BEGIN, end=END)
        raise Unreadable("note-outside-frame", at=Sentence("line", number=number), hint=hint)


def _distinct(signed_notes: Sequence[SignedNote]) -> tuple[SignedNote, ...]:
    found: dict[tuple[str, bytes], SignedNote] = {}
    for signed in signed_notes:
        found.setdefault((signed.id, signed.key), signed)
    return tuple(found.values())
