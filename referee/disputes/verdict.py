"""A verdict, and how one is made of a note that is judged."""

from __future__ import annotations

from typing import Any

import msgspec

from referee.audit.facts import Fact, make_fact
from referee.audit.finding import Finding
from referee.disputes.evidence import Evidence
from referee.kernel.errors import RefereeError
from referee.kernel.sentence import Sentence
from referee.record.note import Notes, SignedNote


class VerdictReason(msgspec.Struct, frozen=True):
    """A refusal inside a verdict."""

    code: str
    """The code of the refusal, the same in every language."""
    values: dict[str, Any]
    """The values in the places of its sentence, by name."""
    rule: str | None = None
    """The id of the rule it rests on; null if it is not a rule of the game."""


class Verdict(msgspec.Struct, frozen=True):
    """What one note beside the record amounts to."""

    note: str
    """The id of the note."""
    upheld: bool
    """Whether it proves something against the key of the party."""
    party: str
    """Whose key has signed it: a seat, or `referee`."""
    said: Sentence
    """What is said of the note; its place `why`, if it has one, is what `reason` says."""
    fact: Fact
    """What the verdict comes to, as a code."""
    against: str | None = None
    """The id of the note that it contradicts; null for none."""
    reason: VerdictReason | None = None
    """The refusal on which the verdict rests; null for none."""

    def sentence(self) -> str:
        """The verdict in English."""
        return str(self.said)


class JudgedNote(msgspec.Struct, frozen=True):
    """A note that is judged, the docket, and whose key has signed it: what is found of the note becomes a verdict."""

    docket: Evidence
    signed: SignedNote
    role: str

    def verdict(self, code: str, said: Sentence, reason: RefereeError | None = None, rests_on: Notes = ()) -> Verdict:
        """What is found of it; the letter of the code tells whether it proves something against the key that signed."""
        cites = [self.docket.cite(signed) for signed in (self.signed, *rests_on)]
        of = make_fact(code, _step_of(self.signed), cites, party=self.role, closed=self.docket.eyes is None)
        upheld, why = code[0] in "RP", None
        if reason is not None:
            said = Sentence(said.code, **said.values, why=reason.said)
            why = VerdictReason(reason.code, dict(reason.values), reason.rule)
        return Verdict(self.signed.id, upheld, self.role, said, of, reason=why)

    def of_record(self, finding: Finding, said: Sentence | None = None) -> Verdict:
        """It is in the record and does not follow from the notes before it, or shows that, as `said`."""
        reason = VerdictReason(finding.code, finding.values, finding.rule)
        said = said or Sentence("recorded-not-following", why=finding.said)
        others = [note for note in finding.fact.notes if note.id != self.signed.id]
        of = msgspec.structs.replace(finding.fact, notes=(self.docket.cite(self.signed), *others))
        return Verdict(self.signed.id, True, self.role, said, of, reason=reason)


def _step_of(signed: SignedNote) -> int | None:
    try:
        return getattr(signed.note(), "step", None)
    except RefereeError:
        return None
