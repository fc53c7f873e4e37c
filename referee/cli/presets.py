"""The options of a game that somebody names on the command line, one by one or as a preset."""

from __future__ import annotations

from collections.abc import Sequence

from referee.kernel.errors import Unreadable
from referee.kernel.game import AnyGame
from referee.table.opening.charter import DEALS, chosen_options
from referee.table.opening.offering import with_silence
from referee.table.opening.packs import OPTION
from referee.table.terms import CHOICES, in_words
from referee.words.options import option_meant, preset_meant


def with_preset(
    game: AnyGame, seats: int, typed: Sequence[str], preset: str | None, lang: str = "en"
) -> list[tuple[str, str]]:
    """The options of a preset, overruled by those typed as NAME=VALUE in any language; sorted by name.

    Raises:
        Unreadable: there is no such preset, option or value, or not so many seats; with what there is.
    """
    info = game.info
    pairs = dict(dict(info.presets)[preset_meant(info, preset, lang)]) if preset is not None else {}
    for text in typed:
        name, equals, value = text.partition("=")
        if not equals:
            raise Unreadable("bad-option", found=text)
        meant, chosen = option_meant(info, name.strip(), value.strip(), lang, {"deal": DEALS, OPTION: (), **CHOICES})
        pairs[meant] = in_words(chosen) if meant == "terms" else chosen
    found = sorted(pairs.items())
    chosen_options(game, seats, with_silence(game, found))
    return found


def with_days(chosen: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    """The options, with the usual days to answer and of grace where they name no others; `deadline=0` means that none
    are agreed, `grace=0` that nobody waits beyond them.
    """
    pairs = dict(chosen)
    if pairs.get("deadline") == "0":
        del pairs["deadline"]
    else:
        pairs = {"deadline": _DEADLINE, "grace": _GRACE, **pairs}
    return sorted(pairs.items())


_DEADLINE, _GRACE = "7", "3"
"""The days that a new offer gives to answer, and those of grace beyond, if its host says nothing else."""
