"""What the shell may offer after a command: names of keys and games, options, orders. Never an error, never slow.

A shell asks for one of them, every other command for none. `ctx`
holds what is on the line already, and the language that is spoken here.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from referee import games
from referee.cli.completion import shell_scripts
from referee.cli.folders import find_game
from referee.i18n import catalogue, option_names, rule_text
from referee.kernel import bot, errors
from referee.protocol.step import split_orders
from referee.record import store
from referee.session import game_folders
from referee.session import session as sessions
from referee.session.agreements import proposals

if TYPE_CHECKING:
    from referee.kernel.game import GameInfo
    from referee.session.session import Session


def key_names(ctx: Any, incomplete: str) -> list[str]:
    """The keys of this home."""
    with suppress(errors.RefereeError):
        names = store.DataFolder(store.home_path()).keys()
        return [name for name in names if name.startswith(incomplete)]
    return []


def game_titles(ctx: Any, incomplete: str) -> list[str]:
    """The titles of the games of this home."""
    with suppress(errors.RefereeError):
        titles = {place.title for place in game_folders.game_locations(store.DataFolder(store.home_path()))}
        return sorted(title for title in titles if title.casefold().startswith(incomplete.casefold()))
    return []


def game_names(ctx: Any, incomplete: str) -> list[tuple[str, str]]:
    """The games there are, with their titles."""
    infos = [game.info for game in games.all_games()]
    return [(info.name, info.title) for info in infos if info.name.startswith(incomplete)]


def game_options(ctx: Any, incomplete: str) -> list[tuple[str, str]]:
    """`NAME=VALUE` of the game that was typed, else of every game, in the language asked for, without the options that
    were given already.
    """
    given = {pair.partition("=")[0] for pair in ctx.params.get("option") or ()}
    named, languages = option_names, catalogue.languages()
    left = [
        (info.name, option)
        for info in _infos(ctx)
        for option in info.options
        if given.isdisjoint((option.name, *(named.option_name(info.name, option.name, lang) for lang in languages)))
    ]
    for lang in dict.fromkeys((ctx.obj, *languages)):
        pairs = {
            named.options_row(game, [(option.name, choice)], lang): named.option_help(game, option, ctx.obj)
            for game, option in left
            for choice in option.choices
        }
        if found := sorted(item for item in pairs.items() if item[0].startswith(incomplete)):
            return found
    return []


def presets(ctx: Any, incomplete: str) -> list[str]:
    """The presets of the game that was typed, else of every game."""
    told = [ctx.obj] if not incomplete else catalogue.languages()
    pairs = {(info.name, name) for info in _infos(ctx) for name, _ in info.presets}
    known = {option_names.preset_name(game, name, lang) for lang in told for game, name in pairs}
    return sorted(name for name in known if name.startswith(incomplete))


def seat_counts(ctx: Any, incomplete: str) -> list[str]:
    """How many can play the game that was typed, else any game."""
    counts = sorted({count for info in _infos(ctx) for count in info.seats})
    return [str(count) for count in counts if str(count).startswith(incomplete)]


def levels(ctx: Any, incomplete: str) -> list[str]:
    """How strong programs can be, in the game that was typed or in any."""
    typed = [game.levels for game in games.all_games() if game.info.name == ctx.params.get("game_name")]
    return [level for level in (*typed, bot.LEVELS)[0] if level.startswith(incomplete)]


def _infos(ctx: Any) -> list[GameInfo]:
    infos = [game.info for game in games.all_games()]
    return [info for info in infos if info.name == ctx.params.get("game_name")] or infos


def rule_ids(ctx: Any, incomplete: str) -> list[str]:
    """The rules of every game."""
    ids = dict.fromkeys(rule.id for name in games.names() for rule in rule_text.rules_of(name, "en"))
    return [rule_id for rule_id in ids if rule_id.startswith(incomplete.upper())]


def language_names(ctx: Any, incomplete: str) -> list[str]:
    """The languages that are spoken."""
    return [name for name in catalogue.languages() if name.startswith(incomplete)]


def shell_names(ctx: Any, incomplete: str) -> list[str]:
    """The shells that can complete what is typed."""
    return [name for name in shell_scripts.SCRIPTS if name.startswith(incomplete)]


def step_numbers(ctx: Any, incomplete: str) -> list[str]:
    """The steps of this game, the latest first."""
    names = find_game.game_folder(ctx.params.get("game")).record_names()
    found = [str(int(match[1])) for name in names if (match := re.fullmatch(r"(\d{4})\.(?:step|deal)", name))]
    return [step for step in reversed(found) if step.startswith(incomplete)]


def step_numbers_or_seats(ctx: Any, incomplete: str) -> list[str]:
    """What can follow `back`, the steps of this game, and `open`, its seats."""
    seats: Sequence[str] = ()
    with suppress(errors.RefereeError):
        seats = _session(ctx).table.names
    return [*(seat for seat in seats if seat.startswith(incomplete)), *step_numbers(ctx, incomplete)]


def seats_to_move(ctx: Any, incomplete: str) -> list[str]:
    """The seats of this game that must answer now."""
    with suppress(errors.RefereeError):
        position = _session(ctx).position
        names = [position.table.names[request.seat] for request in position.awaited]
        return [name for name in names if name.startswith(incomplete)]
    return []


def parties_with_key(ctx: Any, incomplete: str) -> list[str]:
    """Everybody at this table who may get a new key."""
    with suppress(errors.RefereeError):
        return [name for name in (*_session(ctx).table.names, "host") if name.startswith(incomplete)]
    return []


def agreement_choices(ctx: Any, incomplete: str) -> list[str]:
    """Who asks for the reader's consent to a new key, and what can be agreed to, in the language asked for."""
    seats, table = list[str](), None
    with suppress(errors.RefereeError):
        session = _session(ctx)
        wanted = proposals.wanted_consents(session)
        seats, table = [one.typed for one in wanted if one.rekey and one.is_asked and one.typed], session.table
    return [word for word in (*seats, *proposals.agreement_words(ctx.obj, table)) if word.startswith(incomplete)]


def order_words(ctx: Any, incomplete: str) -> list[str]:
    """The words that an order can go on with, by the rules and what this player knows, in the language asked for."""
    typed = " ".join((*(ctx.params.get("orders") or ()), incomplete))
    quoted = incomplete.removesuffix(re.split(r"[\s,;]", incomplete)[-1])
    with suppress(errors.RefereeError):
        session, order = _session(ctx), split_orders.unfinished_order(typed)
        position = session.position
        request = position.request
        seat = session.eyes.seat if session.eyes.seat is not None else request.seat if request is not None else 0
        words = session.table.game.notation.complete(order, position.state, seat, ctx.obj)
        return [f"{quoted}{word}" for word in words]
    return []


def _session(ctx: Any) -> Session:
    """The session at the game of this line. Nobody is asked for a passphrase: only the shell is listening."""
    folder, home = find_game.game_folder(ctx.params.get("game")), store.DataFolder(store.home_path())
    return sessions.open_session(folder, home, as_name=ctx.params.get("as_name"))
