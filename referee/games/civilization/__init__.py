"""Civilization, new rules by Fabrizio Aspesi: a game of eras, played from a data pack.

Hidden are the covered markers and what a peek showed; cards in hand are public, because the pool is.
"""

from __future__ import annotations

from functools import partial

from referee.games.civilization import legal, state
from referee.games.civilization.check import check
from referee.games.civilization.data import FORMS, OFFERS, QUESTIONS, SPARES
from referee.games.civilization.display import faces_of
from referee.games.civilization.info import INFO
from referee.games.civilization.moves import ORDERS, WISHES, CivilizationOrder
from referee.games.civilization.order_words import by_name
from referee.games.civilization.pack import Components, read_pack, shipped_bytes, shipped_components
from referee.games.civilization.rules import setup
from referee.games.civilization.rules.ahead import check_chance, neutral, on_turn
from referee.games.civilization.rules.counting import outcome
from referee.games.civilization.rules.course import apply, asked_now, requests
from referee.games.civilization.state import State, beginning
from referee.games.civilization.world import world_of
from referee.kernel.game import Game, Notation, Policies
from referee.kernel.late_loading import Lazy

HERE = Lazy(__name__)
"""Pictures, what people type, standing orders and the bot: most commands need none of them."""


def _game(components: Components) -> Game[State, CivilizationOrder]:
    world = world_of(components)

    return Game(
        info=INFO,
        goods=lambda options: setup.goods(world),
        dealt=lambda options, dice: setup.dealt(world, dice),
        setup=partial(setup.set_up, world),
        requests=requests,
        asked=asked_now,
        active=lambda state: state.active,
        before_turns=beginning,
        apply=by_name(components, apply),
        legal_orders=legal.legal_orders,
        answers=ORDERS.answers,
        free=lambda order: isinstance(order, WISHES),
        outcome=outcome,
        tallies=HERE.display.result.tallies,
        check=check,
        to_json=state.to_json,
        from_json=partial(state.from_json, world),
        notation=Notation(
            format_order=ORDERS.format,
            parse_order=ORDERS.parse,
            read=by_name(components, HERE.typed.read),
            cut=HERE.typed.cut,
            complete=HERE.typed.complete,
            words=partial(HERE.typed.page, world),
            aloud=partial(HERE.spoken_orders.order_in_words, components),
            by_name=HERE.alternatives.by_name,
            label=partial(HERE.spoken_orders.button_text_of, components),
            verb=ORDERS.verb_label,
        ),
        faces=faces_of(components),
        cases=HERE.cases.rules,
        policies=Policies(
            questions=QUESTIONS,
            spares=SPARES,
            parse=partial(HERE.policy.parse_policy, world),
            format=partial(HERE.policy.format_policy, world),
            answer=HERE.policy.answer,
            forms=FORMS,
            offers=OFFERS,
            codes=partial(HERE.order_words.with_codes, world),
            named=partial(HERE.spoken_orders.with_names, components),
        ),
        on_turn=on_turn,
        check_chance=by_name(components, check_chance),
        bot=HERE.bot.answer,
        since=(("good", 6),),
        reason=HERE.bot.reason,
        neutral=neutral,
        with_pack=with_pack,
        packs=packs,
        named=components.told,
        label=components.label,
    )


def with_pack(data: bytes) -> Game[State, CivilizationOrder]:
    """The game over a pack. Raises Unreadable, naming the entry that is wrong."""
    return _game(read_pack(data))


def packs() -> tuple[tuple[str, bytes], ...]:
    """The packs that come with the game."""
    return (("shipped", shipped_bytes()),)


GAME: Game[State, CivilizationOrder] = _game(shipped_components())
