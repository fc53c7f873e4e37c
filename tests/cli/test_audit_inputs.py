"""What `audit` reads beside folders: lists, archives, mailboxes. Every game here is one of the examples."""

from __future__ import annotations

import json
import mailbox
import subprocess
import sys
import tarfile
from collections.abc import Callable, Mapping
from email.message import EmailMessage
from io import BytesIO
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import pytest

from tests.cli.terminal import COMMAND, environment, inside, run

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
UR = EXAMPLES / "ur-3p" / "record"


def audited(home: Path, *words: str | Path) -> tuple[int, str, str]:
    return inside(["audit", *words], home, None)


def zipped(path: Path, files: Mapping[str, bytes]) -> Path:
    with ZipFile(path, "w", ZIP_DEFLATED, compresslevel=1) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return path


def ur() -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(UR.iterdir())}


@pytest.fixture(scope="module")
def of_folder(tmp_path_factory: pytest.TempPathFactory) -> tuple[int, str, str]:
    """What is said of the folder: every other form of the same record is told in the same words."""
    return audited(tmp_path_factory.mktemp("home"), UR.parent)


def test_an_archive_is_audited_like_the_folder_that_was_packed(tmp_path: Path, of_folder: tuple[int, str, str]) -> None:
    path = zipped(tmp_path / "ur.zip", {f"ur/record/{name}": data for name, data in ur().items()})

    assert audited(tmp_path, path) == of_folder


def test_every_game_of_an_archive_gets_a_line(tmp_path: Path) -> None:
    path = tmp_path / "season.tgz"
    with tarfile.open(path, "w:gz") as archive:
        for name in ("ur-3p", "cards-2p"):
            archive.add(EXAMPLES / name / "record", f"{name}/record")

    code, said, errors = audited(tmp_path, path)

    assert (code, errors) == (0, "")
    assert [line.split(", coverage")[0] for line in said.splitlines()] == [
        f"{path}: cards-2p: 104 steps",
        f"{path}: ur-3p: 33 steps",
    ]


def letters(files: Mapping[str, bytes]) -> list[EmailMessage]:
    """A mail for every file of a record, the last one first: quoted-printable, base64 or as it is, in turns."""
    found = []
    for number, (name, data) in enumerate(sorted(files.items(), reverse=True)):
        mail = EmailMessage()
        mail["From"], mail["Subject"] = "host@club.example", f"Ur {name}"
        mail.set_content(f"From all of us:\n\n{data.decode()}", cte=("quoted-printable", "base64", "7bit")[number % 3])
        found.append(mail)
    about = EmailMessage()
    about["From"], about["Subject"] = "bert@club.example", "Thursday?"
    about.set_content("Shall we play on Thursday?\n")
    return [about, *found]


def test_the_record_is_put_together_again_from_an_mbox(tmp_path: Path, of_folder: tuple[int, str, str]) -> None:
    path = tmp_path / "club.mbox"
    box = mailbox.mbox(path)
    for mail in letters(ur()):
        box.add(mail)
    box.close()

    assert audited(tmp_path, path) == of_folder


def test_the_record_is_put_together_again_from_a_maildir(tmp_path: Path, of_folder: tuple[int, str, str]) -> None:
    box = mailbox.Maildir(tmp_path / "club")
    for mail in letters(ur()):
        box.add(mail)

    assert audited(tmp_path, tmp_path / "club") == of_folder


def test_the_record_is_put_together_again_from_one_file_of_notes(
    tmp_path: Path, of_folder: tuple[int, str, str]
) -> None:
    path = tmp_path / "all.txt"
    path.write_bytes(b"Dear all,\n\n" + b"".join(ur().values()))

    assert audited(tmp_path, path) == of_folder


def test_a_mailbox_without_a_step_is_told_which_one_is_missing(tmp_path: Path) -> None:
    path = tmp_path / "club.mbox"
    box = mailbox.mbox(path)
    for mail in letters({name: data for name, data in ur().items() if name != "0017.step"}):
        box.add(mail)
    box.close()

    code, said, _ = audited(tmp_path, path)

    assert (code, "0018.step: not now: step 17 is missing" in said) == (1, True)


@pytest.mark.parametrize("cut", ["\n", "\r\n", "\0"])
def test_a_list_names_what_is_audited_line_by_line_or_cut_by_zero_bytes(tmp_path: Path, cut: str) -> None:
    listed = tmp_path / "games"
    listed.write_bytes(cut.join([str(UR.parent), str(EXAMPLES / "tigris-running"), ""]).encode())

    code, said, _ = audited(tmp_path, "--from", listed)

    assert (code, said) == audited(tmp_path, UR.parent, EXAMPLES / "tigris-running")[:2]


def test_a_list_may_come_by_standard_input(tmp_path: Path) -> None:
    code, said, _ = run(["audit", "--from", "-", "--json"], tmp_path, stdin=f"{UR.parent}\n".encode())

    assert (code, json.loads(said)["folder"], json.loads(said)["verdict"]) == (0, str(UR.parent), "clean")


def test_an_empty_list_is_told_and_not_passed_over(tmp_path: Path) -> None:
    code, _, said = run(["audit", "--from", "-"], tmp_path)

    assert (code, said) == (3, b"referee: -: the list is empty; it should have one path per line\n")


# Hostile archives, each in a process whose memory the system measures

MEASURED = (
    "import os, sys; pid = os.spawnv(os.P_NOWAIT, sys.executable, sys.argv[1:]); _, status, used = os.wait4(pid, 0);"
    "print(os.waitstatus_to_exitcode(status), used.ru_maxrss)"
)
"""A small process in between: what is measured of a child is at least what its parent had."""


def bomb(path: Path) -> None:
    zipped(path, {"charter.note": b"", "0001.step": bytes(2**26)})


def many_bombs(path: Path) -> None:
    zipped(path, {"charter.note": b"", **{f"{number:04}.step": bytes(2**20) for number in range(1, 71)}})


def outside(path: Path) -> None:
    zipped(path, {**ur(), "../0034.step": b""})


def link(path: Path) -> None:
    zipped(path, ur())
    with ZipFile(path, "a") as archive:
        entry = ZipInfo("0034.step")
        entry.create_system, entry.external_attr = 3, 0o120777 << 16
        archive.writestr(entry, "/etc/passwd")


def crowd(path: Path) -> None:
    zipped(path, {f"{number}.note": b"" for number in range(10_001)})


def tar_bomb(path: Path) -> None:
    with tarfile.open(path, "w:bz2") as archive:
        for name, size in (("charter.note", 0), ("0001.step", 2**26)):
            member = tarfile.TarInfo(name)
            member.size = size
            archive.addfile(member, BytesIO(bytes(size)))


def tar_crowd(path: Path) -> None:
    with tarfile.open(path, "w:gz", compresslevel=1) as archive:
        for number in range(10_001):
            archive.addfile(tarfile.TarInfo(f"{number}.note"))


HOSTILE: Mapping[str, tuple[Callable[[Path], None], str]] = {
    "a bomb": (bomb, "0001.step in the archive has more than 1048576 bytes; no file of a record is that long"),
    "70 files": (many_bombs, "the archive unpacks to more than 67108864 bytes; no record is that long"),
    "a name outside": (outside, "../0034.step points outside the archive; nothing in it was read"),
    "a link": (link, "0034.step in the archive is a link or a device; a record has files only"),
    "10,001 entries": (crowd, "the archive has more than 10000 entries; no record has that many"),
    "a tar bomb": (tar_bomb, "0001.step in the archive has more than 1048576 bytes; no file of a record is that long"),
    "10,001 entries of a tar": (tar_crowd, "the archive has more than 10000 entries; no record has that many"),
}


@pytest.mark.needs("Linux")
@pytest.mark.parametrize("flaw", HOSTILE)
def test_a_hostile_archive_gets_one_sentence_and_less_than_64_mib(tmp_path: Path, flaw: str) -> None:
    make, sentence = HOSTILE[flaw]
    make(tmp_path / "sent")
    done = subprocess.run(
        [sys.executable, "-S", "-c", MEASURED, *COMMAND, "audit", "sent"],
        cwd=tmp_path,
        env=environment(tmp_path),
        capture_output=True,
        text=True,
        check=True,
    )
    code, kibibytes = map(int, done.stdout.split())

    assert (code, done.stderr) == (3, f"referee: sent: {sentence}\n")
    assert kibibytes < 64 * 1024
