"""A seeded network between a host and three players: mails are lost, doubled, late and overtake each other.

Nobody lies and no machine stops here. Whoever has waited in vain sends again what they have, and that may be lost as
well. A seed is an order of delivery; whatever it is, all end with one head.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import time
from collections import Counter
from collections.abc import Sequence
from heapq import heappop, heappush
from random import Random

from tests.support.dishonest.post import DEALS, Post
from tests.table.small_games import HOST

STEPS = 8
"""So many steps are played in each order of delivery."""

_DOUBLED = 0.2
_CORRECTED = 0.05  # of the ticks: the author of a move that is not entered yet sends another in its place
_SLOWEST = 12
_PATIENCE = 15
_MOST = 5_000


class Network:
    """Ticks, in each of which what has arrived is taken in; `under_way` has (tick, number, to whom, bytes)."""

    def __init__(self, seed: int, loss: float) -> None:
        self.chance, self.loss, self.now, self.sent = Random(seed), loss, 0, 0
        self.newest: Counter[str] = Counter()
        self.under_way: list[tuple[int, int, str, bytes]] = []
        self.done: Counter[str] = Counter()
        self.world = Post()
        self.world.begin(deal=seed % DEALS, effects=0, chance=seed, early=0)

    def run(self) -> Counter[str]:
        """Play so many steps, then send again until all have one head; what happened to the mails.

        Raises AssertionError: they never have, or an audit accuses somebody.
        """
        try:
            quiet = 0
            while not self._is_over():
                assert self.now < _MOST, f"no end after {_MOST} ticks: {self.world._heads()}"
                self.now += 1
                before = self.world._heads()
                self._move(news=quiet == 0)
                self._arrive()
                quiet = quiet + 1 if self.world._heads() == before else 0
                if quiet and quiet % _PATIENCE == 0:
                    self._send_again()
            self.world._agree()
            self.done["steps"] += self._step()
        finally:
            shutil.rmtree(self.world.root, ignore_errors=True)
        return self.done

    def _is_over(self) -> bool:
        return self._step() >= STEPS and len(set(self.world._heads().values())) == 1

    def _step(self) -> int:
        return self.world.sessions[HOST].position.step

    def _move(self, *, news: bool) -> None:
        """Whoever is asked by the news moves; now and then somebody thinks again."""
        corrected = self.chance.random() < _CORRECTED
        if self._step() < STEPS and (news or corrected):
            self.world.move(self.chance.randrange(2**16), again=corrected)
            self._post()

    def _send_again(self) -> None:
        """Everybody has waited in vain."""
        for name in self.world.people:
            self.world._resend(name)
        self.done["rounds of sending again"] += 1
        self._post()

    def _post(self) -> None:
        """What was sent goes under way: not at all, once or twice, each copy as slow as it likes."""
        for to, mail in self.world.mails:
            lost = self.chance.random() < self.loss
            copies = 0 if lost else 1 + (self.chance.random() < _DOUBLED)
            self.done.update({"sent": 1, "lost": lost, "doubled": copies > 1})
            for _ in range(copies):
                heappush(self.under_way, (self.now + self.chance.randint(1, _SLOWEST), self.sent, to, mail))
            self.sent += 1
        self.world.mails.clear()

    def _arrive(self) -> None:
        while self.under_way and self.under_way[0][0] <= self.now:
            _, number, to, mail = heappop(self.under_way)
            self.done["overtaken"] += number < self.newest[to]
            self.newest[to] = max(self.newest[to], number)
            self.world._take(to, mail)
            self._post()


def main(arguments: Sequence[str]) -> int:
    """Try as many orders of delivery as the command line says; 1 if one of them ends with two heads."""
    parser = argparse.ArgumentParser(prog="fuzz.py network", description=__doc__)
    parser.add_argument("--orders", type=int, default=200, help="how many orders of delivery (default 200)")
    parser.add_argument("--seed", type=int, default=0, help="number of the first (default 0)")
    parser.add_argument("--loss", type=int, default=30, help="percent of all mails that are lost (default 30)")
    given = parser.parse_args(arguments)
    began, total, failed = time.perf_counter(), Counter[str](), 0
    for seed in range(given.seed, given.seed + given.orders):
        try:
            total += Network(seed, given.loss / 100).run()
        except AssertionError as fault:
            failed += 1
            print(f"order {seed}: {fault}", file=sys.stderr)
    counted = ", ".join(f"{count} {what}" for what, count in sorted(total.items()))
    print(f"{given.orders} orders of delivery, {failed} without one head: {counted}")
    print(f"{Post.done['mails taken in']} mails taken in, {Post.done['mails refused']} refused", end="; ")
    print(f"{time.perf_counter() - began:.0f} s")
    return 1 if failed else 0
