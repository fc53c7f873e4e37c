"""`referee receive`: whatever way mails come, what is new is told, and what is refused stops nothing else."""

from __future__ import annotations

import json
import re
from pathlib import Path

import msgspec
import pytest

from referee.record.note import render_bundle, sign_note
from tests.cli.games_on_disk import asked, finished, home_of, lay, mail_with, move_of, remember, running
from tests.cli.terminal import inside, run
from tests.support.rehearse import test_key

MATCH = running()
LAST = MATCH.host.step
STEPS = [f"{step:04d}.step" for step in range(1, LAST + 1)]


@pytest.fixture
def player(tmp_path: Path) -> Path:
    """A player's folder at the deal; the letters of all steps lie in `mail/`, as `one`, `two` .. by no useful name."""
    (tmp_path / "mail").mkdir()
    for name, label in zip(STEPS, ("delta", "alpha", "charlie", "bravo", "echo"), strict=True):
        (tmp_path / "mail" / label).write_bytes(b"Hello all,\n\n" + MATCH.files[name] + b"\nYour host\n")
    home_of(tmp_path, "anna")
    return lay(tmp_path / "player", MATCH.files, without=STEPS)


def record(game: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in (game / "record").iterdir()}


def home(game: Path, name: str = "anna") -> Path:
    return home_of(game.parent, name)


def test_letters_are_taken_in_whatever_their_order(player: Path) -> None:
    mails = sorted((player.parent / "mail").iterdir())
    code, _, errors = inside(["receive", *mails], home(player), player)

    assert (code, record(player)) == (0, MATCH.files)
    assert sorted(errors.splitlines()) == [f"step {step} is recorded" for step in range(1, LAST + 1)]


def test_a_folder_of_mails_is_taken_in_and_may_be_taken_in_again(player: Path) -> None:
    mail = player.parent / "mail"
    (mail / "shopping.txt").write_text("milk, eggs")
    (mail / "half.tmp").write_bytes(MATCH.files[STEPS[0]][:200])
    (mail / ".hidden").write_text("x")
    (mail / "other").write_bytes(finished().files["0001.step"])
    (mail / "folder").mkdir()
    first = inside(["receive", mail], home(player), player)
    again = inside(["receive", mail], home(player), player)
    passed_over = f"checked {LAST + 2} files: {{}} already received, 2 not for your games"

    entered = [f"step {step} is recorded" for step in range(1, LAST + 1)]
    assert (first[0], record(player)) == (0, MATCH.files)
    assert sorted(first[2].splitlines()) == sorted([passed_over.format(0), *entered])
    assert (again[0], again[2].splitlines()) == (0, [passed_over.format(LAST)])


def test_a_mailbox_folder_is_read_in_its_two_parts(player: Path) -> None:
    """Maildir: mails that were looked at lie in `cur`, with flags in their names; `tmp` is still being written."""
    box = player.parent / "box"
    for part in ("new", "cur", "tmp"):
        (box / part).mkdir(parents=True)
    (box / "cur" / "1700000000.M1P1.host:2,S").write_bytes(MATCH.files[STEPS[0]])
    (box / "new" / "1700000001.M1P1.host").write_bytes(MATCH.files[STEPS[1]])
    (box / "tmp" / "1700000002.M1P1.host").write_bytes(MATCH.files[STEPS[2]])
    code, _, errors = inside(["receive", box], home(player), player)

    assert (code, errors.splitlines()) == (0, ["step 1 is recorded", "step 2 is recorded"])


def test_a_pattern_that_no_shell_has_expanded_stands_for_its_files(player: Path) -> None:
    """Some shells hand `mail-*.txt` on as it is; a file of that very name comes first."""
    for number in (1, 2):
        (player / f"mail-{number}.txt").write_bytes(MATCH.files[STEPS[number - 1]])
    code, _, errors = inside(["receive", "mail-*.txt"], home(player), player)
    (player / "mail-[1]*.txt").write_text("nothing")

    assert (code, len(errors.splitlines())) == (0, 2)
    assert inside(["receive", "mail-[1]*.txt"], home(player), player)[0] == 3
    assert inside(["receive", "no-*.txt"], home(player), player)[0] == 74


def test_a_mail_may_come_on_standard_input(player: Path) -> None:
    code, out, errors = run(["receive", "-"], home(player), cwd=player, stdin=MATCH.files[STEPS[0]])

    assert (code, errors) == (0, b"step 1 is recorded\n")
    assert b", step 1, Anna: waiting for Carl." in out


def test_a_refusal_names_its_file_stops_nothing_else_and_gives_its_exit_code(player: Path) -> None:
    mail = player.parent / "mail"
    broken = player.parent / "broken"
    broken.write_bytes(MATCH.files[STEPS[1]].replace(b"\nstep 2\n", b"\nstep 7\n"))
    code, _, errors = inside(["receive", broken, mail / "delta", mail / "alpha"], home(player), player)

    assert code == 4
    assert errors.splitlines() == [
        "step 1 is recorded",
        "step 2 is recorded",
        f"referee: {broken}: the note in line 1, from carl for step 7: "
        "the signature does not match the text: one of them was changed",
        "hint: ask for it again as an attachment, which mail programs do not change",
    ]
    assert record(player) == {name: data for name, data in MATCH.files.items() if name not in STEPS[2:]}


def test_a_step_that_comes_too_early_is_kept_and_told_and_is_no_failure(player: Path) -> None:
    mail = player.parent / "mail"
    code, _, errors = inside(["receive", mail / "delta", mail / "charlie"], home(player), player)

    assert code == 0
    assert errors.splitlines() == [
        "step 1 is recorded",
        "mail 0003 is kept until 0002 arrives; to send that one again, ask the host, Bert, Carl",
    ]
    code, _, errors = inside(["receive", mail / "alpha"], home(player), player)
    assert (code, errors) == (0, "step 2 is recorded\nstep 3 is recorded\n")


def test_after_receiving_a_player_sees_what_happened_what_is_asked_and_an_answer(player: Path) -> None:
    lay(player.parent / "now", MATCH.files)
    mails = sorted((player.parent / "mail").iterdir())
    name = asked(MATCH)
    inside(
        ["words", inside(["words"], home(player, name), player)[1][12:].split("\n")[0], "--from", "all"],
        home(player, name),
        player,
    )
    _, out, _ = inside(["receive", *mails], home(player, name), player)
    log = inside(["log", "--last", str(LAST)], home(player, name), player.parent / "now")[1]
    acts = re.findall(r"^    \w+ (?:places|moves|takes|plays) .*(?= on | to )", log, re.MULTILINE)

    board, hand = (inside([word], home(player, name), player)[1].splitlines() for word in ("show", "hand"))
    asked_line, _, move, at_once, order, *below = out.splitlines()

    assert acts and [act for act in acts if act.split(maxsplit=1)[1] not in out] == []
    assert not set(hand) & set(below)
    assert [line for line in out.splitlines() if line in board and line[:2].strip().isdigit()] == board[2:13]
    assert f": your turn, {name.title()}" in asked_line
    assert (move, at_once) == ("  referee move", "or all at once, for example:")
    assert inside(["try", order.removeprefix("  referee move ")], home(player, name), player)[0] == 0


def test_the_same_as_data(player: Path) -> None:
    mails = sorted((player.parent / "mail").iterdir())
    found = json.loads(inside(["receive", *mails, "--json"], home(player), player)[1])
    log = json.loads(inside(["log", "--json"], home(player), player)[1])
    status = json.loads(inside(["status", "--json"], home(player), player)[1])

    assert [entry["sentence"] for entry in found["taken"]] == [
        f"step {step} is recorded" for step in range(1, LAST + 1)
    ]
    assert (found["news"], found["status"], found["refused"]) == (log["steps"][1:], status, [])


def test_words_of_players_come_with_the_news(tmp_path: Path) -> None:
    """The step before the last one had none; the host reads them too."""
    match = running()
    seat = asked(match)
    note = match.write(seat, ["pass"], say=("Good luck, [bold]all[/]!",))
    game = lay(tmp_path / "game", match.files)
    remember(game, home_of(tmp_path, "host"), match, LAST)
    mail_with(tmp_path / "mail", note)
    code, out, _ = inside(["receive", "../mail"], home_of(tmp_path, "host"), game)

    assert code == 0
    assert f'{seat.title()}: "Good luck, [bold]all[/]!"' in out.splitlines()


def test_remarks_on_a_mail_are_shown(player: Path) -> None:
    mail = player.parent / "reply"
    quoted = b"".join(b"> " + line + b"\n" for line in MATCH.files[STEPS[0]].split(b"\n")[:12])
    mail.write_bytes(quoted + b"\n" + MATCH.files[STEPS[0]])
    code, _, errors = inside(["receive", mail], home(player), player)

    assert code == 0
    assert errors.splitlines() == [
        "ignored: line 1: the note that begins here has no end and is left out",
        "step 1 is recorded",
    ]


def test_the_host_is_shown_the_result_before_the_end_is_written(tmp_path: Path) -> None:
    over = finished()
    last = over.host.step
    game = lay(tmp_path / "game", over.files, without=(f"{last:04d}.step",))
    remember(game, home_of(tmp_path, "host"), over, last - 1)
    mail = mail_with(tmp_path / "mail", move_of(over, last))
    asked_first = inside(["receive", mail], home_of(tmp_path, "host"), game)
    outcome = over.table.game.outcome(over.host.state)
    assert outcome is not None
    places = ", ".join(f"{place}. {name}" for place, name in sorted(zip(outcome.ranks, over.table.called, strict=True)))

    assert asked_first == (
        5,
        "",
        f"referee: this move ends the game: {places}\nhint: check the result, then repeat with --yes\n",
    )
    assert record(game) == {name: data for name, data in over.files.items() if name != f"{last:04d}.step"}
    assert inside(["receive", mail, "--yes"], home_of(tmp_path, "host"), game)[0] == 0
    assert record(game) == dict(over.files)


def test_a_bundle_is_one_mail(player: Path) -> None:
    mail = player.parent / "all-in-one"
    signed_notes = tuple(signed for name in STEPS for signed in MATCH.signed_notes[name])
    mail.write_bytes(render_bundle(signed_notes))

    assert inside(["receive", mail], home(player), player)[0] == 0
    assert record(player) == MATCH.files


def test_a_move_that_the_rules_refuse_gets_a_letter_for_its_player_alone(tmp_path: Path) -> None:
    """The host is told no more than the player will be; nothing is recorded."""
    seat = asked(MATCH)
    position = MATCH.players[seat]
    honest = MATCH.write(seat, ["pass"])
    forged = sign_note(msgspec.structs.replace(honest.note(), do=("leader king P11",)), test_key(seat))
    game = lay(tmp_path / "game", MATCH.files)
    home = home_of(tmp_path, "host")
    remember(game, home, MATCH, LAST)
    mail = mail_with(tmp_path / "mail", forged)
    before = record(game)
    code, out, errors = inside(["receive", mail], home, game)
    found = json.loads(inside(["receive", mail, "--json"], home, game)[1])
    reason, *_, send = errors.splitlines()
    letter = (game / "letters" / f"0006-{seat}-refused.txt").read_text("utf-8").splitlines()

    assert (code, out, record(game)) == (6, "", before)
    assert send == f"send letters/0006-{seat}-refused.txt to {seat}"
    assert found["refused"][0]["reply"] == f"letters/0006-{seat}-refused.txt"
    assert letter[0] == f"Tigris & Euphrates, step {position.step + 1}: {seat}'s move was not recorded"
    assert " ".join(letter[2:]).replace("     ", " ").startswith(f"  {reason.removeprefix('referee: ')}")
    assert letter[-1] == "    referee move --instead ORDER"
    assert max(map(len, letter)) <= 72


@pytest.mark.parametrize("order", [("a", "b"), ("b", "a")])
@pytest.mark.parametrize("folder", [True, False])
def test_a_move_and_its_correction_in_two_mails_are_one_delivery(
    tmp_path: Path, order: tuple[str, str], folder: bool
) -> None:
    """Attack 94: the correction counts, whichever file comes first, and the replaced move is no failure."""
    host = lay(tmp_path / "host", MATCH.files, without=STEPS[-1:])
    remember(host, home_of(tmp_path, "host"), MATCH, LAST - 1)
    first = move_of(MATCH, LAST)
    seat = first.note().seat  # type: ignore[union-attr]
    second = sign_note(msgspec.structs.replace(first.note(), instead=(first.id,), say=("sorry",)), test_key(seat))
    (tmp_path / "mail").mkdir()
    mails = [mail_with(tmp_path / "mail" / name, signed) for name, signed in zip(order, (first, second), strict=True)]
    code, _, errors = inside(["receive", *([tmp_path / "mail"] if folder else mails)], home_of(tmp_path, "host"), host)

    assert code == 0, errors
    assert second.id.encode() in record(host)[STEPS[-1]]
