"""Data packs and rule cases: whether they hold."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import msgspec

from referee.games import all_games
from referee.games.game_files import read_book
from referee.kernel.cases import run_case
from referee.kernel.errors import Unreadable
from referee.kernel.packs import canonical_pack, pack_format, pack_hash
from referee.kernel.sentence import Sentence
from referee.protocol.opening.data_packs import game_with_pack
from referee.record import store


class Pack(msgspec.Struct, frozen=True):
    """A data pack that is sound."""

    game: str
    """The board game that the pack is for."""
    format: str
    """The format of the pack."""
    hash: str
    """The hash by which offer and charter name it, 43 characters."""
    bytes: int
    """The size of the pack in bytes."""


class FailedCase(msgspec.Struct, frozen=True):
    """A rule case that came out differently."""

    file: str
    """The path of the file of cases."""
    id: str
    """The id of the case."""
    differences: tuple[tuple[str, str, str], ...]
    """(where, expected, found) for each difference."""


class Cases(msgspec.Struct, frozen=True):
    """Rule cases that were run."""

    cases: int
    """How many cases were run."""
    failed: tuple[FailedCase, ...]
    """The cases that failed; empty if all passed."""


def read_input(path: Path) -> bytes:
    """The bytes of a file that somebody names, at most 1 MiB. Raises FileTrouble."""
    return store.read_input(path)


def check_pack(data: bytes) -> Pack:
    """What a pack is, in any spelling that JSON allows. Raises Unreadable, naming the entry that is wrong."""
    pack = canonical_pack(data)
    form = pack_format(pack)
    games = {game.info.pack: game for game in all_games() if game.info.pack}
    if form not in games:
        raise Unreadable("pack-of-no-game", at="format", found=form, known=", ".join(sorted(games)) or Sentence("none"))
    game_with_pack(games[form], pack)
    return Pack(games[form].info.name, form, pack_hash(pack), len(pack))


def run_cases(files: Iterable[tuple[str, bytes]], only: str | None = None) -> Cases:
    """The result of the cases in `files`, each a name and its bytes, or of the one whose id is `only`. Raises
    Unreadable: a file holds no cases.
    """
    failed, count = list[FailedCase](), 0
    for name, data in files:
        game, cases = read_book(data, name)
        for case in cases:
            if only is not None and case.get("id") != only:
                continue
            count += 1
            differences = tuple((where, str(wanted), str(got)) for where, wanted, got in run_case(game, case))
            if differences:
                failed.append(FailedCase(name, str(case.get("id")), differences))
    return Cases(count, tuple(failed))
