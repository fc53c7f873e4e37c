"""`referee judge` at the command line: the evidence kept here, files that are named, and what is printed of them."""

from __future__ import annotations

import json
import mailbox
from pathlib import Path
from shutil import make_archive
from zipfile import ZipFile

import pytest

from referee.kernel.errors import Unreadable
from referee.record.file_names import step_name
from referee.record.note import sign_note
from referee.record.notes import Step
from tests.cli.games_on_disk import home_of, lay, mail_with, running
from tests.cli.terminal import inside
from tests.support.rehearse import test_key
from tests.table.small_games import changed

MATCH = running()
LAST = MATCH.host.step


@pytest.fixture
def player(tmp_path: Path) -> Path:
    """anna's folder before the last step."""
    home_of(tmp_path, "anna")
    return lay(tmp_path / "anna", MATCH.files, without=[step_name(LAST)])


def wrong_step(path: Path) -> Path:
    """A mail with the last step, in which the host has signed another state."""
    *notes, honest = MATCH.signed_notes[step_name(LAST)]
    note = honest.note()
    assert isinstance(note, Step)
    return mail_with(path, *notes, sign_note(changed(note, state=bytes(32)), test_key("host")))


def test_a_step_that_does_not_follow_is_kept_and_judged_without_naming_a_file(player: Path) -> None:
    home = home_of(player.parent, "anna")
    refused = inside(["receive", wrong_step(player.parent / "mail")], home, player)
    code, out, _ = inside(["judge"], home, player)
    (kept,) = (path.name for path in (player / "pending").iterdir())

    assert refused[0] == 4
    assert f"saved as pending/{kept}: `referee judge` says what it proves" in refused[2]
    assert code == 1
    assert f"step {LAST} does not follow from the notes it lists" in " ".join(out.split())
    assert out.splitlines()[-1] == "judge: upheld against the host's key"


def test_judge_says_it_in_italian(player: Path) -> None:
    home = home_of(player.parent, "anna")
    inside(["receive", wrong_step(player.parent / "mail")], home, player)
    code, out, _ = inside(["judge", "--lang", "it"], home, player)

    assert code == 1
    assert f"il passo {LAST} non segue dalle note che elenca: lo stato non segue dagli ordini" in out
    assert out.splitlines()[-1] == "giudizio: accolto contro la chiave dell'arbitro"


def test_with_json_the_files_and_the_reason_are_told(player: Path) -> None:
    home = home_of(player.parent, "anna")
    inside(["receive", wrong_step(player.parent / "mail")], home, player)
    _, out, _ = inside(["judge", "--json"], home, player)
    found = json.loads(out)
    (kept,) = (path.name for path in (player / "pending").iterdir())

    assert found["files"] == [f"pending/{kept}"]
    assert [verdict["party"] for verdict in found["verdicts"] if verdict["upheld"]] == ["referee"]
    assert found["verdicts"][-1]["reason"]["code"] == "state-differs"


def test_what_the_code_says_in_the_same_words_is_said_once(player: Path) -> None:
    before = player / "record" / step_name(LAST - 1)
    code, out, _ = inside(["judge", before], home_of(player.parent, "anna"), player)

    assert code == 0
    assert [line.split() for line in out.splitlines() if "U-STANDS" in line] == [["code", "U-STANDS"]] * 2
    assert out.count("it is in the record") == 2


def test_where_nothing_is_kept_judge_says_so(player: Path) -> None:
    home = home_of(player.parent, "anna")

    assert inside(["judge"], home, player)[:2] == (0, "there is no evidence here to judge\n")
    assert json.loads(inside(["judge", "--json"], home, player)[1]) == {
        "verdicts": [],
        "files": [],
        "heard": [],
        "unread": [],
    }


def test_a_step_judged_from_a_file_finds_what_it_lists_in_pending(player: Path) -> None:
    """Shown alone it says nothing; the notes it lists may lie among what is kept."""
    home = home_of(player.parent, "anna")
    inside(["receive", wrong_step(player.parent / "mail")], home, player)
    (kept,) = (player / "pending").iterdir()
    *notes, honest = MATCH.signed_notes[step_name(LAST)]
    alone = sign_note(changed(honest.note(), event=()), test_key("host"))
    mail = mail_with(player.parent / "alone", alone)

    assert inside(["judge", mail], home, player)[0] == 1
    kept.unlink()
    code, out, _ = inside(["judge", mail], home, player)
    assert code == 0
    assert notes[-1].id in out


def test_a_kept_file_that_cannot_be_read_is_named_and_the_rest_is_judged(player: Path) -> None:
    home = home_of(player.parent, "anna")
    inside(["receive", wrong_step(player.parent / "mail")], home, player)
    (player / "disputes").mkdir(exist_ok=True)
    (player / "disputes" / "claim-0001-00000000.note").write_bytes(b"no note at all\n")
    code, out, errors = inside(["judge"], home, player)
    told = json.loads(inside(["judge", "--json"], home, player)[1])

    assert code == 1
    assert out.splitlines()[-1] == "judge: upheld against the host's key"
    assert "disputes/claim-0001-00000000.note" in errors
    assert [one["at"] for one in told["unread"]] == ["disputes/claim-0001-00000000.note"]
    assert len(told["files"]) == 1


def test_a_file_that_cannot_be_read_is_no_acquittal(player: Path) -> None:
    (player / "disputes").mkdir(exist_ok=True)
    (player / "disputes" / "claim-0001-00000000.note").write_bytes(b"no note at all\n")

    assert inside(["judge"], home_of(player.parent, "anna"), player)[0] == Unreadable.exit_code


@pytest.mark.parametrize("form", ["mbox", "zip", "tar", "folder", "list"])
def test_disputed_notes_are_read_in_whatever_form_they_come(player: Path, form: str) -> None:
    home, sent = home_of(player.parent, "anna"), player.parent / "sent"
    mail = wrong_step(player.parent / "letter").read_bytes()
    record = {"charter.note": MATCH.files["charter.note"], step_name(LAST): mail.partition(b"\n\n")[2]}
    if form == "mbox":
        box = mailbox.mbox(sent)
        box.add(mailbox.mboxMessage(mail))
        box.close()
    elif form == "zip":
        with ZipFile(sent, "w") as archive:
            for name, data in record.items():
                archive.writestr(f"bert/record/{name}", data)
    elif form in ("tar", "folder"):
        lay(player.parent / "bert", record)
        sent = (
            player.parent / "bert"
            if form == "folder"
            else Path(make_archive(str(sent), "gztar", player.parent, "bert"))
        )
    else:
        sent.write_text(f"{player.parent / 'letter'}\n", "utf-8")
    code, out, _ = inside(["judge", *(["--from"] if form == "list" else []), sent], home, player)

    assert (code, "judge: upheld against the host's key" in out) == (1, True)
