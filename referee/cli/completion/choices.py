"""What the shell may offer after a command: names of keys and games, options, orders. Never an error, never slow.

Each loads what it looks through when it is asked: a shell asks for one of them, every other command for none. `ctx`
holds what stands on the line already, and the language that is spoken here.
"""

from __future__ import annotations

import re
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from referee.cli.folders.paths import home_path

if TYPE_CHECKING:
    from referee.kernel.game import GameInfo
    from referee.session.session import Session


def key_names(incomplete: str) -> list[str]:
    """The keys of this home."""
    from referee.kernel.errors import RefereeError
    from referee.record.store import DataFolder

    try:
        names = DataFolder(home_path()).keys()
        return [name for name in names if name.startswith(incomplete)]
    except RefereeError:
        return []


def game_titles(incomplete: str) -> list[str]:
    """The titles of the games of this home."""
    from referee.kernel.errors import RefereeError
    from referee.record.store import DataFolder
    from referee.session.game_folders import game_locations

    try:
        titles = {place.title for place in game_locations(DataFolder(home_path()))}
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
    from referee.i18n.catalogue import languages
    from referee.i18n.option_names import option_help, option_name, options_row

    given = {pair.partition("=")[0] for pair in ctx.params.get("option") or ()}
    left = [
        (info.name, option)
        for info in _infos(ctx)
        for option in info.options
        if given.isdisjoint((option.name, *(option_name(info.name, option.name, lang) for lang in languages())))
    ]
    for lang in dict.fromkeys((ctx.obj, *languages())):
        pairs = {
            options_row(game, [(option.name, choice)], lang): option_help(game, option, ctx.obj)
            for game, option in left
            for choice in option.choices
        }
        if found := sorted(item for item in pairs.items() if item[0].startswith(incomplete)):
            return found
    return []


def presets(ctx: Any, incomplete: str) -> list[str]:
    """The presets of the game that was typed, else of every game."""
    from referee.i18n.catalogue import languages
    from referee.i18n.option_names import preset_name

    told = [ctx.obj] if not incomplete else languages()
    known = {preset_name(info.name, name, lang) for lang in told for info in _infos(ctx) for name, _ in info.presets}
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
    from referee.i18n.rule_text import rules_of

    ids = dict.fromkeys(rule.id for name in names() for rule in rules_of(name, "en"))
    return [rule_id for rule_id in ids if rule_id.startswith(incomplete.upper())]


def language_names(incomplete: str) -> list[str]:
    """The languages that are spoken."""
    from referee.i18n.catalogue import languages

    return [name for name in languages() if name.startswith(incomplete)]


def shell_names(incomplete: str) -> list[str]:
    """The shells that can complete what is typed."""
    from referee.cli.completion.shell_scripts import SCRIPTS

    return [name for name in SCRIPTS if name.startswith(incomplete)]


def step_numbers(ctx: Any, incomplete: str) -> list[str]:
    """The steps of this game, the newest first."""
    from referee.cli.folders.find_game import game_folder

    names = game_folder(ctx.params.get("game")).record_names()
    found = [str(int(match[1])) for name in names if (match := re.fullmatch(r"(\d{4})\.(?:step|deal)", name))]
    return [step for step in reversed(found) if step.startswith(incomplete)]


def step_numbers_or_seats(ctx: Any, incomplete: str) -> list[str]:
    """What can stand behind `back`, the steps of this game, and behind `open`, its seats."""
    from referee.kernel.errors import RefereeError

    try:
        seats = _session(ctx).table.names
    except RefereeError:
        seats = ()
    return [*(seat for seat in seats if seat.startswith(incomplete)), *step_numbers(ctx, incomplete)]


def seats_to_move(ctx: Any, incomplete: str) -> list[str]:
    """The seats of this game that are asked now."""
    from referee.kernel.errors import RefereeError

    try:
        position = _session(ctx).position
    except RefereeError:
        return []
    names = [position.table.names[request.seat] for request in position.awaited]
    return [name for name in names if name.startswith(incomplete)]


def parties_with_key(ctx: Any, incomplete: str) -> list[str]:
    """Everybody at this table who may get a new key."""
    from referee.kernel.errors import RefereeError

    try:
        names = _session(ctx).table.names
    except RefereeError:
        return []
    return [name for name in (*names, "host") if name.startswith(incomplete)]


def agreement_choices(ctx: Any, incomplete: str) -> list[str]:
    """Who asks for the reader's consent to a new key, and what can be agreed to, in the language asked for."""
    from referee.kernel.errors import RefereeError
    from referee.session.agreements.proposals import agreement_words, wanted_consents

    seats, table = list[str](), None
    with suppress(RefereeError):
        session = _session(ctx)
        seats, table = (
            [one.typed for one in wanted_consents(session) if one.rekey and one.is_asked and one.typed],
            session.table,
        )
    return [word for word in (*seats, *agreement_words(ctx.obj, table)) if word.startswith(incomplete)]


def order_words(ctx: Any, incomplete: str) -> list[str]:
    """The words that an order can go on with, by the rules and what this player knows, in the language asked for."""
    from referee.kernel.errors import RefereeError
    from referee.protocol.step.split_orders import order_being_typed

    typed = " ".join((*(ctx.params.get("orders") or ()), incomplete))
    begun = re.split(r"[\s,;]", incomplete)[-1]
    try:
        session = _session(ctx)
        position = session.position
        request = position.request
        seat = session.eyes.seat if session.eyes.seat is not None else request.seat if request is not None else 0
        words = session.table.game.notation.complete(order_being_typed(typed), position.state, seat, ctx.obj)
    except RefereeError:
        return []
    quoted = incomplete[: len(incomplete) - len(begun)]
    return [f"{quoted}{word}" for word in words]


def _session(ctx: Any) -> Session:
    """The session at the game of this line. Nobody is asked for a passphrase: only the shell is listening."""
    from referee.cli.folders.find_game import game_folder
    from referee.record.store import DataFolder
    from referee.session.session import open_session

    return open_session(game_folder(ctx.params.get("game")), DataFolder(home_path()), as_name=ctx.params.get("as_name"))
