"""What the table decides, as the second checker reads it: who is let pass or leaves, new keys, ends that are agreed.

Written from `docs/protocol.md` alone, as all of it: standard library only, no line of the program.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from itertools import pairwise

from tests.table.second_keys import check_handed, holders
from tests.table.second_masks import check_handed as check_deck_handed
from tests.table.second_notes import Note, check_boxes, check_key, need, raw
from tests.table.second_silence import LetPass, Table, let_passes

HOST = "referee"
WORDS = (
    "time",
    "absent",
    "left",
    "open",
    "holiday",
    "standin",
    "end",
    "key",
    "back",
)  # in this order they stand in a step note
KINDS = ("standing", "rekey", "consent", "unlock", "move")  # in this order notes stand in front of their step note
DAY = re.compile(r"20\d\d-\d\d-\d\d")
TIME = re.compile(r"20\d\d-[01]\d-[0-3]\dT[0-2]\d:[0-5]\dZ")

Steps = list[tuple[str, list[Note]]]


def lines_of(notes: list[Note]) -> list[tuple[str, str]]:
    """The table lines of a step: word and the rest."""
    rows = next(note for note in notes if note.kind in ("deal", "step")).all("table")
    return [(row[0], " ".join(row[1:])) for row in rows]


def of(notes: list[Note], word: str) -> list[str]:
    """What stands behind a word in the table lines of a step."""
    return [rest for found, rest in lines_of(notes) if found == word]


def keys_by_step(steps: Steps, keys: dict[str, bytes]) -> list[dict[str, bytes]]:
    """Whose key signs the notes for each step, and last whose signs what comes behind the end."""
    found = [dict(keys)]
    for _, notes in steps:
        now = dict(found[-1])
        for note in notes:
            if note.kind == "rekey":
                now[note.one("seat")] = raw(note.one("key"))
        found.append(now)
    return found


def passing(steps: Steps) -> dict[str, set[str]]:
    """By file, the seats for which the neutral order may stand: let pass in that step, or gone by then."""
    gone: set[str] = set()
    found = {}
    for name, notes in steps:
        gone |= {*of(notes, "left"), *of(notes, "open")}
        found[name] = gone | {one.seat for one in let_passes(notes)}
    return found


def day_of_century(name: str, text: str) -> int:
    """How many days lie between a day and the first one of the year 2000."""
    year, month, day = map(int, text.split("-"))
    lengths = [31, 28 if year % 4 else 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    need(0 < month < 13 and 0 < day <= lengths[month - 1], f"{name}: a day of no calendar")
    return sum(365 if before % 4 else 366 for before in range(2000, year)) + sum(lengths[: month - 1]) + day - 1


def check_order(name: str, notes: list[Note]) -> None:
    """Kinds of notes and words of table lines stand in their order; the step has a move, or decides something."""
    kinds = [KINDS.index(note.kind) for note in notes[:-1]]
    lines = lines_of(notes)
    need(kinds == sorted(kinds), f"{name}: notes out of order")
    stands = any(word not in ("time", "holiday", "standin") for word, _ in lines)
    need(KINDS.index("move") in kinds or stands, f"{name}: a step of nothing")
    places = [WORDS.index(word) for word, _ in lines]
    need(places == sorted(places) and len(set(lines)) == len(lines), f"{name}: table lines out of order")
    need(all(TIME.fullmatch(rest) for rest in of(notes, "time")), f"{name}: a time that is none")
    if of(notes, "end") or of(notes, "key") or of(notes, "back"):
        alone = [word for word, _ in lines if word != "time"]
        need(
            len(alone) == 1 and KINDS.index("move") not in kinds, f"{name}: a decision that stands alone beside another"
        )


class People:
    """Who plays on, step by step, and who must agree to what."""

    def __init__(
        self, seats: list[str], options: dict[str, str], boxes: Iterable[bytes], programs: Iterable[str] = ()
    ) -> None:
        self.seats, self.options, self.programs = seats, options, {*programs}
        self.locks: dict[str, list[tuple[str, list[str]]]] = {}  # by file: who is let pass, and who may owe no locks
        self.boxes = list(boxes)
        self.host = options.get("host", "")  # the seat at which the present host plays
        self.left: list[str] = []
        self.opened: set[str] = set()  # by the table, and who has a key that was not given what opens the shares
        self.shut: set[str] = set()
        self.missed = Counter[str]()
        self.since = dict.fromkeys((HOST, *seats), 0)
        self.then = [Counter[str]()]  # how often each seat was let pass, at the end of each step
        self.away: list[tuple[str, int, int]] = []  # the days of holiday of each seat that were entered, as ordinals
        self.played: dict[str, tuple[int, int]] = {}  # by seat, for which step the last stand-in was said, and its last
        self.acted = [set[str]()]  # who has moved, answered or drawn in each step that stands

    def enter(
        self,
        name: str,
        number: int,
        asked: list[str],
        notes: list[Note],
        keys: list[dict[str, bytes]],
        standing: set[str],
    ) -> None:
        """Check what one step decides, and take it; `standing` are the seats that have standing answers in it."""
        check_order(name, notes)
        moved = [note.one("seat") for note in notes if note.kind == "move"]
        passes, leaving = let_passes(notes), of(notes, "left")
        absent = [one.seat for one in passes]
        agreed = self.options.get("absence") == "agreed"
        need(agreed or not any(one.out for one in passes), f"{name}: somebody is left out where no words are asked")
        need(not (absent and self.options.get("absence") == "pause"), f"{name}: the charter has the game wait")
        for group in (absent, leaving):
            places = [self.seats.index(seat) for seat in group]
            need(places == sorted(set(places)), f"{name}: seats out of order")
            need(not set(group) & {*moved, *self.left}, f"{name}: somebody who moves, or has left")
        opening = self.check_open(name, notes, {*moved, *absent, *leaving})
        need(set(absent) <= set(asked), f"{name}: somebody is let pass who is asked nothing")
        need(not set(absent) & set(leaving), f"{name}: let pass, and leaves")
        need(len({*self.left, *leaving, *opening}) < len(self.seats), f"{name}: nobody stays")
        rekeys = [note for note in notes if note.kind == "rekey"]
        lines = [line.partition(" without ")[0] for line in of(notes, "key")]
        need([note.one("seat") for note in rekeys] == lines, f"{name}: a key line without its note")
        for note in rekeys:
            self.check_rekey(name, note, keys)
        self.check_holidays(name, notes)
        self.check_stand_ins(name, number, notes)
        marked, words = self.spoken(name, passes, notes) if agreed else (absent, set[tuple[str, str]]())
        self.check_consents(name, notes, rekeys, words)
        for first in of(notes, "back"):
            self.missed = Counter(self.then[int(first) - 1])
            self.acted[int(first) :] = [set() for _ in self.acted[int(first) :]]  # nobody undoes them again
        self.left += [*leaving, *(seat for seat in opening if seat not in self.left)]
        self.opened |= {*opening}
        self.missed.update(marked)
        for seat in moved:
            self.missed[seat] = 0
        for note in rekeys:
            self.since[note.one("seat")] = number
            if note.one("seat") == HOST and note.all("name"):
                self.host = "".join(row[0] for row in note.all("plays"))
        self.then.append(Counter(self.missed))
        note = next(note for note in notes if note.kind == "step")
        spoke = {row[0] for row in note.all("did")} - (set(absent) - standing)
        drew = {row[0] for row in note.all("hand")}
        self.acted.append({*moved, *spoke, *drew})

    def spoken(self, name: str, passes: list[LetPass], notes: list[Note]) -> tuple[list[str], set[tuple[str, str]]]:
        """Whom a step marks by the words in its file, and which of these it needs."""
        consents = [note for note in notes if note.kind == "consent"]
        words = {(note.one("seat"), " ".join(note.all("to")[0])) for note in consents}
        programs = {seat for seat in self.programs if not self.since[seat]}
        table = Table(self.seats, self.left, self.missed, programs, self.host)
        found = [(line.seat, *table.check(name, line, words)) for line in passes]
        self.locks[name] = [(line.seat, table.asked_for_locks(line)) for line in passes]
        return [seat for seat, _, counts in found if counts], {word for _, used, _ in found for word in used}

    def check_open(self, name: str, notes: list[Note], acting: set[str]) -> list[str]:
        """The seats that all others open: they are gone, no share of them is out of reach, and it is the first time."""
        opening = of(notes, "open")
        masked = self.options.get("deal") == "masked" and self.options.get("escrow") == "yes"
        need(masked or not opening, f"{name}: a seat is opened without shares of it")
        places = [self.seats.index(seat) for seat in opening]
        need(places == sorted(set(places)) and not set(opening) & acting, f"{name}: who is opened acts, or order")
        for seat in opening:
            need(seat in self.left or self.missed[seat] >= 3, f"{name}: somebody is opened who is there")
            lost = {*self.opened, *self.shut, *opening} - {seat}
            need(seat not in self.opened and not lost, f"{name}: a share is out of reach")
        return opening

    def check_holidays(self, name: str, notes: list[Note]) -> None:
        """Days of the calendar, none twice, and of a seat in the whole game no more than the charter gives."""
        entered: list[tuple[int, int]] = []
        for rest in of(notes, "holiday"):
            seat, *days = rest.split(" ")
            need(len(days) == 2 and all(map(DAY.fullmatch, days)), f"{name}: a holiday of no days")
            first, last = (day_of_century(name, day) for day in days)
            need(seat in self.seats and seat not in self.left, f"{name}: a holiday of nobody")
            own = [(one, other) for who, one, other in self.away if who == seat]
            need(first <= last and all(last < one or other < first for one, other in own), f"{name}: days taken twice")
            used = last - first + 1 + sum(other - one + 1 for one, other in own)
            need(used <= int(self.options.get("holiday", "0")), f"{name}: more days than the charter gives")
            self.away.append((seat, first, last))
            entered.append((self.seats.index(seat), first))
        need(entered == sorted(entered), f"{name}: holidays out of order")

    def check_stand_ins(self, name: str, number: int, notes: list[Note]) -> None:
        """A program plays for some steps, no more than the charter gives, by a later word of the seat than the last."""
        most, entered = int(self.options.get("standin", "0")), list[int]()
        consents = [note for note in notes if note.kind == "consent"]
        said = {(note.one("seat"), " ".join(note.all("to")[0])): int(note.one("step")) for note in consents}
        for rest in of(notes, "standin"):
            seat, _, words = rest.partition(" ")
            need(most > 0 and seat in self.seats and seat not in self.left, f"{name}: a stand-in of nobody")
            word, (before, until) = said.get((seat, f"standin {words}"), 0), self.played.get(seat, (0, 0))
            need(word > before, f"{name}: a stand-in by an old word")
            if words == "back":
                need(before > self.since[seat] and number <= until, f"{name}: nobody stands in")
                self.played[seat] = (word, 0)
            else:
                found = re.fullmatch(r"(greedy|good|strong) [1-9]\d{0,3} ([1-9]\d{0,3})", words, re.ASCII)
                need(found is not None and number <= int(found[2]) < number + most, f"{name}: a stand-in too long")
                need(seat not in self.programs or self.since[seat] > 0, f"{name}: a stand-in of a program")
                self.played[seat] = (word, int(found[2]) if found else 0)
            entered.append(self.seats.index(seat))
        need(entered == sorted({*entered}), f"{name}: stand-ins out of order")

    def check_rekey(self, name: str, note: Note, keys: list[dict[str, bytes]]) -> None:
        """A key and a box that the game has never seen; the note signed by the key in it, asked for since the last."""
        key, seat = raw(note.one("key")), note.one("seat")
        need(note.key == key, f"{name}: a new key that has not signed its note")
        check_key(key)
        before = {old for at in keys[: keys.index(next(k for k in keys if k.get(seat) == key))] for old in at.values()}
        need(key not in before, f"{name}: a key that was here before")
        self.boxes.append(raw(note.one("box")))
        check_boxes(self.boxes)
        need(seat not in self.left, f"{name}: a key for somebody who has left")
        need(int(note.one("step")) > self.since[seat], f"{name}: a key that was asked for before the one of now")

    def check_consents(self, name: str, notes: list[Note], rekeys: list[Note], words: set[tuple[str, str]]) -> None:
        """All have agreed who must, in order, and nobody to nothing."""
        consents = [note for note in notes if note.kind == "consent"]
        masked = self.options.get("deal") == "masked"
        if masked:
            seat = next(iter(self.new_seats(rekeys)), "")
            others = self.seats if self.options.get("escrow") == "yes" else ()
            consents = check_deck_handed(name, notes, seat, others)
            if seat and not any(note.one("seat") == seat for note in consents):
                self.shut.add(seat)
        given = [(note.one("seat"), " ".join(note.all("to")[0])) for note in consents]
        places = [(0 if seat == HOST else 1 + self.seats.index(seat), to) for seat, to in given]
        need(places == sorted(set(places)), f"{name}: consents out of order")
        left = set(given) - words
        for seat in of(notes, "left"):
            need((seat, "left") in left, f"{name}: {seat} has not agreed to leave")
            left.discard((seat, "left"))
        for rest in of(notes, "holiday"):
            seat, _, days = rest.partition(" ")
            need((seat, f"holiday {days}") in left, f"{name}: {seat} has declared no such holiday")
            left.discard((seat, f"holiday {days}"))
        left -= {
            (seat, f"standin {words}") for seat, _, words in (rest.partition(" ") for rest in of(notes, "standin"))
        }
        playing = [seat for seat in self.seats if seat not in self.left]
        for seat in of(notes, "open"):
            agreeing = {(other, f"open {seat}") for other in playing if other != seat}
            need(bool(agreeing) and agreeing <= left, f"{name}: not all others have agreed to open {seat}")
            left -= agreeing
        for how in of(notes, "end"):
            to = f"end {how}"
            present = [seat for seat in playing if self.missed[seat] < 3] or playing
            need(all((seat, to) in left for seat in present), f"{name}: not all have agreed to {to}")
            left -= {(seat, to) for seat in playing}
        for first in of(notes, "back"):
            agreed = {seat for seat, to in left if to == f"back {first}"} & set(playing)
            present = [seat for seat in playing if self.missed[seat] < 3] or playing
            most = self.options.get("quorum") == "majority" and 2 * len(agreed) > len(present)
            acted = {seat for seats in self.acted[int(first) :] for seat in seats} & set(playing)
            both = (most or set(present) <= agreed) and acted <= agreed
            need(both, f"{name}: not all have agreed to a step back")
            left -= {(seat, f"back {first}") for seat in agreed}
        for note in notes:
            told = note.kind == "consent" and bool(note.all("reason"))
            need(not told or note.all("to")[0][0] == "back", f"{name}: a reason for something else than a step back")
            hands = note.kind == "consent" and bool(note.all("secret"))
            need(not hands or note.all("to")[0][0] == "key", f"{name}: something is handed over for nothing")
        for note in rekeys:
            agreed = {seat for seat, to in left if to == f"key {note.id}"}
            if note.one("seat") == HOST and masked:
                together, spoken = self.replaced(name, notes, note, agreed, left)
                left -= spoken
            elif note.one("seat") == HOST:
                holding = holders(self.options, self.seats)
                check_handed(name, [other for other in notes if other.kind == "consent"], holding)
                together = bool(holding) and set(holding) <= agreed
            else:
                together = False
            suffice = together or self.may_have(note.one("seat"), agreed)
            need(suffice, f"{name}: not all have agreed to a key")
            left -= {(seat, f"key {note.id}") for seat in agreed}
        for to in {to for _, to in left if to.startswith("no key ")}:
            need(not rekeys and {(seat, to) for seat in playing} <= left, f"{name}: noes that do not stand there")
            left -= {(seat, to) for seat in playing}
        need(not left, f"{name}: a consent to nothing")

    def replaced(
        self, name: str, notes: list[Note], asked: Note, agreed: set[str], said: set[tuple[str, str]]
    ) -> tuple[bool, set[tuple[str, str]]]:
        """Whether a host of a masked game is replaced without his consent, and the words that this takes."""
        playing = [seat for seat in self.seats if seat not in self.left]
        silence = self.options.get("absence") == "agreed"
        (line,) = of(notes, "key")
        out = line.split(" ")[2:]
        plays = [row[0] for row in asked.all("plays")]
        apart = silence or "host" in self.options
        need(not plays or (apart and bool(asked.all("name"))), f"{name}: nobody says here where a host plays")
        need(set(plays) <= agreed & set(playing), f"{name}: a seat of the host that has not agreed")
        may = [seat for seat in playing if seat != self.host and seat not in self.programs]
        if HOST in agreed or not apart or len(may) < 2:
            need(not out, f"{name}: somebody is left out")
            need(HOST in agreed or not apart or bool(asked.all("name")), f"{name}: a new host without a name")
            return set(playing) <= agreed, set()
        need(bool(asked.all("name")), f"{name}: a new host without a name")
        must = [seat for seat in may if self.missed[seat] < 3]
        need(out == [seat for seat in must if seat in out] and (silence or not out), f"{name}: left out who may not be")
        behind = [seat for seat in may if seat in agreed and seat not in out]
        behind = [seat for seat in behind if all((seat, f"unheard {other}") in said for other in out)]
        together = {*must} - {*out} <= {*behind} and len(behind) > max(1, len(out))
        return together, {(seat, f"unheard {other}") for seat in behind for other in out}

    def new_seats(self, rekeys: list[Note]) -> list[str]:
        """The seats that get a key."""
        return [note.one("seat") for note in rekeys if note.one("seat") != HOST]

    def may_have(self, seat: str, agreed: set[str]) -> bool:
        """Whether these parties suffice for a new key: the old one, or the host and the others who play on."""
        others = [other for other in self.seats if other != seat and other not in self.left]
        asked = [other for other in others if self.missed[other] < 3] or others
        most = self.options.get("quorum") == "majority" and 2 * len(agreed & set(others)) > len(asked)
        return (seat in agreed and seat != HOST) or (HOST in agreed and bool(others) and (most or set(asked) <= agreed))

    def check_end(self, end: Note, how: str) -> None:
        """The reason and the places of a game that the table has ended."""
        playing = [seat for seat in self.seats if seat not in self.left]
        need(end.one("reason") == how, "an end for another reason")
        places = {seat: 1 if seat in playing else len(playing) + 1 for seat in self.seats}
        wanted = places if how == "draw" or len(playing) == 1 else {}
        rows = [(row[0], int(row[1])) for row in end.all("rank")]
        need(rows == sorted(wanted.items(), key=lambda one: (one[1], self.seats.index(one[0]))), "other places")
        need(all(len(row) == 2 for row in end.all("rank")), "scores in a game that was ended")


def check_people(
    steps: Steps,
    seats: list[str],
    options: dict[str, str],
    boxes: Iterable[bytes],
    keys: list[dict[str, bytes]],
    standing: dict[str, set[str]],
    programs: Iterable[str] = (),
) -> dict[str, list[tuple[str, list[str]]]]:
    """Everything that the table decides in a game, from its first step to its end; `standing` are the seats that have
    standing answers in each step, by file. Gives by file who is let pass, and who may owe no locks then.
    """
    people = People(seats, options, boxes, programs)
    for number, ((_, before), (name, notes)) in enumerate(pairwise(steps), 1):
        asked = [row[0] for row in next(note for note in before if note.kind in ("deal", "step")).all("next")]
        closing = notes[-1].kind == "end"
        people.enter(name, number, asked, notes[:-1] if closing else notes, keys, standing[name])
        for how in of(notes, "end"):
            need(closing, f"{name}: an end without its note")
            people.check_end(notes[-1], how)
    return people.locks


__all__ = ["HOST", "check_people", "keys_by_step", "lines_of", "of", "passing"]
