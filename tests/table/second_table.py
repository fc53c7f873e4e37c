"""Steps back, read a second time for the second checker: where they lead, and what is drawn again.

Like the checker it shares no line with the program and is written from `docs/protocol.md` alone.
"""

from __future__ import annotations

from collections import Counter
from copy import deepcopy

from tests.table.second_notes import Note, need

Steps = list[tuple[str, list[Note]]]


def note_of(notes: list[Note]) -> Note:
    """The deal or step note of a file."""
    return next(note for note in notes if note.kind in ("deal", "step"))


def back_to(notes: list[Note]) -> int:
    """The step to before which a step goes back, 0 for one that does not."""
    return next((int(row[1]) for row in note_of(notes).all("table") if row[0] == "back"), 0)


def check_backs(steps: Steps) -> dict[int, int]:
    """Steps back lead to the state and the questions of then, over steps that stand; the steps undone, by which one."""
    undone, own, bound = dict[int, int](), set[int](), 0
    for at, (name, notes) in enumerate(steps):
        lines = note_of(notes).all("table")
        first = back_to(notes)
        if any(row[0] in ("left", "key") for row in lines):
            bound = at
        if first:
            need(bound < first < at, f"{name}: goes back to where it may not")
            need(first not in undone and first not in own, f"{name}: goes back over what is undone")
            before, now = note_of(steps[first - 1][1]), note_of(notes)
            same = (now.all("state"), now.all("next")) == (before.all("state"), before.all("next"))
            need(same, f"{name}: is not where the game was")
            empty = not any(now.all(word) for word in ("did", "event", "opened", "show", "hand"))
            need(empty, f"{name}: something is carried out while the game goes back")
            own.add(at)
            undone.update((step, at) for step in range(first, at) if step not in undone)
    return undone


def check_opened(steps: Steps, undone: dict[int, int]) -> None:
    """No line of a note is opened that an earlier step back has ended."""
    for at, (name, notes) in enumerate(steps):
        for row in note_of(notes).all("opened"):
            by = undone.get(int(row[1]))
            need(by is None or by > at, f"{name}: opens a line of an undone step")


class Bag:
    """What lies in the bag: `first` tells for each position who or what it went to first, `inside` which of these
    positions lie in it again. `keep` and `rewind_to` are for steps back.
    """

    def __init__(self, size: int) -> None:
        self.size, self.first, self.inside = size, list[str](), set[int]()
        self.kept: list[tuple[int, set[int]]] = []

    def draw(self, who: str, count: int) -> list[int] | None:
        """The positions that somebody gets, None if there are not so many."""
        again = [at for at in range(len(self.first)) if at in self.inside]
        row = [at for at in again if self.first[at] == who]
        row += range(len(self.first), self.size)
        row += [at for at in again[::-1] if self.first[at] != who]
        found = row[:count]
        self.first += [who for at in found if at >= len(self.first)]
        self.inside -= set(found)
        return found if len(found) == count else None

    def keep(self) -> None:
        """Note how it is at the end of a step."""
        self.kept.append((len(self.first), set(self.inside)))

    def go_back(self, step: int) -> None:
        """Put back what was drawn since the end of `step`."""
        drawn, inside = self.kept[step]
        self.inside = inside | set(range(drawn, len(self.first)))


class Held:
    """Who holds how many goods of which kind, how many at all, and what lies where: `lain` by a seat, `hidden` by the
    deal. `keep` and `rewind_to` are for steps back.
    """

    def __init__(self) -> None:
        self.kinds, self.count = Counter[tuple[str, str]](), Counter[str]()
        self.lain: dict[str, str] = {}
        self.hidden: dict[str, int] = {}
        self.kept: list[dict[str, object]] = []

    def keep(self) -> None:
        """Note how it is at the end of a step."""
        self.kept.append(deepcopy({name: value for name, value in vars(self).items() if name != "kept"}))

    def go_back(self, step: int) -> None:
        """Be again as at the end of `step`."""
        vars(self).update(deepcopy(self.kept[step]))
