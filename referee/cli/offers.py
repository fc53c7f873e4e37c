"""What can be offered: the games with their seats, options and presets, and what was chosen of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from referee.games import all_games
from referee.kernel.errors import Unreadable
from referee.kernel.game import AnyGame, Option

_COLUMNS = 76
_DEALS = ("open",)


def games_told() -> Iterator[tuple[str, list[str]]]:
    """A section for each game: its name and seats, its presets, its options with the default first."""
    for game in all_games():
        info = game.info
        lines = [f"seats {', '.join(map(str, info.seats))}"]
        lines += [
            f"preset {name}: {', '.join(f'{key}={value}' for key, value in chosen)}" for name, chosen in info.presets
        ]
        for option in info.options:
            lines += _option(option)
        yield f"{info.name}, {info.title}", [part for line in lines for part in _wrapped(line)]


def _option(option: Option) -> list[str]:
    values = [option.default, *(value for value in option.choices if value != option.default)]
    return [f"{option.name}={'|'.join(values)}", f"  {option.about}"]


def _wrapped(line: str) -> tuple[str, ...]:
    from referee.drawing.text import wrapped

    margin = line[: len(line) - len(line.lstrip())]
    return wrapped(line.strip(), _COLUMNS, margin, f"{margin}  ")


def chosen_options(game: AnyGame, typed: Sequence[str], preset: str | None) -> list[tuple[str, str]]:
    """The options of a preset, overruled by those typed as NAME=VALUE; sorted by name.

    Raises:
        Unreadable: there is no such preset, option or value, with what there is.
    """
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
    for name, value in pairs.items():
        _check_option(game, name, value)
    return sorted(pairs.items())


def _check_option(game: AnyGame, name: str, value: str) -> None:
    known = {"deal": _DEALS, **{option.name: option.choices for option in game.info.options}}
    if name not in known:
        raise Unreadable(
            "{game} has no option {name}; it has {known}",
            game=game.info.title,
            name=name,
            known=", ".join(sorted(known)) or "none",
        )
    if value not in known[name]:
        raise Unreadable(
            "the option {name} is one of {known}, not {value}",
            name=name,
            known=", ".join(known[name]),
            value=value,
        )


def check_seats(game: AnyGame, seats: int) -> None:
    """Check that the game can be played by so many. Raises Unreadable."""
    if seats not in game.info.seats:
        raise Unreadable(
            "{game} takes {known} seats, not {seats}",
            game=game.info.title,
            known=", ".join(map(str, game.info.seats)),
            seats=seats,
        )
