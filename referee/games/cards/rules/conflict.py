"""Chapter 11, internal conflicts, leader against leader in one kingdom, and what external ones (chapter 12) share with
them: both play cards, once each, the attacker first (CK 11.1 - CK 11.6, CK 12.4).

| frame      | asked                                   | may follow                              |
| ---------- | --------------------------------------- | --------------------------------------- |
| Attack     | the attacker, while he holds any card   | Defence                                 |
| Defence    | the defender, while he holds any card   | Conversion, or what was below           |
| Conversion | the winner, while he holds any card     | what was below                          |

`slot` tells the two sorts apart: it is empty in an internal conflict, which is always fought in red.
"""

from __future__ import annotations

from referee.games.cards.board import HOME, card_at, is_red, with_leader
from referee.games.cards.data import KIND_INDEX, KINDS, LEADER_INDEX, RED
from referee.games.cards.events import Committed, Converted, InternalWon, LeaderReturned, Rewarded
from referee.games.cards.moves import Commit, Convert
from referee.games.cards.rules.external import settle_external, supporters
from referee.games.cards.rules.turn import check_hand
from referee.games.cards.state import (
    Attack,
    Conversion,
    Defence,
    State,
    added_at,
    change,
    decline_offer,
    pay,
    with_scored_cards,
)
from referee.kernel.events import Event, Spent
from referee.kernel.game import Reveals, Transition
from referee.kernel.requests import Request, Seat


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


def kind_of_conflict(fight: Attack | Defence) -> str:
    """The kind of cards a conflict is fought with: the leader's colour, or red in an internal one.

    Source: CK 11.2, CK 12.3.
    """
    return KINDS[LEADER_INDEX[fight.leader] if fight.slot else RED]


def standing_strength(state: State, fight: Attack | Defence, seat: Seat) -> int:
    """What a side has before any card is played: its bonus, or the cards of its kingdom.

    Source: CK 11.2, CK 12.3.
    """
    index = LEADER_INDEX[fight.leader]
    return supporters(state, fight.slot, index, seat) if fight.slot else bonus(state, index, seat)


def asked_to_attack(state: State, frame: Attack) -> Seat | None:
    """The attacker, unless his hand is empty; what it holds does not matter."""
    return frame.attacker if state.hands[frame.attacker] else None


def asked_to_defend(state: State, frame: Defence) -> Seat | None:
    """The defender, unless his hand is empty; what it holds does not matter."""
    return frame.defender if state.hands[frame.defender] else None


def request_commit(state: State, frame: Attack | Defence, seat: Seat) -> Request:
    """How many cards? `about` is their kind, then the current strengths, `own:other`."""
    attack = standing_strength(state, frame, frame.attacker) + (frame.attack if isinstance(frame, Defence) else 0)
    defence = standing_strength(state, frame, frame.defender)
    own, other = (attack, defence) if seat == frame.attacker else (defence, attack)
    rule = "CK 12.4" if frame.slot else "CK 11.3"
    return Request(seat, "commit", rule, (kind_of_conflict(frame), f"{own}:{other}"))


def answer_attack(state: State, frame: Attack, move: Commit) -> Transition[State]:
    """The attacker plays any number of cards, once; then the defender answers.

    Raises:
        IllegalMove: CK 4.2 (more cards than the hand holds).

    Source: CK 11.3, CK 12.4.
    """
    check_hand(state, frame.attacker, move.count)
    below = Defence(frame.leader, frame.attacker, frame.defender, frame.slot, move.count)
    after = change(state, hands=added_at(state.hands, frame.attacker, -move.count), frames=(*state.frames[:-1], below))
    return Transition(after, _commit_events(frame, frame.attacker, move.count))


def skip_attack(state: State, frame: Attack, reveals: Reveals) -> Transition[State]:
    """An empty hand plays no card."""
    return answer_attack(state, frame, Commit(0))


def answer_defence(state: State, frame: Defence, move: Commit) -> Transition[State]:
    """The defender plays any number of cards, once; the conflict is settled and the winner paid.

    Raises:
        IllegalMove: CK 4.2 (more cards than the hand holds).

    Source: CK 11.3 - CK 11.6, CK 12.4 - CK 12.7; rulings G-13, G-15.
    """
    check_hand(state, frame.defender, move.count)
    committed = _commit_events(frame, frame.defender, move.count)
    before = change(state, hands=added_at(state.hands, frame.defender, -move.count), frames=state.frames[:-1])
    settle = settle_external if frame.slot else settle_internal
    winner, settled = settle(before, frame, move.count)
    paid = reward(settled.state, frame, winner, frame.attack + move.count)
    return Transition(paid.state, (*committed, *settled.events, *paid.events))


def skip_defence(state: State, frame: Defence, reveals: Reveals) -> Transition[State]:
    """An empty hand plays no card."""
    return answer_defence(state, frame, Commit(0))


def reward(state: State, fight: Defence, winner: Seat, played: int) -> Transition[State]:
    """The winner takes one of the cards played, by whomever; the rest is discarded. None played: he may convert one.

    Source: CK 11.5, CK 11.6, CK 12.6, CK 12.7; rulings G-13, G-15, G-33.
    """
    kind = kind_of_conflict(fight)
    if not played:
        return Transition(change(state, frames=(*state.frames, Conversion(winner, kind, fight.slot))))
    index = KIND_INDEX[kind]
    piles, discards = with_scored_cards(state.piles, winner, index, 1), added_at(state.discards, index, played - 1)
    after = change(state, piles=piles, discards=discards)
    return Transition(after, (Rewarded(winner, kind, played - 1),))


def request_convert(state: State, frame: Conversion, seat: Seat) -> Request:
    """Turn a card of the hand into a point? `about` is its kind."""
    return Request(seat, "convert", "CK 12.7" if frame.slot else "CK 11.6", (frame.kind,))


def answer_convert(state: State, frame: Conversion, move: Convert) -> Transition[State]:
    """A card of the conflict's colour goes from the winner's hand to his pile, or nothing happens.

    Source: CK 11.6, CK 12.7; ruling G-15.
    """
    if not move.yes:
        return decline_offer(state, frame.seat, "convert")
    after = pay(state, frame.seat, KIND_INDEX[frame.kind], 1, state.frames[:-1])
    return Transition(after, (Spent(frame.seat, frame.kind), Converted(frame.seat, frame.kind)))


def _commit_events(frame: Attack | Defence, seat: Seat, count: int) -> tuple[Event, ...]:
    kind = kind_of_conflict(frame)
    told = Committed(seat, kind, count)
    return (Spent(seat, kind, count), told) if count else (told,)
