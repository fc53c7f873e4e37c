"""Rounds of a game by real commands, as `scripts/rounds.py` plays them.

A host and the players type at terminals of their own, 80 columns and 24 rows, every second player in Italian, and mail
files to each other; the orders are those of the sensible policy.
"""

from __future__ import annotations

import argparse
import os
import re
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path

from msgspec.structs import replace

from referee.kernel.dice import stream
from referee.kernel.errors import IllegalMove, OutOfOrder
from referee.kernel.sentence import Sentence
from referee.protocol.step.draft import MoveDraft, draft
from referee.protocol.step.position import Position
from referee.record.store import DataFolder, GameFolder
from referee.session.session import Session, open_session
from tests.support.page_stages import EVENING, People
from tests.support.rehearse import ORDERS_MOST, SEATS, sensible_order

HOST, TITLE = "hanna", "Our rounds"
PAGED = re.compile(r"more lines?: Enter|rig(?:a|he): Invio")
Typed = tuple[str, str, int, list[str]]
"""Who typed a command, the command, its exit code, and what was seen."""


class Failed(Exception):
    """A command did not do what it should; with all that was seen."""


@dataclass
class Evening:
    """People at their terminals; `seen` has every command with what it printed."""

    stage: People
    game: str
    seats: tuple[str, ...]
    title: str = TITLE
    options: tuple[str, ...] = ()
    seen: list[Typed] = field(default_factory=list)

    def lang(self, who: str) -> str:
        """The language in which somebody plays."""
        return "it" if who in self.seats[1::2] else "en"

    def types(self, who: str, command: str, *answers: str) -> list[str]:
        """What somebody sees who types a command, a yes to every question and Enter at every page. Raises Failed."""
        lang = self.lang(who)
        code, lines = self.stage.run(f"export REFEREE_LANG={lang}; {command}", [*answers, *_yes(who, lang)], who)
        self.seen.append((who, command, code, lines))
        if code != 0:
            raise Failed("\n".join((f"{who}$ {command}", *lines, f"exit {code}")))
        return lines

    def session(self, who: str) -> Session:
        """Where somebody sits, as the program finds it there."""
        home = self.stage.folder / who
        return open_session(GameFolder(home / self.title.lower().replace(" ", "-")), DataFolder(home / ".referee"))

    def open(self) -> None:
        """From nothing to the deal, the four words heard by all."""
        options = "".join(f" --option {option}" for option in self.options)
        self.types(HOST, f'referee offer {self.game} --seats {len(self.seats)} --title "{self.title}"{options}')
        self.types(HOST, f"mail invitation.txt {' '.join(self.seats)}")
        for who in self.seats:
            self.types(who, "referee join mail/invitation.eml")
            self.types(who, f"mail join-{who}.note {HOST}")
        self.types(HOST, "referee receive mail")
        self.types(HOST, "referee charter")
        self.types(HOST, f"mail charter.txt {' '.join(self.seats)}")
        for who in self.seats:
            self.types(who, "referee receive mail/charter.eml")
            self.types(who, "referee accept")
            self.types(who, f"mail accept-{who}.note {HOST}")
        self.types(HOST, "referee receive mail")
        self.types(HOST, f"mail 0000.txt {' '.join(self.seats)}")
        four = ""
        for who in self.seats:
            self.types(who, "referee receive mail/0000.eml")
            four = four or self.types(who, "referee words | head -1")[0].rpartition(": ")[2]
            self.types(who, f"referee words {four} --from all")

    def step(self, number: int) -> None:
        """Everybody who is asked moves, and the host enters it."""
        position = self.session(HOST).position
        before = position.step
        for request in position.asked:
            self.moves(position.table.names[request.seat], number, before + 1)
        self.types(HOST, "referee receive mail")
        for step in self.entered(before):
            self.types(HOST, f"mail {step:04d}.txt {' '.join(self.seats)}")
            for who in self.seats:
                self.types(who, f"referee receive mail/{step:04d}.eml")

    def moves(self, who: str, number: int, step: int) -> None:
        """Somebody orders what is sensible in round `number`, and mails it to the host."""
        session = self.session(who)
        orders = sensible_orders(session, f"{number} {who}")
        told = ", ".join(session.table.game.notation.said(order).told(self.lang(who)) for order in orders)
        self.types(who, f'referee move "{told}"')
        self.sends(who, f"{step:04d}-{who}.move")

    def sends(self, who: str, name: str) -> None:
        """Somebody mails a file to the host."""
        self.types(who, f"mail {name} {HOST}")

    def entered(self, before: int) -> range:
        """The steps that the host has entered since step `before`. Raises Failed if there is none."""
        after = self.session(HOST).position.step
        if after == before:
            raise Failed(f"step {before + 1} was not entered\n" + "\n".join(self.seen[-1][3]))
        return range(before + 1, after + 1)

    def page(self) -> str:
        """All that was typed and seen."""
        parts = [f"{who}$ {command}\n" + "\n".join(lines) for who, command, _, lines in self.seen]
        return "\n".join(parts) + "\n"

    def told(self) -> str:
        """How much it was, in one line."""
        mails = sum(command.startswith("mail ") for _, command, _, _ in self.seen)
        paged = sum(any(PAGED.search(line) for line in lines) for _, _, _, lines in self.seen)
        steps = self.session(HOST).position.step
        return f"steps {steps}, commands {len(self.seen) - mails}, mails {mails}, screens paged {paged}"


class Sharing(Evening):
    """The same people, who share a folder: nobody mails or names a file, and the host has `referee watch` running."""

    def open(self) -> None:
        """From nothing to the deal, the four words heard by all."""
        (self.stage.folder / "shared").mkdir()
        folder = f"cd {self.title.lower().replace(' ', '-')}"
        self.types(HOST, f'referee offer {self.game} --seats {len(self.seats)} --title "{self.title}"')
        self.types(HOST, "referee sync $STAGE/shared")
        for who in self.seats:
            self.types(who, "referee join $STAGE/shared")
            self.types(who, folder)
        self.types(HOST, f"{folder}; {WATCH}")
        self.types(HOST, "referee charter")
        for who in self.seats:
            self.types(who, "referee")
        self.types(HOST, WATCH)
        four, heard = "", [f"{name:<{width}}>" for name in _said(self.seats) for width in range(12)]
        for who in self.seats:
            self.types(who, "referee", *heard)
            four = four or self.types(who, "referee words | head -1")[0].rpartition(": ")[2]
            self.types(who, f"referee words {four} --from all")

    def step(self, number: int) -> None:
        """Everybody who is asked looks and moves, and the watch of the host enters it."""
        position = self.session(HOST).position
        for request in position.asked:
            who = position.table.names[request.seat]
            self.types(who, "referee")
            self.moves(who, number, position.step + 1)
        self.types(HOST, WATCH)

    def sends(self, who: str, name: str) -> None:
        """Nothing: what is signed lies in the folder."""


WATCH = "referee watch --once"
"""A look of the `referee watch` that the host leaves running: nobody types it."""


def _said(seats: Sequence[str]) -> list[str]:
    return [*(seat.title() for seat in seats), "Host", "Arbitro"]


def _yes(who: str, lang: str) -> list[str]:
    """The answers to whatever is asked: the own name, and yes; but nobody lets `watch` run on."""
    name = {"en": "Your name in this game: ", "it": "Il tuo nome in questa partita: "}[lang]
    yes = {
        "en": (f"Create one for {who.title()}? [Y/n]: y", "sign this? [y/N]: y", "sign this? [y/N/show/undo]: y"),
        "it": (f"La creo per {who.title()}? [S/n]: s", "firmo? [s/N]: s", "firmo? [s/N/mostra/annulla]: s"),
    }[lang]
    watch = f"{Sentence('keep-watching').told(lang)} {'[Y/n]' if lang == 'en' else '[S/n]'}: n"
    pages = [Sentence("more-lines", count=count).told(lang) for count in range(1, 100)]
    return [f"{name}{who.title()}", *yes, watch, *pages]


def sensible_orders(session: Session, label: str) -> list[str]:
    """Orders until the own part of the turn is over, each the sensible one where those before it have led."""
    seat, words = session.eyes.seat, stream(sha256(f"rounds {label}".encode()).digest(), "orders")
    assert seat is not None
    typed: list[str] = []
    best: MoveDraft | None = None
    for _ in range(ORDERS_MOST):
        at = session.position if best is None else _at(session.position, best)
        own = at.knowledge.own(seat)
        asked = best.run.asked if best is not None else (seat, "")
        if asked is None or asked[0] != seat or own is None or (best is not None and best.run.unforeseen):
            break
        order = sensible_order(at, seat, own, words)
        try:
            best = draft(session.position, session.eyes, [*typed, order])
        except (IllegalMove, OutOfOrder):
            break
        typed.append(order)
    return typed


def _at(position: Position, orders: MoveDraft) -> Position:
    return replace(position, state=orders.run.state, knowledge=orders.run.knowledge)


def play(
    folder: Path, game: str, seats: int, rounds: int, steps: int | None = None, *, shared: bool = False
) -> Evening:
    """The opening and so many rounds, or only so many steps; by mail, or by a `shared` folder. Raises Failed."""
    sort = Sharing if shared else Evening
    evening = sort(People(folder, "en_GB.UTF-8", EVENING), game, SEATS[:seats])
    evening.open()
    first = _turn(evening)
    while not evening.session(HOST).position.over:
        done = evening.session(HOST).position.step
        if steps is not None and done >= steps:
            break
        if steps is None and _turn(evening) - first >= rounds * seats:
            break
        evening.step(done)
    return evening


def _turn(evening: Evening) -> int:
    """The number of the running turn of the board game."""
    position = evening.session(HOST).position
    return position.table.game.turn(position.state)


def main(words: Sequence[str]) -> None:
    """Play, write the page, say how much it was."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("game")
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--steps", type=int)
    parser.add_argument("--shared", action="store_true")
    parser.add_argument("--page", type=Path, default=Path(os.devnull))
    given = parser.parse_args(words)
    with tempfile.TemporaryDirectory(prefix="referee-rounds-") as folder:
        try:
            evening = play(
                Path(folder).resolve(), given.game, given.seats, given.rounds, given.steps, shared=given.shared
            )
        except Failed as failed:
            raise SystemExit(str(failed)) from None
        given.page.write_text(evening.page(), "utf-8")
        print(evening.told())
