"""One fault of a record, told by the refusal that met it and by the fact it comes to."""

from __future__ import annotations

from functools import cache
from pkgutil import get_data
from typing import Any

import msgspec
from msgspec.structs import replace

from referee.audit.facts import Fact, cite_note, make_fact
from referee.kernel.errors import BrokenState, FileTrouble, NotAuthentic, RefereeError, Unreadable, WrongRuling
from referee.kernel.sentence import Sentence
from referee.protocol.history.read_record import notes_of_file
from referee.protocol.history.valid_part import ValidPart, notes_of_record_file
from referee.protocol.seating import Table
from referee.record.file_names import CHARTER, DEAL, OFFER, Files, is_step_name
from referee.record.note import SignedNote
from referee.record.notes import Deal, Step

PART = "record/"
"""What the names of the files of a record are told with, seen from the folder of the game."""


class Finding(msgspec.Struct, frozen=True):
    """One fault of a record."""

    at: str
    """The path of the file."""
    layer: str
    """The layer that speaks, as `not authentic` or `wrong ruling`."""
    sentence: str
    """The fault in a sentence."""
    fact: Fact
    """What the fault comes to."""
    rule: str | None = None
    """The id of the rule that is broken; null if none is."""
    code: str = ""
    """The code of the sentence, the same in every language."""
    values: dict[str, Any] = {}
    """The values in the places of the sentence, by name."""
    place: Sentence | None = None
    """Where in the file it is, as a sentence; null if that cannot be said."""
    damaged: bool = False
    """Whether a signature does not fit in this copy; that may be an accident and accuses nobody."""

    @property
    def said(self) -> Sentence:
        """What the refusal says, without its place."""
        return Sentence(self.code, **self.values)

    def told(self, lang: str) -> str:
        """The sentence in the reader's language."""
        text = self.said.told(lang)
        if self.place:
            text = f"{self.place.told(lang)}: {text}"
        return Sentence("copy-signature-broken", sentence=text).told(lang) if self.damaged else text


def make_finding(at: str, layer: str, code: str, of: Fact, **values: object) -> Finding:
    """A fault that no refusal tells."""
    return Finding(at, layer, str(Sentence(code, **values)), of, code=code, values=values)


def finding_at_fault(error: RefereeError, files: Files, valid: ValidPart) -> Finding:
    """The fault of a record that was read as far as it holds."""
    name, rest = _split_place(error.at)
    # Damage in transport, perhaps: another copy may hold the same notes under good signatures. Nobody is accused.
    damaged = _is_damaged(name, files)
    of = _fact(error, name, files, valid, damaged=damaged)
    layer = RULING if of.party and isinstance(error, NotAuthentic) else error.layer
    bare = Finding(name, layer, "", of, error.rule, error.code, dict(error.values), rest, damaged)
    return replace(bare, sentence=bare.told("en"))


RULING = WrongRuling.layer
"""The layer of what a key has signed and what does not follow: everything about it is authentic."""


def _split_place(at: Sentence | str | None) -> tuple[str, Sentence | None]:
    """The file that a refusal names, and where in it."""
    if not isinstance(at, Sentence):
        return at or "record", None
    if "file" in at.values:
        rest = at.values["rest"]
        return at.values["file"], rest if isinstance(rest, Sentence) else Sentence("bare", text=rest)
    return str(at), None


def _is_damaged(name: str, files: Files) -> bool:
    """Whether a signature in a file cannot be read or does not fit."""
    try:
        return not all(signed.is_intact for signed in notes_of_file(name, files.get(name, b"")))
    except NotAuthentic:
        return True
    except Unreadable:
        return False


def _fact(error: RefereeError, name: str, files: Files, valid: ValidPart, *, damaged: bool) -> Fact:
    notes, table = notes_of_record_file(name, files), valid.table
    code = "N-SIGNATURE" if damaged else _code(error, name, notes, table)
    step = (0 if name == DEAL else int(name[:4])) if is_step_name(name) else None
    # Damage rests on the notes that are damaged, everything else on all of the file.
    rests_on = [(n, signed) for n, signed in enumerate(notes, 1) if code != "N-SIGNATURE" or not signed.is_intact]
    cites = [cite_note(table, signed, f"{PART}{name}", place) for place, signed in rests_on]
    eyes = valid.history.eyes
    return make_fact(code, step, cites, closed=eyes is None or not eyes.see_all)


@cache
def fact_codes_by_refusal() -> dict[str, str]:
    """The code of the fact that a refusal comes to, by its code, as `faults.toml` has them."""
    import tomllib  # most records hold

    told = tomllib.loads((get_data("referee.audit", "faults.toml") or b"").decode())
    return {refusal: of for of, refusals in told.items() for refusal in refusals}


def ruling_code(error: RefereeError) -> str:
    """The code of a note that the referee has truly signed and that does not follow, by the refusal that it met."""
    facts, reason = fact_codes_by_refusal(), error.values.get("why")
    if isinstance(reason, Sentence) and facts.get(reason.code) == "N-MIXED":
        return "N-MIXED"
    return facts.get(error.code, "R-RULING")


def _code(error: RefereeError, name: str, notes: tuple[SignedNote, ...], table: Table | None) -> str:
    """The code of a fault in a file whose signatures fit; its notes are none where it is missing or no such file."""
    if not notes or not all(signed.is_readable for signed in notes):
        return "N-MISSING" if fact_codes_by_refusal().get(error.code) == "N-MISSING" else "N-FILE"
    if isinstance(error, BrokenState | FileTrouble):
        return "N-VERSION"
    code = ruling_code(error)
    if code[0] == "N":
        return code
    if not is_step_name(name):
        return "R-CHARTER" if name in (OFFER, CHARTER) else "N-MIXED"
    if table is None or not _signed_by_host(notes, table):
        return "N-MIXED"
    if name == DEAL:
        return _deal_code(error, code, notes)
    return code


def _signed_by_host(notes: tuple[SignedNote, ...], table: Table) -> bool:
    ruling = [signed for signed in notes if isinstance(signed.note(), Step | Deal)]
    return bool(ruling) and all(signed.key == table.host.key for signed in ruling)


def _deal_code(error: RefereeError, code: str, notes: tuple[SignedNote, ...]) -> str:
    """What is wrong with a deal: a copy of other accepts or of another charter is nobody's, its own words are the
    referee's.
    """
    deal = notes[-1].note()
    listed = set(deal.accept.values()) if isinstance(deal, Deal) else set()
    if error.code == "deal-line-differs" and error.values.get("word") in ("game", "head", "step", "accept"):
        return "N-MIXED"
    if not {signed.id for signed in notes[:-1]} <= listed:
        return "N-MIXED"
    return "R-DEAL" if code == "R-RULING" else code
