"""`referee receive` of mails that were damaged on their way, and of mailboxes: whatever is wrong is told."""

from __future__ import annotations

import base64
import json
from pathlib import Path

import pytest

from referee.record.note import render_bundle
from tests.cli.games_on_disk import finished, home_of, lay, move_of, running
from tests.cli.terminal import inside, run

MATCH = running()
STEPS = [f"{step:04d}.step" for step in range(1, MATCH.host.step + 1)]
POSTMARK = b"From hanna@example.org Thu Nov 20 21:10:00 2025\nFrom: hanna@example.org\nSubject: step\n"


@pytest.fixture
def player(tmp_path: Path) -> Path:
    """Anna's folder at the deal."""
    home_of(tmp_path, "anna")
    return lay(tmp_path / "player", MATCH.files, without=STEPS)


def steps_of(game: Path) -> list[str]:
    return sorted(path.name for path in (game / "record").glob("*.step"))


def test_a_step_mail_that_is_cut_off_is_called_so_and_the_move_in_it_does_not_mislead(player: Path) -> None:
    mail = player.parent / "mail.eml"
    whole = MATCH.files[STEPS[0]]
    mail.write_bytes(whole[: whole.rindex(b"-----BEGIN SSH")])
    code, _, errors = inside(["receive", mail], player.parent / "home-anna", player)

    assert (code, steps_of(player)) == (3, [])
    line = whole[: whole.rindex(b"-----BEGIN REFEREE")].count(b"\n") + 1
    assert errors.splitlines() == [
        f"referee: line {line}: this mail is incomplete: the note of step 1 has no end",
        "hint: ask anyone who has the step to mail it again, whole",
    ]


def test_a_move_alone_tells_a_player_that_the_letter_may_be_cut_off(player: Path) -> None:
    mail = player.parent / "mail.eml"
    mail.write_bytes(render_bundle((move_of(MATCH, 1),)))
    code, out, _ = inside(["receive", mail, "--json"], player.parent / "home-anna", player)
    error = json.loads(out)["error"]

    assert (code, error["code"], error["hint_code"]) == (5, "move-goes-to-host", "letter-may-be-cut")


def test_what_was_damaged_is_told_even_when_another_note_is_refused(player: Path) -> None:
    """A mail with another game's note, and a note of this one that was changed on its way."""
    mail = player.parent / "mail.eml"
    damaged = MATCH.files[STEPS[0]].replace(b"\nstep 1\n", b"\nstep 7\n", 1)
    mail.write_bytes(finished().files["0001.step"] + damaged)
    code, out, _ = inside(["receive", mail, "--json", "--game", player], player.parent / "home-anna", player)
    error = json.loads(out)["error"]

    assert (code, error["code"]) == (5, "step-of-other-game")
    assert [(other["code"], other["exit"]) for other in error["beside"]] == [("bad-signature", 4)]


def test_every_mail_of_a_mailbox_file_is_read_by_its_own_headers(player: Path) -> None:
    box = player.parent / "inbox"
    coded = b"MIME-Version: 1.0\nContent-Type: text/plain\nContent-Transfer-Encoding: base64\n\n"
    mails = (
        b"\n" + MATCH.files[STEPS[0]],
        coded + base64.encodebytes(MATCH.files[STEPS[1]]),
        b"\nFrom now on I write less.\n\nFrom Hanna, with love\n",
        b"\n" + MATCH.files[STEPS[2]],
    )
    box.write_bytes(b"\n".join(POSTMARK + mail for mail in mails))
    code, _, errors = inside(["receive", box], player.parent / "home-anna", player)

    assert (code, steps_of(player)) == (3, STEPS[:3])
    assert errors.splitlines() == [
        "step 1 is recorded",
        "step 2 is recorded",
        "step 3 is recorded",
        f"referee: {box} (3): there is no note in this mail",
        "hint: save the whole mail as a file, or its attachment",
    ]


def test_a_mailbox_may_be_longer_than_a_mail_may_be(player: Path) -> None:
    box = player.parent / "inbox"
    talk = POSTMARK + b"\n" + b"Only words, and many of them.\n" * 30_000 + b"\n"
    box.write_bytes(talk + talk + POSTMARK + b"\n" + MATCH.files[STEPS[0]])
    code, _, errors = inside(["receive", player.parent / "inbox"], player.parent / "home-anna", player)

    assert (code, steps_of(player)) == (3, STEPS[:1])
    assert errors.count("there is no note in this mail") == 2


def test_a_mail_of_a_mailbox_that_is_too_long_is_refused_alone(player: Path) -> None:
    box = player.parent / "inbox"
    box.write_bytes(POSTMARK + b"\n" + b"x" * 79 * 20_000 + b"\n\n" + POSTMARK + b"\n" + MATCH.files[STEPS[0]])
    code, _, errors = inside(["receive", box], player.parent / "home-anna", player)

    assert (code, steps_of(player)) == (3, STEPS[:1])
    assert f"{box} (1): this mail is longer than 1048576 bytes, and the rest is not read" in errors


def test_a_mailbox_is_read_from_standard_input(player: Path) -> None:
    box = b"\n".join(POSTMARK + b"\n" + MATCH.files[step] for step in STEPS[:2])
    code, _, errors = run(["receive", "-"], player.parent / "home-anna", cwd=player, stdin=box)

    assert (code, errors.decode().splitlines()) == (0, ["step 1 is recorded", "step 2 is recorded"])


def test_what_was_left_out_is_told_in_the_readers_language_with_its_place(player: Path) -> None:
    mail = player.parent / "mail.eml"
    whole = MATCH.files[STEPS[0]]
    mail.write_bytes(whole + b"-----BEGIN REFEREE NOTE-----\nreferee/1 step\nstep 2\n")
    _, _, errors = inside(["receive", mail, "--lang", "it"], player.parent / "home-anna", player)
    line = whole.count(b"\n") + 1

    assert errors.splitlines()[0] == (f"ignorato: riga {line}: questa mail è troncata: la nota del passo 2 non ha fine")
