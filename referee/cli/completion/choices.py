"""What the shell may offer after a command: names of keys and games, options, orders. Never an error, never slow.

Each loads what it looks through when it is asked: a shell asks for one of them, every other command for none. `ctx`
holds what stands on the line already, and the language that is spoken here.
"""

from __future__ import annotations

import re
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from referee.cli.paths import home_path

if TYPE_CHECKING:
    from referee.kernel.game import GameInfo
    from referee.table.desk.desk import Desk


def key_names(incomplete: str) -> list[str]:
    """The keys of this home."""
    from referee.kernel.errors import RefereeError
    from referee.record.store import Home

    try:
        names = Home(home_path()).keys()
        return [name for name in names if name.startswith(incomplete)]
    except RefereeError:
        return []


def game_titles(incomplete: str) -> list[str]:
    """The titles of the games of this home."""
    from referee.kernel.errors import RefereeError
    from referee.record.store import Home
    from referee.table.desk.places import places

    try:
        titles = {place.title for place in places(Home(home_path()))}
        return sorted(title for title in titles if title.casefold().startswith(incomplete.casefold()))
    except RefereeError:
        return []


def game_names(incomplete: str) -> list[tuple[str, str]]:
    """The games there are, with their titles."""
    from referee.games import all_games

    infos = [game.info for game in all_games()]
    return [(info.name, info.title) for info in infos if info.name.startswith(incomplete)]


def game_options(ctx: Any, incomplete: str) -> list[tuple[str, str]]:
    """`NAME=VALUE` of the game that was typed, else of every game, in the language asked for, without the options that
    were given already.
    """
    from referee.words.catalogue import languages
    from referee.words.options import about_told, name_told, options_told

    given = {pair.partition("=")[0] for pair in ctx.params.get("option") or ()}
    left = [
        (info.name, option)
        for info in _infos(ctx)
        for option in info.options
        if given.isdisjoint((option.name, *(name_told(info.name, option.name, lang) for lang in languages())))
    ]
    for lang in dict.fromkeys((ctx.obj, *languages())):
        pairs = {
            options_told(game, [(option.name, choice)], lang): about_told(game, option, ctx.obj)
            for game, option in left
            for choice in option.choices
        }
        if found := sorted(item for item in pairs.items() if item[0].startswith(incomplete)):
            return found
    return []


def presets(ctx: Any, incomplete: str) -> list[str]:
    """The presets of the game that was typed, else of every game."""
    from referee.words.catalogue import languages
    from referee.words.options import preset_told

    told = [ctx.obj] if not incomplete else languages()
    known = {preset_told(info.name, name, lang) for lang in told for info in _infos(ctx) for name, _ in info.presets}
    return sorted(name for name in known if name.startswith(incomplete))


def seat_counts(ctx: Any, incomplete: str) -> list[str]:
    """How many can play the game that was typed, else any game."""
    counts = sorted({count for info in _infos(ctx) for count in info.seats})
    return [str(count) for count in counts if str(count).startswith(incomplete)]


def levels(incomplete: str) -> list[str]:
    """How strong programs can be."""
    from referee.kernel.bot import LEVELS

    return [level for level in LEVELS if level.startswith(incomplete)]


def _infos(ctx: Any) -> list[GameInfo]:
    from referee.games import all_games

    infos = [game.info for game in all_games()]
    return [info for info in infos if info.name == ctx.params.get("game_name")] or infos


def rule_ids(incomplete: str) -> list[str]:
    """The rules of every game."""
    from referee.games import names
    from referee.words.rules import rules_of

    ids = dict.fromkeys(rule.id for name in names() for rule in rules_of(name, "en"))
    return [rule_id for rule_id in ids if rule_id.startswith(incomplete.upper())]


def language_names(incomplete: str) -> list[str]:
    """The languages that are spoken."""
    from referee.words.catalogue import languages

    return [name for name in languages() if name.startswith(incomplete)]


def shell_names(incomplete: str) -> list[str]:
    """The shells that can complete what is typed."""
    from referee.cli.completion.shells import SCRIPTS

    return [name for name in SCRIPTS if name.startswith(incomplete)]


def steps(ctx: Any, incomplete: str) -> list[str]:
    """The steps of this game, the newest first."""
    from referee.cli.whereabouts import folder_of

    names = folder_of(ctx.params.get("game")).record_names()
    found = [str(int(match[1])) for name in names if (match := re.fullmatch(r"(\d{4})\.(?:step|deal)", name))]
    return [step for step in reversed(found) if step.startswith(incomplete)]


def steps_or_seats(ctx: Any, incomplete: str) -> list[str]:
    """What can stand behind `back`, the steps of this game, and behind `open`, its seats."""
    from referee.kernel.errors import RefereeError

    try:
        seats = _desk(ctx).table.names
    except RefereeError:
        seats = ()
    return [*(seat for seat in seats if seat.startswith(incomplete)), *steps(ctx, incomplete)]


def seats_here(ctx: Any, incomplete: str) -> list[str]:
    """The seats of this game that are asked now."""
    from referee.kernel.errors import RefereeError

    try:
        position = _desk(ctx).position
    except RefereeError:
        return []
    names = [position.table.names[request.seat] for request in position.awaited]
    return [name for name in names if name.startswith(incomplete)]


def holders_here(ctx: Any, incomplete: str) -> list[str]:
    """Everybody at this table who may get a new key."""
    from referee.kernel.errors import RefereeError

    try:
        names = _desk(ctx).table.names
    except RefereeError:
        return []
    return [name for name in (*names, "host") if name.startswith(incomplete)]


def agreements(ctx: Any, incomplete: str) -> list[str]:
    """Who asks for the reader's consent to a new key, and what can be agreed to, in the language asked for."""
    from referee.kernel.errors import RefereeError
    from referee.table.desk.proposals import agreements_told, wanted

    seats, table = list[str](), None
    with suppress(RefereeError):
        desk = _desk(ctx)
        seats, table = [one.typed for one in wanted(desk) if one.rekey and one.is_asked and one.typed], desk.table
    return [word for word in (*seats, *agreements_told(ctx.obj, table)) if word.startswith(incomplete)]


def order_words(ctx: Any, incomplete: str) -> list[str]:
    """The words that an order can go on with, by the rules and what this player knows, in the language asked for."""
    from referee.kernel.errors import RefereeError
    from referee.table.step.typed_orders import open_end

    typed = " ".join((*(ctx.params.get("orders") or ()), incomplete))
    begun = re.split(r"[\s,;]", incomplete)[-1]
    try:
        desk = _desk(ctx)
        position = desk.position
        request = position.request
        seat = desk.eyes.seat if desk.eyes.seat is not None else request.seat if request is not None else 0
        words = desk.table.game.notation.complete(open_end(typed), position.state, seat, ctx.obj)
    except RefereeError:
        return []
    quoted = incomplete[: len(incomplete) - len(begun)]
    return [f"{quoted}{word}" for word in words]


def _desk(ctx: Any) -> Desk:
    """The desk at the game of this line. Nobody is asked for a passphrase: only the shell is listening."""
    from referee.cli.whereabouts import folder_of
    from referee.record.store import Home
    from referee.table.desk.desk import open_desk

    return open_desk(folder_of(ctx.params.get("game")), Home(home_path()), as_name=ctx.params.get("as_name"))
