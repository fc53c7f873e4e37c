"""Who has agreed to what the table decides, counted from the notes alone: without the code that asks for it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from tests.support.dishonest.project import (
    CHARTER,
    DEAL,
    OFFER,
    REFEREE,
    AnyNote,
    Consent,
    Join,
    LetPass,
    Move,
    Rekey,
    SignedNote,
    Sitting,
    Step,
    Wrong,
)
from tests.support.dishonest.signing import notes_of

AWAY = 3
"""Nobody waits for whoever was let pass so many times since the last own move."""


@dataclass
class Counted:
    """What is to be known of a game to tell who must agree: `acted` are those who did something in each step, `counts`
    how often each seat had been let pass by then since its last own move.
    """

    seats: tuple[str, ...]
    options: Mapping[str, str]
    keys: dict[str, bytes]
    heads: list[str]
    left: set[str] = field(default_factory=set)
    missed: Counter[str] = field(default_factory=Counter)
    acted: list[set[str]] = field(default_factory=lambda: [set()])
    counts: list[Counter[str]] = field(default_factory=lambda: [Counter()])
    undone: set[int] = field(default_factory=set)
    away: dict[str, set[int]] = field(default_factory=dict)
    stood_in: dict[str, tuple[int, int]] = field(default_factory=dict)
    said: dict[tuple[str, str], int] = field(default_factory=dict)
    programs: set[str] = field(default_factory=set)
    host: str = ""
    marked: set[str] = field(default_factory=set)

    @property
    def playing(self) -> list[str]:
        """The seats that have not left."""
        return [seat for seat in self.seats if seat not in self.left]

    def awaited(self, *but: str) -> list[str]:
        """Who is waited for: whoever plays and is not away; if all are away, all of them."""
        others = [seat for seat in self.playing if seat not in but]
        return [seat for seat in others if self.missed[seat] < AWAY] or others

    def quorum(self, awaited: Sequence[str], given: set[str]) -> bool:
        """Whether those who have agreed are enough of those who are waited for, as the charter says."""
        most = self.options.get("quorum") == "majority" and 2 * len(given & set(self.playing)) > len(awaited)
        return most or given >= set(awaited)


def disagreement(files: Mapping[str, bytes]) -> str:
    """A step that decides what not all have agreed to who must, or nothing."""
    notes = notes_of(files)
    charter: Any = notes[CHARTER][-1].note()
    offer: Any = notes[OFFER][0].note()
    counted = Counted(charter.seat, dict(charter.option), {**charter.key, REFEREE: offer.key}, [notes[DEAL][-1].id])
    joins = [signed.note() for signed in notes[CHARTER] if signed.type == "join"]
    counted.programs = {note.seat for note in joins if isinstance(note, Join) and note.bot is not None}
    counted.host = counted.options.get("host", "")
    for name in sorted(name for name in notes if name[0].isdigit() and name != DEAL):
        found = _of_step(counted, notes[name])
        if found:
            return f"{name}: {found}"
    return ""


def _of_step(counted: Counted, signed_notes: Sequence[SignedNote]) -> str:
    notes = [signed.note() for signed in signed_notes]
    step = next(note for note in notes if isinstance(note, Step))
    said = [(signed, note) for signed, note in zip(signed_notes, notes, strict=True) if isinstance(note, Consent)]
    news = {note.seat: note.key for note in notes if isinstance(note, Rekey)}
    for signed, note in said:
        if signed.key != (counted.keys if note.pok is None else news).get(note.seat):
            return f"a consent of {note.seat} under another key"
        if not 0 < note.step <= len(counted.heads) or note.head != counted.heads[note.step - 1]:
            return f"{note.seat} has agreed to it in another history"
    given: dict[str, set[str]] = {}
    for _, note in said:
        if note.pok is None:  # what a new key says of itself is no consent
            given.setdefault(note.to, set()).add(note.seat)
    counted.said = {(note.seat, note.to): note.step for _, note in said}
    rekeys = [(signed, signed.note()) for signed in signed_notes if signed.type == "rekey"]
    found = (
        _silence(counted, step, given)
        or _noes(counted, given, step.step)
        or _key(counted, step, rekeys, given)
        or _lines(counted, step, given)
    )
    _count(counted, step, notes, next(signed.id for signed in signed_notes if isinstance(signed.note(), Step)))
    return found


def _silence(counted: Counted, step: Step, given: Mapping[str, set[str]]) -> str:
    """Whom a step lets pass though not enough have said that nothing came; who is marked by it is noted."""
    rows = [line.split() for line in step.table if line.startswith("absent ")]
    counted.marked = {row[1] for row in rows}
    if counted.options.get("absence") != "agreed":
        return "somebody is left out where no words are asked" if any(len(row) > 2 for row in rows) else ""
    words = {(seat, to) for to, seats in given.items() for seat in seats}
    table = Sitting(list(counted.seats), counted.left, counted.missed, counted.programs, counted.host)
    for row in rows:
        line = LetPass(row[1], row[3:])
        line.beside = {other[1] for other in rows if other is not row}
        try:
            _, counts = table.check(f"step {step.step}", line, words)
        except Wrong as wrong:
            return str(wrong)
        counted.marked -= set() if counts else {row[1]}
    return ""


def _noes(counted: Counted, given: Mapping[str, set[str]], step: int) -> str:
    for to, seats in given.items():
        if to.startswith("no ") and not seats >= set(counted.playing):
            return f"step {step} lists the noes of some"
    return ""


def _replaced(counted: Counted, step: Step, note: Rekey, agreed: set[str], given: Mapping[str, set[str]]) -> str | None:
    """What is wrong with another host of a masked game without the consent of the present one, "" for nothing; None
    where all are asked who play on.
    """
    silence = counted.options.get("absence") == "agreed"
    row = next(line for line in step.table if line.startswith("key ")).split()
    out = set(row[3:])
    may = {*counted.playing} - {counted.host} - counted.programs
    if not (silence or "host" in counted.options) or len(may) < 2:
        return "somebody is left out of a key" if out else None
    must = {seat for seat in may if counted.missed[seat] < AWAY}
    behind = (agreed & may) - out
    behind = {seat for seat in behind if all(seat in given.get(f"unheard {name}", set()) for name in out)}
    if note.name is None or (note.plays is not None and note.plays not in agreed & {*counted.playing}):
        return "a host who says not who he is, or that another seat is his"
    if not (out <= must and (silence or not out) and must - out <= behind and len(behind) > max(1, len(out))):
        return "a host without those who must agree"
    return ""


def _key(
    counted: Counted, step: Step, rekeys: Sequence[tuple[SignedNote, AnyNote]], given: Mapping[str, set[str]]
) -> str:
    for signed, note in rekeys:
        assert isinstance(note, Rekey)
        agreed, role = given.get(f"key {signed.id}", set()), note.seat
        found = None
        if role == REFEREE and REFEREE not in agreed and counted.options.get("deal") == "masked":
            found = _replaced(counted, step, note, agreed, given)
        counted.keys[role] = note.key
        counted.programs.discard(role)
        counted.stood_in.pop(role, None)
        counted.host = note.plays or "" if role == REFEREE and note.name is not None else counted.host
        if found is not None:
            return found
        if role == REFEREE and counted.options.get("deal") == "masked" and agreed >= {*counted.playing}:
            continue
        if role != REFEREE and role in agreed:
            continue
        if role == REFEREE and counted.options.get("escrow") == "yes" and agreed >= set(counted.seats):
            continue
        if REFEREE not in agreed or not counted.quorum(counted.awaited(role), agreed):
            return f"{role} has a key to which not all have agreed who must"
    return ""


def _holiday(counted: Counted, line: str, given: Mapping[str, set[str]]) -> str:
    seat, first, until = line.split()
    if seat not in given.get(f"holiday {first} {until}", set()):
        return f"{seat} is away and has not said so"
    days = {*range(date.fromisoformat(first).toordinal(), date.fromisoformat(until).toordinal() + 1)}
    had = counted.away.setdefault(seat, set())
    if had & days or len(had | days) > int(counted.options.get("holiday", "0")):
        return f"{seat} is away for days that there are not"
    had |= days
    return ""


def _stand_in(counted: Counted, step: int, line: str) -> str:
    """A bot plays a seat that has not said so, or longer than the charter gives, or by an old word; or stops so."""
    seat, _, words = line.partition(" ")
    word, (last, until) = counted.said.get((seat, f"standin {words}"), 0), counted.stood_in.get(seat, (0, 0))
    if not word:
        return f"a bot plays {seat}, or plays it no more, who has not said so"
    end = 0 if words == "back" else int(words.split()[-1])
    if word <= last or seat in counted.programs or (step > until if not end else end < step):
        return f"a stand-in of {seat} by an old word, or over"
    if end >= step + int(counted.options.get("standin", "0")):
        return f"a bot plays {seat} longer than the charter gives"
    counted.stood_in[seat] = (word, end)
    return ""


def _lines(counted: Counted, step: Step, given: Mapping[str, set[str]]) -> str:
    for line in step.table:
        word, _, rest = line.partition(" ")
        agreed = given.get(line, set())
        if word == "left" and rest not in given.get("left", set()):
            return f"{rest} leaves and has not said so"
        if word == "holiday" and (found := _holiday(counted, rest, given)):
            return found
        if word == "standin" and (found := _stand_in(counted, step.step, rest)):
            return found
        if word == "open" and not (agreed and agreed >= {*counted.playing} - {rest}):
            return f"{rest} is opened, and not all others have agreed"
        if word == "open" and rest not in counted.left and counted.missed[rest] < AWAY:
            return f"{rest} is opened, and not gone"
        if word == "end" and not agreed >= set(counted.awaited()):
            return "an end to which not all have agreed"
        if word == "back":
            undone = set(range(int(rest), step.step)) - counted.undone
            acted = {seat for number in undone for seat in counted.acted[number]} - counted.left
            if not agreed >= acted:
                return f"what {min(acted - agreed)} has done is undone, who has not agreed"
            if not counted.quorum(counted.awaited(), agreed):
                return "a step back to which not enough have agreed"
            counted.undone |= undone | {step.step}
    return ""


def _count(counted: Counted, step: Step, notes: Sequence[AnyNote], step_id: str) -> None:
    absent = {line.split()[1] for line in step.table if line.startswith("absent ")}
    counted.left |= {line.partition(" ")[2] for line in step.table if line.startswith(("left ", "open "))}
    movers = {note.seat for note in notes if isinstance(note, Move)}
    for seat in movers:
        counted.missed.pop(seat, None)
    counted.missed.update(absent & counted.marked)
    for line in step.table:
        if line.startswith("back "):
            counted.missed = Counter(counted.counts[int(line.partition(" ")[2]) - 1])
    counted.counts.append(Counter(counted.missed))
    drew = set() if any(isinstance(note, Rekey) for note in notes) else set(step.hand)
    counted.acted.append(movers | drew | ({did.seat for did in step.did} - absent - counted.left))
    counted.heads.append(step_id)
