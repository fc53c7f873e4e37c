"""A whole game from the bytes of its record: every hash and every rule is checked, as far as the reader can see.

The record is a mapping of file names to bytes, so that a folder, a test and an audit are read by the same code.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping, MutableMapping
from contextlib import contextmanager

import msgspec
from msgspec.structs import replace

from referee.crypto.keys import SigningKey
from referee.kernel.errors import NotAuthentic, OutOfOrder, RefereeError, Unreadable
from referee.kernel.sentence import Sentence
from referee.protocol.agreements.host_change import HostChange, eyes_in_record, host_changes_of
from referee.protocol.opening import charter, deal
from referee.protocol.opening.data_packs import game_for_rules
from referee.protocol.seating import Eyes, Shares, Table, eyes_at_table, eyes_of_key
from referee.protocol.step import ending, record_step
from referee.protocol.step.position import Position
from referee.record import signature_threads
from referee.record.file_names import (
    CHARTER,
    DEAL,
    OFFER,
    PACK,
    Files,
    ack_name,
    is_ack_name,
    is_record_name,
    is_step_name,
    step_name,
)
from referee.record.note import SignedNote, read_bundle
from referee.record.notes import Deal, NoteId, Offer

Bundles = Mapping[str, tuple[SignedNote, ...]]
"""The notes of the files of a record, by name."""


class RecordNotes(Bundles):
    """The notes of `files`, and those that are `read` already, by name, sorted."""

    def __init__(self, files: Files, read: Bundles) -> None:
        self.files, self._read = files, dict(read)
        self._names = sorted({*files, *read})

    def __getitem__(self, name: str) -> tuple[SignedNote, ...]:
        if name not in self._read:
            self._read[name] = read_bundle(self.files[name])
        return self._read[name]

    def __contains__(self, name: object) -> bool:
        return name in self._read or name in self.files

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)

    @property
    def last(self) -> int:
        """The latest step of `files`, -1 for none."""
        return sum(map(is_step_name, self.files)) - 1

    def with_read(self, later: Bundles) -> RecordNotes:
        """The same notes and later ones."""
        return RecordNotes(self.files, {**self._read, **later})


class History(msgspec.Struct, frozen=True):
    """What a record holds, as far as it goes. `position` is `None` before the deal, `table` before the charter.

    `table` has the keys as they are at `position`, and `eyes` are what they open.
    `signed_notes` are the notes by file, `pack` is the data pack of a game that is played from one.
    `shares` are the r of the seats once they are open. `end` is the end note of a finished game, `acks` the seats that
    acknowledged it. The equations of those notes of a masked deck that are in `proven` were found to hold on this
    computer before.
    """

    signed_notes: Bundles
    eyes: Eyes | None = None
    table: Table | None = None
    position: Position | None = None
    shares: Shares = {}
    pack: bytes | None = None
    end: SignedNote | None = None
    acks: Mapping[str, SignedNote] = {}
    proven: Container[NoteId] = frozenset()

    @property
    def offer(self) -> SignedNote | None:
        """The offer, if the record has one."""
        return self.signed_notes[OFFER][0] if OFFER in self.signed_notes else None

    def steps(self) -> tuple[tuple[str, tuple[SignedNote, ...]], ...]:
        """(file name, notes) of the deal and every step, in order."""
        return tuple((name, self.signed_notes[name]) for name in sorted(self.signed_notes) if is_step_name(name))


Progress = Callable[[int, int], None]

Watch = Callable[[Position], None]
"""Is shown the position after every step."""

Seen = MutableMapping[int, Position]
"""Positions by step, oldest first; more of them come as a record is read on."""

Reached = Callable[[History], None]
"""Is shown a history each time that more of its record has been found to hold."""

EyesFor = Callable[[Table, Shares], Eyes]
"""What the reader of a record can open, by its table and the shares of the seats."""

Check = Callable[[SignedNote], None]


def _nobody(_: History) -> None:
    return None


def record_positions(seen: Seen) -> Watch:
    """Notes every position that it is shown."""
    return lambda position: seen.__setitem__(position.step, position)


def progress_reporter(watch: Watch | None, progress: Progress | None, steps: int) -> Reached:
    """Shows the position after the deal and every step to `watch`, and tells `progress` how many of `steps` it was."""
    if watch is None and progress is None:
        return _nobody

    def reached(history: History) -> None:
        position = history.position
        if position is None or history.acks:
            return
        if watch is not None:
            watch(position)
        if progress is not None and position.step:
            progress(position.step, steps)

    return reached


def read_history(
    files: Files,
    key: SigningKey | None = None,
    *,
    all_signatures: bool = False,
    progress: Progress | None = None,
    watch: Watch | None = None,
    proven: Container[NoteId] = frozenset(),
) -> History:
    """Read a record from its first note to its last, as the holder of `key`.

    Every hash and every rule is checked. Of the signatures all are checked with `all_signatures`, else those of offer,
    joins, charter, accepts and deal and the last one of each party, which countersigns everything before it. `watch`
    sees the position after every step.

    Raises:
        Unreadable, NotAuthentic, OutOfOrder, IllegalMove: with `at` naming the file.
    """
    signed_notes = {name: notes_of_file(name, files[name]) for name in sorted(files) if name != PACK}
    history = History(signed_notes, pack=files.get(PACK), proven=proven)
    reached = progress_reporter(watch, progress, len(history.steps()) - 1)
    return read_from_notes(history, key, all_signatures=all_signatures, reached=reached)


def read_from_notes(
    history: History,
    key: SigningKey | None = None,
    *,
    all_signatures: bool = False,
    eyes_for: EyesFor | None = None,
    reached: Reached = _nobody,
    threads: int = 0,
) -> History:
    """`read_history` of files that were cut into notes before: those of `history`, which has no more than them and the
    pack. `eyes_for` overrules what `key` can open, as an audit of a finished game does. `reached` sees the history with
    the charter, the deal and every step and ack read. So many `threads` check signatures meanwhile, if all are checked.
    """
    checked = [signed for _, signed_notes in history.steps() for signed in signed_notes] if all_signatures else []
    with signature_threads.Checkers(checked, threads if len(checked) >= _WORTH_THREADS else 0) as checkers:
        check = checkers.check if all_signatures else None
        return _read_notes(history, key, eyes_for, check, reached)


_WORTH_THREADS = 100
"""Signatures that take longer than threads take to start."""


def _read_notes(
    history: History, key: SigningKey | None, eyes_for: EyesFor | None, check: Check | None, reached: Reached
) -> History:
    signed_notes = history.signed_notes
    if history.offer is not None:
        _check_pack(history, history.offer)
        with naming_file(OFFER):
            if len(signed_notes[OFFER]) != 1:
                raise Unreadable("bad-offer-file")
            charter.check_offer(history.offer, history.pack)
    if CHARTER not in signed_notes:
        _nothing_after(signed_notes, (OFFER,))
        return history
    table = _charter(history)
    history = replace(history, table=table)
    reached(history)
    if DEAL not in signed_notes:
        _nothing_after(signed_notes, (OFFER, CHARTER))
        return replace(history, eyes=eyes_of_key(table, key, {}))
    changes = host_changes(history)
    history = _deal(history, table, eyes_for or (lambda at, shares: eyes_in_record(at, key, shares, changes)))
    reached(history)
    return _acks(_steps(history, check, reached), reached)


def continue_history(history: History, later: Mapping[str, bytes], *, watch: Watch | None = None) -> History:
    """A history that has reached the deal, and the files that its record has got since: steps and acks.

    They are checked as `read_history` checks them; what was read before is not read again, for it cannot change.

    Raises:
        Unreadable, NotAuthentic, OutOfOrder, IllegalMove: with `at` naming the file.
    """
    found = {name: notes_of_file(name, data) for name, data in later.items()}
    before = history.signed_notes
    both = before.with_read(found) if isinstance(before, RecordNotes) else dict(sorted({**before, **found}.items()))
    history = replace(history, signed_notes=both)
    return _acks(_steps(history, None, progress_reporter(watch, None, 0)), _nobody)


@contextmanager
def naming_file(name: str) -> Iterator[None]:
    """Names the file in every refusal that passes."""
    try:
        yield
    except RefereeError as error:
        if not _is_in_file(error.at, name):
            error.at = Sentence("place-in-file", file=name, rest=error.at) if error.at else name
        raise


def _is_in_file(at: Sentence | str | None, name: str) -> bool:
    """Whether a place is in the file called `name`."""
    return at == name or (isinstance(at, Sentence) and at.values.get("file") == name)


def notes_of_file(name: str, data: bytes) -> tuple[SignedNote, ...]:
    """The notes of the file called `name`, read strictly; signatures and grammar are not looked at.

    Raises:
        Unreadable, NotAuthentic: with `at` naming the file. Also for a name that no file of a record has: who passes
            such files over, says so.
    """
    with naming_file(name):
        if not is_record_name(name):
            raise Unreadable("no-such-record-file")
        try:
            return read_bundle(data)
        except (Unreadable, NotAuthentic):
            if _has_other_line_ends(data):
                raise Unreadable("line-ends-changed") from None
            raise


def _has_other_line_ends(data: bytes) -> bool:
    """Whether the bytes are those of a file of a record except for CRLF where it has LF."""
    healed = data.replace(b"\r\n", b"\n")
    try:
        return healed != data and bool(read_bundle(healed))
    except (Unreadable, NotAuthentic):
        return False


def _check_pack(history: History, offer: SignedNote) -> None:
    """Whether the pack is the one of the offer is said of the pack's own file; what else is wrong, of the offer's."""
    if history.pack is not None:
        with naming_file(OFFER):
            terms = offer.read(Offer)
        with naming_file(PACK):
            game_for_rules(terms.rules, terms.option, history.pack)


def _nothing_after(signed_notes: Mapping[str, object], allowed: tuple[str, ...]) -> None:
    extra = sorted(set(signed_notes) - set(allowed))
    if extra:
        raise OutOfOrder("earlier-notes-missing", at=extra[0])


def _charter(history: History) -> Table:
    signed_notes = history.signed_notes[CHARTER]
    with naming_file(CHARTER):
        if history.offer is None:
            raise OutOfOrder("record-lacks", name=OFFER)
        table = charter.read_charter(signed_notes, history.pack)
        if signed_notes[0].id != history.offer.id:
            raise NotAuthentic("charter-other-offer")
    return table


def _deal(history: History, table: Table, eyes_for: EyesFor) -> History:
    signed_notes = history.signed_notes[DEAL]
    with naming_file(DEAL):
        shares = deal.seed_shares_by_seat(table, [signed for signed in signed_notes if signed.type == "accept"])
        if sorted(shares) != sorted(table.names):
            raise NotAuthentic("deal-accept-missing")
        dealt = signed_notes[-1].note()
        table = deal.table_in_seating_order(table, shares, dealt.toss) if isinstance(dealt, Deal) else table
        eyes = eyes_for(table, shares)
        position = deal.read_deal(table, signed_notes, eyes, history.proven)
    return replace(history, eyes=eyes, table=position.table, shares=shares, position=position)


def host_changes(history: History) -> tuple[HostChange, ...]:
    """The changes of the referee's key in the files of a record whose charter was read."""
    assert history.table is not None
    return host_changes_of(history.table, (signed_notes for _, signed_notes in history.steps()))


def _steps(history: History, check: Check | None, reached: Reached) -> History:
    position, end = history.position, history.end
    assert position is not None and history.eyes is not None
    names = sorted(filter(is_step_name, history.signed_notes))[position.step + 1 :]
    last: dict[bytes, tuple[str, SignedNote]] = {}
    for number, name in enumerate(names, start=position.step + 1):
        if name != step_name(number):
            hint = Sentence("ask-host-for", name=step_name(number))
            raise OutOfOrder("step-missing", step=number, at=name, hint=hint)
        signed_notes = history.signed_notes[name]
        with naming_file(name):
            if end is not None:
                raise NotAuthentic("step-after-end")
            for signed in signed_notes:
                if check is not None:  # first: of a text that was changed on the way nothing else is worth saying
                    check(signed)
                last[signed.key] = (name, signed)
            position, end = record_step.record_step_file(position, signed_notes, history.eyes)
        if reached is not _nobody:
            reached(_history_at(history, position, end))
    if check is None:
        for name, signed in last.values():
            with naming_file(name):
                signed.check()
    return _history_at(history, position, end)


def _history_at(history: History, position: Position, end: SignedNote | None) -> History:
    """The history once it has reached `position`, with the keys of that position and what they open for the reader."""
    assert history.eyes is not None
    table = position.table
    return replace(history, table=table, eyes=eyes_at_table(table, history.eyes), position=position, end=end)


def _acks(history: History, reached: Reached) -> History:
    acks: dict[str, SignedNote] = {}
    table = history.table
    assert table is not None
    for name in filter(is_ack_name, history.signed_notes):
        signed_notes = history.signed_notes[name]
        with naming_file(name):
            if len(signed_notes) != 1:
                raise Unreadable("bad-ack-file")
            ack = ending.check_ack(table, signed_notes[0], history.end.id if history.end is not None else None)
            if name != ack_name(ack.seat):
                raise NotAuthentic("file-holds-ack", seat=table.person(ack.seat))
            acks[ack.seat] = signed_notes[0]
        reached(replace(history, acks=dict(acks)))
    return replace(history, acks=acks)
