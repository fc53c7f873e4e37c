"""One line for each audited game: what its report came to, and what can be counted in it.

An index spares an auditor of many games those that have not changed since. It is a cache and never evidence: nobody has
signed it, and anybody who doubts a line audits the game again.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256

import msgspec

from referee import __version__
from referee.audit.recompute import Report
from referee.audit.skips import silent_at_end
from referee.kernel.canonical_json import decoder_of
from referee.kernel.errors import Unreadable
from referee.kernel.sentence import Sentence
from referee.kernel.tallies import Tally
from referee.protocol.agreements.take_back import steps_taken_back
from referee.protocol.history.valid_part import ValidPart
from referee.record.file_names import Files, step_name
from referee.record.notes import Deal, Offer, Step

ENGINE = f"referee {__version__}"
"""Which program has audited a game: another one may look deeper, so it audits again."""


class IndexedSeat(msgspec.Struct, frozen=True):
    """Who sat at a seat."""

    seat: str
    """The seat."""
    name: str
    """What people call them."""
    key: str
    """The fingerprint of their key."""
    place: int | None = None
    """Their place at the end; null without a result."""


class IndexEntry(msgspec.Struct, frozen=True):
    """A line of an index."""

    game: str
    """The id of the game."""
    title: str
    """What people call the game."""
    rules: str
    """The board game and the version of its rules, as `tigris 1`."""
    options: Mapping[str, str]
    """The options of the board game, by name."""
    head: str
    """The id of the note that closed the last step; empty without a deal."""
    digest: str
    """A digest of the names and bytes of all files of the record, 44 characters."""
    engine: str
    """The version of the program that made the audit."""
    verdict: str
    """What the audit came to, as `clean` or `fault`."""
    depth: int
    """How much the audit could open, from 1 (record and rules) to 5 (everything)."""
    findings: tuple[str, ...]
    """The codes of the faults that were found."""
    seats: tuple[IndexedSeat, ...]
    """Who sat at each seat, in seat order."""
    reason: str
    """Why the game ended, as a word of the game; empty while it runs."""
    turns: int
    """The turns of the board game."""
    steps: int
    """How many steps the record has, including those taken back."""
    moves: int
    """The moves that players sent; those in undone steps count."""
    tallies: tuple[Tally, ...]
    """What the game counts in the steps that stand; empty while it runs."""
    host: str = "-"
    """The seat that the host held; `-` if the host did not play."""
    deal: str = ""
    """`open` or `masked`: whether the host saw the deck or nobody did."""
    absence: str = ""
    """How a silent player is skipped, the charter's `absence`; empty without a charter."""
    silent: int = 0
    """How many seats played on without agreeing to an end by the table."""
    practice: bool = False
    """Whether it was a practice game against bots."""
    terms: Mapping[str, str] = {}
    """The terms of the table that the offer names, by name."""

    def agreed(self, name: str) -> str | None:
        """The agreed value of an option of the game or a term of the table; None if none is known."""
        told = {**_USUAL, **self.terms, "deal": self.deal, "absence": self.absence, **self.options}
        return told.get(name)

    @property
    def spares(self) -> bool:
        """Whether the game does not have to be audited again while its bytes stay: this very version of the program
        found no fault, and the entry has all that it needs.
        """
        return self.engine == ENGINE and not self.findings and bool(self.deal)


def record_digest(files: Files) -> str:
    """A digest of the names and bytes of all files of a record, 44 characters."""
    whole = sha256()
    for name in sorted(files):
        whole.update(f"{name} {len(files[name])}\n".encode())
        whole.update(files[name])
    return b64encode(whole.digest()).decode()


def index_entry(digest: str, report: Report, valid: ValidPart) -> IndexEntry:
    """The line of a game, from the report on it and what of its record holds."""
    table, position = valid.table, valid.history.position
    places, called, keys = dict(report.result), dict(report.called), dict(report.parties)
    names = table.names if table is not None else ()
    return IndexEntry(
        game=report.game_id,
        title=report.title,
        rules=report.rules,
        options=dict(table.options.values) if table is not None else {},
        head=position.head if position is not None else "",
        digest=digest,
        engine=ENGINE,
        verdict=report.verdict,
        depth=report.depth,
        findings=tuple(finding.fact.code for finding in report.findings),
        seats=tuple(IndexedSeat(name, called[name], keys[name], places.get(name)) for name in names),
        reason=report.reason,
        turns=position.turn + 1 if position is not None else 0,
        steps=report.step or 0,
        moves=sum(signed.type == "move" for _, notes in valid.history.steps() for signed in notes),
        tallies=_tallies(valid) if report.reason else (),
        host=(table.terms.host if table is not None else "") or "-",
        deal=table.deck.name if table is not None else "open",
        absence=table.terms.absence if table is not None else "",
        silent=len(silent_at_end(valid.history)),
        practice=table is not None and table.terms.practice,
        terms=_terms(valid) if table is not None else {},
    )


_USUAL = {"escrow": "no", "quorum": "all", "seating": "listed"}
"""What holds where an offer says nothing."""


def _terms(valid: ValidPart) -> Mapping[str, str]:
    """The terms that the offer of a game names, beside the options of the game."""
    offer, table = valid.history.offer, valid.table
    known = {name for name, _ in table.options.values} if table is not None else set[str]()
    named = offer.read(Offer).option if offer is not None else ()
    return {name: value for name, value in named if name not in known}


def _tallies(valid: ValidPart) -> tuple[Tally, ...]:
    table, position = valid.table, valid.history.position
    assert table is not None and position is not None
    undone = {step_name(step) for step in steps_taken_back(position)}
    standing = [signed_notes for name, signed_notes in valid.history.steps() if name not in undone]
    notes = [signed.note() for signed_notes in standing for signed in signed_notes]
    told = [event.split() for note in notes if isinstance(note, Deal | Step) for event in note.event]
    return table.game.tallies(position.state, told, table.names)


def read_index_entries(lines: Iterable[bytes], at: str) -> Iterator[IndexEntry]:
    """The entries of an index, one after the other; `at` is how its file is called.

    Raises:
        Unreadable: a line that is not an entry, or that no audit can have written, by its number.
    """
    decoder = decoder_of(IndexEntry)
    for number, line in enumerate(lines, 1):
        try:
            entry = decoder.decode(line)
        except (msgspec.DecodeError, RecursionError):
            entry = None
        if entry is None or not _can_be(entry):
            raise Unreadable("bad-index-line", at=Sentence("line", number=number), file=at)
        yield entry


def _can_be(entry: IndexEntry) -> bool:
    """Whether an audit can have written this: places that exist, a number for each seat, no number too large."""
    seats = len(entry.seats)
    tallied = [value for tally in entry.tallies for value in tally.values]
    return (
        all(seated.place is None or 1 <= seated.place <= seats for seated in entry.seats)
        and 0 <= entry.silent <= seats
        and all(len(tally.values) == seats for tally in entry.tallies)
        and all(abs(count) < _COUNTABLE for count in (entry.turns, entry.steps, entry.moves, *tallied))
    )


_COUNTABLE = 2**31
"""No game has so many of anything."""
