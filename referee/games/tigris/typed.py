"""What people type: any case, commas, English or Italian, words cut short, parts in any order.

`temple F7`, `piazza tempio f7` and `PL F7, TEMP` all mean `place temple F7`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from referee.games.tigris import frames as f
from referee.games.tigris import moves as m
from referee.games.tigris.board import SPACE, spaces_of
from referee.games.tigris.data import ACTIONS_PER_TURN, COLOURS, MONUMENTS
from referee.games.tigris.notation import (
    A_COLOUR,
    A_KIND,
    A_MONUMENT,
    A_NUMBER,
    A_ROLE,
    A_SPACE,
    AN_ORDER,
    NO_MORE,
)
from referee.games.tigris.rules.treasures import named_taking
from referee.games.tigris.state import State
from referee.kernel.errors import Unreadable
from referee.kernel.game import Typed
from referee.kernel.requests import Seat

AMBIGUOUS = "{word} may mean {meanings}"

Words = dict[str, str]
Reader = Callable[[list[str], State], Typed[m.Move]]


def _words(table: dict[str, str]) -> Words:
    return {word: meaning for meaning, words in table.items() for word in (meaning, *words.split())}


VERBS = _words(
    {
        "place": "put tile lay piazza posa metti tessera",
        "leader": "lead move capo muovi sposta disponi",
        "withdraw": "retire recall ritira rimuovi togli",
        "catastrophe": "disaster catastrofe",
        "swap": "exchange cambia scambia sostituisci",
        "pass": "skip passa salta",
        "end": "done fine finito",
        "commit": "add support reinforce aggiungi impegna rinforza",
        "war": "fight guerra",
        "building": "palace edificio palazzo",
        "monument": "monumento",
        "ziggurat": "tower torre",
        "decline": "no none rinuncia rifiuta niente",
        "treasure": "treasures tesoro tesori prendi",
        "colour": "color colore",
    }
)
KIND_WORDS = _words(
    {
        "temple": "temples tempio templi red rosso",
        "settlement": "settlements insediamento insediamenti black nero",
        "market": "markets mercato mercati green verde",
        "farm": "farms fattoria fattorie blue blu",
    }
)
ROLE_WORDS = _words(
    {
        "priest": "sacerdote red rosso",
        "king": "re black nero",
        "trader": "mercante commerciante green verde",
        "farmer": "agricoltore contadino blue blu",
    }
)
COLOUR_WORDS = _words(
    {
        "red": "rosso rossi rossa priest priests sacerdote sacerdoti",
        "black": "nero neri nera king kings re",
        "green": "verde verdi trader traders mercante mercanti commerciante",
        "blue": "blu farmer farmers agricoltore agricoltori",
    }
)


def read(text: str, state: State, seat: Seat) -> tuple[Typed[m.Move], ...]:
    """The orders meant by `text`; `end` gives a pass for every action that is left.

    Raises:
        Unreadable: with what would be right.
    """
    tokens = _tokens(text)
    if not tokens:
        raise Unreadable(AN_ORDER, text="-")
    verb, rest = _verb_of(tokens, state)
    if verb == "end":
        at_turn = bool(state.frames) and isinstance(state.frames[-1], f.TakeAction) and seat == state.active
        left = ACTIONS_PER_TURN - (state.action if at_turn else 0)
        passing: Typed[m.Move] = Typed(m.Pass())
        return (passing,) * left
    return (_READERS[verb](rest, state),)


def _tokens(text: str) -> list[str]:
    for sign in ",;:/-+.":
        text = text.replace(sign, " ")
    return text.lower().split()


def _verb_of(tokens: list[str], state: State) -> tuple[str, list[str]]:
    """The verb and the words after it; without a verb the words themselves tell, or the open question does."""
    first = tokens[0]
    verb = _meanings(first, VERBS)
    if len(verb) == 1:
        return verb.pop(), tokens[1:]
    implied = _implied_verb(tokens, state)
    if implied:
        return implied, tokens
    if verb:
        raise Unreadable(AMBIGUOUS, word=first, meanings=", ".join(sorted(verb)))
    raise Unreadable(AN_ORDER, text=" ".join(tokens))


_VERB_OF_QUESTION = {
    f.Commit: "commit",
    f.ChooseWar: "war",
    f.PlaceBuilding: "building",
    f.BuildMonument: "monument",
    f.TakeTreasures: "treasure",
    f.NameColour: "colour",
}


def _implied_verb(tokens: list[str], state: State) -> str | None:
    asked = _VERB_OF_QUESTION.get(type(state.frames[-1])) if state.frames else None
    cells = [token for token in tokens if token.upper() in SPACE]
    if asked == "monument" and len(cells) == len(tokens):
        return "ziggurat"
    if asked:
        fits = len(cells) == len(tokens) or all(_meanings(token, COLOUR_WORDS) or token.isdigit() for token in tokens)
        return asked if fits else None
    if len(cells) != 1 or len(tokens) != 2:
        return None
    (word,) = (token for token in tokens if token not in cells)
    kinds, roles = _meanings(word, KIND_WORDS), _meanings(word, ROLE_WORDS)
    if kinds and not roles:
        return "place"
    return "leader" if roles and not kinds else None


def _meanings(word: str, words: Words) -> set[str]:
    """What `word` may stand for: itself, or every word it begins."""
    if word in words:
        return {words[word]}
    return {meaning for known, meaning in words.items() if known.startswith(word)}


def _pick(tokens: Iterable[str], words: Words) -> tuple[list[str], list[str]]:
    """The meanings found among `tokens`, and what is left over."""
    found, left = [], []
    for token in tokens:
        meanings = _meanings(token, words)
        if len(meanings) > 1:
            raise Unreadable(AMBIGUOUS, word=token, meanings=", ".join(sorted(meanings)))
        if meanings:
            found.append(meanings.pop())
        else:
            left.append(token)
    return found, left


def _take_cells(tokens: list[str]) -> tuple[list[str], list[str]]:
    cells = [token.upper() for token in tokens if token.upper() in SPACE]
    return cells, [token for token in tokens if token.upper() not in SPACE]


def _exactly(found: list[str], left: list[str], count: int, template: str) -> None:
    """Raise Unreadable(`template`) unless `count` words were found and nothing is left over."""
    if left or len(found) != count:
        raise Unreadable(template, text=" ".join(left or found) or "-")


def _word_and_cell(words: Words, wanted: str, make: Callable[[str, str], m.Move]) -> Reader:
    def reader(tokens: list[str], state: State) -> Typed[m.Move]:
        cells, rest = _take_cells(tokens)
        found, left = _pick(rest, words)
        # What is no space and no word of the kind is taken for the space that is missing.
        _exactly(found, left if cells else [], 1, wanted)
        _exactly(cells, [word.upper() for word in left], 1, A_SPACE)
        return Typed(make(found[0], cells[0]))

    return reader


def _just_word(words: Words, wanted: str, make: Callable[[str], m.Move]) -> Reader:
    def reader(tokens: list[str], state: State) -> Typed[m.Move]:
        found, left = _pick(tokens, words)
        _exactly(found, left, 1, wanted)
        return Typed(make(found[0]))

    return reader


def _just_cell(make: Callable[[str], m.Move]) -> Reader:
    def reader(tokens: list[str], state: State) -> Typed[m.Move]:
        cells, left = _take_cells(tokens)
        _exactly(cells, left, 1, A_SPACE)
        return Typed(make(cells[0]))

    return reader


def _nothing(make: Callable[[], m.Move]) -> Reader:
    def reader(tokens: list[str], state: State) -> Typed[m.Move]:
        _exactly([], tokens, 0, NO_MORE)
        return Typed(make())

    return reader


def _count(tokens: list[str], state: State) -> Typed[m.Move]:
    """`commit 2`, `commit 2 temples`, `commit temple temple`."""
    numbers = [token for token in tokens if token.isdigit()]
    kinds, left = _pick([token for token in tokens if not token.isdigit()], KIND_WORDS)
    if numbers:
        _exactly(numbers, left, 1, A_NUMBER)
        return Typed(m.Commit(_number(numbers[0])))
    _exactly(kinds, left, max(1, len(kinds)), A_NUMBER)
    return Typed(m.Commit(len(kinds)))


def _number(token: str) -> int:
    if not token.isascii() or len(token) > 2:
        raise Unreadable(A_NUMBER, text=token)
    return int(token)


_LETTERS = {"t": "temple", "s": "settlement", "i": "settlement", "m": "market", "f": "farm"}


def _swap(tokens: list[str], state: State) -> Typed[m.Move]:
    """`swap temple farm farm`, `swap tff`, `swap 2 farms temple`; `swap 3` leaves the tiles unnamed."""
    kinds: list[str] = []
    times: int | None = None
    for token in tokens:
        if token.isdigit() and times is None:
            times = _number(token)
            continue
        if len(token) > 1 and set(token) <= set(_LETTERS):
            named = [_LETTERS[letter] for letter in token]
        else:
            named, left = _pick([token], KIND_WORDS)
            _exactly(named, left, 1, A_KIND)
        kinds += named * (1 if times is None else times)
        times = None
    if times is not None and not kinds:
        return Typed(m.Swap(times))
    if times is not None or not kinds:
        raise Unreadable(A_KIND, text=" ".join(tokens) or "-")
    return Typed(m.Swap(len(kinds)), tuple(sorted(kinds)))


def _monument(tokens: list[str], state: State) -> Typed[m.Move]:
    cells, rest = _take_cells(tokens)
    colours, left = _pick(rest, COLOUR_WORDS)
    _exactly(colours, left, 2, A_MONUMENT)
    name = "-".join(sorted(colours, key=COLOURS.index))
    if name not in MONUMENTS or len(cells) > 1:
        raise Unreadable(A_MONUMENT, text=" ".join(tokens))
    frame = state.frames[-1] if state.frames else None
    if cells and isinstance(frame, f.BuildMonument) and frame.squares == tuple(cells):
        cells = []  # with one square its name is not part of the order
    return Typed(m.Monument(name, *cells))


_ALL_BUT = {"all", "but", "except", "tutti", "tranne"}


def _treasure(tokens: list[str], state: State) -> Typed[m.Move]:
    """`treasure B2 F3` or `treasure all but F3`, whichever way the rules want it spelled."""
    named = [token for token in tokens if token not in _ALL_BUT]
    cells, left = _take_cells(named)
    _exactly(cells, left, max(1, len(cells)), A_SPACE)
    taken = spaces_of(tuple(cells))
    frame = state.frames[-1] if state.frames else None
    if len(named) < len(tokens):
        if not isinstance(frame, f.TakeTreasures) or len(cells) > 1:
            return Typed(m.Treasure((), cells[0]))
        taken = spaces_of((*frame.first, *frame.others)) & ~taken
    return Typed(named_taking(taken, frame if isinstance(frame, f.TakeTreasures) else None))


_READERS: dict[str, Reader] = {
    "place": _word_and_cell(KIND_WORDS, A_KIND, m.Place),
    "leader": _word_and_cell(ROLE_WORDS, A_ROLE, m.Leader),
    "withdraw": _just_word(ROLE_WORDS, A_ROLE, m.Withdraw),
    "catastrophe": _just_cell(m.Catastrophe),
    "swap": _swap,
    "pass": _nothing(m.Pass),
    "commit": _count,
    "war": _just_word(COLOUR_WORDS, A_COLOUR, m.War),
    "building": _just_cell(m.Building),
    "monument": _monument,
    "ziggurat": _just_cell(m.Ziggurat),
    "decline": _nothing(m.Decline),
    "treasure": _treasure,
    "colour": _just_word(COLOUR_WORDS, A_COLOUR, m.Colour),
}
