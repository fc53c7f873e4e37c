"""Who is let pass by words, as the second checker reads it: whose words are wanted, whether they are enough, and count.

Written from `docs/protocol.md` alone, as all of it: standard library only, no line of the program.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from tests.table.second_masks import opened
from tests.table.second_notes import Note, need
from tests.table.second_table import Bag, back_to, note_of

Word = tuple[str, str]
Steps = list[tuple[str, list[Note]]]


class LetPass:
    """A line `absent SEAT without ..`: the seats it leaves out, and those of the same step beside it."""

    def __init__(self, seat: str, out: list[str]) -> None:
        self.seat, self.out, self.beside = seat, out, set[str]()


def let_passes(notes: list[Note]) -> list[LetPass]:
    """The lines of a step by which seats are let pass."""
    rows = [row[1:] for row in note_of(notes).all("table") if row[0] == "absent"]
    need(all(len(row) == 1 or (len(row) > 2 and row[1] == "without") for row in rows), "a line that is none")
    found = [LetPass(row[0], row[2:]) for row in rows]
    for one in found:
        one.beside = {other.seat for other in found if other is not one}
    return found


class Table:
    """Who sits where when a step lets somebody pass: `missed` tells how often each was let pass since its own move."""

    def __init__(
        self, seats: list[str], left: Collection[str], missed: Mapping[str, int], programs: Collection[str], host: str
    ) -> None:
        self.seats, self.left, self.missed, self.programs, self.host = seats, left, missed, programs, host

    @property
    def neutral(self) -> bool:
        return not self.host or self.host in self.left

    def others(self, seat: str) -> list[str]:
        return [other for other in self.seats if other != seat and other not in self.left]

    def check(self, name: str, line: LetPass, words: Collection[Word]) -> tuple[set[Word], bool]:
        """The words that a line needs, and whether it counts."""
        others = self.others(line.seat)
        people = [other for other in others if other not in self.programs]
        free = [other for other in others if not self.missed[other] and other not in line.beside and other != self.host]
        need(line.out == [other for other in free if other in line.out], f"{name}: left out for nothing")
        need(len(people) + self.neutral > 1, f"{name}: let pass where nobody can be")
        wanted = [f"silent {line.seat}", *(f"unheard {other}" for other in line.out)]
        voices = [other for other in people if other not in line.out and other not in line.beside]
        voices = [other for other in voices if all((other, to) in words for to in wanted)]
        for other in people:
            must = not self.missed[other] and other not in line.beside and other not in line.out
            need(not must or other in voices, f"{name}: {other} has said no word of {line.seat}")
        count = len(voices) + self.neutral
        need(count > 1 and count > len(line.out) + len(line.beside), f"{name}: too few say that {line.seat} is silent")
        there = {other for other in people if other in voices or self.missed[other] < 3}
        total = len(there) + self.neutral + (line.seat not in self.programs)
        return {(other, to) for other in voices for to in wanted}, 2 * count > total

    def asked_for_locks(self, line: LetPass) -> list[str]:
        """The seats that may owe no lock of what the seat of a line holds."""
        others = self.others(line.seat)
        return [one for one in others if one == self.host or (not self.missed[one] and one not in line.out)]


def check_dark(steps: Steps, size: int, seats: list[str], asked: dict[str, list[tuple[str, list[str]]]]) -> None:
    """Nobody was let pass whose tiles others kept dark: `asked` tells of each file who was let pass, and whose locks on
    what that seat holds must be there.
    """
    bag, hands = Bag(size), {seat: set[int]() for seat in seats}
    locked = {seat: set[int]() for seat in seats}
    kept: list[dict[str, set[int]]] = []
    for name, notes in steps:
        if first := back_to(notes):
            bag.go_back(first - 1)
            hands = {seat: set(kept[first - 1][seat]) for seat in seats}
        for note in notes:
            for row in note.all("lock") if note.kind == "unlock" else []:
                locked[note.one("seat")] |= set(range(int(row[1]), int(row[1]) + int(row[2])))
        shown = opened(steps, name, len(seats))
        for seat, others in asked.get(name, []):
            dark = [other for other in others if other not in shown and hands[seat] - locked[other]]
            need(not dark, f"{name}: {seat} is let pass, and waits for locks")
        for note in notes:
            for word in ("give", "drop"):
                for row in note.all(word) if note.kind == "move" else []:
                    hands[note.one("seat")].discard(int(row[1]))
        draws = [row[1:] for row in note_of(notes).all("event") if row[0] == "drew"]
        if name == steps[0][0]:  # the first hands are served in seat order
            draws.sort(key=lambda row: seats.index(row[0]))
        for seat, count, *_ in draws:
            hands[seat] |= set(bag.draw(f"seat {seat}", int(count)) or [])
        bag.keep()
        kept.append({seat: set(hand) for seat, hand in hands.items()})
