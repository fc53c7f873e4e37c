"""A game recomputed and compared: what is found in one record."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from referee.audit.allowed_signers import signers_text
from referee.audit.recompute import DEPTHS, Report, audit
from referee.audit.stray_files import Remark, stray_remark
from referee.crypto.keys import SigningKey
from referee.crypto.openssh import PassphraseNeeded
from referee.kernel.errors import NotAuthentic, RefereeError, UsageError
from referee.kernel.sentence import Sentence
from referee.protocol.history.read_record import Progress
from referee.protocol.history.valid_part import ValidPart
from referee.record.files import write_file
from referee.record.sources import FoundRecord, records_at
from referee.service.reader import Reader
from referee.session.own_keys import find_own_key

READER = "--as"
"""The place of a remark about the reader, on this computer: no report for others has it."""


def raise_again(error: Exception, path: str) -> RefereeError:
    """With a single game, an error of this program is not reported as a refusal. Raises the error."""
    raise error


class AuditChecks(NamedTuple):
    """What an audit is given beside the record."""

    reader: Reader | None
    """Whose key of one's own home looks deeper; None for a stranger."""
    failure: Callable[[Exception, str], RefereeError] = raise_again
    """The refusal for what this program fails on at a path, where it goes on with others."""
    lang: str = "en"
    """The language of refusals."""
    expect: Mapping[str, Collection[str]] = {}
    """The fingerprints that a role may have had."""
    game_id: str | None = None
    head: str | None = None
    quick: bool = False
    """Whether each party's last signature alone is checked."""
    indexed: bool = False
    """Whether it is for an index, which holds for any reader."""
    threads: int = 0
    """How many check signatures beside the rules: none where processes share the games."""


class Audited(msgspec.Struct, frozen=True):
    """The audit of a game: what was found, and in what."""

    report: Report
    """What was found."""
    valid: ValidPart
    """What of the record holds."""
    files: Mapping[str, bytes]
    """The files of the record, by name."""
    path: Path
    """Where it lies."""


def audit_path(
    checks: AuditChecks, path: Path, progress: Callable[[int], Progress | None] = lambda _: None
) -> Audited | int:
    """The audit of the game at a path; how many games are there instead if it is not one alone. Raises as
    `audit_table`, and as `records_at`.
    """
    found, *others = records_at(path)
    if others:
        return 1 + len(others)
    seen = list[ValidPart]()
    report = audit_table(checks, found, progress, seen.append)
    return Audited(report, seen[0], found.files, path)


def write_signers(valid: ValidPart, to: Path, lang: str) -> None:
    """Write the file of signers. Raises FileTrouble; and as `signers_text`."""
    write_file(to, signers_text(valid, lang))


def audit_table(
    checks: AuditChecks,
    found: FoundRecord,
    progress: Callable[[int], Progress | None] = lambda steps: None,
    seen: Callable[[ValidPart], None] | None = None,
) -> Report:
    """The report on a record; `progress` gives, for a number of files, what is called at every step. `seen` is shown
    what of the record holds.

    Raises:
        NoGame: there is none. NotAuthentic: the key that is named cannot be read. UsageError: a key is expected of
            somebody who has no part.
    """
    files = found.files
    key, remarks = _own_key(checks.reader, files)
    if found.loose:
        remarks = (*remarks, stray_remark("mailbox", "notes-beside-chain", count=len(found.loose)))
    report = audit(
        files,
        key,
        strangers=found.foreign,
        comments=found.comments,
        expect=checks.expect,
        game_id=checks.game_id,
        head=checks.head,
        last_signatures=checks.quick,
        progress=progress(len(files)),
        seen=seen,
        threads=checks.threads,
    )
    roles = [role for role, _ in report.parties]
    if roles and (unknown := sorted(set(checks.expect) - set(roles))):
        raise UsageError("expect-no-such-role", role=unknown[0], known=", ".join(roles))
    return replace(report, remarks=(*remarks, *report.remarks))


class AuditWords(msgspec.Struct, frozen=True):
    """What an audit found, in the language of its reader."""

    verdict: str
    """The result, in a sentence."""
    good: bool
    """Whether nothing is wrong, as far as could be looked."""
    checked: tuple[str, ...]
    """How much was checked, and what could not be, a sentence each."""
    findings: tuple[str, ...]
    """The faults, a sentence each."""
    remarks: tuple[str, ...]
    """What is beside the record and is not a fault, a sentence each."""


def audit_words(report: Report, lang: str) -> AuditWords:
    """A report in words, for people who look at one game."""
    code = "page-fault-found" if report.findings else _VERDICTS[report.verdict]
    checked = Sentence("page-checked", notes=report.notes, steps=report.step or 0)
    reached = Sentence("page-depth", depth=report.depth, reached=Sentence(DEPTHS[report.depth]))
    findings = [f"{finding.at}: {finding.told(lang)}" for finding in report.findings]
    kept_shut = [report.kept_shut.title.told(lang)] if report.kept_shut is not None else []
    return AuditWords(
        Sentence(code).told(lang),
        report.faultless and report.kept_shut is None,
        tuple(one.told(lang) for one in (checked, reached, *report.unchecked)),
        (*findings, *kept_shut),
        tuple(f"{remark.at}: {remark.told(lang)}" for remark in report.remarks),
    )


_VERDICTS = {"clean": "page-all-right", "in progress": "page-right-so-far", "not opened": "page-kept-shut"}
"""What each verdict without a fault is called."""


def _own_key(reader: Reader | None, files: Mapping[str, bytes]) -> tuple[SigningKey | None, tuple[Remark, ...]]:
    """The key to look deeper with: the one named, or the only one of the home with a part; none for a stranger. Why
    somebody with a part looks as a stranger is remarked on.
    """
    if reader is None:
        return None, ()
    try:
        return find_own_key(files, reader.home, reader.as_name, reader.passphrase).key, ()
    except (NotAuthentic, PassphraseNeeded) as why:
        if reader.as_name is not None:
            raise
        return None, (stray_remark(READER, "key-not-used", why=why.said),)


def verdict_text(lang: str, verdict: str, step: int | None) -> str:
    """A verdict on a game that has reached `step`, as a few words."""
    if verdict == "in progress":
        return Sentence("game-in-progress", step=step).told(lang)
    code = "referee-not-open" if verdict == "not opened" else "clean" if verdict == "clean" else "fault"
    return Sentence(code).told(lang)
