"""A player of a game whose deck nobody sees, in two worlds that differ in all else than the own hand: every screen is
the same. And whatever is changed in such a record is found.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from referee.audit.recompute import audit
from referee.crypto.keys import format_private
from referee.crypto.openssh import format_public
from referee.record.store import DataFolder
from tests.cli.games_on_disk import lay
from tests.cli.terminal import inside
from tests.long_runs import of
from tests.support.dishonest.light import light
from tests.table.masked_keys import rotate
from tests.table.masked_matches import MaskedMatch, copy_of, sit_down, swap_all
from tests.table.opening.masked_openings import accepted, mix
from tests.table.small_games import key_of
from tests.table.tampered_records import flipped
from tests.table.test_leaks_host import shown

WORLDS = ("world 1", "world 22")
"""Two decks: anna is asked first and holds the same six tiles; bert holds others."""


@pytest.fixture(scope="module", autouse=True)
def numbers() -> Iterator[None]:
    """What a screen tells does not hang on what the arithmetic costs."""
    with light():
        yield


@cache
def begun(world: str) -> MaskedMatch:
    """Anna has placed a tile, and bert has another key."""
    match = copy_of(dealt(world))
    now = match.looks("anna")
    legal = match.table.game.legal_orders(now.state, 0, now.knowledge.own(0))
    spelled = sorted(map(match.table.game.notation.format_order, legal))
    match.enter(next(order for order in spelled if order.startswith("place temple")))
    rotate(match, "bert")
    return match


@cache
def dealt(world: str) -> MaskedMatch:
    return sit_down(mix(accepted(2, world)))


def test_the_two_worlds_differ_in_all_that_the_player_must_not_see() -> None:
    """Otherwise the tests below would prove nothing."""
    one, other = map(dealt, WORLDS)
    assert one.asked() == other.asked() == "anna"
    assert (one.hand("anna") == other.hand("anna"), one.hand("bert") == other.hand("bert")) == (True, False)


SCREENS = (
    ("status",),
    ("status", "--full"),
    ("status", "--json"),
    ("games", "--json"),
    ("hand",),
    ("hand", "--json"),
    ("show",),
    ("show", "--json"),
    ("moves",),
    ("try", "leader trader F11"),
    ("log", "--new"),
    ("log", "--json"),
    ("replay", "--hand", "--html", "page.html"),
    ("compose", "--html", "turn.html"),
    ("audit",),
    ("charter",),
    ("--lang", "it", "status"),
)


def typed(place: Path, world: str, *words: str) -> tuple[int, str, str]:
    """What anna is told in a world, but for ids, words and the clock."""
    match, home = begun(world), DataFolder(place / world / "home")
    if not (place / world / "game").is_dir():
        home.write_key("anna", format_private(key_of("anna"), "anna"), format_public(key_of("anna").public, "anna"))
        lay(place / world / "game", match.files)
    code, out, errors = inside(words, home.path, place / world / "game")
    told = [shown(text.replace(world, "world"), match) for text in (out, errors)]  # type: ignore[arg-type]
    return code, told[0], told[1]


@pytest.mark.parametrize("words", SCREENS, ids=" ".join)
def test_every_screen_is_the_same_in_both_worlds(tmp_path: Path, words: tuple[str, ...]) -> None:
    """D18: they tell nothing of another's hand, nor of the bag."""
    one, other = (typed(tmp_path, world, *words) for world in WORLDS)

    assert one == other
    pages = [sorted((tmp_path / world / "game").glob("*.html")) for world in WORLDS]
    for page, twin in zip(*pages, strict=True):
        assert shown(page.read_text(), begun(WORLDS[0])) == shown(twin.read_text(), begun(WORLDS[1]))  # type: ignore[arg-type]


def test_what_is_put_aside_says_the_same_of_other_kinds() -> None:
    """D33: bert holds other tiles at the same positions, and his note has the same lines."""
    told = []
    for world in WORLDS:
        match = copy_of(begun(world))
        match.enter("pass")
        match.unlock()
        move = match.write(swap_all(match)).note()
        told.append((move.do, move.drop, move.give))  # type: ignore[union-attr]

    assert told[0] == told[1]
    assert [line.position for line in told[0][1]] == list(range(6, 12))


# Tampering


@cache
def played() -> MaskedMatch:
    match = copy_of(begun(WORLDS[0]))
    for _ in range(2):
        match.unlock()
        match.enter(swap_all(match))
    return match


@pytest.mark.parametrize(
    "name", ["offer.note", "charter.note", "0000.deal", "0001.step", "0002.step", "0003.step", "0004.step"]
)
def test_a_byte_changed_in_any_line_makes_the_audit_name_the_file(name: str) -> None:
    """D26: in a short run in some lines of each file."""
    data, missed, start = played().files[name], [], 0
    lines = data.split(b"\n")[:-1]
    apart = max(1, len(lines) // of(12, 150))
    for number, line in enumerate(lines):
        if number % apart == len(name) % apart:
            at = start + number * 7 % (len(line) + 1)
            report = audit({**played().files, name: flipped(data, at)})
            if report.verdict != "fault" or {finding.at for finding in report.findings} != {name}:
                missed.append(at)
        start += len(line) + 1

    assert audit(played().files).verdict == "in progress"
    assert missed == []
