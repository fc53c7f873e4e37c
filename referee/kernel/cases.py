"""Cases: a position, orders, and what must come of them, as data for this and any other program. `docs/cases.md`.

The envelope is the same for every game; what stands in `given` and `then` is the game's own. An order is written as in
a note, after its seat where the game says so; ` !RULE` behind it says that it is refused under that rule, ` !` that it
is refused.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, Literal, get_type_hints

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from referee.kernel.case_rules import CaseRules, Difference, Unsayable
from referee.kernel.dice import Dice
from referee.kernel.errors import IllegalMove, RefereeError, Unreadable
from referee.kernel.events import event_words
from referee.kernel.game import AnyGame, complete_options, piles_of
from referee.kernel.goods import Dealer, Supply
from referee.kernel.play import play

_AMPLE = 200
"""How many of each kind a hand holds that a case does not name."""


def about(text: str) -> Meta:
    """A field of the format with its meaning."""
    return Meta(description=text)


Orders = Annotated[tuple[str, ...], about("orders; ` !RULE` behind one: refused under this rule, ` !`: refused")]
Rules = Annotated[tuple[str, ...], about("ids of the rules it is about")]


class Variant(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Another outcome of the same position: orders after those of the case, and what comes of all of them."""

    orders: Orders
    then: dict[str, Any] | None = None


class Case(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One case. Without `then` it only says which orders are accepted and which refused."""

    id: Annotated[str, about("a number that stays for ever")]
    title: Annotated[str, about("what the case says, in a sentence")]
    rules: Rules
    source: Annotated[str, about("where that stands")]
    given: Annotated[dict[str, Any], about("the position")]
    orders: Orders = ()
    then: Annotated[dict[str, Any] | None, about("what must be so afterwards")] = None
    breaks: Annotated[tuple[str, ...], about("ids of the rules that it breaks")] = ()
    variants: Annotated[tuple[Variant, ...], about("other outcomes of the same position")] = ()


def rules_of(game: AnyGame) -> CaseRules[Any, Any, Any]:
    """How cases of this game are read: as it says, or with the fields of its states."""
    return game.cases() if game.cases is not None else _of_states(game)


def run_case(game: AnyGame, case: dict[str, Any]) -> list[Difference]:
    """(where, expected, found) for everything that differs; empty if the case holds."""
    rules = rules_of(game)
    try:
        told = msgspec.convert(case, Case)
        return [*_breaks(told), *_line(rules, told, "", told.orders, told.then), *_variants(rules, told)]
    except msgspec.ValidationError as error:
        return [("case", "a case in the published format", str(error))]
    except RefereeError as error:
        return [("case", "a case that can be played", str(error))]


def refused_under(case: Case) -> tuple[str, ...]:
    """The rules under which orders of a case are refused, sorted."""
    lines = (*case.orders, *(line for variant in case.variants for line in variant.orders))
    return tuple(sorted({rule for line in lines if (rule := line.partition(" !")[2])}))


def _breaks(case: Case) -> Iterator[Difference]:
    refused = refused_under(case)
    if refused and refused != tuple(sorted(case.breaks)):
        yield "breaks", ", ".join(refused), ", ".join(case.breaks) or "nothing"


def _variants(rules: CaseRules[Any, Any, Any], case: Case) -> Iterator[Difference]:
    for number, variant in enumerate(case.variants, 1):
        yield from _line(rules, case, f"variant {number}, ", (*case.orders, *variant.orders), variant.then)


def _line(
    rules: CaseRules[Any, Any, Any], case: Case, place: str, orders: tuple[str, ...], then: dict[str, Any] | None
) -> Iterator[Difference]:
    """One line of orders from the position of the case; an order that should be accepted and is not ends it."""
    given, wanted = _read(rules.given, case.given), None if then is None else _read(rules.then, then)
    position = rules.position_of(given)
    for number, line in enumerate(orders, 1):
        text, mark, rule = line.rstrip().partition(" !")
        where = f"{place}order {number} ({text})"
        try:
            position = rules.play(position, text, bool(mark))
        except (IllegalMove, Unsayable) as refusal:
            if not mark:
                yield where, "accepted", str(refusal)
                return
            if rule and isinstance(refusal, IllegalMove) and refusal.rule != rule:
                yield where, rule, str(refusal)
            continue
        if mark:
            yield where, f"refused under {rule}" if rule else "refused", "accepted"
    if wanted is not None:
        differences = rules.compare(position, wanted)
        yield from ((f"{place}{where}", str(told), str(found)) for where, told, found in differences)


def _read(kind: type[Any], value: dict[str, Any]) -> Any:
    """The game's own part. Raises msgspec.ValidationError, for fields that it does not know too."""
    strange = sorted(set(value) - set(get_type_hints(kind)))
    if strange:
        raise msgspec.ValidationError(f"Object contains unknown field `{strange[0]}`")
    return msgspec.convert(value, kind)


def book_type(game: AnyGame) -> type[msgspec.Struct]:
    """The type of a case file of this game, for its schema: the envelope with the game's own parts."""
    rules, name = rules_of(game), game.info.name.title()
    part = rules.then | None
    variant = msgspec.defstruct(f"{name}Variant", [("orders", Orders), ("then", part, None)], bases=(Variant,))
    changed = {"given": rules.given, "then": part, "variants": tuple[variant, ...]}  # type: ignore[valid-type]
    fields = [
        (field.name, changed.get(field.name, field.type), *(() if field.required else (field.default,)))
        for field in msgspec.structs.fields(Case)
    ]
    case = msgspec.defstruct(f"{name}Case", fields, forbid_unknown_fields=True)
    return msgspec.defstruct(
        f"{name}Book",
        [
            ("game", Literal[game.info.name]),
            ("cases", tuple[case, ...]),  # type: ignore[valid-type]
            ("about", Annotated[str, about("the chapter of the rules")], ""),
        ],
        forbid_unknown_fields=True,
    )


# A game that says nothing about its cases: positions are the fields of its states


class StateGiven(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A position as what differs from a set-up whose chance is all zeros. Where several are asked, the number of the
    seat stands before an order: `1: pass`.
    """

    seats: Annotated[int | None, about("players; without it the fewest")] = None
    options: Annotated[dict[str, str], about("options that are not the default")] = {}
    state: Annotated[dict[str, Any], about("fields of the state that are not as the set-up leaves them")] = {}
    hands: Annotated[tuple[tuple[str, ...], ...] | None, about("kinds by seat; without it enough of everything")] = None
    covered: Annotated[dict[str, str], about("what lies face down, by place, where it matters")] = {}


class StateThen(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What must be so. Fields of the state that are not mentioned must be as they were."""

    state: Annotated[dict[str, Any], about("fields of the state that have changed")] = {}
    asks: Annotated[str | None, about("who is asked what, seats from 0: `1 turn`; empty when the game is over")] = None
    events: Annotated[tuple[str, ...] | None, about("everything that happened, in the words of the notes")] = None
    ending: Annotated[str | None, about("why the game ended")] = None
    ranks: Annotated[tuple[int, ...] | None, about("places by seat, 1 is the winner")] = None


class _Played(msgspec.Struct, frozen=True):
    before: dict[str, Any]
    state: Any
    dealer: Dealer
    told: tuple[str, ...] = ()


def _plain(value: Any) -> Any:
    """As it is once it has been written: a row is a list."""
    if isinstance(value, dict):
        return {name: _plain(part) for name, part in value.items()}
    return [_plain(part) for part in value] if isinstance(value, list | tuple) else value


def _of_states(game: AnyGame) -> CaseRules[StateGiven, StateThen, _Played]:
    def position_of(given: StateGiven) -> _Played:
        options = complete_options(game.info, given.seats or game.info.seats[0], tuple(given.options.items()))
        dice = Dice(bytes(32))
        step = game.setup(options, dice)
        plain = {**_plain(game.to_json(step.state)), **given.state}
        state = game.from_json(plain)
        game.check(state)
        goods = piles_of(game, options, dice)
        piles = tuple(Supply(pile.name, pile.labels() * _AMPLE) for pile in goods)
        ample = tuple(sorted(kind for pile in goods for kind, _ in pile.kinds for _ in range(_AMPLE)))
        hands = given.hands or (ample,) * options.seats
        dealer = Dealer(tuple(tuple(sorted(hand)) for hand in hands), piles, tuple(sorted(given.covered.items())))
        return _Played(plain, state, replace(dealer, hidden=tuple(sorted(given.covered))))

    def played(position: _Played, text: str, refused: bool) -> _Played:
        asked = game.requests(position.state)
        if not asked:
            raise Unreadable("game-over")
        number, mark, order = text.partition(": ")
        seat, text = (int(number), order) if mark and number.isdecimal() else (asked[0].seat, text)
        (typed,) = game.notation.read(text, position.state, seat)
        done = play(game, position.state, seat, typed.move, position.dealer, secret=typed.secret)
        game.check(done.state)
        names = tuple(map(str, range(len(position.dealer.hands))))
        told = (*position.told, *(event_words(event, names) for event in done.events))
        assert isinstance(done.knowledge, Dealer)
        return _Played(position.before, done.state, done.knowledge, told)

    def compare(position: _Played, then: StateThen) -> Iterator[Difference]:
        wanted, found = {**position.before, **then.state}, _plain(game.to_json(position.state))
        for name, value in wanted.items():
            if value != found.get(name, "no such field"):
                yield name, value, found.get(name, "no such field")
        asks = " ".join(f"{request.seat} {request.question}" for request in game.requests(position.state))
        end = game.outcome(position.state)
        rest = (
            ("asks", then.asks, asks),
            ("events", then.events, position.told),
            ("ending", then.ending, end.reason if end else "the game goes on"),
            ("ranks", then.ranks, end.ranks if end else "the game goes on"),
        )
        yield from ((where, told, seen) for where, told, seen in rest if told is not None and told != seen)

    return CaseRules(given=StateGiven, then=StateThen, position_of=position_of, play=played, compare=compare)
