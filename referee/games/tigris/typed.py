"""What people type where an order is not one word for each field: `swap tff`, `commit 2 temples`, `end`."""

from __future__ import annotations

from itertools import pairwise

from referee.games.tigris import frames as f
from referee.games.tigris import moves as m
from referee.games.tigris.board import labels, spaces_of
from referee.games.tigris.data import ACTIONS_PER_TURN, COLOURS, KINDS, MONUMENTS, ROLES
from referee.games.tigris.legal import legal_orders
from referee.games.tigris.rules.order import apply, requests
from referee.games.tigris.rules.treasures import named_taking
from referee.games.tigris.state import State
from referee.kernel.errors import Unreadable
from referee.kernel.game import Typed
from referee.kernel.grammar import HeardOrder
from referee.kernel.grammar.lexer import Meaning
from referee.kernel.grammar.reader import Reader
from referee.kernel.grammar.speech import Usage, doing_of
from referee.kernel.requests import Seat
from referee.kernel.sentence import Sentence


def _end(order: HeardOrder, state: State, seat: Seat) -> tuple[m.Pass, ...]:
    """A pass for every action that is left."""
    at_turn = bool(state.frames) and isinstance(state.frames[-1], f.TakeAction) and seat == state.active
    return (m.Pass(),) * (ACTIONS_PER_TURN - (state.action if at_turn else 0))


def _commit(order: HeardOrder, state: State, seat: Seat) -> m.Commit:
    """`commit 2`, `commit 2 temples`, `commit temple temple`, `commit none`; `temples` alone may be any number."""
    numbers, kinds, whole = order.all("number"), order.all("kind"), order.all("whole")
    if whole == ("none",) and not numbers:
        return m.Commit(0)
    if whole == ("none",):
        raise Unreadable("clause-denied", clause=order.line)
    exact = m.ORDERS.grammar.vocabulary.exact
    words = {word.strip(",") for word in order.line.split()}
    names = {word for word in words if any(meaning.sort == "kind" for meaning in exact(word))}
    is_vague = (len(kinds) == 1 and _says_several(order)) or len({*kinds}) > 1 or len(names) > 1  # `red temple` is one
    if whole or not (numbers or kinds) or (not numbers and is_vague):
        raise m.ORDERS.written_like(order)
    return m.Commit(int(numbers[0]) if numbers else len(kinds))


def _says_several(order: HeardOrder) -> bool:
    """Whether a kind is named in the plural, in any language."""
    languages = {lang for entry in m.ORDERS.grammar.page() for lang, _ in entry.words}
    names = {Sentence(f"tigris/board/{kind}s").told(lang) for kind in KINDS for lang in languages}
    return not names.isdisjoint(order.line.casefold().split())


def _counts_tiles(order: HeardOrder) -> bool:
    """Whether a number says how many tiles there are, and not of which kind."""
    words, grammar = order.line.split(), m.ORDERS.grammar
    numbered = [one for one, behind in pairwise(words) if behind.strip(",:") in grammar.nouns["swap"]]
    return any(
        one.isdigit() or any(meaning.sort == "number" for meaning in grammar.vocabulary.exact(one)) for one in numbered
    )


def _tiles_to_swap(order: HeardOrder, state: State, seat: Seat) -> Typed[m.Swap]:
    """`swap temple farm farm`, `swap tff`, `swap 2 farms temple`; `swap 3` leaves the tiles unnamed, `swap all` means
    as many as the hand has.
    """
    numbers, kinds, whole = order.all("number"), order.counted("kind"), order.all("whole")
    last = order.parts[-1].sort if order.parts else ""
    if whole == ("all",) and len(order.parts) == 1:
        return Typed(m.Swap(state.hands[seat]))
    if len(numbers) == 1 and kinds and _counts_tiles(order):
        kinds = order.all("kind")  # `2 tiles, a temple and a farm`
        if int(numbers[0]) != len(kinds):
            raise m.ORDERS.written_like(order)
    if whole or not order.parts or (kinds and last == "number") or (not kinds and len(numbers) != 1):
        raise m.ORDERS.written_like(order)
    return Typed(m.Swap(len(kinds) if kinds else int(numbers[0])), tuple(sorted(kinds)))


def _monument(order: HeardOrder, state: State, seat: Seat) -> m.Monument:
    cells, name = order.all("space"), "-".join(sorted(order.all("colour"), key=COLOURS.index))
    if name not in MONUMENTS:
        raise Unreadable(m.MONUMENT.missing, text=order.text)
    if any(isinstance(frame, f.BuildMonument) and frame.squares == cells for frame in state.frames[-1:]):
        cells = ()  # with one square its name is not part of the order
    return m.Monument(name, *cells)


def _typed_treasure(order: HeardOrder, state: State, seat: Seat) -> m.Treasure:
    """`treasure B2 F3` or `treasure all but F3`, whichever way the rules want it spelled."""
    cells, whole = order.all("space"), order.all("whole")
    taking = next((frame for frame in state.frames[-1:] if isinstance(frame, f.TakeTreasures)), None)
    is_all_but = "but" in whole  # `all'A1` without it is a preposition, no "all"
    if not cells or "none" in whole or is_all_but != bool(whole) or (whole and taking is None and len(cells) > 1):
        raise m.ORDERS.written_like(order)
    if not whole:
        return named_taking(spaces_of(cells), taking)
    if taking is None or len(cells) > 1:
        return m.Treasure((), cells[0])
    return named_taking(spaces_of((*taking.first, *taking.others)) & ~spaces_of(cells), taking)


_ODD = {"end": _end, "commit": _commit, "swap": _tiles_to_swap, "monument": _monument, "treasure": _typed_treasure}
_USAGE = Usage(
    doing=doing_of(
        "put: place leader commit catastrophe building, move: leader, go: leader place building, back: withdraw",
        "discard: swap, exchange: swap, take: treasure monument building ziggurat war, pass: pass",
        "keep: decline, make: monument ziggurat building, begin: war, attack: commit, defend: commit, add: commit",
        "destroy: catastrophe",
    ),
    named=frozenset(("catastrophe",)),
    places=frozenset(("space",)),
)


class _TigrisReader(Reader):
    """A leader also names its space."""

    def landmarks(self, state: State, seat: Seat) -> dict[str, frozenset[Meaning]]:
        """The space on which each leader of a seat stands, if it does."""
        own = zip(ROLES, state.leaders[4 * seat :], strict=False)
        return {role: frozenset(Meaning("space", name) for name in labels(space)) for role, space in own if space}

    def lying(self, state: State) -> dict[str, frozenset[str]]:
        """The kind of the tile on each space."""
        tiles = zip(KINDS, state.tiles, strict=True)
        return {name: frozenset((kind,)) for kind, spaces in tiles for name in labels(spaces)}


READER = _TigrisReader(m.ORDERS, requests, legal_orders, _ODD, apply, _USAGE)
read, cut, complete = READER.read, READER.cut, READER.complete
