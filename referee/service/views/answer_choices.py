"""The answers that a reader may give now, each with its parts: what is picked for it, what it costs, what it leads to.

They are made of the legal orders, tried on the reader's own knowledge, and of what a game tells beside its pictures:
spots, prices, names. So nobody cuts an order into words to draw it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from referee.i18n.event_text import brings_points, effect_text, is_gain, marks_of, order_mark
from referee.kernel.errors import RefereeError
from referee.kernel.events import Event, SeatEvent
from referee.kernel.game import AnyGame, MenuRow, NeedsHiddenFace, Price, Typed
from referee.kernel.play import play
from referee.kernel.requests import Seat
from referee.kernel.sentence import Sentence
from referee.kernel.shapes import Spot
from referee.messages.order_choices import Conflict
from referee.messages.order_tree import OrderSpeller
from referee.protocol.step.step_run import StepRun

_WORDS = re.compile(r"[^\W_][\w-]*")

_RANKS = ("main", "seldom", "way-out")
"""In this order answers are shown; then those that leave the question open."""

Box = tuple[float, float, float, float]


class ChoiceEffect(msgspec.Struct, frozen=True):
    """Something that an answer leads to and is worth knowing before."""

    kind: str
    """The event, as a word of the game."""
    seat: str
    """The seat that it is about; empty if it is about none."""
    sentence: str
    """The same in a few words, as `1 red for Anna`."""
    good: bool | None = None
    """Whether it is good or bad for the reader; null if that cannot be said."""


class Choice(msgspec.Struct, frozen=True, omit_defaults=True):
    """A whole answer."""

    id: str
    """The order, in the game's canonical spelling; it is sent back and never shown."""
    verb: str
    """What it does, as a word of the game."""
    label: str
    """The order in the words of the reader's language."""
    picks: tuple[str, ...] = ()
    """The ids of the offers, pieces and places that it names, in the order in which they are picked."""
    rank: str = "main"
    """`main`; `seldom` for what costs pieces that return late or never; `way-out` for what does nothing."""
    effects: tuple[ChoiceEffect, ...] = ()
    """What it leads to, as far as the reader can know."""
    outcome: str = ""
    """In a conflict `wins`, `leads` or `loses`; empty elsewhere."""
    price: Price | None = None
    """What it costs; null for nothing."""
    cost: str = ""
    """What it costs, in words; empty for nothing."""
    stays: bool = False
    """Whether the question stays open after it."""
    goes: bool = False
    """Whether the last of its picks is where the others go to, so that it is picked last."""
    instead: str = ""
    """The id of the answer of which it is another way to pay; empty for one that stands for itself."""
    ends: tuple[str, ...] = ()
    """Where a page is sent answers that differ in their end alone: each end, of id, label and picks; else empty."""


class Piece(msgspec.Struct, frozen=True):
    """Something beside the board that the reader can pick."""

    id: str
    """Its id, as picks name it."""
    spoken: str
    """What it is called."""
    symbol: str
    """The id of the symbol that pictures show for it; empty without one."""


class Place(msgspec.Struct, frozen=True):
    """A place of the board that the reader can pick."""

    id: str
    """Its id, as picks name it."""
    spoken: str
    """What it is called."""
    lies: str
    """What is on it, in words; empty for nothing."""
    box: Box
    """Left, top, width and height in the picture."""


class Picks:
    """The ids of what a picture shows, and which of them an order names."""

    def __init__(self, spots: Sequence[Spot], board: Box) -> None:
        self.beside: dict[str, Spot] = {}
        self.on_board: dict[str, Spot] = {}
        self._named: dict[str, list[str]] = {}
        left, top, width, height = board
        for spot in spots:
            here = left <= spot.box[0] < left + width and top <= spot.box[1] < top + height
            found = self.on_board if here else self.beside
            name = spot.words[0] if here else _free_name(spot.words[0], found)
            found[name] = spot
            for word in dict.fromkeys(spot.words):
                self._named.setdefault(word, []).append(name)

    def of(self, order: str) -> tuple[str, ...]:
        """The ids that an order names, word by word: two temples are two of the tiles."""
        return self.ids_of_words(_WORDS.findall(order)[1:])

    def ids_of_words(self, words: Sequence[str]) -> tuple[str, ...]:
        """The ids that words name, one for each."""
        found: dict[str, None] = {}
        for word in words:
            name = next((name for name in self._named.get(word, ()) if name not in found), None)
            if name is not None:
                found[name] = None
        return tuple(found)


def _free_name(word: str, names: Mapping[str, object]) -> str:
    """`temple`, or `temple 2` for the second of them."""
    number = 1
    while (name := word if number == 1 else f"{word} {number}") in names:
        number += 1
    return name


class AnswerChoices(NamedTuple):
    """Every whole answer, and what they are put together from beside board and hand."""

    choices: tuple[Choice, ...] = ()
    offers: tuple[MenuRow, ...] = ()
    conflict: Conflict | None = None
    """The conflict that they answer."""
    verbs: tuple[tuple[str, str], ...] = ()
    """(verb, text of the button that opens its answers), for verbs whose answers are not all shown at once."""


def answers_behind(run: StepRun, seat: Seat, lang: str, picks: Picks, conflict: Conflict | None) -> AnswerChoices:
    """Every whole answer of a seat where its orders so far have led; `conflict` is the one that it is asked about."""
    game = run.game
    speller, effects = OrderSpeller(game, lang), _Effects(run, seat, lang)
    least = game.notation.format_order(game.neutral(run.state, seat)) if game.neutral is not None else ""
    outcomes, faces = _outcomes(conflict), game.faces
    orders = [(speller.spelled[label], label, meant) for label, meant in speller.orders(run, seat)]
    alone = least if sum(_verb_of(order) == _verb_of(least) for order, _, _ in orders) == 1 else ""

    offers, given = dict[str, MenuRow](), {order for order, _, _ in orders}

    def rank_of(order: str) -> str:
        return "way-out" if order == alone and not outcomes else "seldom" if _verb_of(order) in faces.seldom else "main"

    def picking(order: str, move: Any) -> dict[str, Any]:
        if faces.picks is None:
            return {"picks": picks.of(order)}
        made = faces.picks(run.state, seat, move, lang)
        offers.update((one.id, one) for one in made.rows)
        plain = game.notation.format_order(made.plain) if made.plain is not None else ""
        named = (*(one.id for one in made.rows), *picks.ids_of_words(made.places))
        return {"picks": named, "goes": made.directed, "instead": plain if plain in given else ""}

    found = [
        Choice(
            id=order,
            verb=_verb_of(order),
            label=order_label(run, seat, meant, lang),
            **picking(order, meant.move),
            rank=rank_of(order),
            effects=effects.of(meant),
            outcome=outcomes.get(order, ""),
            price=faces.paid(run.state, seat, meant.move) if faces.paid is not None else None,
            cost=faces.price(run.state, seat, meant.move, lang) if faces.price is not None else "",
            stays=game.free(meant.move),
        )
        for order, _, meant in orders
    ]
    ordered = tuple(sorted(found, key=lambda one: (one.stays, _RANKS.index(one.rank))))
    return AnswerChoices(ordered, tuple(offers.values()), conflict, _verb_labels(game, ordered, picks, lang))


def _verb_labels(game: AnyGame, choices: Sequence[Choice], picks: Picks, lang: str) -> tuple[tuple[str, str], ...]:
    """(verb, text) of the buttons that open answers: those seldom wanted, and those that pick only pieces beside the
    board.
    """
    by_verb: dict[str, list[Choice]] = {}
    for choice in choices:
        if not choice.stays:
            by_verb.setdefault(choice.verb, []).append(choice)
    found: dict[str, str] = {}
    for verb, behind in by_verb.items():
        beside = all(one.picks and not picks.beside.keys().isdisjoint(one.picks) for one in behind)
        if len(behind) == 1:
            found[verb] = behind[0].label
        elif behind[0].rank != "main" or (beside and picks.on_board.keys().isdisjoint(behind[0].picks)):
            found[verb] = game.notation.verb_label(verb, lang)
    return tuple(found.items())


def order_label(run: StepRun, seat: Seat, meant: Typed[Any], lang: str) -> str:
    """An order as a button says it where a run stands, with the goods that leave the hand unseen."""
    game = run.game
    picked = game.faces.picks(run.state, seat, meant.move, lang) if game.faces.picks is not None else None
    said = game.notation.button_text(meant.move, lang, picked.label if picked is not None else "")
    if not meant.secret or game.notation.label is None:
        return said
    hidden = ", ".join(Sentence(f"{game.info.name}/word/{kind}").told(lang) for kind in meant.secret)
    return f"{said}: {hidden}"


def _verb_of(order: str) -> str:
    return order.partition(" ")[0]


def _outcomes(conflict: Conflict | None) -> dict[str, str]:
    """The state of a conflict after each order that answers it."""
    if conflict is None:
        return {}
    known = {True: "wins", False: "loses"}
    ahead = {True: "leads", False: "loses"}
    return {
        one.order: known[one.wins] if one.wins is not None else ahead[one.count >= conflict.needed]
        for one in conflict.answers
    }


class _Effects:
    """What orders lead to on the seat's own knowledge; the same event is told once."""

    def __init__(self, run: StepRun, seat: Seat, lang: str) -> None:
        self._run, self._seat, self._lang = run, seat, lang
        self._marks = marks_of(run.game)
        self._told: dict[Event, ChoiceEffect | None] = {}

    def of(self, meant: Typed[Any]) -> tuple[ChoiceEffect, ...]:
        """The effects of an order; none where they are not known."""
        run = self._run
        own = run.knowledge.own(self._seat)
        secret = meant.secret or (own.hand[: run.game.secret(meant.move)] if own is not None else ())
        try:
            events = play(run.game, run.state, self._seat, meant.move, run.knowledge, secret=secret).events
        except (RefereeError, NeedsHiddenFace):
            return ()
        found = dict.fromkeys(self._effect(event) for event in events)
        return tuple(one for one in found if one is not None)

    def _effect(self, event: Event) -> ChoiceEffect | None:
        if event not in self._told:
            self._told[event] = self._effect_of(event)
        return self._told[event]

    def _effect_of(self, event: Event) -> ChoiceEffect | None:
        game, table = self._run.game, self._run.before.table
        kind = type(event).__name__.lower()
        about = event.seat if isinstance(event, SeatEvent) else None
        seat = table.names[about] if about is not None else ""
        if about is not None and brings_points(game, event):
            said = effect_text(game, event, table.called, self._lang, table.called[self._seat])
            return ChoiceEffect(kind, seat, said, about == self._seat) if said else None
        field = self._marks.get(kind)
        if field is None or (field and getattr(event, field) != self._seat):
            return None
        said = order_mark(game, event, table.called, self._lang)
        return ChoiceEffect(kind, seat, said, True if is_gain(game, event) else None) if said else None


def form_of(choices: Sequence[Choice], picks: Picks) -> str:
    """How the answers are best given: `number` in a conflict, `pieces` or `places` that are picked, else `options`."""
    if any(choice.outcome for choice in choices):
        return "number"
    named = {name for choice in choices if choice.rank == "main" for name in choice.picks}
    if named & picks.beside.keys():
        return "pieces"
    return "places" if named & picks.on_board.keys() else "options"
