"""Orders that fit together: every order that a seat may give now, and after each those that may follow it in a note.

Both lists are exact, by the rules and the seat's own knowledge: the same run carries the orders out that reads a typed
move. What may stand after two orders is not looked for; `referee try` tells.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import combinations, islice
from operator import itemgetter
from typing import Any, NamedTuple

from referee.i18n.event_text import event_sentences
from referee.kernel.errors import RefereeError
from referee.kernel.game import AnyGame, Notation, Typed
from referee.kernel.goods import Hand
from referee.kernel.requests import Seat
from referee.protocol.allowances import allowances_of
from referee.protocol.seating import Eyes
from referee.protocol.step.draft import asked_request, play_typed_order
from referee.protocol.step.position import Position
from referee.protocol.step.step_run import StepRun

MOST_KINDS = 400
"""So many ways to choose hidden goods for one order are listed; a hand of the games here has fewer."""


class OrderTree(NamedTuple):
    """What a seat may write."""

    first: tuple[str, ...]
    """The orders, as they are typed, in the language of the reader."""
    behind: tuple[tuple[str, ...], ...]
    """For each order those that may follow it at once; () if it ends what can be said openly."""
    sealed: tuple[bool, ...]
    """For each order whether those after it would be sealed, because they depend on what is not known yet."""
    told: tuple[tuple[str, ...], ...]
    """For each order its effects, in sentences, as far as they are certain."""
    spelled: Mapping[str, str]
    """The canonical spelling of every order above, by how it is typed."""
    plans: bool
    """Whether orders can be sealed for later at this table."""


def compose_order_tree(position: Position, eyes: Eyes, lang: str = "en") -> OrderTree:
    """The orders of the reader's seat, two deep. Raises OutOfOrder: it is asked nothing."""
    seat = asked_request(position, eyes).seat
    speller = OrderSpeller(position.table.game, lang)
    run = StepRun(position, seat, None)
    first, behind, sealed, told = [], [], [], []
    for text, meant in speller.orders(run, seat):
        after = _run_after(run, seat, meant)
        first.append(text)
        told.append(event_sentences(speller.game, after.events, position.table.called, lang))
        goes_on = can_go_on(position, after, seat)
        behind.append(tuple(map(itemgetter(0), speller.orders(after, seat))) if goes_on else ())
        sealed.append(not goes_on and after.turn_runs and len(position.asked) == 1)
    rows, plans = tuple(map(tuple, told)), allowances_of(position.table).plans
    return OrderTree(tuple(first), tuple(behind), tuple(sealed), rows, speller.spelled, plans)


def _run_after(run: StepRun, seat: Seat, meant: Typed[Any]) -> StepRun:
    """The run after one order more."""
    after, plan = run.branch(), run.plans[seat]
    play_typed_order(after, seat, meant, list(plan.texts or ()) if plan is not None else [])
    return after


def can_go_on(position: Position, run: StepRun, seat: Seat) -> bool:
    """Whether the next order of the same note is carried out at once, so that it can be told which there are."""
    if run.open_end:
        return False
    if len(position.asked) > 1:
        return run.question_of(seat) is not None
    return run.turn_runs and not run.unforeseen and run.asked is not None and run.asked[0] == seat


@lru_cache(maxsize=4096)
def spelled_order(notation: Notation[Any, Any], order: str, lang: str) -> str:
    """An order as it is typed in a language: the same ones are told again and again."""
    return notation.said(order).told(lang)


class OrderSpeller:
    """Orders as they are typed. Each is spelled once: after five hundred orders stand much the same ones again."""

    def __init__(self, game: AnyGame, lang: str) -> None:
        self.game = game
        self.lang = lang
        self.open: dict[Any, tuple[str, Typed[Any]]] = {}
        self.hidden: dict[tuple[Any, Hand], tuple[tuple[str, Typed[Any]], ...]] = {}
        self.spelled: dict[str, str] = {}

    def orders(self, run: StepRun, seat: Seat) -> list[tuple[str, Typed[Any]]]:
        """The orders of a seat where a run stands, each with the goods that stay hidden."""
        own = run.knowledge.own(seat)
        hand = () if own is None else own.hand
        moves = list(self.game.legal_orders(run.state, seat, own))
        # Behind nearly all of five hundred orders every one is spelled by now: then nothing is looked at one by one.
        found = [told for told in map(self.open.get, moves) if told is not None]
        if len(found) == len(moves):
            return found
        found = []
        for move in moves:
            if (told := self.open.get(move)) is not None:
                found.append(told)
            elif not self.game.secret(move):
                told = self.open[move] = (self._told(self.game.notation.format_order(move)), Typed(move))
                found.append(told)
            else:
                if (move, hand) not in self.hidden:
                    self.hidden[move, hand] = tuple(self._spell_order(run, seat, move, hand))
                found += self.hidden[move, hand]
        return found

    def _spell_order(self, run: StepRun, seat: Seat, move: Any, hand: Hand) -> Iterator[tuple[str, Typed[Any]]]:
        word, *rest = self.game.notation.format_order(move).split()
        named = rest[1:] if rest and rest[0].isdigit() else rest
        for kinds in islice(dict.fromkeys(combinations(hand, self.game.secret(move))), MOST_KINDS):
            text, meant = " ".join((word, *named, *kinds)), Typed(move, tuple(sorted(kinds)))
            if self._is_read(run, seat, text, meant):
                yield self._told(text), meant

    def _told(self, order: str) -> str:
        said = spelled_order(self.game.notation, order, self.lang)
        self.spelled[said] = order
        return said

    def _is_read(self, run: StepRun, seat: Seat, text: str, meant: Typed[Any]) -> bool:
        """Whether the text means just that, and a rule of what may be hidden does not forbid it."""
        try:
            _run_after(run, seat, meant)
            return bool(self.game.notation.read(text, run.state, seat) == (meant,))
        except RefereeError:
            return False
