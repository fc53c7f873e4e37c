"""The options of a game as a person types them, one by one or by a preset, with the defaults of an offer."""

from __future__ import annotations

from collections.abc import Sequence

from referee.i18n.option_names import option_typed, preset_typed
from referee.kernel.errors import Unreadable
from referee.kernel.game import PACK_OPTION, AnyGame
from referee.protocol.opening.charter import DEALS, chosen_options
from referee.protocol.opening.offer_terms import with_silence
from referee.protocol.terms import CHOICES, free_text_term


def options_with_preset(
    game: AnyGame, seats: int, typed: Sequence[str], preset: str | None, lang: str = "en"
) -> list[tuple[str, str]]:
    """The options of a preset, overruled by those typed as NAME=VALUE in any language; sorted by name.

    Raises:
        Unreadable: there is no such preset, option or value, or not so many seats; with what there is.
    """
    info = game.info
    pairs = dict(dict(info.presets)[preset_typed(info, preset, lang)]) if preset is not None else {}
    for text in typed:
        name, equals, value = text.partition("=")
        if not equals:
            raise Unreadable("bad-option", found=text)
        of_table = {"deal": DEALS, PACK_OPTION: (), **CHOICES}
        meant, chosen = option_typed(info, name.strip(), value.strip(), lang, of_table)
        pairs[meant] = free_text_term(chosen) if meant == "terms" else chosen
    found = sorted(pairs.items())
    chosen_options(game, seats, with_silence(game, found))
    return found


def options_with_deadline(chosen: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
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
