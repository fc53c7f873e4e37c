"""What every game promises, as functions that raise `Broken` with the position and the order that break it.

`every_step` is cheap and watches whole games; the rest is checked on single positions (`AT_A_POSITION`).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from itertools import islice, pairwise
from typing import Any
from xml.etree.ElementTree import ParseError, fromstring

import msgspec

from referee.drawing.svg_document import document
from referee.drawing.text_picture import STYLES, wrap_lines
from referee.i18n.catalogue import languages
from referee.i18n.event_text import question_for_reader
from referee.kernel.canonical_json import canonical, check_canonical
from referee.kernel.dice import Dice, below
from referee.kernel.errors import IllegalMove, OutOfOrder, RefereeError, Unreadable
from referee.kernel.events import Discarded, Drew, Event, GoodsEvent, Spent, event_words
from referee.kernel.game import NeedsHiddenFace, Typed, Viewer, asked_seats, piles_of
from referee.kernel.goods import Stranger
from referee.kernel.play import play, state_digest
from referee.kernel.requests import Seat
from referee.kernel.shapes import LAYERS, Drawing
from tests.games.contract.at_once import AT_ONCE
from tests.games.contract.playout import Broken, Playout, Table, attempt, secrets
from tests.games.contract.public_facts import depends_on_public_facts_only
from tests.games.known import rules
from tests.long_runs import of

NAMES = ("anna", "bert", "carl", "dora", "emil", "fina")
CANDIDATES = 60
"""How many orders of one position are tried out when it has more."""
READ = of(4, 8)
"""How many orders of one position are read again in every form in which they are printed."""
MANGLED = of(2, 4)
"""How many orders of one position are typed with every sort of slip."""
MISSED = of(20, 30)
"""How many lines of one position are two orders taken apart and put together."""

_RULE_ID = re.compile(r"[A-Z][A-Za-z]* ?[A-Z]?-?\d+(\.\d+)*[a-z]?")

Promise = Callable[[Table, Iterator[int]], None]


def every_step(before: Table, after: Table) -> None:
    """The invariants hold, the turn does not go back, a stranger reaches the same state, hands agree."""
    game, (seat, move, _) = after.game, after.orders[-1]
    spelling = game.notation.format_order(move)
    try:
        game.check(after.state)
    except RefereeError as error:
        raise Broken("the invariants hold after every step", before, str(error), spelling) from error
    if game.turn(after.state) < game.turn(before.state):
        raise Broken("your turn never decreases", before, f"it does to {game.turn(after.state)}", spelling)
    if (game.outcome(after.state) is None) != bool(game.requests(after.state)):
        raise Broken("there is an outcome exactly when nobody is asked", after, "they differ", spelling)
    try:
        stranger = play(game, before.state, seat, move, Stranger(), shown=after.reveals)
    except (RefereeError, NeedsHiddenFace) as error:
        raise Broken("a stranger reaches the state of the referee", before, str(error), spelling) from error
    if stranger.state != after.state or stranger.events != after.events:
        raise Broken("a stranger reaches the state of the referee", before, "they differ", spelling)
    for owner in after.owners:
        if owner.hand != after.dealer.hands[owner.seat]:
            raise Broken("every owner knows the own hand", before, f"seat {owner.seat} does not", spelling)
    for event in after.events:
        if game.info.maskable and isinstance(event, GoodsEvent) and not isinstance(event, Drew | Spent | Discarded):
            raise Broken("a game that can be masked draws, spends and discards only", before, repr(event), spelling)
        words = event_words(event, NAMES[: after.options.seats])
        if not words.isascii() or not words.isprintable() or "  " in words:
            raise Broken("an event is one line of ASCII words", before, repr(words), spelling)


def watch(name: str) -> Callable[[Table, Table], None]:
    """`every_step`, and where a game has a second, literal reading of its text, that one's as well."""
    home = f"tests.games.{name}.literal"
    known = find_spec(f"tests.games.{name}") is not None and find_spec(home) is not None
    literal = getattr(import_module(home), "every_step", None) if known else None
    if literal is None:
        return every_step

    def both(before: Table, after: Table) -> None:
        every_step(before, after)
        literal(before, after)

    return both


def can_be_masked(first: Table) -> None:
    """Before anybody knows the public chance, a deck can be mixed and it is clear which seat gets how many of it."""
    game, options = first.game, first.options
    piles = piles_of(game, options, Dice(bytes(32)))
    if len(piles) != 1 or not 8 <= piles[0].size <= 256 or game.dealt is not None:
        raise Broken("a game that can be masked has one pile that hangs on the options", first, str(piles))
    found = {_drawn_by_seat(game.setup(options, Dice(bytes([seed]) * 32)).events) for seed in range(12)}
    if len(found) != 1:
        raise Broken("the goods of the set-up hang on the options", first, str(sorted(found)))


def asks_one_at_a_time(table: Table, words: Iterator[int]) -> None:
    """Where a deck may be masked nobody answers while another is asked."""
    if table.game.info.maskable and len(table.game.requests(table.state)) > 1:
        raise Broken("a game that can be masked asks one seat at a time", table, str(table.asked))


def _drawn_by_seat(events: tuple[Event, ...]) -> tuple[tuple[Seat, int], ...]:
    counts = Counter[Seat]()
    for event in events:
        if isinstance(event, Drew):
            counts[event.seat] += event.count
    return tuple(sorted(counts.items()))


def asks_only_who_can_answer(table: Table, words: Iterator[int]) -> None:
    """Every asked seat has a legal order, for itself and for a stranger; nobody else has any."""
    for seat in range(table.options.seats):
        asked = seat in table.asked
        if bool(table.superset(seat)) != asked or bool(table.legal(seat)) != asked:
            finding = f"seat {seat} is {'' if asked else 'not '}asked"
            raise Broken("a seat has legal orders exactly when it is asked", table, finding)
    requests = table.game.requests(table.state)
    if asked_seats(table.game, table.state) != tuple(request.seat for request in requests):
        raise Broken("who is asked is who has a question", table, f"asked: {asked_seats(table.game, table.state)}")
    for request in requests:
        if request.rule not in rule_ids(table.game.info.name):
            raise Broken("every question names a listed rule", table, request.rule)


def lists_moves_in_order(table: Table, words: Iterator[int]) -> None:
    """Legal orders are sorted by canonical spelling, unique, and the own ones stand in the public list."""
    spell = table.game.notation.format_order
    for seat in table.asked:
        public = [spell(move) for move in table.superset(seat)]
        own = [spell(move) for move in table.legal(seat)]
        for spellings in (public, own):
            for left, right in pairwise(spellings):
                if left >= right:
                    raise Broken("legal orders are sorted and unique", table, f"{left!r} before {right!r}")
        if extra := set(own) - set(public):
            raise Broken("own orders are among the public ones", table, f"not {min(extra)}", min(extra))


def accepts_what_it_lists(table: Table, words: Iterator[int]) -> None:
    """With the own hand, an order of the public list is accepted exactly when it is in the own list."""
    for seat in table.asked:
        legal = set(table.legal(seat))
        for move in sample(table.superset(seat), CANDIDATES, words):
            refusal = refused(table, seat, move, words)
            spelling = table.game.notation.format_order(move)
            if (refusal is None) != (move in legal):
                finding = str(refusal) if refusal else "accepted, and not enumerated for this hand"
                raise Broken("accepted if and only if enumerated", table, finding, spelling)
            if refusal:
                _check_rule(table, refusal, spelling)


def refused(table: Table, seat: Seat, move: Any, words: Iterator[int]) -> IllegalMove | None:
    """The refusal of `move` by the owner of the hand, or None. The referee must say the same."""
    result = attempt(table, seat, move, words)
    spelling = table.game.notation.format_order(move)
    if isinstance(result, IllegalMove):
        for secret in secrets(table.owners[seat].hand, table.game.secret(move), words):
            try:
                play(table.game, table.state, seat, move, table.owners[seat], secret=secret)
            except IllegalMove:
                continue
            raise Broken("owner and referee accept the same", table, f"only the owner accepts {secret}", spelling)
        return result
    played, secret = result
    try:
        own = play(table.game, table.state, seat, move, table.owners[seat], secret=secret, shown=played.reveals)
    except IllegalMove as error:
        raise Broken("owner and referee accept the same", table, str(error), spelling) from error
    if own.state != played.state:
        raise Broken("owner and referee reach the same state", table, "they differ", spelling)
    return None


def refuses_what_it_does_not_list(table: Table, words: Iterator[int], foreign: tuple[str, ...] = ()) -> None:
    """An order outside the public list is refused under a listed rule: near misses and orders of other positions."""
    notation = table.game.notation
    for seat in table.asked:
        spellings = [notation.format_order(move) for move in table.superset(seat)]
        listed = set(spellings)
        for text in near_misses(tuple(spellings), foreign, words):
            try:
                move = notation.parse_order(text)
            except Unreadable:
                continue
            if notation.format_order(move) != text:
                raise Broken("only the canonical spelling is parsed", table, notation.format_order(move), text)
            if text not in listed:
                _check_refusal(table, seat, move, text)


def _check_refusal(table: Table, seat: Seat, move: Any, text: str) -> None:
    try:
        play(table.game, table.state, seat, move, Stranger())
    except OutOfOrder:
        return
    except IllegalMove as refusal:
        _check_rule(table, refusal, text)
        return
    except NeedsHiddenFace as face:
        raise Broken("an order is refused without looking at hidden faces", table, str(face), text) from face
    raise Broken("accepted if and only if enumerated", table, "accepted, and not in the public list", text)


def _check_rule(table: Table, refusal: IllegalMove, spelling: str) -> None:
    if refusal.rule not in rule_ids(table.game.info.name):
        raise Broken("every refusal names a listed rule", table, f"{refusal.rule}: {refusal}", spelling)
    sentence = refusal.sentence()
    if sentence.endswith(".") or re.search("invalid|please", sentence, re.IGNORECASE):
        raise Broken("a refusal is one plain sentence", table, sentence, spelling)


def near_misses(spellings: tuple[str, ...], foreign: tuple[str, ...], words: Iterator[int]) -> Iterator[str]:
    """Orders of other positions as they are, and orders with one word or sign taken from another order."""
    pool = spellings + foreign
    for _ in range(CANDIDATES // 2 if foreign else 0):
        yield foreign[below(words, len(foreign))]
    for _ in range(CANDIDATES):
        left, right = (re.findall(r"\w+|\W", pool[below(words, len(pool))]) for _ in range(2))
        if left and right:
            left[below(words, len(left))] = right[below(words, len(right))]
            yield "".join(left)


def turns_away_other_seats(table: Table, words: Iterator[int]) -> None:
    """A seat that is not asked is told that it is not its moment, whatever it orders."""
    moves = [move for seat in table.asked for move in sample(table.superset(seat), 5, words)]
    for seat in set(range(table.options.seats)) - set(table.asked):
        for move in moves:
            try:
                play(table.game, table.state, seat, move, Stranger())
            except OutOfOrder:
                continue
            except RefereeError as error:
                raise Broken("others are refused as not asked", table, str(error)) from error
            raise Broken("others are refused as not asked", table, f"seat {seat} may order")


def spells_moves_back(table: Table, words: Iterator[int]) -> None:
    """`parse_order` undoes `format_order`, in 40 columns; `read` understands it as the same order, in every language in
    which it is printed.
    """
    notation = table.game.notation
    for seat in table.asked:
        for move in sample(table.superset(seat), READ, words):
            text = notation.format_order(move)
            if not text.isascii() or not text.isprintable() or len(text) > 40 or text != " ".join(text.split()):
                raise Broken("a spelling is one line of at most 40 columns", table, repr(text), text)
            if notation.parse_order(text) != move:
                raise Broken("spelling and parsing round-trip", table, repr(notation.parse_order(text)), text)
            if not table.game.answers(move):
                raise Broken("every order answers a question", table, "none", text)
            for printed in _printed(table, text):
                _check_read(table, seat, move, printed)


def _printed(table: Table, text: str) -> tuple[str, ...]:
    """An order as people are told it: in every language, and as briefly as examples are."""
    said = table.game.notation.said
    told = (said(text, brief=brief).told(lang) for lang in languages() for brief in (False, True))
    return tuple(dict.fromkeys(told))


def _check_read(table: Table, seat: Seat, move: Any, text: str) -> None:
    hidden = table.game.secret(move)
    try:
        typed = table.game.notation.read(text, table.state, seat)
    except Unreadable as error:
        if hidden:  # the canonical spelling does not name the secret kinds, so a person must add them
            return
        raise Broken("the canonical spelling can be typed", table, str(error), text) from error
    if not hidden and typed != (Typed(move),):
        raise Broken("the canonical spelling is read as itself", table, repr(typed), text)


def answers_whatever_is_typed(table: Table, words: Iterator[int]) -> None:
    """What a person may type is read as orders with a spelling, or refused as not understood; it never crashes."""
    notation = table.game.notation
    for seat in table.asked:
        spellings = tuple(notation.format_order(move) for move in sample(table.superset(seat), MANGLED, words))
        for text in (*islice(near_misses(spellings, (), words), MISSED), *_sloppy(spellings, words)):
            try:
                typed = notation.read(text, table.state, seat)
            except Unreadable:
                continue
            except Exception as crash:
                finding = f"{type(crash).__name__}: {crash}"
                raise Broken("whatever is typed is read or answered", table, finding, text) from crash
            for order in typed:
                if notation.parse_order(notation.format_order(order.move)) != order.move:
                    raise Broken("whatever is typed is read or answered", table, repr(order.move), text)


def _sloppy(spellings: tuple[str, ...], words: Iterator[int]) -> Iterator[str]:
    """Orders in capitals, cut short, doubled, without blanks, and with signs from elsewhere."""
    for text in spellings:
        yield text.upper()
        yield text[: 1 + below(words, len(text))]
        yield f" {text}  {text} "
        yield text.replace(" ", "")
        yield f"{text} {'?:;=-9zé'[below(words, 8)]}"


def survives_the_archive(table: Table, words: Iterator[int]) -> None:
    """A state written as canonical JSON and read again is the same state with the same digest."""
    game = table.game
    value = game.to_json(table.state)
    try:
        check_canonical(value)
    except TypeError as error:
        raise Broken("a state is written with canonical types", table, str(error)) from error
    again = game.from_json(msgspec.json.decode(canonical(value)))
    if again != table.state or type(again) is not type(table.state):
        raise Broken("a state survives JSON", table, _unlike(table.state, again))
    if state_digest(game, again) != state_digest(game, table.state) or hash(again) != hash(table.state):
        raise Broken("equal states have equal digests", table, "they differ")


def _unlike(state: Any, again: Any) -> str:
    """The fields of a state that are other ones when it has been written as JSON and read back."""
    names = state.__struct_fields__ if type(again) is type(state) else ()
    lost = [f"{name} is {getattr(again, name)!r}" for name in names if getattr(again, name) != getattr(state, name)]
    return f"from_json(to_json(state)) is another state: {'; '.join(lost) or repr(again)}"


def shows_itself(table: Table, words: Iterator[int]) -> None:
    """The board can be drawn for everybody in both languages: lines of text and style, and an SVG document."""
    names = NAMES[: table.options.seats]
    for lang in ("en", "it"):
        views = [Viewer(names, lang=lang)]
        views += [Viewer(names, owner.seat, owner.own(owner.seat), lang) for owner in table.owners]
        for view in views:
            _check_picture(table, view)
    if table.game.faces.drawing:
        _check_drawing(table, table.game.faces.drawing, views[-1])


def asks_in_few_words(table: Table, words: Iterator[int]) -> None:
    """Whoever is asked is told what in at most two lines, and what the reader holds in one; nobody else is told any."""
    game, names = table.game, NAMES[: table.options.seats]
    for lang in languages():
        views = (Viewer(names, owner.seat, owner.own(owner.seat), lang) for owner in table.owners)
        for view in (Viewer(names, lang=lang), *views):
            asked = question_for_reader(game, table.state, view)
            if bool(asked) != (view.seat in table.asked):
                raise Broken("a question is told to who is asked", table, f"{view.seat}: {asked}")
            if [text for text in asked if not re.search(r"\w.*[.?]$", text) or re.search(r"[{}=]", text)]:
                raise Broken("a question is told in sentences", table, repr(asked))
            held = (
                game.faces.holds(table.state, view) if game.faces.holds is not None and view.seat is not None else "-"
            )
            if len(wrap_lines(" ".join(asked), 80)) > 2 or len(wrap_lines(held, 80)) != 1:
                raise Broken("a question is told in few words", table, repr((asked, held)))


def _check_drawing(table: Table, draw: Callable[[Any, Viewer], Drawing], view: Viewer) -> None:
    drawing = draw(table.state, view)
    if drawing != draw(table.state, view):
        raise Broken("the same position is drawn the same", table, drawing.title)
    keys = [shape.key for shape in drawing.shapes]
    if len(set(keys)) != len(keys):
        raise Broken("each shape has a key of its own", table, max(keys, key=keys.count))
    if unknown := {shape.layer for shape in drawing.shapes} - set(LAYERS):
        raise Broken("a shape lies in one of the layers", table, min(unknown))
    try:
        fromstring(document(drawing))
    except ParseError:
        raise Broken("a drawing is one SVG document", table, drawing.title) from None


def _check_picture(table: Table, view: Viewer) -> None:
    for line in table.game.faces.text(table.state, view):
        if any("\n" in text for text, _ in line):
            raise Broken("a picture has one line a line", table, repr(line))
        if unknown := {style for _, style in line} - set(STYLES):
            raise Broken("a picture uses the listed styles", table, min(unknown))


def ends_properly(table: Table, words: Iterator[int]) -> None:
    """The outcome of a finished game names a listed reason, and the ranks follow from the scores."""
    outcome = table.game.outcome(table.state)
    if outcome is None:
        raise Broken("a finished game has an outcome", table, "none")
    if outcome.reason not in table.game.info.endings:
        raise Broken("a game ends for a listed reason", table, outcome.reason)
    ranks = tuple(1 + sum(other > score for other in outcome.scores) for score in outcome.scores)
    if outcome.ranks != ranks or len(ranks) != table.options.seats:
        raise Broken("ranks follow from scores", table, f"{outcome.ranks} for {outcome.scores}")
    if any(table.superset(seat) for seat in range(table.options.seats)):
        raise Broken("nothing is legal after the end", table, "something is")


AT_A_POSITION: tuple[Promise, ...] = (
    asks_only_who_can_answer,
    asks_one_at_a_time,
    lists_moves_in_order,
    spells_moves_back,
    accepts_what_it_lists,
    refuses_what_it_does_not_list,
    turns_away_other_seats,
    answers_whatever_is_typed,
    survives_the_archive,
    shows_itself,
    asks_in_few_words,
    *AT_ONCE,
)
"""What holds at every position, the last one included."""


def examine(finished: Playout, words: Iterator[int]) -> None:
    """Every promise at the kept positions of one finished game. Raises `Broken` at the first that is not kept."""
    ends_properly(finished.last, words)
    if finished.first.game.info.maskable:
        can_be_masked(finished.first)
    positions = (finished.first, *finished.kept, finished.last)
    spell = finished.last.game.notation.format_order
    foreign = {spell(move) for table in positions for seat in table.asked for move in table.superset(seat)}
    pool = tuple(sorted(foreign))
    for table in positions:
        for promise in AT_A_POSITION:
            promise(table, words)
        refuses_what_it_does_not_list(table, words, pool)
        depends_on_public_facts_only(table, words, finished.last.orders[len(table.orders) :])


def sample(moves: tuple[Any, ...], size: int, words: Iterator[int]) -> list[Any]:
    """All `moves`, or `size` of them without repetition, in order."""
    if len(moves) <= size:
        return list(moves)
    places: set[int] = set()
    while len(places) < size:
        places.add(below(words, len(moves)))
    return [moves[place] for place in sorted(places)]


@cache
def rule_ids(name: str) -> frozenset[str]:
    """Every key of the game's `rules.toml` that looks like a rule id, at any depth."""
    found: set[str] = set()

    def collect(table: dict[str, Any]) -> None:
        for key, value in table.items():
            if _RULE_ID.fullmatch(key):
                found.add(key)
            if isinstance(value, dict):
                collect(value)

    collect(rules(name))
    return frozenset(found)
