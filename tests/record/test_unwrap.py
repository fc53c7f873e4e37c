"""Mails: what transport does is undone, what changes a meaning is refused, and nothing outside the armour counts."""

from __future__ import annotations

import base64
import quopri
import time
from collections.abc import Callable
from functools import cache
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.crypto import sshsig
from referee.kernel import errors
from referee.kernel.errors import NotAuthentic, RefereeError, Unreadable
from referee.record.mails.unwrap import unwrap
from referee.record.note import BEGIN, END, FILE_LIMIT, SignedNote, render_bundle
from referee.record.notes import Range
from tests.long_runs import of
from tests.record import make_vectors, mangled
from tests.record.examples import SMALL, plain, signed_example
from tests.record.mangled import ACK, HEALED, HEALED_LATER, MOVE, NOTE, OLD, REFUSED, SEVERAL, TAKEN_NOW
from tests.record.vectors_of import said_today, vectors
from tests.support.rehearse import test_key


def as_bytes(mail: str | bytes) -> bytes:
    return mail if isinstance(mail, bytes) else mail.encode("utf-8")


ALL_HEALED = HEALED | HEALED_LATER


@pytest.mark.parametrize("why", ALL_HEALED)
def test_what_transport_does_to_a_note_is_undone(why: str) -> None:
    """Attacks 51, 142, 143, 144."""
    unwrapped = unwrap(as_bytes(ALL_HEALED[why]()))

    assert (unwrapped.signed_notes, unwrapped.remarks) == ((MOVE,), ())


def big(note_type: str) -> SignedNote:
    """A mix of the tiles of Tigris, or an unlock of a whole bag: the longest notes that players send."""
    if note_type == "mix":
        return signed_example(msgspec.structs.replace(SMALL["mix"], deck=plain("deck", 9152), proof=plain("p", 13920)))
    ranges = (Range("tiles", 0, 143),)
    return signed_example(msgspec.structs.replace(SMALL["unlock"], lock=ranges, locks=plain("locks", 96 * 143)))


MAILED: dict[str, Callable[[str], str | bytes]] = {
    "CRLF": lambda note: note.replace("\n", "\r\n"),
    "quoted": lambda note: "".join(f"> {line}\n" for line in note.splitlines()),
    "twice quoted": lambda note: "".join(f"> > {line}\n" for line in note.splitlines()),
    "indented": lambda note: "".join(f"    {line}  \n" for line in note.splitlines()),
    "quoted-printable": lambda note: (
        b"Content-Type: text/plain\nContent-Transfer-Encoding: quoted-printable\nMIME-Version: 1.0\n\n"
        + quopri.encodestring(note.encode())
    ),
    "base64": lambda note: (
        b"Content-Type: text/plain\nContent-Transfer-Encoding: base64\nMIME-Version: 1.0\n\n"
        + base64.encodebytes(note.encode())
    ),
}


@pytest.mark.parametrize("how", MAILED)
@pytest.mark.parametrize("note_type", ["mix", "unlock"])
def test_what_transport_does_to_a_long_note_is_undone(note_type: str, how: str) -> None:
    """Attack 51: notes of a masked game have hundreds of lines."""
    signed = big(note_type)
    unwrapped = unwrap(as_bytes(MAILED[how](signed.armoured())))

    assert (unwrapped.signed_notes, unwrapped.remarks) == ((signed,), ())


def test_a_file_as_it_was_written_holds_what_is_found_in_it_line_by_line() -> None:
    notes = [signed_example(note) for note in SMALL.values()]
    written = render_bundle([*notes, big("mix"), notes[0]])

    assert unwrap(written) == unwrap(written.replace(b"\n", b"\r\n")) == unwrap(b"Hello\n" + written)


@pytest.mark.parametrize("line", ["> quoted", " indented", "blank at its end ", "", "- -dashed", "|", "\ttab"])
def test_what_mail_would_change_in_a_note_is_refused_in_a_file_too(line: str) -> None:
    """Attack 51: the key fits, and who reads it line by line would read another text."""
    body = MOVE.body + f"{line}\n".encode()
    key = test_key("anna")
    signed = SignedNote(body, key.public, MOVE.namespace, sshsig.sign(key, MOVE.namespace, body))
    assert signed.is_intact
    block = "\n".join(sshsig.armour(sshsig.blob(signed.key, signed.namespace, signed.signature)))

    with pytest.raises(RefereeError):
        unwrap(f"{BEGIN}\n{body.decode()}{block}\n{END}\n".encode())


@pytest.mark.parametrize("note_type", ["mix", "unlock"])
def test_a_long_note_that_its_mail_cuts_off_is_called_that(note_type: str) -> None:
    """D27."""
    whole = big(note_type).armoured()
    for part in (0.1, 0.5, 0.9):
        with pytest.raises(RefereeError) as refusal:
            unwrap(whole[: int(len(whole) * part)].encode())
        assert refusal.value.code == "cut-off-note"


@pytest.mark.parametrize("why", SEVERAL)
def test_the_notes_of_a_mail_are_a_set_and_what_is_damaged_is_remarked_on(why: str) -> None:
    """Attacks 56, 47, 109, 136."""
    mail, names, remark_count = SEVERAL[why]
    unwrapped = unwrap(as_bytes(mail()))

    assert tuple(mangled.NAMES[signed.id] for signed in unwrapped.signed_notes) == names
    assert len(unwrapped.remarks) == remark_count


@pytest.mark.parametrize("why", [why for why in REFUSED if why not in (*TAKEN_NOW, "more than a mebibyte")])
def test_what_changes_a_meaning_is_refused(why: str) -> None:
    """Attacks 8 to 14, 34 to 48, 52, 108, 109."""
    mail, error, says = REFUSED[why]
    with pytest.raises(RefereeError, match=said_today(says)) as refusal:
        unwrap(as_bytes(mail()))

    assert type(refusal.value) is getattr(errors, error)


PUBLISHED = [case for case in vectors("mails") if case["why"] not in TAKEN_NOW] + vectors("healed_mails")


@pytest.mark.parametrize("case", PUBLISHED, ids=lambda case: case["why"])
def test_the_published_mails_come_out_as_published(case: Any) -> None:
    mail = base64.b64decode(case["mail"])
    if "error" in case:
        with pytest.raises(getattr(errors, case["error"]), match=said_today(case["says"])):
            unwrap(mail)
        return
    unwrapped = unwrap(mail)

    assert [signed.id for signed in unwrapped.signed_notes] == case["notes"]
    assert len(unwrapped.remarks) == case["remarks"]


def test_the_published_mails_are_those_made_here() -> None:
    assert make_vectors.mails() == vectors("mails")
    assert make_vectors.healed_mails() == vectors("healed_mails")
    assert len(vectors("mails")) > 90


def test_of_a_mail_of_more_than_a_mebibyte_the_first_one_is_read_and_that_is_told() -> None:
    """Attack 146: a photograph behind a move makes it no less a move."""
    unwrapped = unwrap((NOTE + "x\n" * 2**19).encode())

    assert (unwrapped.signed_notes, [remark.code for remark in unwrapped.remarks]) == ((MOVE,), ["mail-too-long"])


def test_of_a_longer_mail_nothing_behind_the_first_mebibyte_is_read() -> None:
    with pytest.raises(Unreadable, match="1048576 bytes"):
        unwrap(b"x\n" * 2**19 + NOTE.encode())


def test_something_like_a_note_that_cannot_be_read_is_never_called_none() -> None:
    """Attack 142."""
    for damaged in (f"{NOTE[:-60]} of what REFEREE NOTE said", NOTE.replace("-----", "").replace("referee/1", "")):
        with pytest.raises(RefereeError) as refusal:
            unwrap(damaged.encode())
        assert refusal.value.code != "no-note-text"
        assert refusal.value.hint is not None


def test_a_number_that_is_no_letter_is_in_the_way_of_no_other_note() -> None:
    """Attack 145: what UTF-8 cannot say is dropped behind every decoder."""
    half = mangled.rich_text(NOTE).replace(r"\par", r"\u-10240?\u-8192?\u0?\par")

    assert unwrap(half.encode()).signed_notes == (MOVE,)


def test_a_mail_that_brings_half_its_notes_tells_that_there_is_more() -> None:
    """Attack 142: nothing is passed over without a word."""
    coded = base64.encodebytes((OLD.armoured().replace("step 1", "step 2") + NOTE).encode())
    unwrapped = unwrap(b"\nContent-Type: text/plain\nContent-Transfer-Encoding: base64\n\n" + coded)

    assert unwrapped.signed_notes == (MOVE,)
    assert len(unwrapped.remarks) == 1


def test_the_order_of_the_notes_in_a_mail_means_nothing() -> None:
    notes = [NOTE, OLD.armoured(), ACK.armoured()]
    found = [set(unwrap("".join(order).encode()).signed_notes) for order in (notes, notes[::-1], notes[1:] + notes[:1])]

    assert found == [{MOVE, OLD, ACK}] * 3


def test_a_second_valid_signature_of_one_text_is_the_same_note() -> None:
    """Attack 7: ids never cover signatures."""
    again = mangled.with_signature(
        sshsig.blob(MOVE.key, MOVE.namespace, _another_valid_signature(MOVE.namespace, MOVE.body))
    )
    signed_notes = unwrap((NOTE + again).encode()).signed_notes

    assert again != NOTE
    assert signed_notes == (MOVE,)
    assert unwrap(again.encode()).signed_notes[0].id == MOVE.id


def _another_valid_signature(namespace: str, body: bytes) -> bytes:
    """RFC 8032 with another nonce than the one the seed gives: as valid, and another one."""
    from hashlib import sha512

    from referee.crypto import curve25519
    from tests.crypto import second_arithmetic

    digest = sha512(mangled.SEED).digest()
    scalar = int.from_bytes(digest[:32], "little") & ~7 & (2**254 - 1) | 2**254
    message = sshsig_bytes(namespace, body)
    nonce = 123456789
    (r,) = second_arithmetic.encoded([second_arithmetic.times_base(nonce)])
    k = int.from_bytes(sha512(r + MOVE.key + message).digest(), "little")
    return r + ((nonce + k * scalar) % curve25519.GROUP).to_bytes(32, "little")


def sshsig_bytes(namespace: str, body: bytes) -> bytes:
    from hashlib import sha512

    from tests.crypto.second import ssh

    return b"SSHSIG" + ssh(namespace.encode(), b"", b"sha512", sha512(body).digest())


def test_a_damaged_note_is_told_where_it_stops_being_one() -> None:
    """The sender sees the line to look at, and how to avoid it."""
    with pytest.raises(NotAuthentic) as refusal:
        unwrap(NOTE.replace("\ndo place", "\nDo place").encode())

    assert refusal.value.hint is not None
    assert str(refusal.value.hint).startswith("line ")


def test_a_mail_of_many_joined_notes_costs_no_more_than_some_signatures(monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[bytes] = []
    verify = sshsig.verify
    monkeypatch.setattr(sshsig, "verify", lambda *given: (tried.append(given[2]), verify(*given))[1])
    joined = f"{' '.join(NOTE.splitlines())}\n".replace("temple F7", "temple F8")
    with pytest.raises(Unreadable):
        unwrap(joined.encode() * 400)

    assert len(tried) == 240


def test_rtf_of_nothing_but_braces_is_read_to_its_end() -> None:
    with pytest.raises(Unreadable, match="no note"):
        unwrap(rb"{\rtf1" + b"{" * 1_000_000)


def test_nothing_outside_the_armour_is_ever_shown_as_the_players_words() -> None:
    """Attacks 53, 57: a comment around the note has no place in what is read."""
    unwrapped = unwrap(f"say I resign\nstep 99\n{NOTE}say bye\n".encode())

    assert unwrapped.signed_notes == (MOVE,)
    assert b"resign" not in unwrapped.signed_notes[0].body


def test_a_note_dropped_for_another_begin_leaves_no_line_behind() -> None:
    """Attack 136: the half's lines must not become part of the note that follows."""
    half = f"{BEGIN}\nreferee/1 move\nstep 99\n"

    assert unwrap((half + NOTE).encode()).signed_notes == (MOVE,)


TEXT_PART = b"Content-Type: text/plain"
PARTS = b"MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=x\n\n"
SIZE = of(FILE_LIMIT // 4, FILE_LIMIT)
SLOW = {
    "quotes": b">" * SIZE,
    "blanks": b" " * SIZE,
    "line ends": b"\n" * SIZE,
    "begin lines": (BEGIN + "\n").encode() * (SIZE // 30),
    "almost begin lines": (BEGIN[:-1] + "\n").encode() * (SIZE // 30),
    "empty armours": f"{BEGIN}\n{END}\n".encode() * (SIZE // 60),
    "one long line in an armour": f"{BEGIN}\nreferee/1 move\ndo ".encode() + b"x" * (SIZE - 100),
    "headers": b"a: b\n" * (SIZE // 5),
    "MIME headers": b"MIME-Version: 1.0\n" + b"a: b\n" * (SIZE // 5 - 4),
    "many small headers, then a body": b"MIME-Version: 1.0\n" + b"a: b\n" * 10_000 + b"\n" + b"x\n" * (SIZE * 2 // 5),
    "tags": b"Content-Type: text/html\n\n" + b"<a" * (SIZE // 2 - 20),
    "open tags": b"Content-Type: text/html\n\n" + b"<" * (SIZE - 40),
    "comments": b"Content-Type: text/html\n\n" + b"<!--" * (SIZE // 4 - 20),
    "marked sections": b"Content-Type: text/html\n\n" + b"<![" * (SIZE // 3 - 20),
    "attributes": b"Content-Type: text/html\n\n<a " + b"=\"='" * (SIZE // 4 - 20),
    "open attributes": b"Content-Type: text/html\n\n" + b'<a b="c' * (SIZE // 7 - 20),
    "scripts": b"Content-Type: text/html\n\n" + b"<script></" * (SIZE // 10 - 20),
    "end tags": b"Content-Type: text/html\n\n" + b"</a" * (SIZE // 3 - 20),
    "entities": b"Content-Type: text/html\n\n" + b"&" * (SIZE - 40),
    "boundaries": PARTS + b"--x\n\n" * (SIZE // 6 - 20),
    "a charset that takes quadratic time": TEXT_PART
    + b"; charset=punycode\n\n"
    + b"a" * (SIZE // 2 - 200)
    + b"-"
    + b"ab" * (SIZE // 4),
    "parameters": TEXT_PART + b';"' * (SIZE * 2 // 5) + b"\n\nx\n",
    "folded parameters": TEXT_PART + b';"\n ' * (SIZE // 6) + b"\n\nx\n",
    "folded parameters, CR": (TEXT_PART + b';"\n ' * (SIZE // 6) + b"\n\nx\n").replace(b"\n", b"\r"),
    "folded parameters, CRLF": (TEXT_PART + b';"\n ' * (SIZE // 6) + b"\n\nx\n").replace(b"\n", b"\r\n"),
    "parameters of a part": PARTS + b"--x\nContent-Disposition: a" + b';"' * (SIZE * 2 // 5) + b"\n\nx\n",
    "a report of delivery": b"Content-Type: message/delivery-status\n\n" + b"\n" * (SIZE - 60),
    "a report of delivery, CRLF": b"Content-Type: Message/Delivery-Status\r\n\r\n" + b"\r\n" * (SIZE // 2 - 60),
    "a report of delivery, CR": b"Content-Type: message/delivery-status\r\r" + b"\r" * (SIZE - 60),
    "mails in mails": b"MIME-Version: 1.0\n" + b"Content-Type: message/rfc822\n\n" * 64 + b"\n" * (SIZE * 6 // 7),
    "numbers of HTML": b"Content-Type: text/html\n\n" + b"&#1234567;" * (SIZE // 10 - 20),
    "one number of HTML": b"Content-Type: text/html\n\n&#x" + b"1" * (SIZE - 60),
    "nested to the limit": b"MIME-Version: 1.0\n"
    + b"".join(b"Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n" % (n, n) for n in range(8))
    + b"\n" * (SIZE * 6 // 7),
    "signature of blanks": f"{BEGIN}\nreferee/1 move\n{sshsig.BEGIN}\n".encode()
    + b" \n" * (SIZE * 2 // 5)
    + f"{sshsig.END}\n{END}\n".encode(),
}

CODED = base64.encodebytes(b"Come for cake on Sunday, all of you people in town")
SLOW |= {
    "marks in one line": f"{BEGIN} x {END} ".encode() * (SIZE // 60),
    "frames": "".join(f"a{at}b{BEGIN}c\nreferee/1 move\n" for at in range(SIZE // 56)).encode(),
    "framed notes with dashes": "".join(f"Anna> {line}\n" for line in NOTE.replace("--", "\u2014").splitlines())
    .replace("temple F7", "temple F8")
    .encode()
    * (SIZE // 1700),
    "base64 of damaged notes": base64.encodebytes(NOTE.replace("temple F7", "temple F8").encode() * (SIZE // 2000)),
    "runs of base64": (CODED + b"x y.\n") * (SIZE // 80),
    "figures in a frame": f"1{BEGIN}1\n".encode() + b"1" * (SIZE - 60),
    "numbers of lines": f"1{BEGIN}1\n".encode() + b"12\n" * (SIZE // 3 - 20),
    "escapes of quoted-printable": b"REFEREE" + b"=3D=20=\n" * (SIZE // 8 - 9),
    "letters of UTF-7": b"REFEREE" + b"+AAAA" * (SIZE // 5 - 9),
    "letters by number": b"<p>REFEREE" + b"&#45;<p>" * (SIZE // 8 - 9),
    "letters of a page": b"<html>REFEREE" + b"<a" * (SIZE // 2 - 9),
    "beginnings of UUencoded files": b"begin 644 x\n" * (SIZE // 12),
    "dashes": ("REFEREE" + "\u2014\u2013" * (SIZE // 6 - 9)).encode(),
    "letters that are not seen": ("REFEREE" + "\u200b" * (SIZE // 3 - 9)).encode(),
    "bars of a mailbox": b"\1\1\1\1\nx\n" * (SIZE // 7),
    "postmarks": b"From a Sat Nov 28 19:18:07 2026\na: b\n" * (SIZE // 38),
}


LINES_OF_AN_ORDINARY_MAIL = (
    f"{BEGIN}\nreferee/1 move\n{sshsig.BEGIN}\nAAAA\n{sshsig.END}\n{END}\nLast week I wrote\n".encode()
)
TIMES_AN_ORDINARY_MAIL = 30
"""Above the worst measured, 9; reading in quadratic time is some thousands at full size, hundreds at a quarter."""


@cache
def ordinary() -> float:
    """What an ordinary mail of this size takes: damaged notes and talk, so that all of it is looked at."""
    mail = LINES_OF_AN_ORDINARY_MAIL * (SIZE // len(LINES_OF_AN_ORDINARY_MAIL))
    return min(spent_on(mail) for _ in range(3))


def spent_on(mail: bytes) -> float:
    """The processor's seconds for reading a mail without one good note."""
    started = time.process_time()
    with pytest.raises((Unreadable, NotAuthentic)):
        unwrap(mail)
    return time.process_time() - started


@pytest.mark.parametrize("why", SLOW)
def test_the_worst_mail_takes_as_long_as_some_ordinary_ones_of_its_size(why: str) -> None:
    """Attacks 45, 46: a mebibyte of anything is read in linear time."""
    assert SIZE // 2 < len(SLOW[why]) <= SIZE
    assert spent_on(SLOW[why]) < TIMES_AN_ORDINARY_MAIL * ordinary()


@settings(max_examples=of(150, 400), deadline=None)
@given(st.lists(st.sampled_from([*NOTE.split("\n"), "> ", "", "\u00a0", "referee/1 move", "-----", "x"]), max_size=40))
def test_no_shuffling_of_lines_gives_a_note_that_was_not_signed(lines: list[str]) -> None:
    try:
        signed_notes = unwrap("\n".join(lines).encode()).signed_notes
    except RefereeError:
        return
    assert signed_notes == (MOVE,)


@settings(max_examples=of(120, 300), deadline=None)
@given(st.binary(max_size=400))
def test_any_bytes_are_refused_without_another_error(data: bytes) -> None:
    for mail in (data, b"MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=x\n\n--x\n" + data):
        with pytest.raises(RefereeError):
            unwrap(mail)


TYPES = ("text/plain", "text/html", "multipart/mixed", "multipart/digest", "message/rfc822", "message/delivery-status")
NAMES_OF_PARAMETERS = (
    "charset",
    "charset*",
    "charset*0",
    "charset*1*",
    "charset*" + "1" * 500,
    "boundary",
    "boundary*0",
)
VALUES = (
    "utf-8",
    "utf-8\0",
    "utf-8\0''x",
    "utf-16''%00",
    "''",
    "x",
    "%zz",
    '"',
    '"\\',
    "\xff",
    "punycode''a-b",
    "hex",
    "",
)
ENCODINGS = ("7bit", "base64", "quoted-printable", "x-uuencode", "base64\0", "\xff", "")
BODIES = (
    "&#" + "9" * 4301 + ";",
    "&#x" + "f" * 5000,
    "begin 666 \0\n#\n",
    "=\n=4\0",
    "--x\n",
    "--\n\n",
    "\0",
    "\xff",
    "<pre>",
    "a: b",
)


@st.composite
def odd_parts(draw: st.DrawFn, depth: int = 3) -> bytes:
    """A part of a mail with parameters, encodings and bytes that mail programs do not write, and parts in it."""
    parameters = draw(st.lists(st.tuples(st.sampled_from(NAMES_OF_PARAMETERS), st.sampled_from(VALUES)), max_size=3))
    head = f"Content-Type: {draw(st.sampled_from(TYPES))}" + "".join(f"; {name}={value}" for name, value in parameters)
    head += f"; boundary=x\nContent-Transfer-Encoding: {draw(st.sampled_from(ENCODINGS))}\n\n"
    body = "".join(draw(st.lists(st.sampled_from(BODIES), max_size=4)))
    inner: list[bytes] = draw(st.lists(odd_parts(depth - 1), max_size=2)) if depth else []
    return head.encode("latin-1") + b"\n--x\n".join([body.encode("latin-1"), *inner])


@settings(max_examples=of(80, 600), deadline=None)
@given(odd_parts())
def test_any_mail_of_odd_parts_is_refused_without_another_error(part: bytes) -> None:
    """Finding F6: NUL, huge numbers, parameters of RFC 2231, parts in parts."""
    with pytest.raises(RefereeError):
        unwrap(b"MIME-Version: 1.0\n" + part)


@settings(max_examples=of(60, 300), deadline=None)
@given(odd_parts(depth=1).filter(lambda part: part.count(b"boundary=") < 8))
def test_a_note_beside_odd_parts_is_taken(part: bytes) -> None:
    """Finding F6: whatever cannot be read is left out, the note in its own part is not."""
    mail = b"MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=outer\n\n--outer\n" + part
    mail += b"\n--outer\nContent-Type: text/plain\n\n" + NOTE.encode() + b"\n--outer--\n"

    assert unwrap(mail).signed_notes == (MOVE,)


@settings(max_examples=of(120, 300), deadline=None)
@given(st.integers(0, len(NOTE) - 1), st.integers(0, 255))
def test_a_changed_byte_in_a_mail_heals_to_the_same_note_or_is_refused(at: int, byte: int) -> None:
    data = bytearray(NOTE.encode())
    data[at] = byte
    try:
        signed_notes = unwrap(bytes(data)).signed_notes
    except RefereeError:
        return
    assert signed_notes == (MOVE,)
