"""What honest people's tools make of a story: nothing falls over, nothing false is clean, nobody honest is accused."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from math import inf
from pathlib import Path
from typing import Any, TypeVar
from unittest.mock import patch

from tests.support.dishonest.agreements import disagreement
from tests.support.dishonest.oracles import answered_unasked, difference, untrue_deck
from tests.support.dishonest.project import (
    EVERYTHING,
    HOST,
    REFEREE,
    BrokenState,
    Person,
    RefereeError,
    Report,
    Session,
    SignedNote,
    SigningGuard,
    Verdict,
    audit,
    judge_evidence,
    read_evidence,
    read_history,
    receive,
    render_bundle,
    stored_notes,
)
from tests.support.dishonest.signing import notes_of
from tests.support.dishonest.story import Found, Story

SLOW = 2.0
"""Seconds of CPU that one command may take on a record of ordinary size."""

JUDGED = 6
"""Subsets of the loose notes that a story is judged with."""

RECEIVED = 2
"""Mails that an honest party takes in, at most."""

T = TypeVar("T")


@contextmanager
def eyes_open() -> Iterator[None]:
    """Temporary folders need not outlive a power cut."""
    with patch("os.fsync", lambda descriptor: None):
        yield


class Asked:
    """Commands asked of one story; what falls over, or takes more than `slow` seconds of CPU, is found."""

    def __init__(self, story: Story, slow: float) -> None:
        self.story = story
        self.slow = slow
        self._answers: dict[tuple[object, ...], Any] = {}

    def of(self, command: str, ask: Callable[..., T], files: dict[str, bytes], *more: object) -> T | None:
        """The answer to what is asked of a record: of the same bytes it is asked once."""
        question = (ask, frozenset(files.items()), *more)
        if question not in self._answers:
            self._answers[question] = self(command, lambda: ask(files, *more))
        return self._answers[question]

    def __call__(self, command: str, ask: Callable[[], T]) -> T | None:
        """The answer, or None if it was a refusal or no answer at all."""
        began = time.process_time()
        try:
            return ask()
        except BrokenState as broken:
            self.found("falls over", f"{command}: {broken!r}")
        except RefereeError:
            return None
        except Exception as crash:  # whatever falls over here is what is looked for
            self.found("falls over", f"{command}: {crash!r}")
        finally:
            spent = time.process_time() - began
            if spent > self.slow:
                self.found("takes too long", f"{command}: {spent:.1f} s")
        return None

    def found(self, promise: str, seen: str) -> None:
        """Something that must not be; said once."""
        if Found(promise, seen) not in self.story.found:
            self.story.found.append(Found(promise, seen))


def look(story: Story, slow: float = inf) -> None:
    """Ask every honest party's tools about a story; what must not be is added to what was found."""
    ask = Asked(story, slow)
    _audits(story, ask)
    _judges(story, ask, story.files, story.loose)
    _histories(story, ask)
    _mails(story, ask)


def _audits(story: Story, ask: Asked) -> None:
    """As a stranger, as a player and as the host; who finds no fault must be right, and the others must agree."""
    match, files = story.match, story.files
    player = story.chance.choice(match.table.names)
    faultless = False
    for reader, key in (("a stranger", None), (player, match.keys[player]), (HOST, match.keys[HOST])):
        report = ask.of(f"audit as {reader}", audit, {**files, **story.foreign}, key)
        if report is None or report.findings:
            _should_be_faultless(story, ask, reader, report)
            continue
        unasked = ask.of("the honest answers", answered_unasked, files)
        if unasked:
            ask.found("answers in another's name", f"audit as {reader}: {unasked}")
        _agreed(ask, files)
        beside = {remark.at for remark in report.remarks if remark.at not in files}
        if beside != set(story.foreign):
            ask.found("foreign files", f"audit as {reader}: nothing is said of some of {sorted(story.foreign)}")
        faultless = faultless or report.depth == EVERYTHING or match.table.deck.name == "masked"
    if faultless:
        _compare(story, ask, files)


def _agreed(ask: Asked, files: dict[str, bytes]) -> None:
    """All have agreed to what the table has decided in a record without a fault."""
    found = ask.of("the agreements", disagreement, files)
    if found:
        ask.found("decided without agreement", found)


def _should_be_faultless(story: Story, ask: Asked, reader: str, report: Report | None) -> None:
    """Nobody lies in a record beside which only foreign files lie."""
    if story.foreign and not story.liars:
        said = report.findings[0].sentence if report is not None else "refused"
        ask.found("foreign files", f"audit as {reader}: {said}")


def _compare(story: Story, ask: Asked, files: dict[str, bytes]) -> None:
    """A record without a fault at depth 5, at its end or before it: it is the one that honest people would have."""
    for found in (ask("the honest game", lambda: difference(story, files)), ask.of("the deck", untrue_deck, files)):
        if found:
            ask.found("false clean", f"audit, coverage {EVERYTHING}: {found}")
    _agrees(story, ask, story.chance.choice(story.match.table.names))


def _agrees(story: Story, ask: Asked, seat: str) -> None:
    try:
        read_history(story.files, story.match.keys[seat])
    except RefereeError as refusal:
        ask.found("false clean", f"the client of {seat} refuses what the audit calls clean: {refusal}")
    except Exception as crash:  # as above
        ask.found("falls over", f"the client of {seat}: {crash!r}")


def _judges(story: Story, ask: Asked, files: dict[str, bytes], loose: list[SignedNote]) -> None:
    """Any of the loose notes beside the record: no key of an honest party is spoken against."""
    chance = story.chance
    docket = ask.of("the record for the judge", read_evidence, files) if loose else None
    if docket is None:
        return
    subsets = [loose, *([note] for note in loose[:JUDGED])]
    subsets += [chance.sample(loose, chance.randrange(1, len(loose))) for _ in range(JUDGED) if len(loose) > 2]
    for subset in subsets:
        for verdict in ask("judge", lambda subset=subset: judge_evidence(docket, subset)) or ():  # type: ignore[misc]
            if verdict.upheld and _signer(story, subset, verdict) not in story.liars:
                ask.found("an honest key is convicted", verdict.sentence())


def _signer(story: Story, notes: list[SignedNote], verdict: Verdict) -> str:
    """Who has signed what a verdict speaks of, by the name under which the liars are known."""
    key = next(signed.key for signed in notes if signed.id == verdict.note)
    return story.holders.get(key) or (HOST if verdict.party == REFEREE else verdict.party)


def _histories(story: Story, ask: Asked) -> None:
    """What stands in one history is judged beside each other one; what contradicts itself is told by somebody."""
    histories = [story.files, *story.others]
    reports = [ask.of("audit of a history", audit, files, None) for files in histories]
    if any(report is None or report.findings for report in reports):
        return
    told: set[str] = set()
    codes: set[str] = set()
    for files in histories:
        _agreed(ask, files)
        strays = {signed.id: signed for other in histories if other != files for signed in _notes(other)}
        strays |= {signed.id: signed for signed in story.loose}
        docket = ask.of("a history for the judge", read_evidence, files)
        notes = list(strays.values())
        for verdict in ask("judge", lambda docket=docket, notes=notes: judge_evidence(docket, notes)) or ():  # type: ignore[misc]
            signer = _signer(story, notes, verdict)
            codes.add(verdict.fact.code)
            told |= {signer} if verdict.upheld else set()
            if verdict.upheld and signer not in story.liars:
                ask.found("an honest key is convicted", verdict.sentence())
    if story.owed - told:
        said = ", ".join(sorted(codes)) or "nothing"
        ask.found("a contradiction told as nothing", f"of {min(story.owed - told)}: {said}")


def _notes(files: dict[str, bytes]) -> list[SignedNote]:
    return [signed for notes in notes_of(files).values() for signed in notes]


def _mails(story: Story, ask: Asked) -> None:
    """The file with the lie, and whatever else there is, comes by mail to an honest player or the honest host."""
    match = story.match
    honest = [name for name in (*match.table.names, HOST) if name not in story.liars]
    mails = story.chance.sample(story.mails, min(RECEIVED, len(story.mails)))
    if story.lied_at and not mails and story.files.get(story.lied_at):
        mails = [(story.lied_at, story.files[story.lied_at])]
    if not honest or not mails:
        return
    name = HOST if HOST in honest and story.mails else story.chance.choice(honest)
    with tempfile.TemporaryDirectory() as root, eyes_open():
        for number, (before, mail) in enumerate(mails):
            person = Person(name, Path(root) / str(number))
            session = _sat_down(story, ask, person, before)
            if session is not None:
                _receive(story, ask, person, session, mail)


def _sat_down(story: Story, ask: Asked, person: Person, before: str) -> Session | None:
    """The party holds the honest files before `before`; None if there is no game yet."""
    for name, data in story.match.files.items():
        if not name[0].isdigit() or name < before:
            person.folder.commit(name, data)
    for name, data in story.foreign.items():
        (person.folder.path / "record" / name).write_bytes(data)
    try:
        session = person.session()
        if session.history.position is not None:
            session.write_guard(SigningGuard().seen(session.position.step, session.position.head))
    except RefereeError as refusal:
        if story.foreign and not story.liars:
            ask.found("foreign files", f"the folder of {_of(story, person.name)}: {refusal}")
        return None
    return session


def _receive(story: Story, ask: Asked, person: Person, session: Session, mail: bytes) -> None:
    """One mail; whatever is made of it, the own folder can be read afterwards, and what was kept convicts nobody."""
    ask(f"receive as {_of(story, person.name)}", lambda: receive(session, mail))
    try:
        person.session()
    except RefereeError as refusal:
        ask.found("the folder is spoiled", f"{_of(story, person.name)}: {refusal}")
        return
    except Exception as crash:  # as above
        ask.found("falls over", f"the folder of {_of(story, person.name)}: {crash!r}")
        return
    kept = ask("evidence", lambda: list(stored_notes(person.folder, "evidence"))) or []
    _judges(story, ask, person.folder.record(), kept)


def _of(story: Story, name: str) -> str:
    return "the host" if name == HOST else "a player"


def keep(story: Story, folder: Path) -> Path:
    """Write the game as a folder: its record, the loose notes, and what was found."""
    place = folder / f"{story.lie.replace(' ', '-')}-{story.seed}"
    (place / "record").mkdir(parents=True, exist_ok=True)
    for name, data in {**story.files, **story.foreign}.items():
        (place / "record" / name).write_bytes(data)
    if story.loose:
        (place / "loose.notes").write_bytes(render_bundle(story.loose))
    for number, (before, mail) in enumerate(story.mails):
        (place / f"mail-{number}-before-{before}").write_bytes(mail)
    told = "".join(f"{found.promise}: {found.seen}\n" for found in story.found)
    (place / "found.txt").write_text(told, encoding="utf-8")
    return place
