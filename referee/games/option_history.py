"""A game as it was before an option: the rules versions that differ from the latest one only by what can be chosen.

An option that comes later (`Option.since`) has a value under which every play is as it was: its default, or another one
(`Option.before`). So the version before it is the same game, which neither offers the option, or a preset that sets it,
nor writes it down: its charters, states and digests stay as they are.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from referee.kernel.dice import Dice
from referee.kernel.game import AnyGame, Option, Options, Transition, complete_options
from referee.kernel.goods import Pile


def before_options(game: AnyGame) -> tuple[AnyGame, ...]:
    """The game under each rules version that lacks some of its options, latest first; () if it has had them all."""
    numbers = sorted({option.since - 1 for option in game.info.options if option.since > 1}, reverse=True)
    return tuple(_as_of(game, number) for number in numbers)


def _as_of(game: AnyGame, number: int) -> AnyGame:
    later = tuple(option for option in game.info.options if option.since > number)
    known = tuple(option for option in game.info.options if option.since <= number)
    as_it_was = tuple((option.name, option.before or option.default) for option in later)
    names = {option.name for option in known}
    presets = tuple(preset for preset in game.info.presets if names.issuperset(dict(preset[1])))

    def completed(options: Options) -> Options:
        return complete_options(game.info, options.seats, (*options.values, *as_it_was))

    def goods(options: Options) -> tuple[Pile, ...]:
        return game.goods(completed(options))

    def dealt(options: Options, dice: Dice) -> tuple[Pile, ...]:
        assert game.dealt is not None
        return game.dealt(completed(options), dice)

    def setup(options: Options, dice: Dice) -> Transition[Any]:
        return game.setup(completed(options), dice)

    def to_json(state: Any) -> Any:
        return _without(game.to_json(state), later)

    def with_pack(data: bytes) -> AnyGame:
        assert game.with_pack is not None
        return _as_of(game.with_pack(data), number)

    return replace(
        game,
        info=replace(game.info, rules_version=number, options=known, presets=presets),
        goods=goods,
        dealt=dealt if game.dealt is not None else None,
        setup=setup,
        to_json=to_json,
        with_pack=with_pack if game.with_pack is not None else None,
    )


def _without(value: Any, later: tuple[Option, ...]) -> Any:
    for option in later:
        if option.kept:
            value = _without_entry(value, option.kept.split("."))
    return value


def _without_entry(value: Mapping[str, Any], path: list[str]) -> dict[str, Any]:
    """A JSON object without the entry at the end of a path of names; the other objects stay as they are."""
    first, *rest = path
    if rest:
        return {**value, first: _without_entry(value[first], rest)}
    return {name: entry for name, entry in value.items() if name != first}
