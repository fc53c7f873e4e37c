"""The stages of the game: for each frame who is asked, what answers, and what happens when public facts leave nothing
to ask.

Source: CK 4.3, CK 4.4.
"""

from __future__ import annotations

from referee.games.cards.moves import (
    BuildShip,
    Commit,
    Connect,
    Convert,
    Decline,
    Pass,
    PlaceLeader,
    PlayCard,
    PlayCatastrophe,
    Score,
    SwapTreasure,
    TakeIncome,
    War,
    WithdrawLeader,
)
from referee.games.cards.rules import catastrophe, column, conflict, connector, ending, leaders, ships, turn
from referee.games.cards.state import (
    Attack,
    Conversion,
    Defence,
    Income,
    Merger,
    Refill,
    Scoring,
    Shipbuilding,
    State,
    TreasureSwap,
    Turn,
    asked_with_cards,
    let_go,
)
from referee.kernel.stages import Stage, Stages

STAGES: Stages[State] = Stages(
    pending=lambda state: state.frames[-1] if state.frames else None,
    rule="CK 4.4",
    table={
        Turn: Stage(
            asked=turn.asked_for_action,
            request=turn.request_action,
            answers={
                PlaceLeader: leaders.place_leader,
                WithdrawLeader: leaders.withdraw_leader,
                PlayCard: column.play_card,
                Connect: connector.lay_connector,
                PlayCatastrophe: catastrophe.play_catastrophe,
                Pass: turn.pass_turn,
            },
        ),
        Scoring: Stage(
            asked=asked_with_cards, request=column.request_score, answers={Score: column.answer_score}, otherwise=let_go
        ),
        Shipbuilding: Stage(
            asked=ships.asked_to_build,
            request=ships.request_ship,
            answers={BuildShip: ships.answer_ship, Decline: ships.decline_ship},
            otherwise=let_go,
        ),
        Attack: Stage(
            asked=conflict.asked_to_attack,
            request=conflict.request_commit,
            answers={Commit: conflict.answer_attack},
            otherwise=conflict.skip_attack,
        ),
        Defence: Stage(
            asked=conflict.asked_to_defend,
            request=conflict.request_commit,
            answers={Commit: conflict.answer_defence},
            otherwise=conflict.skip_defence,
        ),
        Conversion: Stage(
            asked=asked_with_cards,
            request=conflict.request_convert,
            answers={Convert: conflict.answer_convert},
            otherwise=let_go,
        ),
        Merger: Stage(
            asked=connector.asked_for_order,
            request=connector.request_order,
            answers={War: connector.answer_order},
            otherwise=connector.go_on,
        ),
        TreasureSwap: Stage(
            asked=connector.asked_to_swap,
            request=connector.request_swap,
            answers={SwapTreasure: connector.answer_swap, Decline: connector.decline_swap},
            otherwise=let_go,
        ),
        Income: Stage(
            asked=ships.asked_for_income,
            request=ships.request_income,
            answers={TakeIncome: ships.answer_income, Decline: ships.decline_income},
            otherwise=let_go,
        ),
        Refill: Stage(otherwise=ending.refill),
    },
)

requests = STAGES.requests
asked = STAGES.asked
apply = STAGES.apply
