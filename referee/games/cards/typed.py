"""What people type, in English or Italian, becomes orders: `carta verde C`, `collega C-D rossa`, `re c3 con 2`.

A line is cut into words; each word means something by itself (`words.py`) or is a place, a number, or a single letter
that may be a column or a colour. A second verb begins a second order. The open question helps where a word is missing:
`2` answers how many cards, `verde` which conflict, `C0` which treasure.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from referee.games.cards.board import COLUMNS, PLACES, SLOTS
from referee.games.cards.data import CODES, KIND_OF, SHIPS
from referee.games.cards.moves import (
    BuildShip,
    Commit,
    Connect,
    Convert,
    Decline,
    Move,
    Pass,
    PlaceLeader,
    PlayCard,
    PlayCatastrophe,
    Score,
    SwapTreasure,
    TakeIncome,
    War,
    WithdrawLeader,
)
from referee.games.cards.notation import is_income
from referee.games.cards.rules.flow import requests
from referee.games.cards.rules.ships import due_kinds, ship_choices
from referee.games.cards.state import Shipbuilding, State
from referee.games.cards.words import meaning_of
from referee.kernel.errors import Unreadable
from referee.kernel.game import Typed
from referee.kernel.requests import Seat

_ACCENTS = str.maketrans("àèéìòù'’", "aeeiou  ")
_TOKEN = re.compile(r"[a-h]\s*-\s*[a-h]\b|\b[a-h]\s?[0-9]\b|[a-z]+-[a-z]+|[a-z]+|\d+|[,;]|\S")
_BREAKS = frozenset({",", ";", "then", "poi", "quindi"})
_PAIRS = {slot.replace("-", "").lower(): slot for slot in SLOTS}
_NOUNS = frozenset({"card", "ship", "war", "leader", "swap"})
"""Verbs that are nouns too, so that a colour may stand before them."""
_VOWELS = frozenset("aei")
"""Letters that are words of their own (`a`, `e`, `i`), so they may be more than was meant."""

_EXAMPLES = {
    "turn": "leader king C3; card green C; connect C-D red; withdraw king; catastrophe C3; pass",
    "score": "score yes; score no",
    "commit": "commit 2",
    "war": "war green",
    "convert": "convert yes; convert no",
    "swap": "swap C0; decline",
    "ship": "ship blue-black C3; decline",
    "income": "income blue green; decline",
}
"""Orders that answer each question, for the hint of a refusal."""


@dataclass(slots=True)
class Heard:
    """The words of one order, sorted by what they are."""

    text: str
    verb: str = ""
    leaders: list[str] = field(default_factory=list)
    kinds: list[str] = field(default_factory=list)
    ships: list[str] = field(default_factory=list)
    places: list[str] = field(default_factory=list)
    letters: list[str] = field(default_factory=list)
    numbers: list[int] = field(default_factory=list)
    says: list[str] = field(default_factory=list)

    @property
    def is_empty(self) -> bool:
        """Whether nothing but a verb was heard."""
        return not (
            self.leaders or self.kinds or self.ships or self.places or self.letters or self.numbers or self.says
        )


def read(text: str, state: State, seat: Seat) -> tuple[Typed[Move], ...]:
    """The orders meant by `text`, usually one.

    Raises:
        Unreadable: a word of no meaning or of several, or not enough words; the hint shows what the question takes.
    """
    asked = next((request.question for request in requests(state) if request.seat == seat), "turn")
    try:
        heard = _listen(text)
        if not heard:
            raise Unreadable("an order needs a word")
        return tuple(_order(part, state, asked if not index else "") for index, part in enumerate(heard))
    except Unreadable as refusal:
        refusal.hint = _EXAMPLES[asked]
        raise


def _listen(text: str) -> list[Heard]:
    """The words of each order in a line."""
    orders = [Heard("")]
    tokens = _TOKEN.findall(text.lower().translate(_ACCENTS))
    for index, token in enumerate(tokens):
        if token in _BREAKS:
            orders.append(Heard(""))
            continue
        following = tokens[index + 1] if index + 1 < len(tokens) else ""
        meaning = _meaning(token, following)
        if meaning.startswith("verb "):
            meaning = _verb_or_noun(orders, meaning)
        _note(orders[-1], token, meaning)
        orders[-1].text = f"{orders[-1].text} {token}".strip()
    return [order for order in orders if order.text]


def _verb_or_noun(orders: list[Heard], meaning: str) -> str:
    """A verb begins a new order, unless it is the noun of the order that is being heard.

    `a red card in B`, `collega C-D con una carta rossa`, `costruisci la nave rossa` are one order each.
    """
    here, verb = orders[-1], meaning.removeprefix("verb ")
    if verb == "card" and here.verb == "connect" and not here.kinds:
        return "filler"
    is_noun = verb in _NOUNS and (not here.verb or (here.verb == verb and here.is_empty))
    if not is_noun and (here.verb or not here.is_empty):
        orders.append(Heard(""))
    return meaning


def _meaning(token: str, following: str) -> str:
    """What a token is: a meaning of `words.py`, or `place`, `letter`, `number`, `ship` and its value."""
    joined = token.replace(" ", "")
    if joined.upper() in PLACES:
        return f"place {joined.upper()}"
    if joined in _PAIRS:
        return f"place {_PAIRS[joined]}"
    if token.isdigit():
        return f"number {token}"
    if token in ("con", "with") and following.isdigit():
        return "verb commit"
    if len(token) == 1 and (token.upper() in COLUMNS or token in CODES):
        return f"letter {token}"
    if "-" in token:
        return _ship(token)
    return meaning_of(token)


def _ship(token: str) -> str:
    kinds = {meaning_of(word) for word in token.split("-")}
    for ship in SHIPS:
        if kinds == {f"kind {kind}" for kind in ship.split("-")}:
            return f"ship {ship}"
    raise Unreadable("expected blue-black, blue-green or blue-red; got {found}", found=repr(token))


def _note(heard: Heard, token: str, meaning: str) -> None:
    sort, _, value = meaning.partition(" ")
    if sort == "verb":
        heard.verb = value
    elif sort == "number":
        heard.numbers.append(int(value))
        if len(heard.numbers) > 1 or int(value) > 99:
            raise Unreadable("expected a number such as 2; got {found}", found=repr(token))
    elif sort == "kind":
        count = heard.numbers.pop() if heard.numbers else 1
        heard.kinds += [value] * min(count, 9)
    elif sort != "filler":
        {
            "leader": heard.leaders,
            "ship": heard.ships,
            "place": heard.places,
            "letter": heard.letters,
            "say": heard.says,
        }[sort].append(value)


def _order(heard: Heard, state: State, asked: str) -> Typed[Move]:
    verb = heard.verb or _verb_meant(heard, asked)
    secret: tuple[str, ...] = ()
    if verb == "connect":
        _letters_become(heard, kinds=1)
        secret = tuple(heard.kinds[:1])
    return Typed(_move(verb, heard, state), secret)


def _verb_meant(heard: Heard, asked: str) -> str:
    """The verb that a line without one has, from the question that is open or from its words."""
    if asked and asked != "turn":
        return asked
    if heard.leaders:
        return "leader"
    if any("-" in place for place in heard.places):
        return "connect"
    if heard.kinds or len(heard.letters) > 1:
        return "card"
    raise Unreadable("an order begins with a verb; got {found}", found=repr(heard.text))


def _move(verb: str, heard: Heard, state: State) -> Move:
    if verb in ("ship", "swap", "income") and "no" in heard.says:
        return Decline()
    match verb:
        case "leader":
            return PlaceLeader(_one(heard, heard.leaders, "leader king C3"), _place(heard, "leader king C3"))
        case "withdraw":
            return WithdrawLeader(_one(heard, heard.leaders, "withdraw king"))
        case "card":
            _letters_become(heard, kinds=1)
            return PlayCard(_one(heard, heard.kinds, "card green C"), _column(heard, "card green C"))
        case "connect":
            return Connect(_slot(heard))
        case "catastrophe":
            return PlayCatastrophe(_place(heard, "catastrophe C3"))
        case "commit":
            return Commit(_number(heard))
        case "war":
            _letters_become(heard, kinds=1)
            return War(_one(heard, heard.kinds, "war green"))
        case "score":
            return Score("no" not in heard.says)
        case "convert":
            return Convert("no" not in heard.says)
        case "swap":
            return SwapTreasure(f"{_column(heard, 'swap C0')}0")
        case "ship":
            return _ship_meant(heard, state)
        case "income":
            return _income_meant(heard, state)
        case "pass":
            return Pass()
        case _:
            return Decline()


def _one(heard: Heard, found: list[str], example: str) -> str:
    if len(found) != 1:
        raise _like(heard, example)
    return found[0]


def _like(heard: Heard, example: str) -> Unreadable:
    return Unreadable(
        "this order is written like {example}; got {found}", example=repr(example), found=repr(heard.text)
    )


def _place(heard: Heard, example: str) -> str:
    return _one(heard, heard.places, example)


def _slot(heard: Heard) -> str:
    """The slot of a connector: `C-D`, `CD`, or two letters `C D`."""
    letters = [letter for letter in heard.letters if letter.upper() in COLUMNS]
    slots = heard.places or [_PAIRS[pair] for pair in ("".join(letters[-2:]),) if pair in _PAIRS]
    slot = _one(heard, slots, "connect C-D red")
    if slot not in SLOTS:
        raise Unreadable("expected a slot such as C-D; got {found}", found=repr(slot))
    return slot


def _column(heard: Heard, example: str) -> str:
    """The column meant: a letter, or the column of a place."""
    columns = [letter.upper() for letter in heard.letters if letter.upper() in COLUMNS]
    columns += [place[0] for place in heard.places if "-" not in place]
    if len(columns) > 1:  # `carta verde a C`: the letter that is also a word gives way
        columns = [column for column in columns if column.lower() not in _VOWELS] or columns
    return _one(heard, columns, example)


def _number(heard: Heard) -> int:
    if len(heard.numbers) == 1:
        return heard.numbers[0]
    if heard.says == ["no"] or (not heard.is_empty and "no" in heard.says):
        return 0
    raise _like(heard, "commit 2")


def _letters_become(heard: Heard, kinds: int) -> None:
    """Single letters stand for colours as long as a colour is missing: `card b c` is a blue card into column C."""
    for letter in list(heard.letters):
        if len(heard.kinds) < kinds and letter in CODES:
            heard.kinds.append(KIND_OF[letter])
            heard.letters.remove(letter)


def _ship_meant(heard: Heard, state: State) -> Move:
    """A ship and its four cards; a ship not named is the only one there is, a place not named the lowest four."""
    frame = state.frames[-1] if state.frames else None
    ships, places = ship_choices(state, frame.column) if isinstance(frame, Shipbuilding) else ((), ())
    named = heard.ships or [ship for ship in SHIPS if any(f"-{kind}" in ship for kind in heard.kinds)]
    if not named and len(ships) == 1:
        named = [ships[0]]
    place = heard.places or list(places[-1:])
    return BuildShip(_one(heard, named, "ship blue-black C3"), _one(heard, place, "ship blue-black C3"))


def _income_meant(heard: Heard, state: State) -> Move:
    if "all" in heard.says or "yes" in heard.says:
        heard.kinds = list(due_kinds(state))
    kinds = sorted([*heard.kinds, *(KIND_OF[letter] for letter in heard.letters if letter in CODES)])
    if not is_income(kinds):
        raise _like(heard, "income blue green")
    return TakeIncome(tuple(kinds))
