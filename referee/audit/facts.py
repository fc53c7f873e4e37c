"""What is found in a game as facts: a stable code, the step, whose key it speaks of, the notes, what stays open.

An audit and a judge say the same things in the same shape, and every face of them is made from it. The first letter of
a code says whose fact it is (`docs/disputes.md` lists them with their rows of the fault table):

    R  the referee's key has signed something that does not follow, or two things that exclude each other
    P  so has the key of a player
    N  nobody's: a file is damaged, missing or mixed up, and anybody with the folder may have done it, or a disk
    E  the reader expected another game, key or history than this one
    O  something is shown that convicts nobody, and why
    U  nothing is shown, and why
"""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from referee.crypto.openssh import format_public
from referee.kernel.errors import RefereeError
from referee.kernel.sentence import Sentence
from referee.protocol.seating import REFEREE, Table
from referee.record.note import SignedNote, namespace_of
from referee.record.notes import Move, Step

NOW, END, LINE, NEVER = "now", "end", "line", "never"
"""When something that is not proven can be decided: now, after the end, by opening a line; never means that no
signature tells it.
"""


ROWS: Mapping[str, tuple[str, ...]] = {
    "referee-equivocates": ("R-TWO-NOTES",),
    "charter-substituted": ("R-TWO-CHARTERS", "R-CHARTER", "P-TWO-ACCEPTS"),
    "wrong-ruling": ("R-DEAL", "R-RULING", "R-REFUSED-NOTE", "R-RESULT"),
    "wrong-hand": ("R-HAND", "O-POSITION", "O-BOX"),
    "not-held": ("R-NOT-HELD",),
    "bag": ("R-BAG", "R-OPENING", "R-SHUT"),
    "sealed-line": ("R-PLAN", "O-LINE"),
    "two-moves": ("P-TWO-NOTES", "O-REPLACED"),
    "damage": ("N-SIGNATURE", "N-FILE", "N-MISSING", "N-MIXED", "N-VERSION"),
    "expected": ("E-KEY", "E-GAME", "E-HEAD"),
    "move-ignored": ("O-SEEN",),
    "unfounded": ("U-STANDS", "U-FOLLOWS", "U-NOTHING", "U-REFUSED", "U-STRANGER", "U-OPENING", "U-WORDS"),
    "replaced-key": ("U-VOID",),
    "undecided": ("U-MISSING", "U-LATER"),
}
"""The codes of every row of the fault table in `docs/disputes.md`."""

ROW_OF: Mapping[str, str] = {code: row for row, codes in ROWS.items() for code in codes}


class CitedNote(msgspec.Struct, frozen=True):
    """A signed note that a fact rests on."""

    id: str
    """The id of the note."""
    type: str
    """The type of the note, as `move`."""
    party: str
    """The role whose key signed it; empty for a key of nobody at the table."""
    key: str
    """That key as one line of OpenSSH."""
    file: str = ""
    """The file that contains it, as the reader can reach it; empty if not known."""
    place: int = 1
    """Which note of that file it is, from 1."""
    says: tuple[str, ...] = ()
    """The orders in it; empty if it is not a note of orders."""
    check: tuple[str, ...] = ()
    """Commands that check its signature with `ssh-keygen`; empty where none can."""


class OpenQuestion(msgspec.Struct, frozen=True):
    """Something that a fact leaves open."""

    code: str
    """The code of its sentence, the same in every language."""
    when: str
    """When it can be decided: `now`, `end`, `line` (by opening a line) or `never`."""
    values: dict[str, Any] = {}
    """The values in the places of the sentence, by name."""

    def told(self, lang: str) -> str:
        """What is open, in the reader's language."""
        return Sentence(self.code, **self.values).told(lang)


class Fact(msgspec.Struct, frozen=True):
    """One fact about a record or a note."""

    code: str
    """The code of the fact, as `P-TWO-NOTES`."""
    row: str
    """The row of the fault table in docs/disputes.md that it belongs to."""
    step: int | None = None
    """The step that it is about; null for the opening or the whole game."""
    party: str = ""
    """The role whose key it speaks against; empty for nobody."""
    notes: tuple[CitedNote, ...] = ()
    """The signed notes that it rests on."""
    unproven: tuple[OpenQuestion, ...] = ()
    """What it leaves open."""

    @property
    def title(self) -> Sentence:
        """What the code means, in a few words."""
        return Sentence(f"fact-{self.code.lower()}")


def make_fact(
    code: str,
    step: int | None = None,
    notes: Iterable[CitedNote] = (),
    *,
    party: str = "",
    closed: bool = True,
    unproven: Iterable[OpenQuestion] = (),
) -> Fact:
    """The fact of a code. A fact of the referee's key is against the referee; `party` names the player of another one.

    `closed` says that hands and sealed lines cannot be opened, so that some things wait for the end.
    """
    against = REFEREE if code.startswith("R-") else party if code.startswith("P-") else ""
    left_open = (
        *_OPEN_OF_CODE.get(code, _OPEN.get(code[0], ())),
        *(_OPEN_WHILE_CLOSED.get(code, ()) if closed else ()),
    )
    return Fact(code, ROW_OF[code], step, against, tuple(notes), (*unproven, *left_open))


_OPEN: Mapping[str, tuple[OpenQuestion, ...]] = {
    "N": (OpenQuestion("unproven-true-text", NOW),),
    "R": (OpenQuestion("unproven-who-typed", NEVER),),
    "P": (OpenQuestion("unproven-who-typed", NEVER),),
}
"""What facts leave open by the first letter of their code."""

_OPEN_OF_CODE: Mapping[str, tuple[OpenQuestion, ...]] = {
    "N-VERSION": (OpenQuestion("unproven-other-version", NOW),),
    "O-LINE": (OpenQuestion("unproven-other-lines", LINE), OpenQuestion("unproven-plan-order", END)),
    "O-SEEN": (OpenQuestion("unproven-time", NEVER),),
    "U-MISSING": (OpenQuestion("unproven-listed-notes", NOW),),
    "U-LATER": (OpenQuestion("unproven-longer-record", NOW),),
    "R-SHUT": (OpenQuestion("unproven-bag-of-seed", NEVER),),
}
"""The same for single codes, in place of that."""

_OPEN_WHILE_CLOSED: Mapping[str, tuple[OpenQuestion, ...]] = {
    "U-FOLLOWS": (OpenQuestion("unproven-hidden-part", END),),
    "O-POSITION": (OpenQuestion("unproven-hand-line", END),),
}
"""What hands that cannot be opened leave open besides."""


def cite_note(table: Table | None, signed: SignedNote, file: str = "", place: int = 1) -> CitedNote:
    """A note as a fact names it. `file` is seen from the folder in which its commands are to be run."""
    party = table.signer(signed.key) if table is not None else None
    role = party.role if party is not None else ""
    key = format_public(signed.key, "")
    return CitedNote(
        signed.id, signed.type, role, key, file, place, _says(signed), _check_commands(signed, role, key, file, place)
    )


def _says(signed: SignedNote) -> tuple[str, ...]:
    try:
        note = signed.note()
    except RefereeError:
        return ()
    if isinstance(note, Step):
        return tuple(did.order for did in note.did)
    return note.do if isinstance(note, Move) else ()


def _check_commands(signed: SignedNote, role: str, key: str, file: str, place: int) -> tuple[str, ...]:
    """An editor's tools cut the note out of its file, and the stock `ssh-keygen` checks it."""
    if not file or not signed.is_intact:
        return ()
    who = role or "nobody"
    return (
        f"echo '{who} {key}' > allowed",
        f"awk -v n={place} '/^-----BEGIN REFEREE/{{k++}} k==n' {shlex.quote(file)} > note",
        "sed -n '/^referee\\/1 /,/^-----BEGIN SSH/{/^-----/!p;}' note > body",
        "sed -n '/^-----BEGIN SSH/,/^-----END SSH/p' note > sig",
        f"ssh-keygen -Y verify -f allowed -I {who} -n {namespace_of(signed.type)} -s sig < body",
    )
