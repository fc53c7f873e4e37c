"""The cards, technologies and structures that can be had now, with what each brings, in sentences."""

from __future__ import annotations

from referee.games.civilization import frames as f
from referee.games.civilization.display.words import brings, card_text, join_words, say, with_code, work_text
from referee.games.civilization.pack import effects as fx
from referee.games.civilization.pack.entries import Technology
from referee.games.civilization.rules.settling import no_structure
from referee.games.civilization.rules.technologies import any_era, found_free, offer, price
from referee.games.civilization.state import State
from referee.kernel.game import Holding, Viewer
from referee.kernel.requests import Seat


def card_lines(state: State, lang: str) -> list[str]:
    """The cards nobody holds, a sentence each: both boxes, symbol and amount."""
    parts = state.world.components
    return [say("cards told", lang), *(f"{'; '.join(card_text(code, parts, lang))}." for code in state.pool)]


def pool_text(state: State, lang: str) -> str:
    """The cards nobody holds, by name and code."""
    names = [with_code(state.world.components, code, lang) for code in state.pool]
    return say("pool short", lang, names=join_words(names, lang, "; "))


def asked_lines(state: State) -> list[tuple[Seat, fx.BoxEffect]]:
    """The running lines of the boxes that are open, by seat, those among which is chosen one by one."""
    frame = state.frames[-1]
    acts = frame.acts if isinstance(frame, f.Together) else (frame,)
    found: list[tuple[Seat, fx.BoxEffect]] = []
    for act in acts:
        if isinstance(act, f.BoxTurn) and act.effects:
            effect = act.effects[0]
            among = effect.among if isinstance(effect, fx.ChooseEffect) else (effect,)
            found += [(act.seat, one) for one in among]
    return found


def technology_lines(state: State, view: Viewer) -> list[str]:
    """The technologies on offer to the player who is asked for one, with price and what each brings; else nothing."""
    frame, lang = state.frames[-1], view.lang
    if isinstance(frame, f.FreeTechnology):
        given = found_free(state, kept=frame.kept)
        return [say("free told", lang), *(_technology(state, tech, "", lang) for tech in given)]
    for seat, effect in asked_lines(state):
        if isinstance(effect, fx.BuyTech):
            found = [
                _technology(state, tech, f" {price(state, seat, tech, effect.off)}", lang) for tech in offer(state)
            ]
            return [f"{say('on offer', lang, name=view.names[seat])}:", *found]
        if isinstance(effect, fx.FreeTech):
            free = offer(state, free=True, next_era=effect.scope == "offer" or any_era(state))
            return [say("free told", lang), *(_technology(state, tech, "", lang) for tech in free)]
    return []


def _technology(state: State, tech: Technology, cost: str, lang: str) -> str:
    parts = state.world.components
    return f"{'; '.join([f'{with_code(parts, tech.id, lang)}{cost}', *brings(tech, parts, lang, ', ')])}."


def structure_lines(state: State, lang: str) -> list[str]:
    """The structures that somebody who is asked can build, with what they bring; nothing if none is asked for."""
    seats = {seat for seat, effect in asked_lines(state) if isinstance(effect, fx.BuildEffect)}
    codes = [
        code
        for code in state.world.structures
        if any(no_structure(state, seat, code) is None for seat in sorted(seats))
    ]
    told = "; ".join(work_text(code, state.world.components, lang) for code in codes)
    return [say("structures told", lang, names=told)] if told else []


def holdings(state: State, view: Viewer) -> tuple[Holding, ...]:
    """The reader's credits, technologies and wonders, and the card in hand, each with what it brings."""
    assert view.seat is not None
    player, parts, lang = state.players[view.seat], state.world.components, view.lang
    known = ((code, brings(parts.technologies[code], parts, lang, ", ")) for code in player.technologies)
    found = [
        Holding(say("own credits", lang), "coins", str(player.credits)),
        *(
            Holding(say("own card", lang), "", parts.name(code, lang), card_text(code, parts, lang)[1:])
            for code in (player.card,)
            if code
        ),
        *(Holding(say("own technologies", lang), "", parts.name(code, lang), tuple(told)) for code, told in known),
    ]
    for code in player.wonders:
        found.append(Holding(say("own wonders", lang), "", parts.name(code, lang), (work_text(code, parts, lang),)))
    return tuple(found)
