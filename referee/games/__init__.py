"""The games: one folder each, here or in a package of its own. There is no list to edit.

A package brings a game by an entry point of the group `referee.games` that names its `GAME`; `rules.toml` and
`prose.toml` are next to the module. Packages are asked only for a name that is not built in, or to list all games; one
that cannot be loaded is a sentence with its name, and stops no other game.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from pkgutil import get_data, iter_modules
from typing import TYPE_CHECKING

from referee.kernel.errors import RefereeError, Unreadable, refusal_in
from referee.kernel.game import AnyGame, Game
from referee.kernel.late_loading import Lazy
from referee.kernel.sentence import Sentence

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "referee.games"
"""The group of the entry points."""

_DATA = ("rules.toml", "prose.toml")
_HISTORY = Lazy(f"{__name__}.option_history")


@cache
def built_in() -> tuple[str, ...]:
    """The names of the games that come with the referee, sorted."""
    return tuple(sorted(module.name for module in iter_modules(__path__) if module.ispkg))


@cache
def packages() -> Mapping[str, tuple[EntryPoint, ...]]:
    """The entry points of installed packages by the name of the game; a game that is built in is nobody else's."""
    from importlib.metadata import entry_points  # costs as much as a whole command

    found: dict[str, tuple[EntryPoint, ...]] = {}
    for point in sorted(entry_points(group=GROUP), key=lambda point: (point.name, _brought_by(point))):
        if point.name not in built_in():
            found[point.name] = (*found.get(point.name, ()), point)
    return found


def names_built_in_first() -> Iterator[str]:
    """The names of all games, those built in first: a caller that finds one among them asks no package."""
    yield from built_in()
    yield from packages()


def names() -> tuple[str, ...]:
    """The names of all games, sorted."""
    return tuple(sorted(names_built_in_first()))


def find(name: str, version: int | None = None) -> AnyGame:
    """The game called `name`, under an earlier rules version if that one is here; else under the latest.

    Raises:
        Unreadable: there is none, with the names there are; or its package cannot be loaded, with the reason.
    """
    newest = _newest(name)
    if version is None or version == newest.info.rules_version:
        return newest
    return next((game for game in versions(name) if game.info.rules_version == version), newest)


def versions(name: str) -> tuple[AnyGame, ...]:
    """The game called `name` under every rules version that is here, latest first. Raises Unreadable as `find`."""
    newest = _newest(name)
    if name not in _versions or _versions[name][0] is not newest:
        earlier = (import_module(module).GAME for module in newest.earlier)
        _versions[name] = (newest, *_HISTORY.before_options(newest), *earlier)
    return _versions[name]


_versions: dict[str, tuple[AnyGame, ...]] = {}
"""Every version made so far: one is the same value whenever it is found, since tables that are compared hold it."""


def _newest(name: str) -> AnyGame:
    if name in built_in():
        game: AnyGame = import_module(package(name)).GAME
        return game
    if name not in packages():
        raise Unreadable("no-such-game", name=name, known=", ".join(names()), hint=Sentence("ask-host-for-package"))
    return _load_game(name)


def package(name: str) -> str:
    """The module of a game, beside which its `rules.toml` and `prose.toml` lie; "" if there is no such game."""
    if name in built_in():
        return f"{__name__}.{name}"
    try:
        return packages()[name][0].module if name in packages() and _load_game(name) else ""
    except RefereeError:
        return ""


def package_to_install(name: str) -> str:
    """What brings a game, as installers call it; "" for a game that is built in, or for none at all."""
    return "" if name in built_in() else ", ".join(map(_brought_by, packages().get(name, ())))


def by_prefix(prefix: str) -> AnyGame | None:
    """The game whose rules begin with `prefix`, such as `TE`; None if there is none."""
    return next((game for game in _those_loaded_first() if game.info.rule_prefix == prefix), None)


def all_games() -> tuple[AnyGame, ...]:
    """Every game that can be loaded, sorted by name."""
    return tuple(game for name in names() if (game := _found_or_none(name)) is not None)


def broken() -> tuple[RefereeError, ...]:
    """Why a game of a package cannot be loaded, for each that cannot, sorted by its name."""
    return tuple(why for name in names() if (why := refusal_in(find, name)) is not None)


def _those_loaded_first() -> Iterator[AnyGame]:
    """All games: a refusal comes from a game that is loaded already, and a person waits for every other one."""
    for name in sorted(built_in(), key=lambda name: package(name) not in sys.modules):
        yield find(name)
    yield from (game for name in packages() if (game := _found_or_none(name)) is not None)


def _found_or_none(name: str) -> AnyGame | None:
    try:
        return find(name)
    except RefereeError:
        return None


@cache
def _load_game(name: str) -> AnyGame:
    """The game of a package, its rules and sentences read once. Raises Unreadable: the package and what is wrong."""
    brought_by = ", ".join(map(_brought_by, packages()[name]))
    point, *others = packages()[name]
    if others:
        raise Unreadable("game-name-taken", name=name, packages=brought_by)
    try:
        game = point.load()
        _read_data(point.module)
    except (Exception, SystemExit) as error:  # a stranger's code fails in any way it likes
        why = " ".join(f"{type(error).__name__}: {error}".split())
        raise Unreadable(
            "game-unloadable", name=name, package=brought_by, why=why, hint=Sentence("mend-package-remove")
        ) from None
    if not isinstance(game, Game) or game.info.name != name:
        raise Unreadable("package-lacks-game", name=name, package=brought_by)
    return game


def _read_data(module: str) -> None:
    from tomllib import loads

    for name in _DATA:
        loads((get_data(module, name) or b"").decode())


def _brought_by(point: EntryPoint) -> str:
    return point.dist.name if point.dist is not None else point.module
