"""A client that keeps evidence against the host's key shows it before it agrees to a new one, and upholds it after."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from referee.disputes.judging import judge_evidence
from referee.protocol.agreements.new_key import six_words
from referee.record.file_names import step_name
from referee.record.note import render_bundle
from referee.record.store import GameFolder
from referee.service.disputed_notes import exhibits
from tests.cli.games_on_disk import home_of, lay, mail_with, remember
from tests.cli.terminal import converse, inside
from tests.needed_tools import posix
from tests.support.rehearse import Match, play_out
from tests.table.new_hosts import asks_to_host, handed_over, plain, rotated
from tests.table.small_games import copy_of

TOLD = play_out(copy_of(plain()), "told", steps=1)
OTHER = play_out(copy_of(plain()), "told otherwise", steps=1)
WAYS = {"Gina": handed_over, None: rotated}


@pytest.fixture
def anna(tmp_path: Path) -> tuple[Path, Path]:
    """Anna's home and folder; her client has been shown another step 7 of the same host, and has kept it."""
    home, game = home_of(tmp_path, "anna"), lay(tmp_path / "game", TOLD.files)
    remember(game, home, TOLD, 7)
    other = mail_with(tmp_path / "other.eml", *OTHER.signed_notes[step_name(7)])
    assert inside(["receive", other], home, game)[0] != 0
    assert len(list((game / "pending").glob("evidence-*"))) == 1
    return home, game


def consenting(anna: tuple[Path, Path], name: str | None) -> list[str]:
    """What Anna types to agree to a new key of the host."""
    home, game = anna
    rekey = asks_to_host(TOLD, "gina" if name else "fresh", name)
    mail = mail_with(game.parent / "asks.eml", rekey)
    assert inside(["receive", mail], home, game)[0] == 0
    return ["consent", "host", "--words", " ".join(six_words(rekey.id)), "--yes"]


@pytest.mark.parametrize("name", WAYS)
def test_who_keeps_evidence_against_the_host_s_key_does_not_agree_to_a_new_one_by_a_yes_alone(
    anna: tuple[Path, Path], name: str | None
) -> None:
    home, game = anna
    code, out, errors = inside(consenting(anna, name), home, game)

    assert (code, out) == (5, "")
    assert "WARNING: there may be evidence here" in errors and "pending/evidence-" in errors
    assert "check with `referee judge`" in errors and not list(game.glob("outbox/consent-*"))


@posix
def test_who_keeps_evidence_is_asked_at_a_terminal_and_may_agree(anna: tuple[Path, Path]) -> None:
    home, game = anna
    code, seen = converse(consenting(anna, None), home, {"[y/N]": "y\n"}, cwd=game)

    assert code == 0 and "WARNING: there may be evidence here" in seen, seen
    assert len(list(game.glob("outbox/consent-*"))) == 1


@pytest.mark.parametrize("name", WAYS)
def test_the_own_judge_upholds_after_the_new_key_what_it_upheld_before(
    anna: tuple[Path, Path], name: str | None
) -> None:
    home, game = anna
    before = inside(["judge", "--json"], home, game)
    under_new = WAYS[name](TOLD)
    letter = game.parent / "letter.eml"
    letter.write_bytes(render_bundle(under_new.signed_notes[step_name(8)]))
    assert inside(["receive", letter], home, game)[0] == 0
    after = inside(["judge"], home, game)

    assert (before[0], after[0]) == (1, 1), after
    assert "R-TWO-NOTES" in before[1] and "step 8 replaced that key with its own consent" in " ".join(after[1].split())


FORKS = {"the move first": (0, 1), "the new key first": (1, 0)}


@pytest.mark.parametrize("way", [rotated, handed_over])
@pytest.mark.parametrize("first", FORKS)
def test_whoever_is_shown_both_ends_of_a_fork_by_a_new_key_of_the_host_keeps_the_proof(
    tmp_path: Path, way: Callable[[Match], Match], first: str
) -> None:
    here, there = ((TOLD, way(plain()))[at] for at in FORKS[first])
    home, game = home_of(tmp_path, "anna"), lay(tmp_path / "game", here.files)
    remember(game, home, here, 7)
    letter = mail_with(tmp_path / "letter.eml", *there.signed_notes[step_name(7)])
    code, _, errors = inside(["receive", letter], home, game)
    kept = exhibits(GameFolder(game), here.files, ())
    verdicts = judge_evidence(kept.docket, kept.judged, kept.beside)

    assert code != 0 and "the host's key has signed two histories: at step 7" in errors
    assert {verdict.fact.code for verdict in verdicts if verdict.upheld} == {"R-TWO-NOTES"}
