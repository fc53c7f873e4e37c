"""What is going on, in words: whose turn it is, who is asked, what the open card says."""

from __future__ import annotations

from itertools import takewhile

from msgspec.structs import replace

from referee.games.civilization import frames as f
from referee.games.civilization.display.words import box, effect_text, in_sentence, join_words, say, with_code
from referee.games.civilization.pack import effects as fx
from referee.games.civilization.pack.bounds import tag_of
from referee.games.civilization.rules.conquest import drop_excess
from referee.games.civilization.rules.course import requests
from referee.games.civilization.state import State, beginning
from referee.kernel.events import Event, SeatEvent
from referee.kernel.game import Viewer
from referee.kernel.requests import Seat


def asked_now(state: State) -> tuple[Seat, ...]:
    """The seats that must answer now, sorted; () when the game is over."""
    return tuple(sorted({request.seat for request in requests(state)}))


def era_name(state: State, lang: str) -> str:
    """The name of the running era, as it is written within a sentence."""
    return state.world.components.name(state.world.components.pack.eras[state.era - 1].id, lang).lower()


def headline(state: State, view: Viewer) -> str:
    """Turn, round, era and whose turn it is; that the game is being set up; or how it ended."""
    lang = view.lang
    if state.ended:
        return say("over", lang, reason=say(f"ended {state.ended}", lang))
    era = era_name(state, lang)
    if beginning(state):
        return say("set-up", lang, era=era)
    who = view.names[state.active]
    return say("turn", lang, turn=state.turn + 1, round=state.round, era=era, name=who)


def clock(state: State, view: Viewer) -> str:
    """Round and era, and after which round the game ends at the latest."""
    return say("clock", view.lang, round=state.round, last=state.setting.rounds, era=era_name(state, view.lang))


def open_question(state: State, view: Viewer) -> str:
    """Who is asked what, in few words; empty when the game is over."""
    seats = asked_now(state)
    if not seats:
        return ""
    names = join_words([view.names[seat] for seat in seats], view.lang)
    return say("asked", view.lang, names=names, what=say(f"ask {tag_of(state.frames[-1])}", view.lang))


def question_at_length(state: State, view: Viewer) -> str:
    """Who is asked what, with the line of the box that runs or what is to be placed; empty when the game is over."""
    seats, lang = asked_now(state), view.lang
    frame = state.frames[-1] if seats else None
    if isinstance(frame, f.BoxTurn):
        what = say(f"ask {frame.box}", lang, what=running_line(state, frame, lang))
    elif isinstance(frame, f.PlaceUnit):
        kind = in_sentence(frame.kind, state.world.components, lang)
        what = say("ask place unit", lang, kind=kind, era=frame.era)
    else:
        return open_question(state, view)
    return say("asked", lang, names=view.names[seats[0]], what=what)


def asks(state: State, view: Viewer) -> tuple[str, ...]:
    """What the reader is asked, in a sentence; () if nothing."""
    if view.seat not in asked_now(state):
        return ()
    frame, parts, lang = state.frames[-1], state.world.components, view.lang
    acts = frame.acts if isinstance(frame, f.Together) else (frame,) if isinstance(frame, f.BoxTurn) else ()
    for act in acts:
        if act.seat == view.seat:
            card = parts.name(state.playing, lang)
            what = running_line(state, act, lang)
            return (say(f"asks {act.box}", lang, card=card, what=what),)
    values: dict[str, object] = {}
    match frame:
        case f.PlaceUnit():
            source = parts.name(giver, lang) if (giver := _giver(state, frame)) else ""
            values = {"kind": frame.kind, "era": frame.era}
            told = say(f"asks {tag_of(frame)}", lang, **values)
            alike = len(tuple(takewhile(lambda one: one == frame, reversed(state.frames)))) - 1
            origin = (say("asks from", lang, source=source),) if source else ()
            return (told, *origin, *((say("asks again", lang, count=alike),) if alike else ()))
        case f.PlaceColonists():
            values = {"count": frame.count}
        case f.NameSymbol():
            values = {"symbol": in_sentence(state.symbol, parts, lang)}
    return (say(f"asks {tag_of(frame)}", lang, **values),)


def _giver(state: State, frame: f.PlaceUnit) -> str:
    """What gives a unit that is placed: a technology in the set-up, a wonder at the start of a turn; "" later in it,
    when that has just been told.
    """
    player, world = state.players[frame.seat], state.world
    turn = next((one for one in state.frames if isinstance(one, f.Turn)), None)
    techs = [(code, gain) for code in player.technologies if turn is None for gain in world.technologies[code].gains]
    wonders = player.wonders if turn is not None and turn.stage == "peek" else ()
    powers = [(code, power) for code in wonders for power in world.wonders[code].powers]
    given = (
        code for code, one in (*techs, *powers) if isinstance(one, fx.GainUnit | fx.Waiting) and one.unit == frame.kind
    )
    return next(given, "")


def holds(state: State, view: Viewer) -> str:
    """The reader's credits and points."""
    assert view.seat is not None
    player = state.players[view.seat]
    return say("holds", view.lang, credits=player.credits, points=player.points)


def doomed_units(state: State, seat: Seat) -> list[Event]:
    """The units that a seat loses when the turn ends because another of its units is there (CV 3.6)."""
    log = list[Event]()
    drop_excess(state, log)
    return [event for event in log if isinstance(event, SeatEvent) and event.seat == seat]


def running_line(state: State, act: f.BoxTurn, lang: str) -> str:
    """What the running line of a box still allows, in words."""
    effect = act.effects[0]
    if isinstance(effect, fx.Repeated) and effect.n > act.used:
        effect = replace(effect, n=effect.n - act.used)
    return effect_text(effect, state.world.components, lang)


def open_card(state: State, view: Viewer) -> tuple[str, ...]:
    """The card that lies open: its name, boxes, symbol and amount; () before it is laid."""
    if not state.playing:
        return ()
    parts, lang = state.world.components, view.lang
    card = parts.cards[state.playing]
    symbol = in_sentence(state.symbol or card.resource, parts, lang)
    return (
        say("open card", lang, card=with_code(parts, state.playing, lang), symbol=symbol, n=card.credits),
        say("top box", lang, what=box(card.top, parts, lang)),
        say(f"bottom box {card.mode}", lang, what=box(card.bottom, parts, lang)),
    )


def wishes(state: State, seat: Seat, view: Viewer) -> list[str]:
    """What a seat has said once and for all, where it is not what holds without a word."""
    wish, lang = state.players[seat].wish, view.lang
    told = []
    if wish.change != "auto":
        told.append(say(f"wish change {wish.change}", lang))
    if wish.excess != "strongest":
        told.append(say("wish excess newest", lang))
    if wish.ending != "never":
        told.append(say(f"wish end {wish.ending}", lang))
    return [*told, say("wish vote", lang, count=wish.vote)] if wish.vote else told
