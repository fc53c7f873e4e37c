"""Chapter 11: internal conflicts, leader against leader in one kingdom (CK 11.1 - CK 11.6).

Frames: `Attack`, `Defence` and `Conversion` of `rules/conflict.py`, with an empty `slot`.
"""

from __future__ import annotations

from referee.games.cards.board import HOME, card_at, is_red, with_leader
from referee.games.cards.data import LEADER_INDEX
from referee.games.cards.events import InternalWon, LeaderReturned
from referee.games.cards.state import Defence, State, change
from referee.kernel.game import Transition
from referee.kernel.requests import Seat


def bonus(state: State, index: int, seat: Seat) -> int:
    """1 if this leader stands on a red card: a temple, a treasure, or the card that took a treasure's place.

    Source: CK 11.2; ruling G-8.
    """
    return int(is_red(card_at(state.columns, state.slots, state.leaders[seat][index])))


def settle_internal(state: State, fight: Defence, defence: int) -> tuple[Seat, Transition[State]]:
    """The winner, and the state once the loser's leader is back in front of its owner.

    Cards played and bonus are compared; a tie goes to the defender.

    Source: CK 11.2, CK 11.4; ruling G-14.
    """
    index = LEADER_INDEX[fight.leader]
    attack_strength = fight.attack + bonus(state, index, fight.attacker)
    defence_strength = defence + bonus(state, index, fight.defender)
    attacker_wins = attack_strength > defence_strength
    winner, loser = (fight.attacker, fight.defender) if attacker_wins else (fight.defender, fight.attacker)
    high, low = max(attack_strength, defence_strength), min(attack_strength, defence_strength)
    origin = state.leaders[loser][index]
    after = change(state, leaders=with_leader(state.leaders, loser, index, HOME))
    won = InternalWon(winner, loser, fight.leader, high, low)
    return winner, Transition(after, (won, LeaderReturned(loser, fight.leader, origin)))
