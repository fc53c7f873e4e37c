"""The names of the files of a game: the grammar of what is in `record/`, `outbox/`, `pending/`, `disputes/` and
`comments/`.

`slug` makes the name of a folder from a title that people write.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache

import msgspec

from referee.kernel.canonical_json import decode_b64
from referee.kernel.hashing import sha256
from referee.record.notes.fields import RESERVED
from referee.record.notes.kinds import FOLDERS, forms_of

RECORD, (OUTBOX, PENDING, DISPUTES, COMMENTS) = "record", FOLDERS
"""The folders of a game that hold notes."""

OTHERS = ".others"
"""The folder of a practice game in which everybody else lives."""

Files = Mapping[str, bytes]
"""The files of a record by their names."""

OFFER, CHARTER, DEAL = "offer.note", "charter.note", "0000.deal"

PACK = "pack.json"
"""The data pack of a game that is played from one; the only file of a record that holds no notes."""

MAILDIR = ("new", "cur")
"""The folders of a Maildir that hold mails."""

LAST_STEP = 9999
"""A record has four digits for its steps; a game that needs more is not played by mail."""

_STEP = re.compile(r"\A(?:0000\.deal|(?!0000)[0-9]{4}\.step)\Z")
_ACK = re.compile(r"\Aack-[a-z][a-z0-9-]{0,11}\.note\Z")


def step_name(step: int) -> str:
    """The file of a step: `0017.step`, and `0000.deal` for step 0."""
    return f"{step:04d}.step" if step else DEAL


def ack_name(seat: str) -> str:
    """The file of a seat's ack: `ack-anna.note`."""
    return f"ack-{seat}.note"


@lru_cache(maxsize=LAST_STEP)
def is_step_name(name: str) -> bool:
    """Whether a file of a record that is called this holds a step, the deal being step 0."""
    return bool(_STEP.match(name))


def is_ack_name(name: str) -> bool:
    """Whether a file of a record that is called this holds an ack."""
    return bool(_ACK.match(name))


def is_record_name(name: str) -> bool:
    """Whether a file of a record may be called this."""
    return name in (OFFER, CHARTER, PACK) or is_step_name(name) or is_ack_name(name)


class FileName(msgspec.Struct, frozen=True):
    """What the name of a file in `outbox/` or `pending/` says: the sort of notes in it, their step, whose they are, and
    by what they differ from others of that sort and seat. `str` writes it, `parse` reads it.
    """

    part: str
    kind: str
    step: int = 0
    seat: str = ""
    tag: str = ""

    def __str__(self) -> str:
        return FORMS[self.part][self.kind].format(step=f"{self.step:04d}", seat=self.seat, tag=self.tag)


_MORE = {"ahead": "ahead-{step}.note", "evidence": "evidence-{tag}.note", "decision": "decision-{step}.txt"}
"""Files that wait in `pending/` and are not notes of one type."""

FORMS = {folder: forms_of(folder) | (_MORE if folder == PENDING else {}) for folder in FOLDERS}
"""What files are called, by folder and sort. A `rival` is a join for a seat that another wants too, `key` and `no` are
words on a new key, `answer` in `pending/` is a move that waits for those of others who are asked at once. `handed` is
the move of another that is sent to all once more, `late` one that came after the step which has skipped its author.

In the outbox `seat` is whose key it is and who speaks of it, where both are named, and `tag` the words agreed to.
"""

_FIELDS = {"step": "[0-9]{4}", "seat": "[a-z][a-z0-9-]*", "tag": "[0-9a-f]{8}"}
_WORDS = "[a-z0-9-]+"


def parse_file_name(part: str, text: str) -> FileName | None:
    """What a file of that folder is called says; None for a name that nobody writes there."""
    for kind, form in FORMS[part].items():
        found = _pattern(form, _WORDS if part == OUTBOX else _FIELDS["tag"]).match(text)
        if found is not None:
            told = found.groupdict()
            return FileName(part, kind, int(told.get("step", 0)), told.get("seat", ""), told.get("tag", ""))
    return None


@cache
def _pattern(form: str, tag: str) -> re.Pattern[str]:
    fields = {field: f"(?P<{field}>{of})" for field, of in (_FIELDS | {"tag": tag}).items()}
    return re.compile(rf"\A{form.replace('.', '[.]').format(**fields)}\Z")


def name_prefix(part: str, kind: str, step: int | None = None, seat: str = "") -> str:
    """How all names of a sort begin, or those of a step, or those of a step and seat; the first of several and its
    corrections begin alike.
    """
    known = {"step": f"{step:04d}" if step is not None else "", "seat": seat, "tag": ""}
    form = FORMS[part][kind]
    missing = [form.index(f"{{{field}}}") for field in known if not known[field] and f"{{{field}}}" in form]
    return form[: min(missing, default=form.rindex("."))].format(**known)


def names_with_prefix(names: Iterable[str], start: str) -> list[str]:
    """The names that begin so, oldest first: `0043-bert.move`, then its corrections `0043-bert-2.move`."""
    return sorted((name for name in names if name.startswith(start)), key=lambda name: (len(name), name))


def copies_of(name: str, names: Iterable[str]) -> list[str]:
    """The files of the slot that `name` is the first one of, oldest first."""
    return names_with_prefix(names, name.rpartition(".")[0])


def numbered_name(name: str, number: int) -> str:
    """The file of the n-th note for a slot: `0043-bert.move`, then `0043-bert-2.move`."""
    stem, dot, ending = name.rpartition(".")
    return name if number < 2 else f"{stem}-{number}{dot}{ending}"


def slot_file(name: str) -> str:
    """The first file of the slot, by the name of a correction: `0043-bert.move` for `0043-bert-2.move`."""
    stem, dot, ending = name.rpartition(".")
    return f"{stem.rpartition('-')[0]}{dot}{ending}"


def first_free_name(name: str, taken: Sequence[str]) -> str:
    """The name, or the first of its numbered ones that no other file has."""
    return next(free for number in range(1, len(taken) + 2) if (free := numbered_name(name, number)) not in taken)


def content_tag(data: bytes) -> str:
    """Eight signs by which files of one sort and seat are told apart: the beginning of a digest."""
    return sha256(data).hex()[:8]


def comment_name(step: int, seat: str, body: bytes) -> str:
    """The file of a comment, the same for the same note: `comment-0049-anna-1b9f02c3.note`."""
    return str(FileName(COMMENTS, "comment", step, seat, content_tag(body)))


LONGEST = 40
_APART = "[^a-z0-9]+"


def shared_name(stem: str, note_id: str) -> str:
    """What the file of a note is called in a shared folder."""
    return f"{stem}-{decode_b64(note_id, 32)[:4].hex()}.txt"


def slug(title: str, longest: int = LONGEST) -> str:
    """`title` in a-z, 0-9 and hyphens, a letter first, at most `longest` of them: `Friday tigris` is `friday-tigris`.

    "" if nothing of it can be written so. Names that some systems keep for devices get a letter in front.
    """
    plain = "".join(char for char in unicodedata.normalize("NFKD", title) if not unicodedata.combining(char))
    name = re.sub(_APART, "-", plain.casefold().replace("ø", "o").replace("đ", "d").replace("ł", "l")).strip("-")
    name = name.lstrip("0123456789-")[:longest].strip("-")
    return f"g-{name}"[:longest] if name in RESERVED else name
