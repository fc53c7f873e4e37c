"""Work in a process that is killed at one of its changes on disk."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Sequence
from itertools import groupby
from pathlib import Path

from referee.kernel.packs import canonical_pack
from referee.record.file_names import PACK
from referee.record.note import read_bundle
from referee.record.store import effects
from tests.long_runs import of
from tests.table.players_on_disk import Person, snapshot
from tests.table.small_games import HOST

KILLED = 9

Work = Callable[[dict[str, Person]], None]

NAMES = ("anna", "bert", HOST, "stranger")


def _sort_of(change: tuple[int, str]) -> str:
    """What is done, and whether to a folder: a file that is not whole yet is synced as one that is."""
    done, to, *_ = change[1].split()
    return f"{done} folder" if to == "folder" else done


class Laid:
    """The folders of `names` before a piece of work, to be copied; and how they look when nothing disturbs it. Each
    change on disk is disturbed, or of so many of its sort that stand `apart` one; `turn` is the place of the work.
    """

    def __init__(
        self,
        work: Work,
        lay: Callable[[Path], object],
        root: Path,
        names: Sequence[str] = NAMES,
        apart: int = 1,
        turn: int = 0,
    ) -> None:
        self.work, self.root, self.names, self.apart, self.turn = work, root, names, apart, turn
        lay(root / "before")
        seen: list[str] = []
        effects.append(seen.append)
        try:
            self.work(self.copy("calm"))
        finally:
            effects.clear()
        self.effects = tuple(seen)
        before, after = snapshot(root / "before"), snapshot(root / "calm")
        changed = {name.split("/")[0] for name in before.keys() | after if before.get(name) != after.get(name)}
        self.names = [who for who in names if who in changed]  # the others need not be copied each time
        self.after = {name: data for name, data in after.items() if name.split("/")[0] in changed}

    def disturbed(self, way: int | None = None) -> list[tuple[int, str]]:
        """The number and name of each change that is disturbed; the first of every sort is one. Of two ways to disturb
        it a short run takes one for each sort, and the other for the next piece of work.
        """
        sorts = groupby(sorted(enumerate(self.effects), key=_sort_of), key=_sort_of)
        chosen = [[*changes][:: self.apart] for _, changes in sorts]
        if way is not None and of(True, False):
            chosen = chosen[(self.turn + way) % 2 :: 2]
        return sorted(change for changes in chosen for change in changes)

    def copy(self, name: str) -> dict[str, Person]:
        for who in self.names:
            if (self.root / "before" / who).exists():  # else nothing has come to them yet
                shutil.copytree(self.root / "before" / who, self.root / name / who, copy_function=shutil.copy)
        return {who: Person(who, self.root / name, keyless=who == "stranger") for who in self.names}


def dies_at(number: int) -> Callable[[str], None]:
    """A hook that ends this process, without any clean-up, before the effect of this number."""
    left = [number]

    def hook(_: str) -> None:
        left[0] -= 1
        if left[0] < 0:
            os._exit(KILLED)

    return hook


def run_in_a_child(work: Callable[[], None]) -> int:
    """How a copy of this process ended in which `work` was done."""
    child = os.fork()
    if child == 0:
        try:
            work()
        finally:
            os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def whole_files(root: Path) -> bool:
    """Whether every file that a reader would look at is whole: hidden ones are left-overs of writers that died."""
    shown = {name: data for name, data in snapshot(root).items() if not Path(name).name.startswith(".")}
    packs = {name: data for name, data in shown.items() if Path(name).name == PACK}  # the only file without notes
    return all(canonical_pack(data) == data for data in packs.values()) and all(
        data.endswith(b"\n") and ("/record/" not in name or read_bundle(data))
        for name, data in shown.items()
        if name not in packs
    )
