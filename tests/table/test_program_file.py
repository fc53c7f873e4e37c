"""The running program as a file: the same bytes from each installation, and none of one that was changed."""

from __future__ import annotations

import csv
import hashlib
import io
import json
import sys
import zipfile
from base64 import urlsafe_b64encode
from email import message_from_bytes
from email.policy import default
from importlib.metadata import PackageNotFoundError, PathDistribution
from pathlib import Path

import pytest

from referee import __version__
from referee.cli.main import run
from referee.kernel.errors import NotAuthentic, RefereeError
from referee.messages.install_lines import FILE
from referee.session import program_file
from referee.session.program_file import (
    SUMS,
    differing_parts,
    make_program_file,
    read_installation,
    read_wheel,
    running_program,
)
from tests.cli.games_on_disk import home_of, lay, running
from tests.cli.terminal import inside

INFO = f"pbem_referee-{__version__}.dist-info"
PROGRAM = {
    "referee/__init__.py": b"",
    "referee/api.py": b"import this\n",
    "referee/pictures/board.bin": bytes(range(256)) * 40,
    f"{INFO}/METADATA": f"Metadata-Version: 2.1\nName: pbem-referee\nVersion: {__version__}\n".encode(),
    f"{INFO}/WHEEL": b"Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
}
PAGE = b".TH referee 1\n"


def digest(data: bytes) -> str:
    return "sha256=" + urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()


def install(place: Path, *, installer: str = "pip", order: int = 1, target: bool = False) -> PathDistribution:
    """The program as an installer lays it down, with what each leaves beside it for its own use."""
    packages = place if target else place / "lib" / "python3.11" / "site-packages"
    pages = "share/man/man1/referee.1" if target else "../../../share/man/man1/referee.1"
    own = {f"{INFO}/INSTALLER": f"{installer}\n".encode(), f"{INFO}/direct_url.json": str(place).encode()}
    laid = PROGRAM | own | {pages: PAGE, "../../../bin/referee": b"#!" + str(place).encode()}
    if target:
        pages_of_record = {"../../share/man/man1/referee.1": PAGE}
        rows = [(name, digest(data), str(len(data))) for name, data in (PROGRAM | own | pages_of_record).items()]
    else:
        rows = [(name, digest(data), str(len(data))) for name, data in laid.items()]
    rows += [("referee/__pycache__/api.cpython-311.pyc", "", ""), (f"{INFO}/RECORD", "", "")]
    for name, data in laid.items():
        file = packages / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(data)
    record = io.StringIO()
    csv.writer(record).writerows(rows[::order])
    (packages / INFO / "RECORD").write_text(record.getvalue(), "utf-8")
    return PathDistribution(packages / INFO)


def code_of(found: PathDistribution) -> str:
    with pytest.raises(RefereeError) as refused:
        make_program_file(read_installation(found))
    return refused.value.code


def test_each_installer_gives_the_same_bytes(tmp_path: Path) -> None:
    ways = [
        install(tmp_path / "a" / "env"),
        install(tmp_path / "b" / "env", installer="uv", order=-1),
        install(tmp_path / "c" / "d" / "env", installer="pip", target=True),
    ]
    made = [make_program_file(read_installation(way)) for way in ways]

    assert len({one.data for one in made}) == 1
    assert made[0].name == FILE and made[0].sha256 == hashlib.sha256(made[0].data).hexdigest()


def test_an_installer_finds_in_it_what_was_installed(tmp_path: Path) -> None:
    made = make_program_file(read_installation(install(tmp_path / "env")))
    with zipfile.ZipFile(io.BytesIO(made.data)) as wheel:
        found = {name: wheel.read(name) for name in wheel.namelist()}
    record = list(csv.reader(found.pop(f"{INFO}/RECORD").decode().splitlines()))

    assert found == PROGRAM | {f"pbem_referee-{__version__}.data/data/share/man/man1/referee.1": PAGE}
    assert record == [[name, digest(data), str(len(data))] for name, data in sorted(found.items())] + [
        [f"{INFO}/RECORD", "", ""]
    ]


@pytest.mark.parametrize("name", ["referee/api.py", f"{INFO}/METADATA", "../../../share/man/man1/referee.1"])
@pytest.mark.parametrize("is_missing", [False, True])
def test_a_program_that_was_changed_is_not_handed_on(tmp_path: Path, name: str, is_missing: bool) -> None:
    found = install(tmp_path / "env")
    file = tmp_path / "env" / "lib" / "python3.11" / "site-packages" / name
    file.unlink() if is_missing else file.write_bytes(file.read_bytes() + b"#")

    assert code_of(found) == "program-changed"


def test_a_file_that_no_installer_laid_down_is_left_out(tmp_path: Path) -> None:
    found = install(tmp_path / "env")
    before = make_program_file(read_installation(found)).data
    (tmp_path / "env" / "lib" / "python3.11" / "site-packages" / "referee" / "more.py").write_bytes(b"x = 1\n")

    assert make_program_file(read_installation(found)).data == before


def test_where_nothing_tells_what_was_installed_there_is_no_file(tmp_path: Path) -> None:
    found = install(tmp_path / "env")
    record = tmp_path / "env" / "lib" / "python3.11" / "site-packages" / INFO / "RECORD"
    record.write_text("".join(line for line in record.read_text().splitlines(True) if "referee/" not in line))
    assert code_of(found) == "program-from-checkout"
    record.unlink()
    assert code_of(found) == "program-without-record"


def test_a_file_is_compared_by_what_is_in_it(tmp_path: Path) -> None:
    """Another zlib packs otherwise; what is installed of it is the same."""
    made = make_program_file(read_installation(install(tmp_path / "env")))
    stored, other, more = tmp_path / "stored", tmp_path / "other", tmp_path / "more"
    for place, parts in (
        (stored, made.parts),
        (other, {**made.parts, "referee/api.py": b"import that\n"}),
        (more, {**made.parts, "referee/zzz.py": b""}),
    ):
        with zipfile.ZipFile(place, "w") as wheel:
            for name, data in parts.items():
                wheel.writestr(name, data)

    assert differing_parts(read_wheel(stored), made.parts) == ()
    assert differing_parts(read_wheel(other), made.parts) == ("referee/api.py",)
    assert differing_parts(read_wheel(more), made.parts) == ("referee/zzz.py",)


@pytest.mark.parametrize("data", [b"", b"PK", b"PK\x05\x06" + b"\0" * 18, b"x" * 900])
def test_what_is_no_wheel_is_a_sentence(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "file").write_bytes(data)
    made = make_program_file(read_installation(install(tmp_path / "env")))
    if data[2:4] == b"\x05\x06":  # an archive of nothing: all is lacking
        assert differing_parts(read_wheel(tmp_path / "file"), made.parts) == tuple(made.parts)
        return
    with pytest.raises(RefereeError) as refused:
        read_wheel(tmp_path / "file")
    assert refused.value.code == "program-no-wheel"


def test_a_file_that_would_fill_the_memory_is_not_unpacked(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "bomb", "w", zipfile.ZIP_DEFLATED) as wheel:
        for number in range(3):
            wheel.writestr(f"referee/{number}", bytes(50 * 2**20))
    with pytest.raises(RefereeError) as refused:
        read_wheel(tmp_path / "bomb")
    assert refused.value.code == "program-no-wheel"


# The command


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The command runs from an installation, in a folder of its own."""
    found = install(tmp_path / "env")
    monkeypatch.setattr(program_file, "find_distribution", lambda: found)
    monkeypatch.setenv("REFEREE_HOME", str(tmp_path / "home"))
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    return tmp_path / "env" / "lib" / "python3.11" / "site-packages"


def test_the_file_is_told_written_and_known_again(installed: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["program", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert run(["program", "--to", "."]) == 0
    assert hashlib.sha256(Path(FILE).read_bytes()).hexdigest() == told["sha256"]
    assert [path.name for path in Path().iterdir()] == [told["name"]] == [FILE]
    assert told["sha256"] in capsys.readouterr().out.replace("\n", "")
    assert run(["program", FILE]) == 0

    (installed / "referee" / "api.py").write_bytes(b"import that\n")
    assert run(["program", FILE]) == 4
    assert "referee/api.py has changed since it was installed" in " ".join(capsys.readouterr().err.split())
    assert run(["program", "--to", "other.whl"]) == 4 and not Path("other.whl").exists()


def test_another_program_is_named_by_its_first_file(installed: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with zipfile.ZipFile("other.whl", "w") as wheel:
        wheel.writestr("referee/api.py", b"import that\n")

    assert run(["program", "other.whl", "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["differs"][:1] == [
        f"pbem_referee-{__version__}.data/data/share/man/man1/referee.1"
    ]


def test_a_name_that_no_installer_takes_is_refused(installed: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["program", "--to", "referee.whl"]) == 5
    assert run(["program", FILE, "--to", "."]) == 2
    assert list(Path().iterdir()) == []


def test_a_program_that_nobody_installed_says_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def missing(name: str) -> None:
        raise PackageNotFoundError(name)

    monkeypatch.setattr("referee.session.program_file.distribution", missing)

    assert run(["program", "--to", "."]) == 69
    assert "not installed" in " ".join(capsys.readouterr().err.split())
    assert run(["program"]) == 0
    assert "not installed" in " ".join(capsys.readouterr().out.split())


def test_a_mail_has_the_same_file_as_the_command_writes(installed: Path, tmp_path: Path) -> None:
    match = running()
    home, game = home_of(tmp_path, "host"), lay(tmp_path / "game", match.files)
    written = inside(["program", "--to", str(installed)], home, tmp_path)
    mailed = inside(["mail", "--with-program"], home, game)
    mails = [message_from_bytes(path.read_bytes(), policy=default) for path in (game / "letters").glob("*.eml")]
    files = [one.get_content() for mail in mails for one in mail.walk() if one.get_filename() == FILE]

    assert (written[0], mailed[0], len(mails)) == (0, 0, 3)
    assert files == [(installed / FILE).read_bytes()] * 3


# The program with Python inside


@pytest.fixture
def frozen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the wheel in a program that `scripts/one_file.py` has made."""
    made = make_program_file(read_installation(install(tmp_path / "env")))
    folder = tmp_path / "unpacked" / "program"
    folder.mkdir(parents=True)
    (folder / FILE).write_bytes(made.data)
    (folder / SUMS).write_text(f"{made.sha256}  {FILE}\n", "ascii")
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "_MEIPASS", str(folder.parent), raising=False)
    return folder


def test_a_program_with_python_inside_hands_on_the_wheel_it_was_made_of(frozen: Path) -> None:
    made = running_program()

    assert made.data == (frozen / FILE).read_bytes()
    assert differing_parts(read_wheel(frozen / FILE), made.parts) == ()


@pytest.mark.parametrize("name", [FILE, SUMS])
def test_a_wheel_inside_that_was_changed_is_not_handed_on(frozen: Path, name: str) -> None:
    (frozen / name).write_bytes(b"#" + (frozen / name).read_bytes())
    with pytest.raises(NotAuthentic):
        running_program()
    (frozen / name).unlink()
    with pytest.raises(RefereeError):
        running_program()
