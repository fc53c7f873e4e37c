"""How a game stands and how it ended: why, who has won, of what the points are made, and what can be counted."""

from __future__ import annotations

from collections.abc import Sequence

from referee.games.civilization.display.status import headline
from referee.games.civilization.display.words import join_words, say
from referee.games.civilization.rules.counting import bonuses, early, fields, outcome, points_for
from referee.games.civilization.rules.turn import EARLY, LIMIT
from referee.games.civilization.state import State
from referee.kernel.game import SeatDisplay, Viewer
from referee.kernel.requests import Seat
from referee.kernel.tallies import Tally, Told, count_events


def result(state: State, view: Viewer) -> tuple[str, ...]:
    """Why the game is over, who has won, and each player's points with what the end has added; () while it runs."""
    ended = outcome(state)
    if ended is None:
        return ()
    lang = view.lang
    by_place = sorted(range(state.seats), key=lambda seat: ended.ranks[seat])
    winners = [view.names[seat] for seat in by_place if ended.ranks[seat] == 1]
    why = f"{headline(state, view)}."
    best = state.players[by_place[0]].points
    won = say("wins" if len(winners) == 1 else "share", lang, names=join_words(winners, lang), points=best)
    told = [_rank_line(state, seat, ended.ranks[seat], view) for seat in by_place]
    return (f"{why[:1].upper()}{why[1:]}", won, *told)


def _rank_line(state: State, seat: Seat, place: int, view: Viewer) -> str:
    lang, points = view.lang, state.players[seat].points
    parts = end_points(state, seat)
    before = points - sum(number for _, number in parts)
    told = [say("points before", lang, points=before)]
    told += [say(f"points {source}", lang, points=number) for source, number in parts if number]
    return say("place of", lang, place=place, name=view.names[seat], points=points, parts=join_words(told, lang))


def end_points(state: State, seat: Seat) -> tuple[tuple[str, int], ...]:
    """What the end gave a seat: (source, points), the last count first.

    Source: CV 17.3, CV 20.1.
    """
    setting = state.setting
    counted = sum(points_for(field, setting.ranking, zero=setting.zero_scores)[seat] for field in fields(state))
    stopped = (("early", early(state, seat)),) if state.ended in (EARLY, LIMIT) else ()
    return (("count", counted), *bonuses(state, seat), *stopped)


def course(state: State) -> tuple[int, ...]:
    """The victory points of each seat."""
    return tuple(player.points for player in state.players)


def seat_faces(state: State, view: Viewer) -> tuple[SeatDisplay, ...]:
    """The colour of each seat and its victory points; all that it has lies open."""
    return tuple(SeatDisplay(f"seat{seat + 1}", points=(("points", now),)) for seat, now in enumerate(course(state)))


def tallies(state: State, told: Told, names: Sequence[str]) -> tuple[Tally, ...]:
    """Victory points, technologies, wonders, structures, settlements founded, territories conquered."""
    players = state.players
    return (
        Tally("points", tuple(player.points for player in players)),
        Tally("technologies", tuple(len(player.technologies) for player in players)),
        Tally("wonders", tuple(len(player.wonders) for player in players)),
        Tally("structures", tuple(len(player.structures) for player in players)),
        count_events("founded", told, names, word="founded"),
        count_events("conquests", told, names, word="conquered"),
    )
