"""What the pictures of the table say: words of the catalogues, what is going on, what each player has and is asked, how
the game stands and how it ended, what can be counted.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from referee.drawing import result_text
from referee.drawing.text_picture import Picture, seat_signs
from referee.games.cards.board import card_at, places_of_colour, remaining_ships
from referee.games.cards.data import (
    ACTIONS,
    CODES,
    COVERED,
    DYNASTIES,
    KIND_OF,
    KINDS,
    LEADER_INDEX,
    LEADERS,
    SHIP_CODES,
    SHIP_OF,
    SHIPS,
    SUBSTITUTE,
    TREASURE,
)
from referee.games.cards.rules.conflict import kind_of_conflict, standing_strength
from referee.games.cards.rules.ending import outcome, result_of
from referee.games.cards.rules.external import side_of
from referee.games.cards.rules.flow import requests
from referee.games.cards.state import Attack, Defence, State, Turn, VictoryPile
from referee.kernel.conflict import ConflictState, ConflictStateSide
from referee.kernel.game import SeatDisplay, Viewer
from referee.kernel.requests import TURN, Seat
from referee.kernel.sentence import Sentence
from referee.kernel.tallies import Tally, Told, count_events


def say(word: str, lang: str, **values: object) -> str:
    """A sentence or head of the picture in a language, with `values` in its places."""
    return Sentence(f"cards/board/{word}", **values).told(lang)


def word(name: str, lang: str) -> str:
    """A kind, ship or leader in a language."""
    return Sentence(f"cards/word/{name}").told(lang)


def cards_of(kind: str, count: int, lang: str) -> str:
    """The adjective for so many cards of a kind: `nera`, `nere`."""
    return Sentence(f"cards/word-card/{kind}", count=count).told(lang)


def dynasty(name: str, lang: str) -> str:
    """A dynasty in a language."""
    return Sentence(f"cards/dynasty/{name}").told(lang)


def sign_of(seat: int) -> str:
    """The sign of a seat; the vase is the pot."""
    return "pot" if DYNASTIES[seat] == "vase" else DYNASTIES[seat]


def seat_faces(state: State, view: Viewer) -> tuple[SeatDisplay, ...]:
    """Sign and hand of each seat, and what its pile holds where all may look into it."""
    found = []
    for seat, (held, pile) in enumerate(zip(state.hands, state.piles, strict=True)):
        points = zip((*KINDS, "treasures"), (*pile.cards, pile.treasures), strict=True)
        seen = tuple(points) if is_open(state) else ()
        found.append(SeatDisplay(sign_of(seat), dynasty(DYNASTIES[seat], view.lang), held, seen))
    return tuple(found)


def kinds(lang: str) -> dict[str, str]:
    """Every kind in a language."""
    return {kind: word(kind, lang) for kind in KINDS}


def ships(lang: str) -> dict[str, str]:
    """Every ship in a language."""
    return {ship: word(ship, lang) for ship in SHIPS}


def headline(state: State, view: Viewer) -> str:
    """Whose turn it is, or how the game ended."""
    if state.ending:
        return say("over", view.lang, reason=say(f"ending {state.ending}", view.lang))
    return say("turn", view.lang, turn=state.turn + 1, name=view.names[state.active])


def heading(state: State, view: Viewer) -> str:
    """The headline with the actions that are left."""
    return headline(state, view) + remaining_actions(state, view)


def leader_sign(view: Viewer, seat: Seat, index: int) -> str:
    """`aK` for Anna's king."""
    return seat_signs(view.names)[seat] + say(f"sign {LEADERS[index]}", view.lang)


def is_new(state: State, view: Viewer, place: str) -> bool:
    """Whether something lies or stands on the place that was not there in the state the reader knew."""
    if view.since is None:
        return False
    now = (card_at(state.columns, state.slots, place), leader_at(state, place))
    before = (card_at(view.since.columns, view.since.slots, place), leader_at(view.since, place))
    return now not in (before, ("", None))


def remaining_actions(state: State, view: Viewer) -> str:
    """How many actions are left, while an action is asked for."""
    frame = state.frames[-1] if state.frames else None
    return say("actions", view.lang, count=frame.left) if isinstance(frame, Turn) else ""


def taken_actions(state: State) -> tuple[int, int]:
    """How many actions the running turn has had, while an action is asked for, and how many it has in all (CK 4.1)."""
    frame = state.frames[-1]
    return ACTIONS - frame.left if isinstance(frame, Turn) else 0, ACTIONS


def heads(lang: str) -> list[str]:
    """The headings of the columns of `facts`; the first is the player's name."""
    return say("heads", lang).split(", ")


def facts(state: State, seat: Seat, lang: str) -> tuple[str, ...]:
    """Dynasty, cards in hand, victory pile, catastrophe, leaders at home of one player."""
    pairs = zip(LEADERS, state.leaders[seat], strict=True)
    home = (say(f"sign {leader}", lang) for leader, place in pairs if not place)
    return (
        dynasty(DYNASTIES[seat], lang),
        str(state.hands[seat]),
        pile_text(state.piles[seat], state.variant.piles == "open", lang),
        say(str(state.catastrophes[seat]), lang),
        "".join(home) or "-",
    )


def pile_text(pile: VictoryPile, is_open: bool, lang: str) -> str:
    """The kind on top of a pile, or all there is as `3k 2b 1*`."""
    if is_open and pile.top:
        counts = zip(f"{CODES}{TREASURE}", (*pile.cards, pile.treasures), strict=True)
        return " ".join(f"{count}{code}" for code, count in counts if count)
    if pile.top in KINDS:
        return cards_of(pile.top, 1, lang)
    return say(pile.top or "empty", lang)


def supply(state: State, lang: str) -> str:
    """The draw pile, and the ships beside the table."""
    beside = ", ".join(word(SHIP_OF[ship], lang) for ship in remaining_ships(state.columns)) or say("none", lang)
    return say("supply", lang, deck=state.deck, ships=beside)


def questions(state: State, view: Viewer) -> list[tuple[Seat, str]]:
    """Who is asked what, beside the turn itself; in a conflict who attacks whom, and how strong both are."""
    words = {**kinds(view.lang), **ships(view.lang)}
    asked = []
    for request in requests(state):
        about = ", ".join(words.get(item, item) for item in request.about)
        name, frame = view.names[request.seat], state.frames[-1]
        if isinstance(frame, Attack | Defence):
            asked.append((request.seat, conflict(state, view, frame, request.seat)))
        elif request.question != TURN:
            asked.append((request.seat, say(f"ask {request.question}", view.lang, name=name, about=about)))
    return asked


def asks(state: State, view: Viewer) -> tuple[str, ...]:
    """What the reader is asked, in one or two sentences; () if nothing."""
    for request in requests(state):
        frame = state.frames[-1]
        if request.seat != view.seat:
            continue
        if isinstance(frame, Attack | Defence):
            return _how_many(state, view, frame)
        values = {"count": frame.left} if isinstance(frame, Turn) else {"about": request.about}
        return (say(f"asks {request.question}", view.lang, **values),)
    return ()


def _how_many(state: State, view: Viewer, fight: Attack | Defence) -> tuple[str, str]:
    """How many cards are played, and how many would do: of a hand that is not all seen only the need is said."""
    how_many = say("asks commit", view.lang, kind=kind_of_conflict(fight))
    return how_many, result_text.needed_to_win(contest_of(state, fight), view).told(view.lang)


def contest(state: State) -> ConflictState | None:
    """Both sides of the conflict that is fought now, if there is one."""
    frame = state.frames[-1] if state.frames else None
    return contest_of(state, frame) if isinstance(frame, Attack | Defence) else None


def contest_of(state: State, fight: Attack | Defence) -> ConflictState:
    """Both sides of a conflict: who, where, the strength before any card is played, and the cards that give it."""
    index = LEADER_INDEX[fight.leader]

    def side(seat: Seat, added: int | None) -> ConflictStateSide:
        place, strength = state.leaders[seat][index], standing_strength(state, fight, seat)
        spaces: tuple[str, ...] = (place,) if strength else ()
        if fight.slot:
            kingdom = side_of(state, fight.slot, index, seat)
            spaces = places_of_colour(state.columns, state.slots, kingdom, index)
        return ConflictStateSide(seat, place, strength, spaces, state.hands[seat], added)

    added = fight.attack if isinstance(fight, Defence) else None
    return ConflictState(kind_of_conflict(fight), side(fight.attacker, added), side(fight.defender, None))


def conflict(state: State, view: Viewer, fight: Attack | Defence, asked: Seat) -> str:
    """Where two leaders fight, how strong both are, and who is asked for cards."""
    fought = contest_of(state, fight)
    attacker, defender = fought.attacker, fought.defender
    added = f" + {attacker.added}" if attacker.added is not None else ""
    return say(
        "external" if fight.slot else "internal",
        view.lang,
        leader=fight.leader,
        place=fight.slot,
        attacker=view.names[attacker.seat],
        attack=f"{attacker.strength}{added}",
        defender=view.names[defender.seat],
        defence=defender.strength,
        kind=fought.kind,
        name=view.names[asked],
    )


def legend(view: Viewer, roles: str, name: str) -> tuple[str, ...]:
    """What the signs on the table mean, those of the leaders by the example of a player."""
    lang = view.lang
    return (say("legend 1", lang), say("legend 2", lang), say("legend 3", lang, roles=roles, name=name))


def leader_at(state: State, place: str) -> tuple[Seat, int] | None:
    """Seat and index of the leader on a place."""
    for seat, places in enumerate(state.leaders):
        if place in places:
            return seat, places.index(place)
    return None


@cache
def card_sign(code: str, lang: str) -> str:
    """The letter of a card in a language; `Sk`, `Sg` or `Sr` for a ship by its second colour. Other signs have none."""
    if code in SHIP_OF:
        second = SHIP_OF[code].partition("-")[2]
        return f"S{card_sign(next(letter for letter, kind in KIND_OF.items() if kind == second), lang)}"
    return Sentence(f"cards/word-sign/{code}").told(lang) if code in KIND_OF else code


def card_name(state: State, code: str, place: str, view: Viewer) -> str:
    """A card with its leader in words: `C3: red, king of anna`."""
    stands = leader_at(state, place)
    if stands is None:
        return bare_card(code, place, view.lang)
    what, leader = kind_text(code, view.lang), word(LEADERS[stands[1]], view.lang)
    return say("with leader", view.lang, place=place, what=what, leader=leader, name=view.names[stands[0]])


def bare_card(code: str, place: str, lang: str) -> str:
    """A card without the leader on it: `C3: red`."""
    return f"{place}: {kind_text(code, lang)}"


def kind_text(code: str, lang: str) -> str:
    """What a card is: `red`, `blue-black`, `face down`."""
    others = {TREASURE: "treasure", SUBSTITUTE: "substitute", COVERED: "face down"}
    if code in SHIP_CODES:
        return word(SHIP_OF[code], lang)
    return say(others[code], lang) if code in others else cards_of(KIND_OF[code], 1, lang)


def result(state: State, view: Viewer) -> tuple[str, ...]:
    """Why the game is over, who won and by what, and each player's points; () while it runs."""
    return result_text.result_lines(outcome(state), headline(state, view), view, _points_to_compare(state, view.lang))


def points_table(state: State, view: Viewer) -> Picture:
    """The points of a finished game as a table."""
    return result_text.result_table(outcome(state), view, _points_to_compare(state, view.lang))


def _points_to_compare(state: State, lang: str) -> result_text.Points:
    words = tuple(word(kind, lang) for kind in KINDS)
    cards, treasures = zip(*((pile.cards, pile.treasures) for pile in state.piles), strict=True)
    return result_text.Points("cards", KINDS, words, cards, treasures)


def colours(state: State) -> tuple[tuple[int, ...], ...]:
    """The points of each seat by colour, then its treasures."""
    return tuple((*pile.cards, pile.treasures) for pile in state.piles)


def course(state: State) -> tuple[int, ...]:
    """The lowest colour of each seat, treasures spread (CK 16.2)."""
    return tuple(result_of(pile)[0] for pile in state.piles)


def is_open(state: State) -> bool:
    """Whether everybody may look into the piles: by option, or at the end."""
    return state.variant.piles == "open" or bool(state.ending)


def tallies(state: State, told: Told, names: Sequence[str]) -> tuple[Tally, ...]:
    """Cards by colour and treasures in the victory piles, conflicts won, ships built."""
    by_kind = zip(KINDS, zip(*(pile.cards for pile in state.piles), strict=True), strict=True)
    return (
        *(Tally(kind, tuple(cards)) for kind, cards in by_kind),
        Tally("treasures", tuple(pile.treasures for pile in state.piles)),
        count_events("internal", told, names, word="internalwon"),
        count_events("external", told, names, word="externalwon"),
        count_events("ships", told, names, word="shipbuilt"),
    )
