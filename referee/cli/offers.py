"""What can be offered: the games with their seats, options and presets, and what was chosen of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from referee.drawing.safe import safe_text
from referee.games import all_games, broken
from referee.kernel.errors import Unreadable
from referee.kernel.game import AnyGame, Option

_COLUMNS = 76


def games_told() -> Iterator[tuple[str, list[str]]]:
    """A section for each game: its name and seats, its presets, its options with the default first.

    A game that cannot be loaded has the reason instead.
    """
    for game in all_games():
        info = game.info
        lines = [f"seats {', '.join(map(str, info.seats))}"]
        lines += [
            f"preset {name}: {', '.join(f'{key}={value}' for key, value in chosen)}" for name, chosen in info.presets
        ]
        for option in info.options:
            lines += _option(option)
        yield safe_text(f"{info.name}, {info.title}"), [part for line in lines for part in _wrapped(line)]
    for why in broken():
        yield safe_text(str(why.values["name"])), list(_wrapped(why.sentence()))


def _option(option: Option) -> list[str]:
    values = [option.default, *(value for value in option.choices if value != option.default)]
    return [f"{option.name}={'|'.join(values)}", f"  {option.about}"]


def _wrapped(line: str) -> tuple[str, ...]:
    from referee.drawing.text import wrapped

    line = safe_text(line)  # a package may bring any title, option and reason
    margin = line[: len(line) - len(line.lstrip())]
    return wrapped(line.strip(), _COLUMNS, margin, f"{margin}  ")


def chosen_options(game: AnyGame, seats: int, typed: Sequence[str], preset: str | None) -> list[tuple[str, str]]:
    """The options of a preset, overruled by those typed as NAME=VALUE; sorted by name.

    Raises:
        Unreadable: there is no such preset, option or value, or not so many seats; with what there is.
    """
    from referee.table.opening.charter import chosen_options as check_options

    info = game.info
    presets = dict(info.presets)
    if preset is not None and preset not in presets:
        raise Unreadable(
            "{game} has no preset {name}; it has {known}",
            game=info.title,
            name=preset,
            known=", ".join(presets) or "none",
        )
    pairs = dict(presets[preset]) if preset is not None else {}
    for text in typed:
        name, equals, value = text.partition("=")
        if not equals:
            raise Unreadable("an option is NAME=VALUE, such as board=advanced; got {found}", found=text)
        pairs[name.strip()] = value.strip()
    chosen = sorted(pairs.items())
    check_options(game, seats, chosen)
    return chosen
