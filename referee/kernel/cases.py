"""Cases: a position, orders, and what must come of them, as data for this and any other program. `docs/cases.md`.
Lessons: a position, one thing to do in it, and the rules' own word on what somebody has done.

Only the words of a position are a game's own. An order is written as in a note, with secret kinds after it, and after
its seat where several are asked; ` !RULE` after it says that it is refused under that rule, ` !` that it is refused.
What must come of it are the facts that have changed: whatever is not named must be as it was.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Annotated, Any, Generic, Literal, TypeVar

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from referee.kernel.canonical_json import convert_to
from referee.kernel.dice import Dice
from referee.kernel.errors import IllegalMove, OutOfOrder, RefereeError, Unreadable, refusal_in
from referee.kernel.events import Event, event_words
from referee.kernel.game import AnyGame, GameInfo, NeedsHiddenFace, Options, complete_options, piles_of
from referee.kernel.goods import Dealer, Knowledge, Supply
from referee.kernel.play import play

_AMPLE = 200
"""How many of each kind a hand holds that a case does not name."""


G = TypeVar("G")

Difference = tuple[str, Any, Any]
"""(where, expected, found), the latter two to be read as text."""

Facts = dict[str, str]
"""What a case can be about, as short text by name: `{"on b3": "X 2"}`. Empty text and no such name are the same."""


def meaning(text: str) -> Meta:
    """A field of the format with its meaning."""
    return Meta(description=text)


class CasePosition(msgspec.Struct, frozen=True, kw_only=True):
    """Where a case begins."""

    state: Any
    """The state in which the first order is given."""
    options: Options
    """The options it is played with."""
    before: Any = None
    """The state that `then` is read against, where something has happened by itself since; None: `state`."""
    told: tuple[str, ...] = ()
    """What has happened since, in the words of the notes."""
    hands: tuple[tuple[str, ...] | None, ...] = ()
    """Kinds in hand by seat, None for a hand that has enough of everything; without it all have."""
    covered: dict[str, str] = {}
    """Kinds that lie face down, by place."""


def nothing_more(state: Any) -> Facts:
    """Every fact is compared in every case."""
    return {}


class Setup(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A set-up to look at; its chance is all zeros."""

    seats: Annotated[int, meaning("number of players")]
    options: Annotated[dict[str, str], meaning("options that are not the default, by name")] = {}


def options_of(info: GameInfo, told: Any) -> Options:
    """The options that a position or a set-up is told with. Raises Unreadable for what the game does not know."""
    return complete_options(info, told.seats, tuple(told.options.items()))


class CaseRules(msgspec.Struct, Generic[G], frozen=True, kw_only=True):
    """What one game says about its cases."""

    given: type[G]
    """The type of `given`: a position in the game's own short words."""
    position_of: Callable[[G], CasePosition | Facts]
    """The position of a case; or, where nothing is played, the facts that are found. Raises RefereeError, and
    LookupError or ValueError for a place or a piece that there is not.
    """
    facts: Callable[[Any], Facts]
    """Everything that must be as it was unless `then` names it."""
    more: Callable[[Any], Facts] = nothing_more
    """Facts that result from those, compared only where `then` names them."""
    seats: tuple[str, ...] = tuple(map(str, range(10)))
    """What a case calls the seats, clockwise."""


Orders = Annotated[tuple[str, ...], meaning("orders; ` !RULE` behind one: refused under this rule, ` !`: refused")]
Then = dict[str, str | tuple[str, ...]]
Outcome = Annotated[
    Then | None,
    meaning("the facts that have changed; `events`, if it is there, is everything that happened, as the notes say it"),
]
Rules = Annotated[tuple[str, ...], meaning("ids of the rules it is about")]


class Variant(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Another outcome of the same position: orders after those of the case, and the result of all of them."""

    orders: Orders
    then: Outcome = None


class Case(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One case. Without `then` it only says which orders are accepted and which refused."""

    id: Annotated[str, meaning("a number that stays for ever")]
    title: Annotated[str, meaning("what the case says, in a sentence")]
    rules: Rules
    source: Annotated[str, meaning("where that stands")]
    given: Annotated[dict[str, Any], meaning("the position")]
    orders: Orders = ()
    then: Outcome = None
    breaks: Annotated[tuple[str, ...], meaning("ids of the rules that it breaks")] = ()
    variants: Annotated[tuple[Variant, ...], meaning("other outcomes of the same position")] = ()


def case_rules(game: AnyGame) -> CaseRules[Any]:
    """How cases of this game are read: as it says, or with the fields of its states."""
    return game.cases() if game.cases is not None else _of_states(game)


def run_case(game: AnyGame, case: dict[str, Any]) -> list[Difference]:
    """(where, expected, found) for everything that differs; empty if the case holds."""
    try:
        told = convert_to(Case, case)
        return [*_breaks(told), *_lines_differing(game, told)]
    except msgspec.ValidationError as error:
        return [("case", "a case in the published format", str(error))]
    except RefereeError as error:
        return [("case", "a case that can be played", str(error))]
    except (LookupError, ValueError) as error:  # a game takes places and pieces of `given` for its own
        return [("case", "places, pieces and numbers that there are", f"{type(error).__name__}: {error}")]
    except NeedsHiddenFace as hidden:
        return [("case", "a case that can be played", f"`given` does not say what lies face down on {hidden.place}")]


def _breaks(case: Case) -> Iterator[Difference]:
    """A case names the rules under which its orders are refused, and no others."""
    lines = (*case.orders, *(line for variant in case.variants for line in variant.orders))
    refused = sorted({rule for line in lines if (rule := line.partition(" !")[2])})
    if refused and refused != sorted(case.breaks):
        yield "breaks", ", ".join(refused), ", ".join(case.breaks) or "nothing"


def _lines_differing(game: AnyGame, case: Case) -> Iterator[Difference]:
    """What differs on the line of the case and on those of its variants, which begin with it."""
    rules = case_rules(game)
    yield from _line_differing(_case_table(game, rules, case), "", case.orders, case.then)
    for number, variant in enumerate(case.variants, 1):
        orders = (*case.orders, *variant.orders)
        yield from _line_differing(_case_table(game, rules, case), f"variant {number}, ", orders, variant.then)


class _Table(msgspec.Struct, frozen=True):
    """A case being played. `before` are the facts it began with; without a game nothing is played."""

    rules: CaseRules[Any]
    before: Facts
    game: AnyGame | None = None
    state: Any = None
    dealer: Dealer = Dealer(())
    told: tuple[str, ...] = ()
    whole: bool = False


def _case_table(game: AnyGame, rules: CaseRules[Any], case: Case) -> _Table:
    begun = rules.position_of(convert_to(rules.given, case.given))
    if isinstance(begun, dict):
        return _Table(rules, begun)
    before = begun.state if begun.before is None else begun.before
    facts = _facts(game, rules, before)
    return _Table(rules, facts, game, begun.state, _dealer(game, begun), begun.told, _is_whole(game, begun.state))


def given_position(game: AnyGame, given: dict[str, Any]) -> tuple[CasePosition, Dealer]:
    """The position that a case describes, and what is hidden in it. Raises as `decode_position`, ValidationError for
    fields that the game does not have, and TypeError where nothing is played.
    """
    rules = case_rules(game)
    begun = rules.position_of(convert_to(rules.given, given))
    if isinstance(begun, dict):
        raise TypeError("a set-up to look at is no position to play from")
    return begun, _dealer(game, begun)


def _dealer(game: AnyGame, begun: CasePosition) -> Dealer:
    """What is hidden in a case: hands and faces it names, and enough of everything else."""
    goods = piles_of(game, begun.options, Dice(bytes(32)))
    piles = tuple(Supply(pile.name, pile.labels() * _AMPLE) for pile in goods)
    ample = tuple(sorted(kind for pile in goods for kind, _ in pile.kinds for _ in range(_AMPLE)))
    hands = begun.hands or (None,) * begun.options.seats
    held = tuple(ample if hand is None else tuple(sorted(hand)) for hand in hands)
    return Dealer(held, piles, tuple(sorted(begun.covered.items())), tuple(sorted(begun.covered)))


def _is_whole(game: AnyGame, state: Any) -> bool:
    """Whether the box could hold this position; then it must hold whatever comes of it."""
    return refusal_in(game.check, state) is None


def _line_differing(table: _Table, place: str, orders: tuple[str, ...], then: Then | None) -> Iterator[Difference]:
    """One line of orders from the position of the case; an order that should be accepted and is not ends it."""
    for number, line in enumerate(orders, 1):
        text, mark, rule = line.rstrip().partition(" !")
        where = f"{place}order {number} ({text})"
        try:
            table = _table_after(table, text)
        except IllegalMove as refusal:
            if not mark:
                yield where, "accepted", str(refusal)
                return
            if rule and refusal.rule != rule:
                yield where, rule, str(refusal)
            continue
        if mark:
            yield where, f"refused under {rule}" if rule else "refused", "accepted"
    if then is not None:
        yield from ((f"{place}{where}", str(told), str(found)) for where, told, found in _differences_from(table, then))


def _table_after(table: _Table, line: str) -> _Table:
    """One order: of the seat before it, or of the first that is asked."""
    game, state, names = table.game, table.state, table.rules.seats
    asked = game.requests(state) if game else ()
    if game is None or not asked:
        raise Unreadable("game-over")
    name, mark, order = line.partition(": ")
    seat, text = (names.index(name), order) if mark and name in names else (asked[0].seat, line)
    move, secret = _order_and_secret(game, text, state, seat)
    if all(request.seat != seat for request in asked):
        game.apply(state, seat, move, ())  # refused under a rule of the game, where `play` would only say not now
    done = play(game, state, seat, move, table.dealer, secret=secret)
    if table.whole:
        game.check(done.state)
    told = (*table.told, *(event_words(event, names) for event in done.events))
    assert isinstance(done.knowledge, Dealer)
    return replace(table, state=done.state, dealer=done.knowledge, told=told)


def _order_and_secret(game: AnyGame, text: str, state: Any, seat: int) -> tuple[Any, tuple[str, ...]]:
    """An order in its one spelling; secret kinds stand after it, so that it is read as people type it."""
    try:
        return game.notation.parse_order(text), ()
    except Unreadable:
        typed = game.notation.read(text, state, seat)
        if len(typed) != 1 or not typed[0].secret:
            raise
        return typed[0].move, typed[0].secret


def _facts(game: AnyGame, rules: CaseRules[Any], state: Any) -> Facts:
    """The game's own facts, and those that every game has."""
    end = game.outcome(state)
    return {
        **rules.facts(state),
        "asks": ", ".join(f"{rules.seats[asked.seat]} {asked.question}" for asked in game.requests(state)),
        "ending": end.reason if end else "",
        "ranks": " ".join(map(str, end.ranks)) if end else "",
    }


def _differences_from(table: _Table, then: Then) -> Iterator[Difference]:
    """Whatever differs from what was with `then` written over it."""
    events = then.get("events")
    if events is not None and events != table.told:
        yield "events", events, table.told
    found = _facts(table.game, table.rules, table.state) if table.game else table.before
    named = {name: value for name, value in then.items() if name != "events"}
    known = {**dict.fromkeys(found, ""), **table.before}
    more = table.rules.more(table.state) if table.game and not set(named) <= set(known) else {}
    for name, value in {**known, **named}.items():
        if name in known or name in more:
            seen = found.get(name, more.get(name, ""))
            yield from ((name, value, seen),) if value != seen else ()
        else:
            yield name, value, "no such fact"


def book_type(game: AnyGame) -> type[msgspec.Struct]:
    """The type of a case file of this game, for its schema: the envelope with the game's own `given`."""
    rules, name = case_rules(game), game.info.name.title()
    given = Annotated[rules.given, meaning("the position, in the words of the game")]  # type: ignore[name-defined]
    case = msgspec.defstruct(f"{name}Case", [("given", given)], bases=(Case,), forbid_unknown_fields=True)
    return msgspec.defstruct(
        f"{name}Book",
        [
            ("game", Annotated[Literal[game.info.name], meaning("the game that the cases are about")]),
            ("cases", Annotated[tuple[case, ...], meaning("each case")]),  # type: ignore[valid-type]
            ("about", Annotated[str, meaning("the chapter of the rules")], ""),
        ],
        forbid_unknown_fields=True,
    )


# A game that says nothing about its cases: positions are the fields of its states


class StateGiven(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A position as what differs from a set-up whose chance is all zeros."""

    seats: Annotated[int | None, meaning("players; without it the fewest")] = None
    options: Annotated[dict[str, str], meaning("options that are not the default")] = {}
    state: Annotated[dict[str, Any], meaning("fields of the state that are not as the set-up leaves them")] = {}
    hands: Annotated[tuple[tuple[str, ...], ...], meaning("kinds by seat; without it enough of everything")] = ()
    covered: Annotated[dict[str, str], meaning("what lies face down, by place, where it matters")] = {}


def _of_states(game: AnyGame) -> CaseRules[StateGiven]:
    def position_of(given: StateGiven) -> CasePosition:
        options = complete_options(game.info, given.seats or game.info.seats[0], tuple(given.options.items()))
        state = game.from_json({**game.to_json(game.setup(options, Dice(bytes(32))).state), **given.state})
        game.check(state)
        return CasePosition(state=state, options=options, hands=given.hands, covered=given.covered)

    return CaseRules(
        given=StateGiven, position_of=position_of, facts=lambda state: dict(_field_texts("", game.to_json(state)))
    )


def _field_texts(path: str, value: Any) -> Iterator[tuple[str, str]]:
    """The fields of a state, and the parts of each, as text by name: `board 4`."""
    if isinstance(value, dict | list | tuple):
        for name, part in value.items() if isinstance(value, dict) else enumerate(value):
            yield from _field_texts(f"{path} {name}".strip(), part)
    else:
        yield path, value if isinstance(value, str) else msgspec.json.encode(value).decode()


# Lessons: a position of the case book, one thing to do in it, and what it leads to. What solves one are events, so
# that every order that leads to them does. Their sentences are in the game's catalogues.


class Lesson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One lesson. `case` is the case of the book that its position is taken from, "" for none; `rule` is what it is
    about. It is solved by whatever leads to an event that begins with each of `solved`, in the words of the notes with
    the seats of the case book. `solution` does, and `wrong` is what somebody might think.
    """

    name: str
    rule: str
    given: dict[str, Any]
    solved: tuple[str, ...]
    solution: str
    wrong: str
    case: str = ""


class Trial(msgspec.Struct, frozen=True):
    """Where somebody at `seat` is in a lesson played with `options`: who knows what, and what happened."""

    state: Any
    knowledge: Knowledge
    seat: int
    options: Options
    events: tuple[Event, ...] = ()

    @property
    def seats(self) -> int:
        """How many play."""
        return self.options.seats


def begun(game: AnyGame, lesson: Lesson) -> Trial:
    """The lesson before anything is done."""
    position, dealer = given_position(game, lesson.given)
    return Trial(position.state, dealer, game.requests(position.state)[0].seat, position.options)


def tried(game: AnyGame, trial: Trial, typed: str) -> Trial:
    """The result of typed orders. Raises Unreadable, IllegalMove, OutOfOrder, in the words of a real game."""
    rest = typed
    while rest.strip():
        if trial.seat not in {request.seat for request in game.requests(trial.state)}:
            raise OutOfOrder("lesson-asks-no-more")
        first, rest = game.notation.cut(rest, trial.state, trial.seat)
        for meant in game.notation.read(first, trial.state, trial.seat):
            done = play(game, trial.state, trial.seat, meant.move, trial.knowledge, secret=meant.secret)
            trial = Trial(done.state, done.knowledge, trial.seat, trial.options, (*trial.events, *done.events))
    return trial


def is_solved(game: AnyGame, lesson: Lesson, trial: Trial) -> bool:
    """Whether what has happened is what the lesson asks for."""
    seats = case_rules(game).seats
    happened = [event_words(event, seats) for event in trial.events]
    return all(any(words.startswith(start) for words in happened) for start in lesson.solved)
