"""The data pack of a game that needs one: named by its hash in offer and charter, a file of the record.

A pack that comes with the game is known to everybody who has the game; any other travels as a file beside the offer.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from referee.games import built_in, find, names
from referee.kernel import packs
from referee.kernel.errors import Unreadable, Unsupported
from referee.kernel.game import PACK_OPTION, AnyGame
from referee.kernel.sentence import Sentence
from referee.record.file_names import PACK
from referee.record.notes import Offer, Rules
from referee.record.store import GameFolder

Chosen = Sequence[tuple[str, str]]
"""Options as an offer has them: (name, value)."""


def shipped_packs(game: AnyGame) -> dict[str, bytes]:
    """The packs that come with a game, canonical, by name; the first one is for anybody who names none."""
    return {name: packs.canonical_pack(data) for name, data in game.packs()} if game.packs is not None else {}


def game_with_pack(game: AnyGame, pack: bytes | None) -> tuple[AnyGame, bytes | None]:
    """The game over a pack, and the pack in its one spelling. None: the first that comes with the game.

    Raises:
        Unreadable: a pack for a game that needs none, or one that does not hold, with the entry.
    """
    if not game.info.pack:
        if pack is not None:
            raise Unreadable("game-needs-no-pack", game=game.info.title)
        return game, None
    data = packs.canonical_pack(pack) if pack is not None else next(iter(shipped_packs(game).values()))
    return _over(game.info.name, game.info.rules_version, data), data


def game_for_rules(rules: Rules, options: Chosen, pack: bytes | None) -> tuple[AnyGame, bytes | None]:
    """The game as an offer with these rules and options has it, over its pack: `pack` if one is in the record, else
    one that comes with the game. Of a rules version that is not here it is the latest one, whose digest is another.

    Raises:
        Unsupported: there is no such game on this computer, where no package brings it. Unreadable: no pack of the hash
            that the offer names; or a pack that does not hold.
    """
    if rules.game not in built_in() and rules.game not in names():
        hint = Sentence("ask-host-for-package")
        raise Unsupported("machine-lacks-game", name=rules.game, known=", ".join(names()), hint=hint)
    game, wanted = find(rules.game, rules.version), dict(options).get(PACK_OPTION)
    if not game.info.pack:
        return game_with_pack(game, pack)
    if wanted is None:
        raise Unreadable("offer-names-no-pack", game=game.info.title)
    if pack is not None:
        if packs.canonical_pack(pack) != pack:
            raise Unreadable("pack-not-canonical", at=PACK)
        if packs.pack_hash(pack) != wanted:
            raise Unreadable("pack-is-another", at=PACK, found=packs.pack_hash(pack), wanted=wanted)
        return game_with_pack(game, pack)
    found = next((data for data in shipped_packs(game).values() if packs.pack_hash(data) == wanted), None)
    if found is None:
        raise Unreadable("pack-not-here", wanted=wanted, hint=Sentence("ask-host-for-pack"))
    return game_with_pack(game, found)


def must_send_pack(name: str, options: Chosen) -> bool:
    """Whether the pack that an offer names does not come with the game `name`: then it is sent beside the offer."""
    wanted = dict(options).get(PACK_OPTION)
    return wanted is not None and wanted not in map(packs.pack_hash, shipped_packs(find(name)).values())


def default_pack_option(game: AnyGame) -> dict[str, str]:
    """The option `pack` of anybody who names none, by its name; nothing for a game without packs."""
    first = next(iter(shipped_packs(game).values()), None)
    return {PACK_OPTION: packs.pack_hash(first)} if first is not None else {}


def pack_label(rules: Rules, options: Chosen, lang: str) -> str:
    """What the pack of an offer says of itself, if it comes with the game and says anything; else nothing."""
    known = {packs.pack_hash(data): data for data in shipped_packs(find(rules.game, rules.version)).values()}
    data = known.get(dict(options).get(PACK_OPTION, ""))
    label = _over(rules.game, rules.version, data).label if data is not None else None
    return label(lang) if label is not None else ""


@lru_cache(maxsize=8)
def _over(name: str, version: int, data: bytes) -> AnyGame:
    # Reading a pack is work, and what is known of the rules is kept by the game itself.
    bound = find(name, version).with_pack
    assert bound is not None
    return bound(data)


def store_pack(folder: GameFolder, terms: Offer, pack: bytes | None) -> None:
    """Write the pack that an offer names into the record, before the offer itself; nothing for a game without one.

    Raises:
        Unreadable: it is not here.
    """
    _, data = game_for_rules(terms.rules, terms.option, pack)
    if data is not None:
        folder.commit(PACK, data)
