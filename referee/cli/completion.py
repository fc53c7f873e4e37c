"""What the shell may offer behind a command: names of keys and games, options. Never an error, never slow.

Each loads what it looks through when it is asked: a shell asks for one of them, every other command for none.
"""

from __future__ import annotations

from referee.cli.paths import home_path


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


def game_names(incomplete: str) -> list[str]:
    """The games there are."""
    from referee.games import names

    return [name for name in names() if name.startswith(incomplete)]


def game_options(incomplete: str) -> list[str]:
    """`NAME=VALUE` of every game; the shell does not say which one was typed."""
    from referee.games import all_games

    pairs = {
        f"{option.name}={choice}" for game in all_games() for option in game.info.options for choice in option.choices
    }
    return sorted(pair for pair in pairs if pair.startswith(incomplete))


def presets(incomplete: str) -> list[str]:
    """The presets of every game."""
    from referee.games import all_games

    known = {name for game in all_games() for name, _ in game.info.presets}
    return sorted(name for name in known if name.startswith(incomplete))


def rule_ids(incomplete: str) -> list[str]:
    """The rules of every game."""
    from referee.games import names
    from referee.words.rules import rules_of

    ids = dict.fromkeys(rule.id for name in names() for rule in rules_of(name, "en"))
    return [rule_id for rule_id in ids if rule_id.startswith(incomplete.upper())]
