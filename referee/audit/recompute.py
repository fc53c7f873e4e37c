"""Recompute a whole game from its record and compare. The audit proves what keys did, not people.

Depths, each with everything above it:

    1  record and rules     every note, hash, signature and public consequence (always)
    2  own hand             with the key of a seat: what that seat was dealt and ordered
    4  bag                  r_0 is open: the bag is that of the joint seed, nothing was played that was not dealt
    5  everything           the referee's box key is open: every hand line and every sealed line says what it should

(3, the hands of seats that opened theirs alone, needs notes that no version writes yet.) Only depth 5 is `clean`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping

import msgspec
from msgspec.structs import replace

from referee.audit.bot_replay import bot_replay_remarks
from referee.audit.comments import comment_remarks
from referee.audit.facts import CitedNote, Fact, cite_note, make_fact
from referee.audit.finding import PART, RULING, Finding, finding_at_fault, make_finding
from referee.audit.skips import LetPass, let_passes, silence_remarks
from referee.audit.stray_files import Remark, stray_file_remarks, table_remarks
from referee.crypto import joint_randomness
from referee.crypto.keys import SigningKey, fingerprint
from referee.kernel.errors import Unreadable
from referee.kernel.goods import Stock, Supply
from referee.kernel.sentence import Sentence
from referee.protocol.agreements.host_change import eyes_in_record
from referee.protocol.agreements.table_lines import Back, read_table_lines
from referee.protocol.agreements.take_back import steps_taken_back, taken_back_spans
from referee.protocol.history.read_record import History, Progress, Watch, host_changes
from referee.protocol.history.safety_words import four_words
from referee.protocol.history.valid_part import ValidPart, host_changes_in, last_end_note, read_valid_part
from referee.protocol.seating import Eyes, Shares, Table, earlier_key_periods, key_periods
from referee.protocol.step import tokens
from referee.protocol.step.ending import check_host_reveal, eyes_after_end, wrong_reveals
from referee.record.file_names import CHARTER, DEAL, Files, is_record_name, step_name
from referee.record.notes import Deal, End, Step
from referee.record.notes.kinds import STEPS

RECORD, OWN_HAND, BAG, EVERYTHING = 1, 2, 4, 5
DEPTHS = {RECORD: "depth-record", OWN_HAND: "depth-own-hand", BAG: "depth-bag", EVERYTHING: "depth-everything"}
"""What each depth is called, as a code."""


class NoGame(Unreadable):
    """There is no charter, so there is nothing to audit."""


class KeyTime(msgspec.Struct, frozen=True):
    """A key of a role that has had several."""

    role: str
    """The role, a seat or `referee`."""
    key: str
    """The fingerprint of the key."""
    first: int
    """The first step that it signed for."""
    last: int | None
    """The last step that it signed for; null: it is the key of now."""


class Report(msgspec.Struct, frozen=True):
    """What an audit found. Of a record with a fault it describes the part that holds."""

    verdict: str
    """`clean`, `in progress`, `not opened` (finished, but share or box was kept back) or `fault`."""
    depth: int
    """How much the audit could open, from 1 (record and rules) to 5 (everything)."""
    game_id: str
    """The id of the game."""
    words: tuple[str, ...]
    """The four words of the game; empty before the deal."""
    rules: str
    """The board game and the version of its rules, as `tigris 1`; empty without a charter."""
    parties: tuple[tuple[str, str], ...]
    """(role, fingerprint of its key) at the end, the referee and each seat."""
    test_keys: tuple[str, ...]
    """The roles whose key is a published test key: anybody can have signed for them."""
    step: int | None
    """The last valid step; null if not even the deal is valid."""
    findings: tuple[Finding, ...]
    """The faults that were found; empty if there are none."""
    unchecked: tuple[Sentence, ...]
    """What could not be checked, as sentences."""
    result: tuple[tuple[str, int], ...]
    """(seat, place) for each seat; empty without a result."""
    reason: str
    """Why the game ended, as a word of the game; empty while it runs."""
    acked: tuple[str, ...]
    """The seats that have confirmed the end."""
    notes: int
    """How many notes were checked."""
    remarks: tuple[Remark, ...] = ()
    """What is beside the record and is not a fault."""
    title: str = ""
    """What people call the game."""
    called: tuple[tuple[str, str], ...] = ()
    """(seat, name that people know) for each seat."""
    asked: tuple[str, ...] = ()
    """The seats that must answer after `step`."""
    after: tuple[str, ...] = ()
    """The files after a fault, which were not checked."""
    kept_shut: Fact | None = None
    """That the referee of a finished game did not reveal what was locked; null otherwise."""
    undone: tuple[tuple[int, int, int], ...] = ()
    """(first, last, step by which) for each take-back; these steps are checked too."""
    keys: tuple[KeyTime, ...] = ()
    """All keys of the roles that have had several, oldest first."""
    told: str = ""
    """The verdict in the reader's words; empty unless it is printed."""
    passes: tuple[LetPass, ...] = ()
    """The steps that skipped a seat, oldest first, also those that were taken back."""

    @property
    def faultless(self) -> bool:
        """Whether no fault was found, as far as was checked."""
        return not self.findings

    @property
    def facts(self) -> tuple[Fact, ...]:
        """Everything that was found, as facts."""
        return (*(finding.fact for finding in self.findings), *([self.kept_shut] if self.kept_shut else []))


def audit(
    files: Files,
    key: SigningKey | None = None,
    *,
    strangers: Mapping[str, bytes] | None = None,
    comments: Mapping[str, bytes] | None = None,
    expect: Mapping[str, Collection[str]] | None = None,
    game_id: str | None = None,
    head: str | None = None,
    last_signatures: bool = False,
    progress: Progress | None = None,
    seen: Callable[[ValidPart], None] | None = None,
    watch: Watch | None = None,
    threads: int = 0,
) -> Report:
    """Audit a record given as file names and bytes.

    A file whose name is none of a record's is remarked on, as are `strangers`: further files beside it by name, with
    their bytes as far as they were read; of `comments`, the files of what was said after the end, it is told how many
    hold. `expect` (role to the fingerprints of all keys that it may have had), `game_id` and `head` pin what the reader
    knows from elsewhere. With `last_signatures` only the last signature of each party is checked, and the report says
    so. `seen` is given the part of the record that holds, for callers that need more of it than a report shows, and
    `watch` the position after every step of that part. With `threads` so many of them check signatures while the rules
    run; the report is the same.

    Raises:
        NoGame: no charter. Unsupported: this computer lacks a cipher.
    """
    foreign = {**(strangers or {}), **{name: data for name, data in files.items() if not is_record_name(name)}}
    files = {name: data for name, data in files.items() if name not in foreign}
    if CHARTER not in files:
        raise NoGame("no-game-here", name=CHARTER)
    end = last_end_note(files)
    valid = read_valid_part(
        files,
        all_signatures=not last_signatures,
        eyes_for=lambda at, shares: _deepest(at, shares, files, key),
        progress=progress,
        watch=watch,
        threads=threads,
    )
    if seen is not None:
        seen(valid)
    findings = [finding_at_fault(valid.fault, files, valid)] if valid.fault is not None else []
    if valid.table is not None:
        findings += _unexpected_findings(valid.table, valid.history, expect or {}, game_id, head)
    depth, unchecked = _depth(valid, end)
    if valid.history.end is not None:
        findings += _wrong_openings(valid.history)
    if depth == RECORD and end is not None and valid.step is not None:
        depth, more, unchecked = _bag_depth(valid, end, unchecked)
        findings += more
    if last_signatures:
        unchecked = (Sentence("unchecked-signatures"), *unchecked)
    report = _report(valid, tuple(findings), depth, unchecked)
    programs = bot_replay_remarks(valid, files, everything=depth == EVERYTHING and valid.history.end is not None)
    foreigners = stray_file_remarks(foreign, files, valid.table)
    said = comment_remarks(comments, valid.history) if comments else ()
    remarks = (*table_remarks(valid.table), *silence_remarks(valid.history), *programs, *foreigners, *said)
    return replace(report, remarks=remarks)


def _deepest(table: Table, shares: Shares, files: Files, key: SigningKey | None) -> Eyes:
    end, changes = last_end_note(files), host_changes_in(table, files)
    opened_eyes = eyes_after_end(table, end, shares, changes) if end is not None else None
    return opened_eyes or eyes_in_record(table, key, shares, changes)


def _unexpected_findings(
    table: Table, history: History, expect: Mapping[str, Collection[str]], game_id: str | None, head: str | None
) -> list[Finding]:
    """Each key that its role was not expected to have, where it comes in; and what else is not as it was expected."""
    keys = [(party.role, party.since, fingerprint(party.key)) for party in table.ever]
    nobody = [(role, 0, Sentence("no-key")) for role in sorted(set(expect) - {role for role, _, _ in keys})]
    differ = []
    for role, since, key in (*keys, *nobody):
        if role in expect and key not in expect[role]:
            at, of = step_name(since) if since else CHARTER, make_fact("E-KEY", since or None)
            wanted = ", ".join(expect[role])
            differ.append(
                make_finding(at, "not authentic", "other-key-expected", of, role=role, key=key, wanted=wanted)
            )
    if game_id is not None and table.game_id != game_id:
        values = {"found": table.game_id, "wanted": game_id}
        differ.append(make_finding(CHARTER, "not authentic", "other-game-expected", make_fact("E-GAME"), **values))
    if head is not None and head not in {signed.id for _, notes in history.steps() for signed in notes}:
        differ.append(make_finding("record", "not now", "head-not-in-record", make_fact("E-HEAD"), head=head))
    return differ


def _depth(valid: ValidPart, end: End | None) -> tuple[int, tuple[Sentence, ...]]:
    """How deep the part that holds could be checked, and what could not be."""
    behind = (Sentence("unchecked-after-fault"),) if valid.fault is not None or valid.step is None else ()
    history = valid.history
    if history.table is None or history.eyes is None:
        return RECORD, behind
    depth, unchecked = _depth_of(history, history.table, history.eyes, end)
    return depth, (*behind, *unchecked)


def _depth_of(history: History, table: Table, eyes: Eyes, end: End | None) -> tuple[int, tuple[Sentence, ...]]:
    hides = table.hides_goods or (history.position is not None and history.position.past.sealed)
    if end is not None and (not hides or _opens_everything(table, end)):
        return EVERYTHING, ()
    waits = Sentence("game-not-over") if end is None else Sentence("referee-did-not-open")
    hidden = ("unchecked-hands", "unchecked-bag", "unchecked-sealed-lines")
    if eyes.see_all and end is None:  # the referee looks at his own running game
        return EVERYTHING, ()
    if eyes.see_all:  # what he sees with his own key is nothing that others could check
        waits = Sentence("seen-with-referee-key")
    if eyes.seat is not None:
        return OWN_HAND, (Sentence("unchecked-others", why=waits),)
    return (RECORD, tuple(Sentence(code, why=waits) for code in hidden)) if hides else (RECORD, ())


def _opens_everything(table: Table, end: End) -> bool:
    """Whether the end reveals share and box: what the reader can see with a key of his own makes nothing public."""
    return None not in msgspec.structs.astuple(check_host_reveal(table, end))


def _wrong_openings(history: History) -> list[Finding]:
    """A finding for each value that the end reveals and that is not the one that was sealed."""
    table, signed_end = history.table, history.end
    assert table is not None and signed_end is not None
    end, at = signed_end.read(End), history.steps()[-1][0]
    of = make_fact("R-OPENING", end.step, _cited_end(history))
    return [make_finding(at, RULING, code, of) for code in wrong_reveals(table, end, host_changes(history))]


def _cited_end(history: History) -> tuple[CitedNote, ...]:
    """The end note of a finished game, as facts name it."""
    assert history.end is not None
    name, notes = history.steps()[-1]
    return (cite_note(history.table, history.end, f"{PART}{name}", len(notes)),)


def _bag_depth(
    valid: ValidPart, end: End, unchecked: tuple[Sentence, ...]
) -> tuple[int, list[Finding], tuple[Sentence, ...]]:
    """The coverage, findings and gaps when the seed share was revealed but not the encryption key: the order of the bag
    is checked, and that no player used a tile before it was dealt to them.
    """
    history, table = valid.history, valid.history.table
    assert table is not None
    share = check_host_reveal(table, end).share
    if share is None:
        return RECORD, [], unchecked
    seed = joint_randomness.hidden_seed(table.charter, share, [history.shares[name] for name in table.listed])
    dealt = history.signed_notes[DEAL][-1]
    behind = (Sentence("unchecked-after-fault"),) if valid.fault is not None else ()
    if dealt.read(Deal).bag != tokens.bag_lines(table, seed):
        of = make_fact("R-BAG", 0, [cite_note(table, dealt, f"{PART}{DEAL}", len(history.signed_notes[DEAL]))])
        return BAG, [make_finding(DEAL, RULING, "bag-differs", of)], behind
    return BAG, played_but_not_dealt(history, table, seed), (*behind, Sentence("unchecked-box-closed"))


def _report(valid: ValidPart, findings: tuple[Finding, ...], depth: int, unchecked: tuple[Sentence, ...]) -> Report:
    history, table, position = valid.history, valid.table, valid.history.position
    end = history.end.read(End) if history.end is not None else None
    finished = "clean" if depth == EVERYTHING else "not opened"
    verdict = "fault" if findings else "in progress" if end is None else finished
    parties = (table.host, *table.seats) if table is not None else ()
    shut = end is not None and verdict == "not opened"
    return Report(
        verdict=verdict,
        depth=depth,
        game_id=table.game_id if table is not None else "",
        words=four_words(history) if position is not None else (),
        rules=f"{table.rules.game} {table.rules.version}" if table is not None else "",
        parties=tuple((party.role, fingerprint(party.key)) for party in parties),
        test_keys=table.test_keys if table is not None else (),
        step=valid.step,
        findings=findings,
        unchecked=unchecked,
        result=tuple((rank.seat, rank.place) for rank in end.rank) if end is not None else (),
        reason=end.reason if end is not None else "",
        acked=tuple(sorted(history.acks)),
        notes=sum(map(len, history.signed_notes.values())),
        title=str(table.title) if table is not None else "",
        called=tuple(zip(table.names, table.called, strict=True)) if table is not None else (),
        asked=tuple(table.names[request.seat] for request in position.awaited) if table and position else (),
        after=valid.after,
        keys=key_times(table) if table is not None else (),
        kept_shut=make_fact("R-SHUT", end.step, _cited_end(history)) if end is not None and shut else None,
        undone=taken_back_spans(steps_taken_back(position)) if position is not None else (),
        passes=let_passes(position) if position is not None else (),
    )


def key_times(table: Table) -> tuple[KeyTime, ...]:
    """The keys of every role that had more than one."""
    times = (time for time in key_periods(table) if earlier_key_periods(table, time.role))
    return tuple(KeyTime(time.role, fingerprint(time.key), time.first, time.last) for time in times)


_Held = dict[str, Counter[str]]


def played_but_not_dealt(history: History, table: Table, seed: bytes) -> list[Finding]:
    """The first good that a seat has spent and not drawn, as its events tell."""
    supplies = tokens.dealer_knowledge(table, seed).piles
    stocks, held = {pile.name: Stock() for pile in supplies}, {name: Counter[str]() for name in table.names}
    then: list[tuple[dict[str, Stock], _Held]] = []
    for name, signed_notes in history.steps():
        note = next(signed.note() for signed in signed_notes if signed.type in STEPS)
        assert isinstance(note, Deal | Step)
        first = _first_undone(note)
        if first:
            earlier, held = then[first - 1]
            stocks = {pile: stock.back_to(earlier[pile]) for pile, stock in stocks.items()}
        stocks, held = dict(stocks), {seat: Counter(kinds) for seat, kinds in held.items()}
        for event in note.event:
            word, *rest = event.split()
            if word == "drew":
                _draw(supplies, stocks, held[rest[0]], table.seat(rest[0]), rest)
            elif word == "hidden":
                _draw(supplies, stocks, Counter(), rest[0], [rest[0], "1", *rest[1:]])
            elif word == "spent":
                held[rest[0]][rest[1]] -= int(rest[2])
                if held[rest[0]][rest[1]] < 0:
                    notes = [cite_note(table, signed, f"{PART}{name}", at) for at, signed in enumerate(signed_notes, 1)]
                    of = make_fact("R-NOT-HELD", note.step, notes)
                    return [
                        make_finding(
                            name, "not allowed", "played-never-dealt", of, seat=table.person(rest[0]), kind=rest[1]
                        )
                    ]
        then.append((stocks, held))
    return []


def _first_undone(note: Deal | Step) -> int:
    """The step to before which a step goes back, 0 for none."""
    lines = read_table_lines(note.table) if isinstance(note, Step) else ()
    return next((line.step for line in lines if isinstance(line, Back)), 0)


def _draw(
    supplies: tuple[Supply, ...], stocks: dict[str, Stock], hand: Counter[str], taker: int | str, words: list[str]
) -> None:
    """Let `taker` have what an event says: (seat or place, count, pile or nothing)."""
    pile = next((pile for pile in supplies if pile.name == "".join(words[2:])), supplies[0])
    positions, stocks[pile.name] = stocks[pile.name].take(taker, int(words[1]), len(pile.kinds))
    hand.update(pile.kinds[at] for at in positions)
