"""Chapter 8, the revolt, a conflict inside a kingdom, raised by a leader; and what wars (chapter 9) share with it:
adding tiles and judging, with the English variant (14).

| frame    | who is asked                | what may follow                                   |
|----------|-----------------------------|---------------------------------------------------|
| `Commit` | attacker, then the defender | after a revolt `Distribution`, after a war `Wars` |

Source: TE 8.1 to TE 8.5, TE 9.5, TE 9.6, TE 14.1, TE 14.2; rulings R16, R18, R19, R20, R29, R30, R64 to R66, R85, R86.
"""

from __future__ import annotations

from referee.games.tigris.board import LABEL, neighbours
from referee.games.tigris.data import COLOUR_NUMBER, COLOURS, KINDS, RED, ROLES, TEMPLE
from referee.games.tigris.events import Home, Revolt, Won
from referee.games.tigris.frames import Commit
from referee.games.tigris.state import State, replace, score, with_value
from referee.kernel.errors import IllegalMove, illegal
from referee.kernel.events import Event, Spent
from referee.kernel.requests import Seat


def conflict_kind(frame: Commit) -> str:
    """The kind that counts: temples in a revolt, the colour of the war in a war.

    Source: TE 8.3, TE 9.5; rulings R19, R29.
    """
    return KINDS[COLOUR_NUMBER[frame.colour] if frame.joining else TEMPLE]


def possible_counts(english: bool, frame: Commit, held: int) -> tuple[int, ...]:
    """How many tiles may be added now by somebody who holds `held` of the kind, ascending; 0 is always among them.

    Source: TE 8.3, TE 9.5, TE 14.1, TE 14.2; rulings R19, R29, R64, R65.
    """
    if not english:
        return tuple(range(held + 1))
    if frame.added is None:
        needed = max(1, frame.defence + 1 - frame.attack)
        return (0, *range(needed, held + 1))
    needed = frame.attack + frame.added - frame.defence
    return (0, needed) if 0 < needed <= held else (0,)


def is_forced(state: State, frame: Commit) -> bool:
    """Whether public facts leave 0 as the only answer: an empty hand, or a variant that allows nothing else.

    What a hand holds must not decide whether its owner is asked, so only its size is looked at.

    Source: TE 3.4; ruling R86, read so that it reveals nothing.
    """
    return possible_counts(state.setting.english, frame, state.hands[frame.seat]) == (0,)


def add_tiles(state: State, frame: Commit, count: int, log: list[Event]) -> State:
    """The state once the seat asked by `frame` has laid `count` tiles beside the board.

    Events: `Spent`, unless `count` is 0.

    Raises:
        IllegalMove: TE 8.3 or TE 9.5, more than the hand counts; TE 14.1 or TE 14.2, the English variant.

    Source: TE 8.3, TE 9.5; rulings R19, R29, R34.
    """
    held = state.hands[frame.seat]
    if count > held:
        raise illegal("TE 9.5" if frame.joining else "TE 8.3", "tigris/support-exceeds-hand", held=held, count=count)
    if count not in possible_counts(state.setting.english, frame, held):
        raise _against_the_variant(frame, count)
    if not count:
        return state
    log.append(Spent(frame.seat, conflict_kind(frame), count))
    return replace(state, hands=with_value(state.hands, frame.seat, held - count), box=state.box + count)


def _against_the_variant(frame: Commit, count: int) -> IllegalMove:
    if frame.added is None:
        return illegal("TE 14.1", "tigris/attack-too-weak", defence=frame.defence, attack=frame.attack, count=count)
    return illegal(
        "TE 14.2", "tigris/defence-not-exact", attack=frame.attack + frame.added, defence=frame.defence, count=count
    )


def judge(frame: Commit, defender_added: int, why: str, log: list[Event]) -> tuple[Seat, Seat]:
    """Winner and loser of a conflict; a tie goes to the defender.

    Events: `Won`.

    Source: TE 8.4, TE 9.6; rulings R20, R30.
    """
    attack = frame.attack + (frame.added or 0)
    defence = frame.defence + defender_added
    if attack > defence:
        log.append(Won(frame.attacker, frame.defender, attack, defence, why))
        return frame.attacker, frame.defender
    log.append(Won(frame.defender, frame.attacker, defence, attack, why))
    return frame.defender, frame.attacker


def begin_revolt(state: State, role: int, attacker: Seat, defender: Seat, log: list[Event]) -> State:
    """Ask for temples: the new leader attacks, the one of its colour in the kingdom defends.

    Each side counts the face-up temples beside its leader; one temple may count for both.
    Events: `Revolt`.

    Source: TE 8.1, TE 8.2; rulings R16, R18.
    """
    temples = state.tiles[TEMPLE]
    attack, defence = (
        (neighbours(state.leaders[4 * seat + role]) & temples).bit_count() for seat in (attacker, defender)
    )
    log.append(Revolt(ROLES[role], attacker, attack, defender, defence))
    frame = Commit(COLOURS[role], attacker, defender, attack, defence)
    return replace(state, frames=(*state.frames, frame))


def settle_revolt(state: State, frame: Commit, defender_added: int, log: list[Event]) -> State:
    """Send the loser's leader home and give the winner one red point.

    Events: `Won`, `DataFolder`, `Scored`.

    Source: TE 8.4, TE 8.5; ruling R20.
    """
    winner, loser = judge(frame, defender_added, "revolt", log)
    role = COLOUR_NUMBER[frame.colour]
    number = 4 * loser + role
    log.append(Home(loser, ROLES[role], LABEL[state.leaders[number]], "conflict"))
    state = replace(state, leaders=with_value(state.leaders, number, 0), frames=state.frames[:-1])
    return score(state, winner, RED, 1, "revolt", log)
