"""A damaged file of the own record is named with its cure, and healed by the mail of its step, and by nothing else."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from referee.record.file_names import step_name
from tests.cli.games_on_disk import home_of, lay, mail_with, remember, running
from tests.cli.terminal import inside
from tests.support.rehearse import open_match, play_out

MATCH = running()
NEWEST = MATCH.host.step
WHO = MATCH.table.names[0]

DAMAGES: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda data: b"",
    "zeros": lambda data: bytes(len(data)),
    "half": lambda data: data[: len(data) // 2],
    "end of zeros": lambda data: data[:-200] + bytes(200),
    "pointer": lambda data: b"version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 812\n",
    "merge": lambda data: b"<<<<<<< HEAD\n" + data + b"=======\n" + data + b">>>>>>> theirs\n",
    "mark": lambda data: b"\xef\xbb\xbf" + data,
    "one line more": lambda data: data + b"\n",
    "line ends": lambda data: data.replace(b"\n", b"\r\n"),
}
"""What a power cut, git, an editor or a hook leaves in the place of a file."""


@pytest.fixture(params=[1, NEWEST - 1, NEWEST])
def step(request: pytest.FixtureRequest) -> int:
    return int(request.param)


def _damage(tmp_path: Path, step: int, damage: Callable[[bytes], bytes]) -> tuple[Path, bytes]:
    game = lay(tmp_path / "game", MATCH.files)
    path = game / "record" / step_name(step)
    path.write_bytes(damage(path.read_bytes()))
    return game, path.read_bytes()


def _records(game: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in (game / "record").iterdir()}


@pytest.mark.parametrize("damage", DAMAGES)
@pytest.mark.parametrize("who", [WHO, "host"])
def test_the_mail_of_the_step_heals_it_and_what_was_there_is_kept(
    tmp_path: Path, step: int, damage: str, who: str
) -> None:
    game, before = _damage(tmp_path, step, DAMAGES[damage])
    home = home_of(tmp_path, who)
    if who == "host":
        sound = lay(tmp_path / "sound", MATCH.files)
        remember(sound, home, MATCH, NEWEST)
    for command in ("status", "show", "log"):
        code, out, errors = inside((command,), home, game)
        assert (code, out) == (3, "")
        assert f"receive the mail of that step again (referee receive FILE), or copy {step_name(step)}" in errors

    mail = mail_with(tmp_path / "again.eml", *MATCH.signed_notes[step_name(step)])
    code, out, errors = inside(("receive", mail), home, game)
    assert code == 0, errors
    aside = [path for path in (game / "pending").iterdir() if path.name.startswith("damaged-")]
    assert (out + errors).count("was damaged; this mail has repaired it") == 1
    assert [path.read_bytes() for path in aside] == [before]
    assert _records(game) == dict(MATCH.files)
    assert inside(("status",), home, game)[0] == 0
    assert inside(("audit",), home, game)[0] == 0


@pytest.mark.parametrize("lang", ["en", "it"])
def test_both_languages_say_what_was_done(tmp_path: Path, lang: str) -> None:
    game, _ = _damage(tmp_path, NEWEST, DAMAGES["zeros"])
    home = home_of(tmp_path, WHO)
    mail = mail_with(tmp_path / "again.eml", *MATCH.signed_notes[step_name(NEWEST)])
    said = "".join(inside(("receive", mail, "--lang", lang), home, game)[1:])

    assert ("this mail has repaired it" if lang == "en" else "questa mail l'ha riparato") in said


def test_two_damaged_steps_are_healed_by_the_mails_of_both(tmp_path: Path) -> None:
    game, _ = _damage(tmp_path, 2, DAMAGES["empty"])
    (game / "record" / step_name(3)).write_bytes(b"")
    home, mails = home_of(tmp_path, WHO), tmp_path / "mails"
    mails.mkdir()
    for step in (2, 3):
        mail_with(mails / f"{step}.eml", *MATCH.signed_notes[step_name(step)])
    assert inside(("receive", mails / "2.eml"), home, game)[0] == 3
    assert inside(("receive", mails), home, game)[0] == 0
    assert _records(game) == dict(MATCH.files)


@pytest.mark.parametrize("lie", ["another step", "another game", "without its moves", "a fork"])
def test_what_the_chain_does_not_bear_out_heals_nothing(tmp_path: Path, step: int, lie: str) -> None:
    game, _ = _damage(tmp_path, step, DAMAGES["zeros"])
    before, home = _records(game), home_of(tmp_path, WHO)
    other = play_out(open_match("tigris", 3, "another door"), "another door", steps=NEWEST)
    notes = {
        "another step": MATCH.signed_notes[step_name(step % NEWEST + 1)],
        "another game": other.signed_notes[step_name(step)],
        "without its moves": MATCH.signed_notes[step_name(step)][-1:],
        "a fork": (*MATCH.signed_notes[step_name(step)][:-1], other.signed_notes[step_name(step)][-1]),
    }
    code, _, errors = inside(("receive", mail_with(tmp_path / "x.eml", *notes[lie])), home, game)

    assert code in (3, 5), errors
    assert _records(game) == before and "healed" not in errors


def test_a_sound_file_is_never_changed_and_a_charter_is_taken_from_others(tmp_path: Path) -> None:
    game = lay(tmp_path / "game", MATCH.files)
    home = home_of(tmp_path, WHO)
    (game / "record" / "0000.deal").write_bytes(b"")
    code, out, _ = inside(("status", "--json"), home, game)

    assert (code, json.loads(out)["error"]["hint"]) == (3, "to repair it, copy 0000.deal from another player's folder")
