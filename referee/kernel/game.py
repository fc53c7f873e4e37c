"""What a game is: a record of pure functions over immutable values.

A game knows nothing of files, keys, mail, or of what a hidden hand holds. Its state is public: hands, piles and
covered places appear in it as counts and places. Who must act next is data inside the state.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Generic, TypeVar

import msgspec
from msgspec.structs import fields, force_setattr

from referee.kernel.canonical_json import convert_to
from referee.kernel.dice import Dice
from referee.kernel.errors import Unreadable
from referee.kernel.events import Event
from referee.kernel.goods import Hand, OwnGoods, Pile
from referee.kernel.grammar import Entry
from referee.kernel.grammar.spelling import Spelled
from referee.kernel.requests import TURN, Request, Seat
from referee.kernel.sentence import Sentence
from referee.kernel.shapes import Drawing, Spot, Symbol
from referee.kernel.tallies import PointsCourse, Tallies, no_tallies

TYPE_CHECKING = False
if TYPE_CHECKING:
    from referee.kernel.conflict import ConflictState

S = TypeVar("S")
M = TypeVar("M")

Lines = tuple[tuple[tuple[str, str], ...], ...]
"""A picture in text: lines of (text, style) spans."""

Reveals = tuple[tuple[str, str], ...]
"""(place, kind) of everything that becomes public in this step."""


class Option(msgspec.Struct, frozen=True, omit_defaults=True):
    """A switch of a game, fixed in the charter. `choices` holds every value; the default is one of them.

    `about` is said in English; every charter pins it with the rules, so it stays as it is. The words for it in every
    language are in the game's catalogue, under `name` in the context `option`.

    `since` is the rules version that brought it. One that comes later than the game has a value under which every play
    is as before, `before`, if that is not the default, and `kept` is the path of the field that holds it in the states
    (`setting.length`), which has that value where a state does not name it: the versions before it follow from that
    (`games.option_history`), and nobody has to copy them.
    """

    name: str
    choices: tuple[str, ...]
    default: str
    about: str
    since: int = 1
    kept: str = ""
    before: str = ""


PACK_OPTION = "pack"
"""The option of a table that names the pack of its game, by its hash."""


class Options(msgspec.Struct, frozen=True):
    """The options of one game: number of seats and (name, value) for every option, sorted by name."""

    seats: int
    values: tuple[tuple[str, str], ...] = ()

    def __getitem__(self, name: str) -> str:
        """The value of an option; every option of the game is present."""
        return dict(self.values)[name]


def setting_of(options: Options, kind: type[S], **more: Any) -> S:
    """The options as the fields of a struct that are called like them: `yes` is true, a number a number. `more` are
    fields that are called otherwise.
    """
    texts = {name.replace("-", "_"): text for name, text in options.values}
    known = [(field.name, field.type, texts[field.name]) for field in fields(kind) if field.name in texts]  # type: ignore[arg-type]
    return kind(**{name: text == "yes" if of is bool else of(text) for name, of, text in known}, **more)


class GameInfo(msgspec.Struct, frozen=True):
    """What is fixed about a game before anybody sits down.

    `rule_prefix` is the word before the number in the ids of its rules (`TE` in `TE 6.2`), two capital letters that no
    other game has. `rules_version` changes only with behaviour. `pins` and `seal_blocks` fix how many sealed lines a
    move note has and how many 256-byte blocks carry them. `hand_rule` is the rule id under which a hand must hold what
    is played.
    `maskable` says that its goods may be in a masked deck.
    `presets` are named sets of option values. `endings` are the reasons an `AuditOutcome` may give. `pack` names the
    format of the data pack that the game is played from (`civilization-pack/1`); it is empty for a game that needs
    none.
    """

    name: str
    title: str
    seats: tuple[int, ...]
    rules_version: int
    endings: tuple[str, ...]
    hand_rule: str
    rule_prefix: str
    options: tuple[Option, ...] = ()
    presets: tuple[tuple[str, tuple[tuple[str, str], ...]], ...] = ()
    pins: int = 4
    seal_blocks: int = 1
    pack: str = ""
    maskable: bool = False


class Transition(msgspec.Struct, Generic[S], frozen=True, gc=False):
    """What an order led to: the next state and what happened on the way, in order."""

    state: S
    events: tuple[Event, ...] = ()


class Outcome(msgspec.Struct, frozen=True):
    """How a game ended. `ranks[seat]` is 1 for the winner, equal for a shared place.

    `scores[seat]` are the numbers that were compared, best first to compare: a larger tuple is a better result.
    """

    reason: str
    ranks: tuple[int, ...]
    scores: tuple[tuple[int, ...], ...]


def outcome_of(reason: str, scores: Sequence[tuple[int, ...]]) -> Outcome:
    """The outcome that follows from the scores; equal ones share a place."""
    return Outcome(reason, tuple(1 + sum(other > own for other in scores) for own in scores), tuple(scores))


class Typed(msgspec.Struct, Generic[M], frozen=True):
    """An order as a person typed it: the public move, and the kinds that must stay secret (sorted)."""

    move: M
    secret: Hand = ()


class Viewer(msgspec.Struct, frozen=True):
    """For whom a state is drawn: seat names clockwise, the reader's seat and what it knows, the language (en or it).

    `columns` is the width there is. What differs from the earlier state `since`, if there is one, is marked.
    A picture rings where the last step was played: `orders` are its orders, canonical, in the order of play, and
    `before` is the state they were given in. With `strengths` it shows on the board what a conflict would count.
    """

    names: tuple[str, ...]
    seat: Seat | None = None
    own: OwnGoods | None = None
    lang: str = "en"
    columns: int = 80
    since: Any = None
    before: Any = None
    orders: tuple[tuple[Seat, str], ...] = ()
    strengths: bool = False


class NeedsHiddenFace(Exception):
    """The rules need the face of a covered place that was not among the reveals. `play` looks it up and asks again.

    `events` is what the order has led to before the face is needed: with it `play` knows what this very order laid, and
    checks that the hand covers it even where nobody can look the face up. A game in which that matters fills it in.
    `plain` is a face with which nothing more happens, in a game that has one: what is typed behind is read as if it
    were that one.
    """

    def __init__(self, place: str, events: tuple[Event, ...] = (), plain: str = "") -> None:
        super().__init__(place)
        self.place = place
        self.events = events
        self.plain = plain


def face_at(reveals: Reveals, place: str, plain: str = "") -> str:
    """The kind revealed on `place`. Raises `NeedsHiddenFace` if it is not among `reveals`."""
    for where, kind in reveals:
        if where == place:
            return kind
    raise NeedsHiddenFace(place, plain=plain)


def one_order(text: str, state: Any, seat: Seat) -> tuple[str, str]:
    """A line that is not cut: all of it is one order."""
    return text, ""


def no_words(text: str, state: Any, seat: Seat, lang: str) -> tuple[str, ...]:
    """Nothing is known of what can be typed next."""
    return ()


def with_capital(text: str) -> str:
    """The text as the beginning of a line."""
    return f"{text[:1].upper()}{text[1:]}"


class Notation(msgspec.Struct, Generic[S, M], frozen=True, kw_only=True):
    """Text to move and back.

    `format_order(move)` is the canonical spelling, at most 40 columns. `parse_order(text)` reads exactly that spelling
    (`format_order(parse_order(t)) == t`), raising `Unreadable`. `read(text, state, seat)` takes what people type, in
    English or Italian, abbreviated, in any case, with secret kinds where an order has some, and gives the orders meant
    (usually one); it raises `Unreadable` with what would be right.

    `label(move, lang)` is an order as a button says it: "Temple on N11"; without it the button has what people type.
    `verb(verb, lang)` is what all orders of a verb are called.
    `cut(text, state, seat)` gives the first order of a typed line and the rest, so that the rest can be read where the
    first has led; `complete(text, state, seat, lang)` what can be typed next; `words` is the page of order words,
    `aloud(spelling, lang)` an order with names for its codes, `by_name(state, seat, spelling)` one that may be given
    now with a name for its number, as it can be typed then. A game whose orders need no such help leaves them out.
    """

    format_order: Callable[[M], str]
    parse_order: Callable[[str], M]
    read: Callable[[str, S, Seat], tuple[Typed[M], ...]]
    cut: Callable[[str, S, Seat], tuple[str, str]] = one_order
    complete: Callable[[str, S, Seat, str], tuple[str, ...]] = no_words
    words: Callable[[], Sequence[Entry]] = tuple
    aloud: Callable[[str, str], str] | None = None
    by_name: Callable[[S, Seat, str], str] | None = None
    label: Callable[[M, str], str] | None = None
    verb: Callable[[str, str], str] | None = None

    def said(self, orders: str, *, brief: bool = False) -> Spelled:
        """Orders in their one spelling, to be shown in the words of the reader's language, or as briefly as people type
        them.
        """
        return Spelled(orders, self.words, brief=brief, aloud=self.aloud)

    def button_text(self, move: M, lang: str, known: str = "") -> str:
        """An order as a button says it, in a language; `known` is what it is called where the order does not say it."""
        if known:
            return with_capital(known)
        if self.label is None:
            return self.said(self.format_order(move)).told(lang)
        return with_capital(self.label(move, lang))

    def verb_label(self, verb: str, lang: str) -> str:
        """What all orders of a verb are called, for the button that opens them."""
        if self.verb is None:
            return self.said(verb).told(lang)
        return with_capital(self.verb(verb, lang))


class Price(msgspec.Struct, frozen=True, omit_defaults=True):
    """What an order costs."""

    amount: int
    """The whole amount."""
    money: int
    """How much of the amount is paid in money."""
    change: tuple[tuple[str, str], ...] = ()
    """The pieces that come back or go as change, (`placed` or `removed`, place)."""


class MenuRow(msgspec.Struct, frozen=True, omit_defaults=True):
    """A part of an order that is chosen beside the board: a card, a technology, a kind of unit."""

    id: str
    """Its id, as picks name it."""
    label: str
    """What it is called."""
    told: tuple[str, ...] = ()
    """What it does, a sentence each."""


class OrderPicks(msgspec.Struct, frozen=True):
    """What an order is put together from: what is chosen beside the board, then the words of the places on it."""

    rows: tuple[MenuRow, ...] = ()
    places: tuple[str, ...] = ()
    directed: bool = False
    """Whether the last place is where the others go to, so that it is picked last."""
    plain: Any = None
    """The order of which this one is another way to pay; None for an order that stands for itself."""
    label: str = ""
    """What a button calls it, where the order alone does not say it; empty elsewhere."""


class SeatDisplay(msgspec.Struct, frozen=True):
    """What is seen of a seat beside its name: the symbol of its sign, what that is called, "" where it is no more than
    a colour; how many goods are in its hand that others do not see; its points, each by the name of a tally, () where
    the reader may not see them.
    """

    sign: str
    spoken: str = ""
    hand: int = 0
    points: tuple[tuple[str, int], ...] = ()


class Holding(msgspec.Struct, frozen=True):
    """Something of a player's, or left for all, that is looked at beside the board and not picked."""

    label: str
    """What it is; those with the same label stand together."""
    sign: str = ""
    """The symbol that pictures show for it; empty for none."""
    text: str = ""
    """The words next to the symbol; empty if it needs none."""
    hint: tuple[str, ...] = ()
    """What it is and what it does, a sentence each."""


class Display(msgspec.Struct, Generic[S], frozen=True, kw_only=True):
    """State to picture. Only `text` must be there; what a game leaves out is not shown."""

    text: Callable[[S, Viewer], Lines]
    """The board with the players, drawn for `view.columns`, and what is open beside the turn."""
    heading: Callable[[S, Viewer], str] | None = None
    """Whose turn it is, or how the game ended, in one line."""
    legend: Callable[[S, Viewer], Lines] | None = None
    """What the signs of the board mean."""
    hand: Callable[[Viewer], Lines] | None = None
    """The hand of `view.own`, with what was laid face down."""
    asks: Callable[[S, Viewer], tuple[str, ...]] | None = None
    """What the reader is asked, in one or two sentences, () if nothing; without it the sentence of the question."""
    holds: Callable[[S, Viewer], str] | None = None
    """What is open and is the reader's to use: credits, a tile; `view.seat` is a player."""
    holdings: Callable[[S, Viewer], tuple[Holding, ...]] | None = None
    """The same part by part, with what is left for all; for pages. `view.seat` is a player."""
    doomed: Callable[[S, Seat], Sequence[Event]] | None = None
    """What the end of the turn will take from a seat, as things stand: doomed(state, seat)."""
    why: Callable[[S, Viewer], str] | None = None
    """Who fights whom, in a sentence; empty if nobody does."""
    contest: Callable[[S], ConflictState | None] | None = None
    """The same for programs: both sides with their strengths; None if nobody fights. It is answered by orders whose
    second word is how many are added.
    """
    conflict: Callable[[S, Viewer], Lines] | None = None
    """A row a side, and what either end leads to, for a side; what becomes of their own for others."""
    ends: Callable[[S, Viewer], tuple[str, ...]] | None = None
    """What a conflict leads to for its reader, a sentence if they win and one if they lose; () for no conflict."""
    part: Callable[[S, Viewer], Lines] | None = None
    """The part of the board that a conflict is about; () if there is none."""
    strengths: Callable[[S, Viewer], Lines] | None = None
    """Who is where, and how strong; when the game is over, what was compared."""
    spare: bool = True
    """Whether a low window may leave the strengths out; not where an answer is chosen from them."""
    listing: Callable[[S, Viewer], tuple[str, ...]] | None = None
    """The same as board and strengths in sentences, one each: it can be heard, and no font can break it."""
    result: Callable[[S, Viewer], tuple[str, ...]] | None = None
    """How the game ended, in sentences; () while it runs."""
    seats: Callable[[S, Viewer], tuple[SeatDisplay, ...]] | None = None
    """What is seen of each seat, clockwise: seats(state, view)."""
    drawing: Callable[[S, Viewer], Drawing] | None = None
    """The shapes of a picture, from which `drawing.svg_document.svg_of` writes SVG, and a page what changes."""
    symbols: Callable[[str], Mapping[str, Symbol]] | None = None
    """Every symbol that a drawing may use, by id, in a language; without it the signs of `drawing.symbols`."""
    spots: Callable[[S, Viewer, Drawing], tuple[Spot, ...]] | None = None
    """What in this drawing of the state orders can name: spots(state, view, drawing)."""
    course: PointsCourse | None = None
    """How the points went, for a chart."""
    pages: tuple[tuple[str, Callable[[S, Viewer], Lines]], ...] = ()
    """Further pages of text, each with its name, for what has no room beside the board."""
    ways: Callable[[S, Seat, str], tuple[tuple[str, str], ...]] | None = None
    """What may be ordered, folded, for lists of orders: rows of how orders begin and how they go on, for ways(state,
    seat, lang); without it those that begin alike stand together.
    """
    price: Callable[[S, Seat, Any, str], str] | None = None
    """What an order costs, in words, for lists of orders; empty if nothing: price(state, seat, move, lang)."""
    paid: Callable[[S, Seat, Any], Price | None] | None = None
    """The same in parts, None if nothing: paid(state, seat, move)."""
    picks: Callable[[S, Seat, Any, str], OrderPicks] | None = None
    """The parts that are clicked to put an order together: picks(state, seat, move, lang); without it the words of its
    spelling that `spots` name.
    """
    called: Callable[[S, str, str], str] | None = None
    """What a code in orders stands for, "" if it is not a code: called(state, word, lang)."""
    acted: Callable[[S], tuple[int, int]] | None = None
    """How many actions the running turn has had, and how many it has in all."""
    seldom: frozenset[str] = frozenset()
    """Verbs of orders whose cost returns late or never: pages offer them apart."""
    least: int = 52
    """The columns that a drawn board needs; where there are fewer, `listing` stands for it."""


def as_it_is(text: str, lang: str) -> str:
    """A text that is the same in every language."""
    return text


class Policies(msgspec.Struct, Generic[S, M], frozen=True, kw_only=True):
    """Standing orders for questions that come out of turn, from a policy given beforehand and the reader's hand.

    **Whether a policy answers must not depend on the hand**: all see who had to be asked. What it answers may.
    """

    questions: tuple[str, ...]
    """The questions that a policy may answer: `commit`, or `turn place` for one that is about a placement only."""
    parse: Callable[[tuple[str, ...]], Any]
    """Reads the lines of a policy; raises Unreadable."""
    format: Callable[[Any], tuple[str, ...]]
    """Gives its lines back, canonical."""
    answer: Callable[[S, Seat, OwnGoods, Any], M | Sentence | None]
    """The move: answer(state, seat, own, policy). Where the policy leaves it open it is a sentence with the reason, for
    its owner, or None if no line speaks of it.
    """
    forms: tuple[str, ...] = ()
    """How its lines are written."""
    offers: tuple[str, ...] = ()
    """Lines that a player who has given just that answer by hand may be asked to keep."""
    spares: tuple[tuple[str, str], ...] = ()
    """Lines as examples, by the word of the question and the first or last of what it is about."""
    codes: Callable[[str], str] = str
    """Makes a typed line one of codes; a game whose lines hold none leaves it out, and `named`."""
    named: Callable[[str, str], str] = as_it_is
    """Has names in place of the codes of a line, for a language."""

    def may_answer(self, request: Request) -> bool:
        """Whether a policy may answer this question. Public: it looks at no policy and at no hand."""
        asked = (request.question, " ".join((request.question, *request.about[:1])))
        return not set(asked).isdisjoint(self.questions)

    def spared(self, request: Request) -> str:
        """A line that would have answered this question, as an example; empty if none may."""
        if not self.may_answer(request):
            return ""
        asked = (*(f"{request.question} {word}" for word in reversed(request.about)), request.question)
        return next(filter(None, map(dict(self.spares).get, asked)), "")


def no_goods(options: Options) -> tuple[Pile, ...]:
    """Nothing is hidden in this game."""
    return ()


def an_action(move: Any) -> tuple[str, ...]:
    """Every order is an action of a turn."""
    return (TURN,)


def no_secret(move: Any) -> int:
    """Nothing leaves a hand unseen."""
    return 0


def an_answer(move: Any) -> bool:
    """Every order answers the question that is open."""
    return False


def field_turn(state: Any) -> int:
    """The field `turn` of the state."""
    number: int = state.turn
    return number


def sound(state: Any) -> None:
    """Whatever the type of the state allows is sound."""


def a_chance(state: Any, seat: Seat, order: Any) -> None:
    """The game knows of no order that never comes again."""


def untyped(value: Any) -> Any:
    """A game gives `state_type` or `from_json`."""
    raise TypeError("a game gives the type of its states, or from_json")


class PlayedTurn(msgspec.Struct, Generic[S], frozen=True):
    """What a seat has done in a step, as everybody sees it: no hand is in it."""

    seat: Seat
    before: S
    after: S
    events: tuple[Event, ...]
    """What happened in that step, by this seat and by others."""


class Game(msgspec.Struct, Generic[S, M], frozen=True, kw_only=True):
    """A game. Every function is pure: same arguments, same result, on every machine.

    A small game gives the type of its states and leaves out whatever has a default.
    """

    info: GameInfo
    goods: Callable[[Options], tuple[Pile, ...]] = no_goods
    """Hidden piles for these options; () if nothing is hidden."""
    dealt: Callable[[Options, Dice], tuple[Pile, ...]] | None = None
    """The hidden piles once the public chance has spoken, where they depend on it; None: those of `goods`."""
    setup: Callable[[Options, Dice], Transition[S]]
    """The first state from the options and the public chance; may hold `Drew` events for the deal."""
    requests: Callable[[S], tuple[Request, ...]]
    """Who is asked what now; () means that the game is over. Several seats are asked at once: then the answer of one
    never changes what another may do, and all of them together lead to one state in any order.
    """
    asked: Callable[[S], tuple[Seat, ...]] | None = None
    """The seats of `requests`, found without the questions; None: they are read off `requests`."""
    active: Callable[[S], Seat | None] | None = None
    """The seat whose turn of the board game runs; None: the one that was last asked for an action."""
    before_turns: Callable[[S], bool] | None = None
    """Whether the set-up still asks, so that no turn runs yet, whatever `active` says; None: it asks nothing."""
    apply: Callable[[S, Seat, M, Reveals], Transition[S]]
    """One order of an asked seat. Raises IllegalMove, and HiddenFace for a face it needs."""
    legal_orders: Callable[[S, Seat, OwnGoods | None], Iterator[M]]
    """Every order `seat` may give now, sorted by canonical spelling; `own` None gives the public superset."""
    answers: Callable[[M], tuple[str, ...]] = an_action
    """The questions a move answers; ("turn",) for an action."""
    free: Callable[[M], bool] = an_answer
    """Whether an order leaves the question open that its seat is asked; without it all of them answer."""
    secret: Callable[[M], int] = no_secret
    """How many goods leave the hand unseen with this move."""
    turn: Callable[[S], int] = field_turn
    """Number of the running turn of the board game, from 0; a plan lives as long as it."""
    outcome: Callable[[S], Outcome | None]
    """The result, or None while the game runs."""
    tallies: Tallies = no_tallies
    """What can be counted in a finished game, a number for each seat."""
    check: Callable[[S], None] = sound
    """Raises BrokenState if an invariant does not hold."""
    state_type: type[S] | None = None
    """The struct of the states, from which `to_json` and `from_json` follow."""
    to_json: Callable[[S], Any] = msgspec.to_builtins
    """The public state as canonical JSON types; `from_json` gives the state back."""
    from_json: Callable[[Any], S] = untyped
    notation: Notation[S, M]
    faces: Display[S]
    on_turn: Callable[[S, Seat], S] | None = None
    """The state as if a seat were to move at once, with all that is open left as it lies: for thinking ahead; None if
    the game cannot tell.
    """
    cases: Callable[[], Any] | None = None
    """Its `kernel.cases.CaseRules`; None if a position of a case is told by the fields of the state."""
    policies: Policies[S, M] | None = None
    """Standing orders, or None if the game has none."""
    check_chance: Callable[[S, Seat, M], None] = a_chance
    """Raises IllegalMove for an order that a seat can give at no later moment of this turn, whatever others answer and
    whatever is turned up: said before it is sealed.
    """
    neutral: Callable[[S, Seat], M] | None = None
    """What an asked seat does that does nothing: `pass`, or the smallest answer that needs nothing of the hand."""
    with_pack: Callable[[bytes], Game[S, M]] | None = None
    """The game played from the data pack in these bytes; raises Unreadable naming the entry that is wrong."""
    packs: Callable[[], tuple[tuple[str, bytes], ...]] | None = None
    """The packs that come with a game that needs one, by name, the one for anybody who names none first."""
    named: Callable[[str, str], str] | None = None
    """The name that a pack has for a code, in a language; empty for what is not a code of the pack."""
    label: Callable[[str], str] | None = None
    """What the pack says of itself, in a language."""
    earlier: tuple[str, ...] = ()
    """The modules with the `GAME` of each earlier rules version, latest first, for the games that began under it; they
    are loaded only when one is asked for.
    """
    bot: Callable[[S, Seat, OwnGoods, Iterator[int], str], Typed[M]] | None = None
    """Its bot: one order for the question that a seat is asked, with the kinds that leave the hand unseen, from the
    state, the seat, what it alone sees, a stream of chance for ties and a level of `levels`; None if the game has none.
    """
    levels: tuple[str, ...] = ("greedy", "good")
    """How well that bot can play, the weaker first: of `kernel.bot.LEVELS`."""
    since: tuple[tuple[str, int], ...] = ()
    """Since which `kernel.bot.VERSION` it answers on a level as it does now, so that its answers in older games can be
    made again: since the first one where the level is not named.
    """
    example_level: str = "greedy"
    """The level of the bot whose turn is the example on the screens of a practice game."""
    reason: Callable[[PlayedTurn[S], str], Sentence] | None = None
    """Why that bot may have played a turn on a level: what it has gained most by, as a clause about "it". It comes from
    public facts alone, so that it is the same whatever the hands hold; None if the game gives no reasons.
    """

    def __post_init__(self) -> None:
        if self.state_type is not None and self.from_json is untyped:
            force_setattr(self, "from_json", partial(convert_to, self.state_type))


AnyGame = Game[Any, Any]


def asked_seats(game: AnyGame, state: Any) -> tuple[Seat, ...]:
    """Who must answer now, in the order of `requests`; () means that the game is over."""
    if game.asked is not None:
        return game.asked(state)
    return tuple(request.seat for request in game.requests(state))


def piles_of(game: AnyGame, options: Options, dice: Dice) -> tuple[Pile, ...]:
    """The hidden piles of a game once the public chance has spoken."""
    return game.goods(options) if game.dealt is None else game.dealt(options, dice)


def complete_options(info: GameInfo, seats: int, chosen: Sequence[tuple[str, str]]) -> Options:
    """`chosen` completed with the defaults, sorted by name.

    Raises:
        Unreadable: an unknown option or value, or a number of seats the game does not take; with what there is.
    """
    check_seats(info, seats)
    values = {option.name: option.default for option in info.options}
    for name, value in chosen:
        check_choice(info, name, value)
        values[name] = value
    return Options(seats, tuple(sorted(values.items())))


def check_seats(info: GameInfo, seats: int) -> None:
    """Check that so many can play. Raises Unreadable."""
    if seats not in info.seats:
        known = ", ".join(map(str, info.seats))
        hint = Sentence("alone-practise", game=info.name) if seats == 1 else None
        raise Unreadable("bad-seat-count", game=info.title, known=known, seats=seats, hint=hint)


def check_choice(info: GameInfo, name: str, value: str) -> None:
    """Check that the game has the option and the option the value. Raises Unreadable."""
    known = {option.name: option.choices for option in info.options}
    if name not in known:
        names = ", ".join(sorted(known)) or Sentence("none")
        raise Unreadable("no-option", game=info.title, name=name, known=names)
    if value not in known[name]:
        choices = ", ".join(known[name])
        raise Unreadable("bad-option-value", name=name, known=choices, value=value)
