"""Who answers by a mail of its own what could have stood is asked whether the answer stands, twice at most; what an
answer means that stands is said wherever it is offered.
"""

from __future__ import annotations

from collections import defaultdict
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest

from referee.games.civilization.rules.money import best_home
from referee.kernel.requests import Request
from referee.record.note import read_bundle
from referee.record.notes import Move, Standing
from tests.cli.games_on_disk import asked, home_of, lay
from tests.cli.terminal import converse, inside
from tests.needed_tools import posix
from tests.support.policies import steady_order
from tests.support.rehearse import Match, open_match, play_out
from tests.table.small_games import copy_of

SIGN = "sign this? [y/N/show/undo]: "
STAND = "From now on, automatically: free colonists go to an unused resource? [y/N]: "


@cache
def played() -> tuple[Match, dict[int, Match]]:
    """A game when somebody is asked for the next card and nothing else; and when one question for a free colonist is
    asked for the first, the second and the third time, by which number.
    """
    match, met = open_match("civilization", 3, "colonists"), defaultdict[Request, set[int]](set)
    card, colonist = None, dict[int, Match]()
    while card is None or len(colonist) < 3:
        request, step = match.host.asked[0], match.host.step
        if request.question == "pick" and card is None:
            card = copy_of(match)
        if request.about[-1:] == ("colonists",) and request.question == "box":
            met[request].add(step)
            colonist.setdefault(len(met[request]), copy_of(match))
        match = play_out(match, f"colonists {step}", steps=1, policy=steady_order)
    return card, colonist


def answer_of(match: Match) -> str:
    home = best_home(match.host.state, match.host.asked[0].seat)
    return f"colonist {home}"


@posix
def test_the_answer_stands_and_travels_with_the_move(tmp_path: Path) -> None:
    match = played()[1][1]
    game, who, step = lay(tmp_path / "game", match.files), asked(match), match.host.step + 1
    code, seen = converse(["move", answer_of(match)], home_of(tmp_path, who), {SIGN: "y", STAND: "y"}, cwd=game)
    (path,) = (game / "outbox").glob(f"{step:04d}-{who}.move")
    standing, move = read_bundle(path.read_bytes())

    assert code == 0, seen
    assert isinstance(move.note(), Move) and isinstance(standing.note(), Standing)
    assert move.read(Move).standing == standing.id


@posix
def test_enter_lets_nothing_stand(tmp_path: Path) -> None:
    match = played()[1][2]
    game, who = lay(tmp_path / "game", match.files), asked(match)
    code, _ = converse(["move", answer_of(match)], home_of(tmp_path, who), {SIGN: "y", STAND: ""}, cwd=game)

    assert code == 0
    assert not [path for path in (game / "outbox").iterdir() if "standing" in path.name]


@posix
def test_whoever_refused_it_twice_is_not_asked_again(tmp_path: Path) -> None:
    match = played()[1][3]
    game, who = lay(tmp_path / "game", match.files), asked(match)
    code, seen = converse(["move", answer_of(match)], home_of(tmp_path, who), {SIGN: "y"}, cwd=game)

    assert code == 0
    assert "best colonist" not in seen


@posix
def test_a_next_card_that_is_a_mail_of_its_own_says_how_to_name_it_before(tmp_path: Path) -> None:
    match = played()[0]
    game, who = lay(tmp_path / "game", match.files), asked(match)
    code, seen = converse(["move", f"pick {match.host.state.pool[0]}"], home_of(tmp_path, who), {SIGN: "y"}, cwd=game)

    assert code == 0
    assert 'for example: referee standing "pick Trade Research Colonisation"' in " ".join(seen.split())


@pytest.mark.parametrize(
    ("lang", "typed", "said"),
    [
        (
            "it",
            "pesca Genio, Commercio",
            "pesca Genio Commercio (la prossima carta è la prima libera di queste: Genio,",
        ),
        ("it", "rinuncia riquadro salvo Genio", "riquadro salvo Genio (nei riquadri bassi passi, salvo con Genio)"),
        ("it", "meglio colono", "meglio colono (i coloni gratis vanno a una risorsa non sfruttata)"),
        ("en", "tech 40 Masonry", "in lower boxes you buy the first of these that costs at most 40: Masonry)"),
    ],
)
def test_what_is_to_stand_is_signed_with_what_it_means(lang: str, typed: str, said: str, tmp_path: Path) -> None:
    match = played()[0]
    game, who = lay(tmp_path / "game", match.files), asked(match)
    code, seen, errors = inside(["standing", typed, "--lang", lang, "--yes"], home_of(tmp_path, who), game)

    assert code == 0, errors
    assert said in " ".join((errors + seen).split())


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        (
            "en",
            {
                "decline": "box: you pass in lower boxes",
                "pick": "your next card is the first of these that is free: CARD",
            },
        ),
        ("it", {"rinuncia": "riquadro: nei riquadri bassi passi", "meglio": "colono: i coloni gratis vanno a"}),
    ],
)
def test_what_may_stand_is_listed_with_what_it_means(lang: str, said: dict[str, str], tmp_path: Path) -> None:
    match = played()[0]
    game, who = lay(tmp_path / "game", match.files), asked(match)
    code, seen, errors = inside(["standing", "--lang", lang], home_of(tmp_path, who), game)
    lines = [line.strip() for line in seen.splitlines()]

    assert (code, errors) == (0, "")
    assert len(lines) < 24
    for verb, meaning in said.items():
        assert any(b.startswith(meaning) for a, b in pairwise(lines) if a.startswith(verb)), seen
