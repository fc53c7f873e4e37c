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
from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from referee.crypto import joint
from referee.crypto.keys import SigningKey, fingerprint
from referee.kernel.errors import NotAuthentic, RefereeError, Unreadable, Unsupported
from referee.kernel.sentence import Sentence
from referee.record.names import CHARTER, DEAL, PACK, is_record_name
from referee.record.notes import Deal, End, Step
from referee.table.opening.charter import read_charter
from referee.table.opening.deal import opened_shares
from referee.table.reading.beside import Remark, remarks_on
from referee.table.reading.history import History, Progress, bundle_of, read_history
from referee.table.reading.words import four_words
from referee.table.seating import REFEREE, Eyes, Table, eyes_of
from referee.table.step import tokens
from referee.table.step.ending import eyes_after, opened

RECORD, OWN_HAND, BAG, EVERYTHING = 1, 2, 4, 5
DEPTHS = {RECORD: "depth-record", OWN_HAND: "depth-own-hand", BAG: "depth-bag", EVERYTHING: "depth-everything"}
"""What each depth is called, as a code."""


class NoGame(Unreadable):
    """There is no charter, so there is nothing to audit."""


class Finding(msgspec.Struct, frozen=True):
    """One fault: the file, the layer that speaks, a sentence, the rule if one does.

    `code` and `values` make the sentence in any language, `place` is where in the file. `damaged` says that a
    signature in this copy of the file does not fit: it may have happened on the way, and nobody is accused.
    """

    at: str
    layer: str
    sentence: str
    rule: str | None = None
    code: str = ""
    values: dict[str, Any] = {}
    place: Sentence | None = None
    damaged: bool = False

    def told(self, lang: str) -> str:
        """The sentence in the reader's language."""
        text = Sentence(self.code, **self.values).told(lang)
        if self.place:
            text = f"{self.place.told(lang)}: {text}"
        return Sentence("copy-signature-broken", sentence=text).told(lang) if self.damaged else text


def _found(at: str, layer: str, code: str, **values: object) -> Finding:
    return Finding(at, layer, str(Sentence(code, **values)), code=code, values=values)


class Report(msgspec.Struct, frozen=True):
    """What an audit found.

    `verdict` is `clean`, `in progress`, `not opened` (finished, but the referee kept share or box) or `fault`.
    `depth` is how deep it could look, `unchecked` what it could not. `parties` are (role, fingerprint), `test_keys` the
    roles whose key is a published test key: anybody can have signed for them. `remarks` are on what
    lies beside the record and is no fault.
    """

    verdict: str
    depth: int
    game_id: str
    words: tuple[str, ...]
    rules: str
    parties: tuple[tuple[str, str], ...]
    test_keys: tuple[str, ...]
    step: int
    findings: tuple[Finding, ...]
    unchecked: tuple[Sentence, ...]
    result: tuple[tuple[str, int], ...]
    reason: str
    acked: tuple[str, ...]
    notes: int
    remarks: tuple[Remark, ...] = ()

    @property
    def faultless(self) -> bool:
        """Whether no fault was found, as deep as could be looked."""
        return not self.findings


def audit(
    files: Mapping[str, bytes],
    key: SigningKey | None = None,
    *,
    strangers: Mapping[str, bytes] | None = None,
    expect: Mapping[str, str] | None = None,
    game_id: str | None = None,
    head: str | None = None,
    last_signatures: bool = False,
    progress: Progress | None = None,
) -> Report:
    """Audit a record given as file names and bytes.

    A file whose name is none of a record's is remarked on, as are `strangers`: further files beside it by name, with
    their bytes as far as they were read. `expect` (role to fingerprint), `game_id` and `head` pin what the reader
    knows from elsewhere. With `last_signatures` only the last signature of each party is checked, and the report says
    so.

    Raises:
        NoGame: no charter. Unsupported: this machine lacks a cipher.
    """
    foreign = {**(strangers or {}), **{name: data for name, data in files.items() if not is_record_name(name)}}
    files = {name: data for name, data in files.items() if name not in foreign}
    if CHARTER not in files:
        raise NoGame("no-game-here", name=CHARTER)
    findings: list[Finding] = []
    table: Table | None = None
    history: History | None = None
    end = last_end(files)
    try:
        history = read_history(
            files,
            all_signatures=not last_signatures,
            eyes_for=lambda at, shares: _deepest(at, shares, end, key),
            progress=progress,
        )
        table = history.table
    except Unsupported:  # that is for this machine to answer for, and not for the record
        raise
    except RefereeError as error:
        findings.append(_finding(error, files))
        table = _table_of(files)
    if table is not None:
        findings += _unexpected(table, history, expect or {}, game_id, head)
    depth, unchecked = _depth(history)
    if history is not None and history.end is not None:
        findings += _misopened(history)
        if depth == RECORD:
            depth, more, unchecked = _bag_depth(history, unchecked)
            findings += more
    if last_signatures:
        unchecked = (Sentence("unchecked-signatures"), *unchecked)
    report = _report(files, table, history, tuple(findings), depth, unchecked)
    return replace(report, remarks=remarks_on(foreign, files, table))


def last_end(files: Mapping[str, bytes]) -> End | None:
    """The end note of the last step file, if it has one and it can be read; if not, reading the record tells why."""
    last = max((name for name in files if name.endswith(".step")), default="")
    try:
        note = bundle_of(last, files[last])[-1].note() if last else None
    except (Unreadable, NotAuthentic):
        return None
    return note if isinstance(note, End) else None


def _table_of(files: Mapping[str, bytes]) -> Table | None:
    """The table of a record in which something is wrong, if its charter is not."""
    try:
        return read_charter(bundle_of(CHARTER, files[CHARTER]), files.get(PACK))
    except RefereeError:
        return None


def _deepest(table: Table, shares: Mapping[str, bytes], end: End | None, key: SigningKey | None) -> Eyes:
    opened_eyes = eyes_after(table, end, shares) if end is not None else None
    return opened_eyes or eyes_of(table, key, shares)


def _finding(error: RefereeError, files: Mapping[str, bytes]) -> Finding:
    place, rest = _placed(error.at)
    values = dict(error.values)
    # Damage in transport, perhaps: another copy may hold the same notes under good signatures. Nobody is accused.
    bare = Finding(place, error.layer, "", error.rule, error.code, values, rest, _is_damaged(place, files))
    return replace(bare, sentence=bare.told("en"))


def _placed(at: Sentence | str | None) -> tuple[str, Sentence | None]:
    """The file that a refusal names, and where in it."""
    if not isinstance(at, Sentence):
        return at or "record", None
    if "file" in at.values:
        rest = at.values["rest"]
        return at.values["file"], rest if isinstance(rest, Sentence) else Sentence("bare", text=rest)
    return str(at), None


def _is_damaged(name: str, files: Mapping[str, bytes]) -> bool:
    """Whether a signature in a file cannot be read or does not fit."""
    try:
        for signed in bundle_of(name, files.get(name, b"")):
            signed.check()
    except NotAuthentic:
        return True
    except Unreadable:
        return False
    return False


def _unexpected(
    table: Table, history: History | None, expect: Mapping[str, str], game_id: str | None, head: str | None
) -> list[Finding]:
    keys = {party.role: fingerprint(party.key) for party in (table.host, *table.seats)}
    found = [
        _found(
            CHARTER,
            "not authentic",
            "other-key-expected",
            role=role,
            key=keys.get(role) or Sentence("no-key"),
            wanted=wanted,
        )
        for role, wanted in sorted(expect.items())
        if keys.get(role) != wanted
    ]
    if game_id is not None and table.game_id != game_id:
        found.append(
            _found(
                CHARTER,
                "not authentic",
                "other-game-expected",
                found=table.game_id,
                wanted=game_id,
            )
        )
    if head is not None and history is not None and head not in _heads(history):
        found.append(_found("record", "not now", "head-not-in-record", head=head))
    return found


def _heads(history: History) -> set[str]:
    return {signed.id for _, signed_notes in history.steps() for signed in signed_notes}


def _depth(history: History | None) -> tuple[int, tuple[Sentence, ...]]:
    if history is None or history.table is None or history.eyes is None:
        return RECORD, (Sentence("unchecked-after-fault"),)
    hides = bool(history.table.piles) or (history.position is not None and history.position.sealed)
    if history.end is not None and (not hides or _all_opened(history)):
        return EVERYTHING, ()
    waits = Sentence("game-not-over") if history.end is None else Sentence("referee-did-not-open")
    hidden = ("unchecked-hands", "unchecked-bag", "unchecked-sealed-lines")
    if history.eyes.see_all and history.end is None:  # the referee looks at his own running game
        return EVERYTHING, ()
    if history.eyes.see_all:  # what he sees with his own key is nothing that others could check
        waits = Sentence("seen-with-referee-key")
    if history.eyes.seat is not None:
        return OWN_HAND, (Sentence("unchecked-others", why=waits),)
    return (RECORD, tuple(Sentence(code, why=waits) for code in hidden)) if hides else (RECORD, ())


def _all_opened(history: History) -> bool:
    """Whether the end opens share and box: what the reader can see with a key of his own makes nothing public."""
    assert history.table is not None and history.end is not None
    end = history.end.read(End)
    return None not in msgspec.structs.astuple(opened(history.table, end))


def _misopened(history: History) -> list[Finding]:
    """What the end opens and is not what was locked: another thing than not opening it, for it is signed and wrong."""
    table, signed_end = history.table, history.end
    assert table is not None and signed_end is not None
    end = signed_end.read(End)
    found, at = opened(table, end), history.steps()[-1][0]
    findings = []
    if end.open is not None and found.share is None:
        findings.append(_found(at, "not authentic", "end-share-differs"))
    if end.box is not None and found.box is None:
        findings.append(
            _found(
                at,
                "not authentic",
                "end-box-key-differs",
            )
        )
    return findings


def _bag_depth(history: History, unchecked: tuple[Sentence, ...]) -> tuple[int, list[Finding], tuple[Sentence, ...]]:
    """Depth 4: share open, box not. The bag is checked, and that nobody played what had not been dealt to him."""
    table, signed_end = history.table, history.end
    assert table is not None and signed_end is not None
    end = signed_end.read(End)
    share = opened(table, end).share
    if share is None:
        return RECORD, [], unchecked
    seed = joint.hidden_seed(table.charter, share, [history.shares[name] for name in table.names])
    dealt = history.signed_notes[DEAL][-1].read(Deal)
    if dealt.bag != tokens.bag_lines(table, seed):
        return BAG, [_found(DEAL, "not authentic", "bag-differs")], ()
    findings = _played_but_not_dealt(history, table, seed)
    return BAG, findings, (Sentence("unchecked-box-closed"),)


def _played_but_not_dealt(history: History, table: Table, seed: bytes) -> list[Finding]:
    supplies = tokens.dealer(table, seed).piles
    piles = {pile.name: pile for pile in supplies}
    drawn: Counter[str] = Counter()
    held: dict[str, Counter[str]] = {name: Counter() for name in table.names}
    for name, signed_notes in history.steps():
        note = next(signed.note() for signed in signed_notes if signed.type in ("deal", "step"))
        assert isinstance(note, Deal | Step)
        for event in note.event:
            word, *rest = event.split()
            if word == "drew":
                pile = piles[rest[2]] if len(rest) > 2 else supplies[0]
                kinds = pile.kinds[drawn[pile.name] : drawn[pile.name] + int(rest[1])]
                drawn[pile.name] += int(rest[1])
                held[rest[0]].update(kinds)
            elif word == "spent":
                held[rest[0]][rest[1]] -= int(rest[2])
                if held[rest[0]][rest[1]] < 0:
                    return [
                        _found(
                            name,
                            "not allowed",
                            "played-never-dealt",
                            seat=rest[0],
                            kind=rest[1],
                        )
                    ]
    return []


def _report(
    files: Mapping[str, bytes],
    table: Table | None,
    history: History | None,
    findings: tuple[Finding, ...],
    depth: int,
    unchecked: tuple[Sentence, ...],
) -> Report:
    position = history.position if history is not None else None
    signed_end = history.end if history is not None else None
    end = signed_end.note() if signed_end is not None else None
    assert end is None or isinstance(end, End)
    verdict = "fault" if findings else _verdict(end, depth)
    parties = (table.host, *table.seats) if table is not None else ()
    return Report(
        verdict=verdict,
        depth=depth,
        game_id=table.game_id if table is not None else "",
        words=four_words(history) if history is not None else (),
        rules=f"{table.rules.game} {table.rules.version}" if table is not None else "",
        parties=tuple((party.role, fingerprint(party.key)) for party in parties),
        test_keys=table.test_keys if table is not None else (),
        step=position.step if position is not None else 0,
        findings=findings,
        unchecked=unchecked,
        result=tuple((rank.seat, rank.place) for rank in end.rank) if end is not None else (),
        reason=end.reason if end is not None else "",
        acked=tuple(sorted(history.acks)) if history is not None else (),
        notes=sum(map(len, history.signed_notes.values())) if history is not None else len(files),
    )


def _verdict(end: End | None, depth: int) -> str:
    if end is None:
        return "in progress"
    return "clean" if depth == EVERYTHING else "not opened"


__all__ = ["DEPTHS", "REFEREE", "Finding", "NoGame", "Report", "audit", "opened_shares"]
