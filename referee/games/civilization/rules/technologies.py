"""Technologies: which are on offer, what they cost, and what they bring.

Source: CV 7.1 to CV 7.5, CV 8.1 to CV 8.5, CV 9.3, CV 15.3, CV 15.4, CV 16.1 to CV 16.8, CV 17.1 to CV 17.3; rulings
G20 to G28, G32, G46 to G48, G50 to G52, G71, D3, D4, D16, D18, D20, D33 to D35.
"""

from __future__ import annotations

from referee.games.civilization import events as e
from referee.games.civilization import frames as f
from referee.games.civilization.data import ARTILLERY, FLOOR, ROYALTY
from referee.games.civilization.pack import effects as fx
from referee.games.civilization.pack.entries import Technology
from referee.games.civilization.rules.money import receive
from referee.games.civilization.state import (
    State,
    Unit,
    in_play,
    push,
    replace,
    who_has,
    with_player,
    with_units,
    working,
)
from referee.kernel.errors import IllegalMove, illegal
from referee.kernel.events import Event
from referee.kernel.requests import Seat

FUSION = "fusion"


def price(state: State, seat: Seat, tech: Technology, off: int = 0) -> int:
    """What a technology costs a seat: halved once it is old, less its wonders' and the card's discount.

    Source: CV 6.2, CV 7.3; rulings G19, G23, G71, D20.
    """
    cost = tech.cost
    if tech.era < state.era:
        cost = -(-cost // 10) * 5
    powers = (power for wonder in working(state, seat) for power in wonder.of(fx.Discount))
    off += sum(power.n for power in powers if power.era == tech.era)
    return max(FLOOR, cost - off) if off else cost


def not_on_offer(state: State, code: str, *, free: bool = False, next_era: bool = False) -> IllegalMove | None:
    """Why nobody can take a technology now; None if it is on offer.

    Source: CV 7.1, CV 7.2; rulings G20 to G22.
    """
    tech = state.world.technologies.get(code)
    if tech is None:
        return illegal("CV 7.1", "civilization/no-such-technology", technology=code)
    held = in_play(state)
    if code in held:
        return illegal("CV 1.6", "civilization/technology-taken", technology=code)
    if free and not next_era and tech.era > state.era:
        return illegal("CV 7.2", "civilization/free-technology-too-new", technology=code, era=tech.era)
    if tech.era > state.era + 1:
        return illegal("CV 7.1", "civilization/technology-too-new", technology=code, era=tech.era)
    missing = [need for need in tech.needs if need not in held]
    if missing:
        return illegal("CV 7.1", "civilization/prerequisite-missing", technology=code, missing=missing[0])
    return None


def offer(state: State, *, free: bool = False, next_era: bool = False) -> list[Technology]:
    """The technologies on offer, by code."""
    held, world = in_play(state), state.world
    last = state.era if free and not next_era else state.era + 1
    return [
        tech
        for tech in world.technologies.values()
        if tech.era <= last and tech.id not in held and all(need in held for need in tech.needs)
    ]


def any_era(state: State) -> bool:
    """Whether every free technology may be of the next era (option `free_tech`)."""
    return state.setting.free_tech == "next"


def found_free(state: State, *, kept: bool = False) -> list[Technology]:
    """What a marker's free technology may be, by code; in the set-up (`kept`) it is of the first era.

    Source: CV 7.2, CV 13.3; rulings G07, G22.
    """
    return offer(state, free=True, next_era=any_era(state) and not kept)


# Rights


def best_technology(state: State, kind: str, era: int) -> Technology | None:
    """The technology in play for units of a kind and era, the most advanced if there are several.

    Source: CV 8.2; ruling G28.
    """
    held = in_play(state)
    return next((tech for tech in state.world.allowing.get((kind, era), ()) if tech.id in held), None)


def royalty(state: State, buyer: Seat, code: str | None, log: list[Event]) -> State:
    """The state once the owner of the technology `code` has its right for what `buyer` acquired.

    In a box that all play at once it is noted, and paid when the box closes (CV 8.5).

    Source: CV 8.1 to CV 8.3; rulings G27, D7.
    """
    owner = claimant(state, buyer, code)
    if owner is None:
        return state
    below = state.frames[-2] if len(state.frames) > 1 else None
    if not isinstance(below, f.Together):
        return receive(state, owner, ROYALTY, "royalty", log)
    due = tuple(sorted((*below.due, (buyer, owner)), key=lambda pair: pair[0]))
    return replace(state, frames=(*state.frames[:-2], replace(below, due=due), state.frames[-1]))


def claimant(state: State, buyer: Seat, code: str | None) -> Seat | None:
    """Who gets the right, or None."""
    owner = None if code is None else who_has(state, code)
    return owner if owner != buyer or state.setting.royalty_on_own else None


def unit_royalty(state: State, seat: Seat, kind: str, era: int, log: list[Event]) -> State:
    """The state after the royalty for a unit that `seat` bought, was given or renewed."""
    tech = best_technology(state, kind, era)
    return royalty(state, seat, tech.id if tech else None, log)


# Discovery


def discover(state: State, seat: Seat, code: str, how: str, log: list[Event], *, kept: bool = False) -> State:
    """The state once a technology is discovered, and everything that comes with it at once.

    Source: CV 7.4, CV 17.1, CV 17.3; rulings G24 to G26, G52.
    """
    tech = state.world.technologies[code]
    player = state.players[seat]
    log.append(e.Learned(seat, code, how))
    state = with_player(state, seat, replace(player, technologies=(*player.technologies, code)))
    if tech.era > state.era:
        state = begin_era(state, tech.era, log)
    if tech.era == 2 and ARTILLERY in tech.kinds:
        state = _renew_catapults(state, seat, log)
    return benefits(state, seat, tech, log, kept=kept)


def benefits(state: State, seat: Seat, tech: Technology, log: list[Event], *, kept: bool = False) -> State:
    """What a technology gives its discoverer; frames for what must be placed, the units first.

    Source: CV 2.9, CV 7.4, CV 15.3, CV 15.4; rulings G25, D3, D4, D16, D18.
    """
    first: list[f.AnyFrame] = []
    for gain in tech.gains:
        if isinstance(gain, fx.GainStructure):
            state = _grant(state, seat, gain.id, log)
        elif isinstance(gain, fx.GainGrowth):
            first += [f.Growth(seat)] * gain.n
        elif kept:
            player = state.players[seat]
            state = with_player(state, seat, replace(player, kept=(*player.kept, *(((gain.unit, tech.era),) * gain.n))))
        else:
            first += [f.PlaceUnit(seat, gain.unit, tech.era)] * gain.n
    for code in tech.wonders:
        wonder, player = state.world.wonders[code], state.players[seat]
        log.append(e.Wonder(seat, code))
        player = replace(player, wonders=(*player.wonders, code))
        if wonder.era == state.era:
            waiting = [(power.unit, wonder.era) for power in wonder.of(fx.Waiting) for _ in range(power.n)]
            player = replace(player, waiting=(*player.waiting, *waiting))
            colonists = wonder.total(fx.FirstColonists)
            first += [f.PlaceColonists(seat, colonists)] if colonists else []
            first += [f.StrikeChoice(seat)] if wonder.of(fx.Razing) else []
        state = with_player(state, seat, player)
    if tech.ends == "at-once" or (tech.ends and state.setting.end_mode == "immediate"):
        return replace(state, ended=FUSION)
    return push(state, *reversed(first))


def _grant(state: State, seat: Seat, code: str, log: list[Event]) -> State:
    player = state.players[seat]
    if code in player.structures or state.world.structures[code].era < state.era - 1:
        return state
    log.append(e.Built(seat, code))
    return with_player(state, seat, replace(player, structures=tuple(sorted((*player.structures, code)))))


def _renew_catapults(state: State, seat: Seat, log: list[Event]) -> State:
    """Ancient artillery becomes medieval; the discoverer has a right for each that is not its own.

    Source: CV 9.3; rulings G32, D33, D34.
    """
    for unit in state.units:
        if unit.kind == ARTILLERY and unit.era == 1:
            state = renew(state, unit, 2, log)
            state = unit_royalty(state, unit.seat, ARTILLERY, 2, log)
    return state


def renew(state: State, unit: Unit, era: int, log: list[Event]) -> State:
    """The state with a unit of a later era; it keeps its number."""
    log.append(e.Renewed(unit.seat, unit.kind, era, unit.place))
    return with_units(state, (unit.number,), era=era)


def begin_era(state: State, era: int, log: list[Event]) -> State:
    """What the beginning of an era changes at once.

    Source: CV 16.1 to CV 16.8.
    """
    log.append(e.Era(era))
    cards = state.world.cards.values()
    joining = tuple(card.id for card in cards if state.era < card.era <= era)
    leaving = tuple(code for code in state.pool if 0 < state.world.cards[code].leaves <= era)
    if joining:
        log.append(e.Joined(joining))
    if leaving:
        log.append(e.Gone(leaving))
    pool = tuple(sorted({*state.pool, *joining} - {*leaving}))
    state = replace(state, era=era, pool=pool)
    for seat, player in enumerate(state.players):
        old = tuple(code for code in player.structures if state.world.structures[code].era < era - 1)
        if old:
            log.append(e.Outdated(seat, old))
            left = tuple(code for code in player.structures if code not in old)
            state = with_player(state, seat, replace(player, structures=left))
    return state
