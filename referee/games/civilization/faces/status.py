"""What is going on, in words: whose turn it is, who is asked, what the open card says."""

from __future__ import annotations

from referee.games.civilization.faces.words import box, listed, say
from referee.games.civilization.rules.course import requests
from referee.games.civilization.state import State, beginning
from referee.kernel.game import View
from referee.kernel.requests import Seat


def asked(state: State) -> tuple[Seat, ...]:
    """The seats that are asked now, sorted; () when the game is over."""
    return tuple(sorted({request.seat for request in requests(state)}))


def headline(state: State, view: View) -> str:
    """Turn, round, era and whose turn it is; that the game is being set up; or how it ended."""
    lang = view.lang
    if state.ended:
        return say("over", lang, reason=say(f"ended {state.ended}", lang))
    era = state.world.components.pack.eras[state.era - 1]
    name = state.world.components.name(era.id, lang).lower()
    if beginning(state):
        return say("set-up", lang, era=name)
    who = view.names[state.active]
    return say("turn", lang, turn=state.turn + 1, round=state.round, era=name, name=who)


def open_question(state: State, view: View) -> str:
    """Who is asked what; empty when the game is over."""
    seats = asked(state)
    if not seats:
        return ""
    names = listed([view.names[seat] for seat in seats], view.lang)
    step = str(type(state.frames[-1]).__struct_config__.tag)
    return say("asked", view.lang, names=names, what=say(f"ask {step}", view.lang))


def open_card(state: State, view: View) -> tuple[str, ...]:
    """The card that lies open: its name, boxes, symbol and amount; () before it is laid."""
    if not state.playing:
        return ()
    parts, lang = state.world.components, view.lang
    card = parts.cards[state.playing]
    symbol = parts.name(state.symbol or card.resource, lang)
    return (
        say("open card", lang, card=state.playing, name=parts.name(card.id, lang), symbol=symbol, n=card.credits),
        say("top box", lang, what=box(card.top, parts, lang)),
        say(f"bottom box {card.mode}", lang, what=box(card.bottom, parts, lang)),
    )
