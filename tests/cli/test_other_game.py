"""A mail of another game, taken in where a game lies: it is told to be one, by its title where this home knows it."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from referee.record.file_names import DEAL, step_name
from tests.cli.games_on_disk import home_of, lay, running
from tests.cli.terminal import inside
from tests.support.rehearse import SEATS, Match, open_match, play_out, test_key

WHO = SEATS[0]
SAID = {
    "en": ("this mail belongs to another game", "this mail belongs to another game (Ur)"),
    "it": ("questa mail appartiene a un'altra partita", "questa mail appartiene a un'altra partita (Ur)"),
}


@cache
def elsewhere(*same: str) -> Match:
    """Another game of three, of whom one sits at the table of `running` too; and those who are the `same`."""
    keys = {name: test_key(name if name in (WHO, *same) else f"other {name}") for name in (*SEATS[:3], "host")}
    return play_out(open_match("ur", 3, "elsewhere", keys=keys), "elsewhere", steps=2)


@pytest.fixture
def mails(tmp_path: Path) -> list[Path]:
    paths = [tmp_path / "deal.eml", tmp_path / "step.eml"]
    for path, name in zip(paths, (DEAL, step_name(2)), strict=True):
        path.write_bytes(b"From: x@example.org\n\nHello\n\n" + elsewhere().files[name])
    return paths


@pytest.mark.parametrize("lang", SAID)
@pytest.mark.parametrize("number", [0, 1])
def test_a_mail_of_a_game_that_nobody_knows_here_is_told_to_be_of_another(
    tmp_path: Path, mails: list[Path], lang: str, number: int
) -> None:
    game = lay(tmp_path / "game", running().files)
    code, _, errors = inside(["receive", mails[number], "--lang", lang], home_of(tmp_path, WHO), game)

    assert (code, SAID[lang][0] in errors) == (4, True), errors


@pytest.mark.parametrize("lang", SAID)
def test_a_mail_of_a_game_that_lies_elsewhere_is_told_with_its_title(
    tmp_path: Path, mails: list[Path], lang: str
) -> None:
    home, game, other = home_of(tmp_path, WHO), lay(tmp_path / "game", running().files), tmp_path / "other"
    assert inside(["status", "--game", lay(other, elsewhere().files)], home, tmp_path)[0] == 0
    assert inside(["status"], home, game)[0] == 0
    code, _, errors = inside(["receive", mails[1], "--game", game, "--lang", lang], home, tmp_path)

    assert (code, SAID[lang][1] in errors) == (4, True), errors


@pytest.mark.parametrize("lang", SAID)
def test_a_mail_of_another_game_of_the_same_host_is_told_with_its_title(tmp_path: Path, lang: str) -> None:
    home, game, match = home_of(tmp_path, WHO), lay(tmp_path / "game", running().files), elsewhere("host")
    assert inside(["status", "--game", lay(tmp_path / "other", match.files)], home, tmp_path)[0] == 0
    (tmp_path / "step.eml").write_bytes(match.files[step_name(2)])
    code, _, errors = inside(["receive", "step.eml", "--game", game, "--lang", lang], home, tmp_path)

    assert (code, SAID[lang][1] in errors) == (5, True), errors
