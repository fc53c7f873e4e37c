"""Writes the vectors of notes: `python -m tests.record.make_vectors`. What must happen is stated here by hand."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable, Iterator
from typing import Any

from referee.protocol.agreements.new_key import six_words
from referee.record.note import SignedNote
from referee.record.notes import Move
from referee.record.notes.codec import render
from referee.record.notes.fields import fields_of
from referee.record.notes.kinds import MASKED_ONLY, UNRECORDED
from tests.record import mangled
from tests.record.added import ADDED, signed_addition
from tests.record.examples import (
    BACK,
    BOXES,
    EVERY,
    FULL,
    HOSTING,
    MASKED,
    NAMING,
    PROGRAM,
    SMALL,
    name,
    signed_example,
)
from tests.record.vectors_of import FOLDER

Lines = list[str]
Edit = Callable[[Lines], Lines]


def notes() -> dict[str, Any]:
    """Every example note of a record: its lines, its id, and the file it makes when signed."""
    apart = (*UNRECORDED, "comment", "consent", "rekey", *MASKED_ONLY)
    return {
        which: published
        for which, published in _every_note()
        if which.split()[1] not in apart and which not in _DECIDING
    }


def hosts() -> dict[str, Any]:
    """The same of a game whose host changes, and of shares of what the host keeps shut."""
    return {f"hosting {note.type}": _published(signed_example(note)) for note in HOSTING.values()}


def masked() -> dict[str, Any]:
    """The same of a game whose deck nobody sees."""
    own = {which: published for which, published in _every_note() if which.split()[1] in MASKED_ONLY}
    return own | {f"masked {note.type}": _published(signed_example(note)) for note in MASKED.values()}


_DECIDING = ("naming step",)


def people() -> dict[str, Any]:
    """The same of consents, and of a step note with table lines."""
    return {
        which: published for which, published in _every_note() if which.split()[1] == "consent" or which in _DECIDING
    }


def keys() -> dict[str, Any]:
    """The same of rekey notes."""
    return {which: published for which, published in _every_note() if which.split()[1] == "rekey"}


def back() -> dict[str, Any]:
    """The same of a step back."""
    return {f"back {note.type}": _published(signed_example(note)) for note in BACK.values()}


def boxes() -> dict[str, Any]:
    """The same of a claim that opens an old box."""
    return {f"box {note.type}": _published(signed_example(note)) for note in BOXES.values()}


def programs() -> dict[str, Any]:
    """The same of a join of a seat for which a program answers."""
    return {f"program {note.type}": _published(signed_example(note)) for note in PROGRAM.values()}


def key_words() -> dict[str, Any]:
    """The six words of every rekey note, by its id."""
    return {published["id"]: list(six_words(published["id"])) for published in keys().values()}


def claims() -> dict[str, Any]:
    """The same of the notes that stand beside a record."""
    return {which: published for which, published in _every_note() if which.split()[1] in UNRECORDED}


def comments() -> dict[str, Any]:
    """The same of what is said of a step after the end."""
    return {which: published for which, published in _every_note() if which.split()[1] == "comment"}


def _every_note() -> Iterator[tuple[str, Any]]:
    for size, examples in (("small", SMALL), ("full", FULL), ("naming", NAMING)):
        for note in examples.values():
            yield f"{size} {note.type}", _published(signed_example(note))


def additions() -> dict[str, Any]:
    """The same of what only some games use: several seats asked at once, covered places, packs."""
    return {which: _published(signed_addition(note)) for which, note in ADDED.items()}


def _published(signed: SignedNote) -> dict[str, Any]:
    return {"body": signed.body.decode().split("\n")[:-1], "id": signed.id, "file": signed.armoured()}


def mails() -> list[dict[str, Any]]:
    """Every mail: why, its bytes in base64, and the ids of its notes with the number of remarks, or the refusal."""
    ids = {name: note_id for note_id, name in mangled.NAMES.items()}
    found: list[dict[str, Any]] = []
    for why, mangle in mangled.HEALED.items():
        found.append({"why": why, "mail": _in_base64(mangle()), "notes": [mangled.MOVE.id], "remarks": 0})
    for why, (mangle, names, remarks) in mangled.SEVERAL.items():
        found.append(
            {"why": why, "mail": _in_base64(mangle()), "notes": [ids[name] for name in names], "remarks": remarks}
        )
    for why, (mangle, error, says) in mangled.REFUSED.items():
        found.append({"why": why, "mail": _in_base64(mangle()), "error": error, "says": says})
    return [mail for mail in found if len(mail["mail"]) < 20_000]


def healed_mails() -> list[dict[str, Any]]:
    """The same of mails that are healed since `mails` were published; what that says of them is out of date."""
    made = [
        {"why": why, "mail": _in_base64(mangle()), "notes": [mangled.MOVE.id], "remarks": 0}
        for why, mangle in mangled.HEALED_LATER.items()
    ]
    return [mail for mail in made if len(mail["mail"]) < 20_000]


def _in_base64(mail: str | bytes) -> str:
    data = mail if isinstance(mail, bytes) else mail.encode("utf-8")
    return base64.b64encode(data).decode()


def corrections() -> list[dict[str, Any]]:
    """Notes of one slot: why, their files, and the pairs of ids that contradict each other, each pair ascending."""
    first, rival = _move("pass"), _move("place farm A1")
    second = _move("withdraw king", first)
    third = _move("leader king B9", first, second)
    half = _move("leader king B9", second)
    fork = _move("place mine A1", first)
    rows: tuple[tuple[str, tuple[SignedNote, ...], tuple[tuple[SignedNote, SignedNote], ...]], ...] = (
        ("the first and the second", (first, second), ()),
        ("the second and the third", (second, third), ()),
        ("the first and the third, the second is not shown", (first, third), ()),
        ("all three", (third, first, second), ()),
        ("a third that names the second alone", (first, half), ((first, half),)),
        ("the same, with the second", (first, second, half), ((first, half),)),
        ("two corrections of one note", (second, fork), ((second, fork),)),
        ("two notes, and neither names anything", (first, rival), ((first, rival),)),
    )
    return [
        {
            "why": why,
            "files": [signed.armoured() for signed in shown],
            "contradict": sorted(sorted((one.id, other.id)) for one, other in pairs),
        }
        for why, shown, pairs in rows
    ]


def _move(do: str, *instead: SignedNote) -> SignedNote:
    note = Move(
        game=name("game"),
        step=17,
        seat="anna",
        head=name("head"),
        instead=tuple(earlier.id for earlier in instead),
        do=(do,),
    )
    return signed_example(note)


def line(number: int, text: str) -> Edit:
    """Line `number`, counted from 1, says `text`."""
    return lambda lines: [*lines[: number - 1], text, *lines[number:]]


def change(number: int, old: str, new: str) -> Edit:
    """In line `number` stands `new` for `old`."""

    def edit(lines: Lines) -> Lines:
        assert old in lines[number - 1], (number, old, lines[number - 1])
        return line(number, lines[number - 1].replace(old, new, 1))(lines)

    return edit


def without(number: int) -> Edit:
    """Line `number` is missing."""
    return lambda lines: [*lines[: number - 1], *lines[number:]]


def before(number: int, text: str) -> Edit:
    """A line more, as line `number`."""
    return lambda lines: [*lines[: number - 1], text, *lines[number - 1 :]]


def swapped(number: int) -> Edit:
    """Line `number` and the one behind it change places."""
    return lambda lines: [*lines[: number - 1], lines[number], lines[number - 1], *lines[number + 1 :]]


def rewrapped(first: int, last: int, key: str, width: int) -> Edit:
    """The base64 in lines `first` to `last` stands in lines of another width."""

    def edit(lines: Lines) -> Lines:
        text = "".join(one.removeprefix(key) for one in lines[first - 1 : last])
        split = [key + text[at : at + width] for at in range(0, len(text), width)]
        return [*lines[: first - 1], *split, *lines[last:]]

    return edit


# (why, type of the full note, edit, place, what the refusal says)
BAD: tuple[tuple[str, str, Edit, str | None, str], ...] = (
    ("version 2", "move", line(1, "referee/2 move"), "line 1", "referee/2"),
    ("version 01", "move", line(1, "referee/01 move"), "line 1", "referee/01"),
    ("another format", "move", line(1, "referee move"), "line 1", "begins with"),
    ("unknown type", "move", line(1, "referee/1 motion"), "line 1", "no note type motion"),
    ("type in capitals", "move", line(1, "referee/1 MOVE"), "line 1", "begins with"),
    ("a word behind the type", "move", line(1, "referee/1 move x"), "line 1", "begins with"),
    ("a move called turn", "move", line(1, "referee/1 step"), "line 4", "expected a line head, got seat"),
    ("a line before the first", "move", before(1, "say hello"), "line 1", "begins with"),
    ("a blank line", "move", before(4, ""), "line 4", "expected a key"),
    ("a blank line at the end", "move", lambda lines: [*lines, ""], "line 24", "expected a key"),
    ("a key without value", "move", line(4, "seat"), "line 4", "expected a key"),
    ("a key with an empty value", "move", line(4, "seat "), "line 4", "expected a key"),
    ("a key in capitals", "move", line(4, "Seat anna"), "line 4", "expected a key"),
    ("a key with a digit", "move", line(4, "seat1 anna"), "line 4", "expected a key"),
    ("a key of 17 letters", "move", line(4, "abcdefghijklmnopq anna"), "line 4", "expected a key"),
    ("a blank at the end", "move", change(4, "anna", "anna "), "line 4", "expected a key"),
    ("a blank in front", "move", line(4, " seat anna"), "line 4", "expected a key"),
    ("two blanks", "move", change(7, "place temple", "place  temple"), "line 7", "expected a key"),
    ("a tab", "move", change(7, "place temple", "place\ttemple"), "line 7", "expected a key"),
    ("a no-break space", "move", change(7, "place temple", "place\xa0temple"), "line 7", "expected a key"),
    ("a carriage return", "move", change(4, "anna", "anna\r"), "line 4", "expected a key"),
    ("a NUL", "move", change(4, "anna", "an\0na"), "line 4", "expected a key"),
    ("a C1 control", "move", change(4, "anna", "an\x9bna"), "line 4", "expected a key"),
    ("a UTF-8 letter", "move", change(20, "\\u{fc}", "\xc3\xbc"), "line 20", "expected a key"),
    ("a Latin-1 letter", "move", change(20, "\\u{fc}", "\xfc"), "line 20", "expected a key"),
    ("an overlong encoding", "move", change(4, "anna", "ann\xc1\xa1"), "line 4", "expected a key"),
    ("a byte order mark", "move", line(1, "\xef\xbb\xbfreferee/1 move"), "line 1", "begins with"),
    ("73 columns", "move", line(22, "say " + "x" * 69), "line 22", "72 columns, got 73"),
    ("a line of a million columns", "ack", line(3, "seat " + "x" * 60000), "line 3", "72 columns"),
    ("more than 64 KiB", "move", lambda lines: [*lines, *["say " + "x" * 60] * 1100], None, "65536 bytes"),
    ("more than 4096 lines", "move", lambda lines: [*lines, *["say x"] * 4100], None, "4096 lines"),
    ("no line end at the end", "move", lambda lines: [*lines[:-1], lines[-1] + "\0"], "line 23", "expected a key"),
    ("a missing line", "move", without(4), "line 4", "expected a line seat, got head"),
    ("the last line missing", "ack", without(4), "line 4", "expected a line head, got the end"),
    ("nothing but the first line", "ack", lambda lines: lines[:1], "line 2", "expected a line game, got the end"),
    ("an unknown line", "move", before(4, "colour red"), "line 4", "expected a line seat, got colour"),
    ("an unknown line at the end", "move", lambda lines: [*lines, "colour red"], "line 24", "has no line colour"),
    ("a line of another type", "move", before(10, "open " + name("r")), "line 10", "has no line open"),
    ("a line twice", "move", before(5, "seat anna"), "line 5", "one line called seat"),
    ("a line twice, far apart", "move", lambda lines: [*lines, "seat anna"], "line 24", "seat is out of place"),
    ("lines out of order", "move", swapped(4), "line 4", "expected a line seat, got head"),
    ("a list out of order", "move", swapped(9), "line 10", "do is out of place"),
    ("017", "move", line(3, "step 017"), "line 3", "whole number"),
    ("+17", "move", line(3, "step +17"), "line 3", "whole number"),
    ("-0", "move", line(3, "step -0"), "line 3", "whole number"),
    ("00", "move", line(3, "step 00"), "line 3", "whole number"),
    ("1_7", "move", line(3, "step 1_7"), "line 3", "whole number"),
    ("1e1", "move", line(3, "step 1e1"), "line 3", "whole number"),
    ("17.0", "move", line(3, "step 17.0"), "line 3", "whole number"),
    ("0x11", "move", line(3, "step 0x11"), "line 3", "whole number"),
    ("two numbers", "move", line(3, "step 1 7"), "line 3", "whole number"),
    ("Arabic-Indic digits", "move", line(3, "step \xd9\xa1\xd9\xa7"), "line 3", "expected a key"),
    ("full-width digits", "move", line(3, "step \xef\xbc\x91\xef\xbc\x97"), "line 3", "expected a key"),
    ("16 digits", "move", line(3, "step " + "9" * 16), "line 3", "whole number"),
    ("4301 digits", "move", line(3, "step " + "9" * 4301), "line 3", "72 columns"),
    ("a padded id", "move", change(5, name("head"), name("head") + "="), "line 5", "base64url"),
    ("an id cut short", "move", change(5, name("head"), name("head")[:-1]), "line 5", "43 characters"),
    ("an id that is too long", "move", change(5, name("head"), name("head") + "A"), "line 5", "43 characters"),
    ("an id with bits left over", "ack", line(4, "head " + "A" * 42 + "B"), "line 4", "one spelling"),
    ("an id in the ordinary alphabet", "ack", line(4, "head " + "A" * 41 + "/A"), "line 4", "base64url"),
    ("an id in a mixed alphabet", "ack", line(4, "head +" + "A" * 40 + "_A"), "line 4", "base64url"),
    ("an id of two words", "ack", line(4, "head AAAAAAAA AAAAAAAA"), "line 4", "base64url"),
    ("a key with bits left over", "accept", line(5, "open " + "A" * 42 + "B"), "line 5", "one spelling"),
    ("a salt of 15 bytes", "step", change(7, " 1 ", " 1 A"), "line 7", "16 bytes"),
    ("a seat with a capital", "move", line(4, "seat Anna"), "line 4", "1 to 12"),
    ("a seat of 13 letters", "move", line(4, "seat abcdefghijklm"), "line 4", "1 to 12"),
    ("a seat with a dot", "move", line(4, "seat anna."), "line 4", "1 to 12"),
    ("a seat that begins with a digit", "move", line(4, "seat 1anna"), "line 4", "1 to 12"),
    ("a seat with a path", "move", line(4, "seat ../x"), "line 4", "1 to 12"),
    ("a seat called referee", "move", line(4, "seat referee"), "line 4", "reserved"),
    ("a seat called con", "move", line(4, "seat con"), "line 4", "reserved"),
    ("a seat called lpt9", "move", line(4, "seat lpt9"), "line 4", "reserved"),
    ("a seat in another alphabet", "move", line(4, "seat \xd0\xb0nna"), "line 4", "expected a key"),
    ("an order of 49 columns", "move", line(9, "do " + "x" * 49), "line 9", "48 columns"),
    ("a planned order of 45 columns", "step", change(10, "x" * 44, "x" * 45), "line 10", "44 columns"),
    ("five hyphens", "move", line(7, "do pass -----"), "line 7", "five hyphens"),
    ("a letter escaped without need", "move", line(23, "say \\u{41}"), "line 23", "escaped are exactly"),
    ("a letter escaped with leading zeros", "move", line(23, "say \\u{0041}"), "line 23", "escaped are exactly"),
    ("an escape with a leading zero", "move", line(23, "say \\u{0e9}"), "line 23", "escaped are exactly"),
    ("an escape in capitals", "move", line(23, "say \\u{E9}"), "line 23", "escaped are exactly"),
    ("an escape without braces", "move", line(23, "say \\u00e9"), "line 23", "escaped are exactly"),
    ("an empty escape", "move", line(23, "say \\u{}"), "line 23", "escaped are exactly"),
    ("a bare backslash", "move", line(23, "say \\"), "line 23", "escaped are exactly"),
    ("an escaped surrogate", "move", line(23, "say \\u{d800}"), "line 23", "control"),
    ("an escape beyond Unicode", "move", line(23, "say \\u{110000}"), "line 23", "no character"),
    ("an escaped blank", "move", line(23, "say a\\u{20}b"), "line 23", "escaped are exactly"),
    ("an escaped line end", "move", line(23, "say a\\u{a}b"), "line 23", "control"),
    ("an escaped escape", "move", line(23, "say \\u{1b}[31m"), "line 23", "control"),
    ("an escaped no-break space", "move", line(23, "say a\\u{a0}b"), "line 23", "escaped are exactly"),
    ("a seal split at another width", "move", rewrapped(14, 19, "seal ", 64), "line 14", "fills all but the last"),
    ("a seal in one-column lines", "move", rewrapped(14, 19, "seal ", 8), "line 14", "fills all but the last"),
    ("a seal cut inside", "move", without(16), "line 14", "whole blocks of 256"),
    ("a hand split at another width", "deal", rewrapped(21, 26, "hand anna ", 60), "line 21", "fills all but the last"),
    ("a hand without data", "step", line(20, "hand anna"), "line 20", "fills all but the last"),
    (
        "hands out of order",
        "deal",
        lambda lines: [*lines[:20], *lines[26:], *lines[20:26]],
        "line 27",
        "anna is out of",
    ),
    ("a second hand for a seat", "deal", lambda lines: [*lines, lines[20]], "line 33", "anna is out of place"),
    (
        "two hands run into one",
        "deal",
        lambda lines: [*lines[:28], lines[20], *lines[28:]],
        "line 29",
        "anna is out of",
    ),
    (
        "65 notes replaced",
        "move",
        lambda lines: [*lines[:5], *lines[5:6] * 65, *lines[6:]],
        "line 70",
        "at most 64 lines",
    ),
    ("options out of order", "offer", swapped(4), "line 5", "board is out of place"),
    ("an option twice", "offer", before(5, "option board small"), "line 5", "board is out of place"),
    ("a map out of order", "charter", swapped(9), "line 10", "anna is out of place"),
    ("a name twice in a map", "charter", before(12, "key anna " + name("other")), "line 12", "anna is out of place"),
    ("the referee among the joins", "charter", before(10, "join referee " + name("join")), "line 10", "reserved"),
    ("a map line without value", "charter", line(11, "key anna"), "line 11", "base64url"),
    ("a row with a word too few", "step", line(7, "opened anna 17 1"), "line 7", "expected 4 words, got 3"),
    ("a row with a word too many", "step", line(18, "next anna monument x"), "line 18", "one word"),
    ("a seal of 270 bytes", "move", lambda lines: [*lines[:18], lines[18][:-3], *lines[19:]], "line 14", "256"),
    ("a seal with bits left over", "move", change(19, "SSto", "SStp"), "line 14", "one spelling"),
    ("a seal with a foreign character", "move", change(16, "EOXP", "E+XP"), "line 14", "base64url"),
    ("a seal twice", "move", lambda lines: [*lines[:19], *lines[13:]], "line 19", "fills all but the last"),
    ("a rule line with two words", "offer", line(2, "rules tigris 1"), "line 2", "expected 3 words, got 2"),
    ("a rank without place", "end", line(5, "rank anna"), "line 5", "expected 3 words, got 1"),
    ("a place that is no number", "end", line(5, "rank anna first"), "line 5", "whole number"),
)


def bad_notes() -> list[dict[str, Any]]:
    """Texts that are no notes: why, the text (a character stands for a byte), where and what the refusal says."""
    return [
        {"why": why, "body": "".join(f"{text}\n" for text in edit(_lines(kind))), "at": at, "says": says}
        for why, kind, edit, at, says in BAD
    ] + list(_without_lines())


def line_ends() -> list[dict[str, Any]]:
    """The same of lines that end in a blank, one for each line whose end is free, and of two lines run into one."""
    shortest: dict[tuple[str, str], tuple[Lines, int]] = {}
    for kind, note in (row for notes in EVERY for row in notes.items()):
        lines = render(note).decode("ascii").split("\n")[:-1]
        free = [of.key for of in fields_of(type(note)) if of.kind.pattern.endswith(("*+", "?+"))]
        for at, text in enumerate(lines):
            place = kind, text.partition(" ")[0]
            if place[1] in free and (place not in shortest or len(lines) < len(shortest[place][0])):
                shortest[place] = lines, at + 1
    found = [
        (f"a blank behind a {key} line of {kind}", _blank_behind(lines, at), at, "single blanks|72 columns")
        for (kind, key), (lines, at) in shortest.items()
    ]
    ranks = _lines("end")
    joined = [*ranks[:5], ranks[5] + ranks[6], *ranks[7:]]
    found.append(("two lines of an end run into one", joined, 6, "72 columns|whole number"))
    return [
        {"why": why, "body": "".join(f"{text}\n" for text in lines), "at": f"line {at}", "says": says}
        for why, lines, at, says in found
    ]


def _blank_behind(lines: Lines, at: int) -> Lines:
    return [text + " " if number == at else text for number, text in enumerate(lines, 1)]


def _without_lines() -> Iterator[dict[str, Any]]:
    full = "\n".join(_lines("move"))
    yield {"why": "nothing", "body": "", "at": "line 1", "says": "begins with"}
    yield {"why": "a line end only", "body": "\n", "at": "line 1", "says": "begins with"}
    yield {"why": "the last line end missing", "body": full, "at": None, "says": "ends with a line feed"}
    yield {"why": "CRLF", "body": full.replace("\n", "\r\n") + "\r\n", "at": "line 1", "says": "begins with"}


def _lines(kind: str) -> Lines:
    return render(FULL[kind]).decode("ascii").split("\n")[:-1]


ALL: dict[str, Callable[[], Any]] = {
    "notes": notes,
    "bad_notes": bad_notes,
    "line_ends": line_ends,
    "mails": mails,
    "healed_mails": healed_mails,
    "corrections": corrections,
    "additions": additions,
    "claims": claims,
    "comments": comments,
    "people": people,
    "keys": keys,
    "key_words": key_words,
    "back": back,
    "hosts": hosts,
    "boxes": boxes,
    "masked": masked,
    "programs": programs,
}

if __name__ == "__main__":
    for vector_name, make in ALL.items():
        text = json.dumps(make(), indent=1, ensure_ascii=True)
        (FOLDER / f"{vector_name}.json").write_text(text + "\n", "utf-8")
