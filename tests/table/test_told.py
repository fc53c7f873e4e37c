"""What a home has told of a game it tells again word for word; and whatever has become of that, it decides nothing."""

from __future__ import annotations

import errno
import json
import stat
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from referee.messages import step_news
from referee.record.file_names import step_name
from referee.record.store import effects
from referee.session import log_cache, session
from referee.session.session import open_session
from tests.cli.games_on_disk import home_of, lay
from tests.cli.terminal import inside
from tests.long_runs import of
from tests.support.rehearse import Match
from tests.table import take_backs
from tests.table.checkpoints import game_of, up_to
from tests.table.small_games import four

pytestmark = pytest.mark.usefixtures("remembered_proofs")

Files = Mapping[str, bytes]
Answer = tuple[int, str, str]


@pytest.fixture(autouse=True)
def at_every_command(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session, "EVERY", 1)


def table_of(folder: Path, files: Files, name: str = "anna") -> tuple[Path, Path]:
    """A home and a game folder."""
    return home_of(folder, name), lay(folder / "game", files)


def told_at(home: Path, game: Path, lang: str = "en") -> Answer:
    """What `log` prints, as data."""
    return inside(["log", "--json", "--lang", lang], home, game)


def told_anew(folder: Path, files: Files, name: str = "anna", lang: str = "en") -> Answer:
    """The same in a home that has never told it."""
    return told_at(*table_of(folder, files, name), lang)


def told_in(home: Path, lang: str = "en") -> Path:
    (path,) = home.glob(f"games/*/checkpoint-*.{lang}")
    return path


@pytest.mark.parametrize("game", ["tigris", "cards", "civilization", "ur", "escrow", "new key", "gone back"])
def test_a_log_says_the_same_as_it_goes_on(game: str, tmp_path: Path) -> None:
    """After every few steps, in each language; what was told and has been undone since is told as undone."""
    match = take_backs.gone_back(take_backs.begun("tigris"), 2) if game == "gone back" else game_of(game)
    last = match.host.step
    home, place = table_of(tmp_path, up_to(match.files, 1))
    for step in sorted({1, last // 2, last, *((2, last - 1) if of(False, True) else ())}):
        for name, data in up_to(match.files, step).items():
            (place / "record" / name).write_bytes(data)
        for lang in ("en", "it") if of(False, True) or step == last else ("en",):
            expected = told_anew(tmp_path / f"{step} {lang}", up_to(match.files, step), lang=lang)
            assert expected[0] == 0
            for _ in range(of(2, 3)):
                assert told_at(home, place, lang) == expected
    assert any("undone" in one for one in json.loads(expected[1])["steps"]) or game != "gone back"


def test_what_was_told_is_not_told_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home, game = table_of(tmp_path, up_to(four().files, 8), "bert")
    for _ in range(2):
        expected = told_at(home, game)
    steps: list[int] = []
    monkeypatch.setattr(
        log_cache,
        "news_of_step",
        lambda position, *rest: steps.append(position.step) or step_news.news_of_step(position, *rest),
    )

    assert told_at(home, game) == expected
    assert steps == []
    (game / "record" / step_name(9)).write_bytes(four().files[step_name(9)])
    told_at(home, game)
    assert steps == [9]


def changed(whole: bytes) -> Iterator[bytes]:
    """What was told with bits changed, and cut."""
    for number in range(of(30, 1000)):
        at = number if number < 8 else number * 7919 % len(whole)
        yield whole[:at] + bytes([whole[at] ^ 1 << number % 8]) + whole[at + 1 :]
        yield whole[:at]
    yield whole + b"\0"


def kept_of(folder: Path, match: Match, step: int, name: str = "anna", lang: str = "en") -> bytes:
    """What a home has kept of what it told of a game up to a step."""
    home, game = table_of(folder, up_to(match.files, step), name)
    for _ in range(2):
        told_at(home, game, lang)
    return told_in(home, lang).read_bytes()


def test_what_was_changed_or_comes_from_elsewhere_is_told_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a longer and another game, of another key, in another language, by another program, or open to others."""
    match = game_of("tigris")
    home, game = table_of(tmp_path, up_to(match.files, 6))
    for _ in range(2):
        expected = told_at(home, game)
    path = told_in(home)
    whole = path.read_bytes()
    others = (
        kept_of(tmp_path / "longer", match, 8),
        kept_of(tmp_path / "another", game_of("escrow"), 6),
        kept_of(tmp_path / "of bert", match, 6, "bert"),
        kept_of(tmp_path / "italian", match, 6, lang="it"),
        b"",
    )
    kept = open_session(session.GameFolder(game), session.DataFolder(home))

    assert log_cache._cached_news(kept, "en")
    for data in (*changed(whole), *others):
        path.write_bytes(data)
        assert log_cache._cached_news(kept, "en") == ()
    assert told_at(home, game) == expected
    path.write_bytes(whole)
    path.chmod(0o644)
    assert log_cache._cached_news(kept, "en") == ()
    path.chmod(0o600)
    monkeypatch.setattr(log_cache, "program_version_of", lambda game: "another build")
    assert log_cache._cached_news(kept, "en") == ()


def test_a_record_that_was_changed_is_refused_as_if_nothing_had_been_told(tmp_path: Path) -> None:
    files = up_to(game_of("tigris").files, 6)
    home, game = table_of(tmp_path, files)
    for _ in range(2):
        told_at(home, game)
    for number, name in enumerate(sorted(files)):
        data = bytearray(files[name])
        data[number * 97 % len(data)] ^= 1
        (game / "record" / name).write_bytes(data)
        expected = told_anew(tmp_path / name, {**files, name: bytes(data)})
        found = told_at(home, game)
        (game / "record" / name).write_bytes(files[name])

        assert [str(part).replace(str(tmp_path / name), "") for part in expected] == [
            str(part).replace(str(tmp_path), "") for part in found
        ]


def test_a_disk_that_fails_where_it_is_kept_fails_no_command(tmp_path: Path) -> None:
    home, game = table_of(tmp_path, up_to(game_of("tigris").files, 6))
    inside(["status"], home, game)
    expected, failed = told_anew(tmp_path / "other", up_to(game_of("tigris").files, 6)), []

    def full(effect: str) -> None:
        if "checkpoint" in effect:
            failed.append(effect)
            raise OSError(errno.ENOSPC, "full")

    effects[:] = [full]
    try:
        assert told_at(home, game) == expected
    finally:
        effects.clear()
    assert any(".en" in effect for effect in failed)
    assert told_at(home, game) == expected
    assert stat.S_IMODE(told_in(home).stat().st_mode) == 0o600
    assert b"priest" not in told_in(home).read_bytes()
