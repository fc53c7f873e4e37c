"""The options of a game on the command line: one by one, as a preset, and the data pack it is played from."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from referee.cli.folders.paths import path_text
from referee.i18n.option_names import option_typed, preset_typed
from referee.kernel.errors import RefereeError, Unreadable
from referee.kernel.game import AnyGame
from referee.kernel.packs import canonical_pack
from referee.kernel.sentence import Sentence
from referee.protocol.opening.charter import DEALS, chosen_options
from referee.protocol.opening.data_packs import OPTION
from referee.protocol.opening.offer_terms import with_silence
from referee.protocol.terms import CHOICES, free_text_term
from referee.record.store import read_input

PackFile = Annotated[Path | None, typer.Option("--pack")]


def read_pack_file(path: Path | None, beside: Path | None = None) -> bytes | None:
    """The pack in a file, in its one spelling; None for none. One that is not here is looked for `beside` a mail.

    Raises:
        Unreadable: naming file and entry.
    """
    if path is None:
        return None
    if beside is not None and not path.exists():
        path = beside / path
    data = read_input(path)
    with naming_pack_file(path):
        return canonical_pack(data)


class naming_pack_file:
    """Names the file in every refusal that passes, in front of the entry."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, RefereeError):
            name = path_text(self.path)
            error.at = Sentence("place-in-file", file=name, rest=error.at) if error.at else name


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
        meant, chosen = option_typed(info, name.strip(), value.strip(), lang, {"deal": DEALS, OPTION: (), **CHOICES})
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
