"""What a masked deck costs: CPU time of shuffles, key shares, the opening of a client and an audit; sizes of notes.

A game of two is played to its end without any check, which a player's home would remember too; then it is read. All of
it is done in a process of its own.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Container, Iterator
from dataclasses import replace
from statistics import median
from time import process_time

import msgspec
from msgspec import structs

from referee.audit.recompute import audit
from referee.crypto.deck import masking
from referee.crypto.deck.masking import Place
from referee.crypto.keys import SigningKey
from referee.kernel.canonical_json import decode_b64
from referee.protocol.history.read_record import read_history
from referee.protocol.masked.shuffling import check_mix, make_mix
from referee.protocol.seating import own_game_secret
from referee.protocol.step.position import Position
from referee.record.file_names import Files
from referee.record.notes import NoteId, Unlock
from scripts.bench.clock import ROOT
from scripts.bench.run import Masked, Pair
from tests.table.masked_matches import MaskedMatch, placed_first, sit_down
from tests.table.opening.masked_openings import Opening, accepted, mix
from tests.table.small_games import key_of

LOCKS = 20
"""Locks of which one time is taken."""


class _Held:
    """Every note has held here before."""

    def __contains__(self, note_id: object) -> bool:
        return True


_PROCESS = """import sys
sys.path.insert(0, {root!r})
from scripts.bench.masked import tell
tell({rounds})
"""


def measured(rounds: int) -> Masked:
    """All figures."""
    script = _PROCESS.format(root=str(ROOT), rounds=rounds)
    done = subprocess.run([sys.executable, "-c", script], stdout=subprocess.PIPE, check=True)
    return msgspec.json.decode(done.stdout, type=Masked)


def tell(rounds: int) -> None:
    """Measure in this process, and print it for the one that asked."""
    opening = mix(accepted(2, "costs"))
    rows = {what: _pair(call, rounds, count) for what, call, count in _short(opening)}
    game = _whole(opening)
    dealt = {name: data for name, data in game.files.items() if not name.endswith(".step")}
    key, held = key_of("anna"), _Held()
    for what, call in {
        "a player reads the deal for the first time: two shuffles": lambda: read_history(dealt, key),
        "a player reads the whole game, all of it proven before": lambda: _read_anew(game.files, key, held),
        "audit of the whole game": lambda: audit(game.files),
    }.items():
        rows[what] = _pair(call, rounds)
    notes = [signed.note() for bundle in game.bundles.values() for signed in bundle]
    sizes = {
        "steps": game.host.step,
        "key shares": sum(len(note.locks or b"") // masking.LOCK for note in notes if isinstance(note, Unlock)),
        "kB of a shuffle": len(opening.mixes[0].body) / 1000,
        "kB of the deal": len(game.files["0000.deal"]) / 1000,
        "kB of the record": sum(map(len, game.files.values())) / 1000,
    }
    print(msgspec.json.encode(Masked(rows, sizes)).decode())


def _short(opening: Opening) -> Iterator[tuple[str, Callable[[], object], int]]:
    table, before, anna = opening.table, opening.decks[0], key_of("anna")
    secret, deck = masking.deck_secret(own_game_secret(table, anna)), opening.last.deck
    places = [Place(decode_b64(opening.last.head, 32), "anna", table.piles[0].name, at) for at in range(LOCKS)]
    records = [masking.make_lock(place, secret, deck[place.position][0]) for place in places]

    def make() -> None:
        for place in places:
            masking.make_lock(place, secret, deck[place.position][0])

    def read() -> None:
        for place, record in zip(places, records, strict=True):
            masking.read_lock(place, table.deck_keys[0], deck[place.position][0], record)

    yield "a shuffle made, with its proof", lambda: make_mix(table, before, anna), 1
    yield "a shuffle checked", lambda: check_mix(table, before, opening.mixes[0]), 1
    yield "a key share made", make, LOCKS
    yield "a key share checked", read, LOCKS


def _whole(opening: Opening) -> MaskedMatch:
    """The game played to its end; nobody looks on."""
    game = sit_down(opening)
    seen = {name: _trusting(game.seen[name]) for name in game.table.names}
    game = replace(game, host=_trusting(game.host), seen=seen)
    while not game.host.over:
        if game.host.step:
            game.unlock()
        game.enter(*placed_first(game))
    return game


def _read_anew(files: Files, key: SigningKey, proven: Container[NoteId]) -> None:
    """As a process does that has just begun: what one remembers within itself is forgotten."""
    for remembered in (masking.known_deck, masking.known_point):
        remembered.cache_clear()
    read_history(files, key, proven=proven)


def _trusting(position: Position) -> Position:
    assert position.past.locks is not None
    locks = structs.replace(position.past.locks, proven=_Held())
    return structs.replace(position, past=structs.replace(position.past, locks=locks))


def _pair(call: Callable[[], object], rounds: int, count: int = 1) -> Pair:
    """The least and the median of so many rounds, in milliseconds of CPU."""
    spent = []
    for _ in range(rounds):
        began = process_time()
        call()
        spent.append((process_time() - began) * 1000 / count)
    return min(spent), median(spent)
