"""A record read from an archive that somebody sends: whole, or refused in one sentence."""

from __future__ import annotations

import gzip
import io
import stat
import tarfile
from collections.abc import Callable, Mapping
from pathlib import Path
from zipfile import ZIP_BZIP2, ZIP_DEFLATED, ZipFile, ZipInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.kernel.errors import RefereeError, Unreadable
from referee.record.sources import FoundRecord, records_at
from tests.long_runs import of

RECORD = {"offer.note": b"an offer", "charter.note": b"a charter", "0000.deal": b"a deal", "0001.step": b"a step"}
Write = Callable[[Path, Mapping[str, bytes]], Path]


def zipped(path: Path, files: Mapping[str, bytes]) -> Path:
    with ZipFile(path, "w", ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return path


def tarred(path: Path, files: Mapping[str, bytes], mode: str = "w:") -> Path:
    with tarfile.open(path, mode) as archive:  # type: ignore[call-overload]
        for name, data in files.items():
            member = tarfile.TarInfo(name)
            member.size = len(data)
            archive.addfile(member, io.BytesIO(data))
    return path


KINDS: Mapping[str, Write] = {
    "zip": zipped,
    "tar": tarred,
    "tar.gz": lambda path, files: tarred(path, files, "w:gz"),
    "tar.bz2": lambda path, files: tarred(path, files, "w:bz2"),
}


def refused(path: Path) -> str:
    with pytest.raises(Unreadable) as found:
        records_at(path)
    assert found.value.at == str(path)
    return found.value.code


@pytest.mark.parametrize("folder", ["", "./", "record/", "friday/record/", "./friday/"])
@pytest.mark.parametrize("kind", KINDS)
def test_a_record_lies_in_any_folder_of_an_archive(tmp_path: Path, kind: str, folder: str) -> None:
    path = KINDS[kind](tmp_path / "sent", {folder + name: data for name, data in RECORD.items()})

    assert [dict(found.files) for found in records_at(path)] == [RECORD]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("folder", ["record\\", "friday\\record\\", "friday\\record/", ".\\friday\\"])
def test_an_archive_of_windows_is_read_as_any_other(tmp_path: Path, kind: str, folder: str) -> None:
    """PowerShell 5 writes names with `\\`, folders among them."""
    files = {"friday\\": b"", folder: b"", **{folder + name: data for name, data in RECORD.items()}}
    found = records_at(KINDS[kind](tmp_path / "sent", files))

    assert [dict(one.files) for one in found] == [RECORD]
    assert [one.name for one in found] == ["friday" if "friday" in folder else ""]


def test_names_that_are_one_on_any_machine_refuse_an_archive(tmp_path: Path) -> None:
    names = {f"record/{name}": data for name, data in RECORD.items()}
    path = zipped(tmp_path / "sent", {**names, "record\\0001.step": b"another step"})

    assert refused(path) == "archive-name-twice"


@pytest.mark.parametrize("kind", KINDS)
def test_every_record_of_an_archive_is_found_by_the_folder_of_its_game(tmp_path: Path, kind: str) -> None:
    both = {f"{game}/record/{name}": data for game in ("tuesday", "friday") for name, data in RECORD.items()}

    found = records_at(KINDS[kind](tmp_path / "sent", both))

    assert found == (FoundRecord("friday", RECORD), FoundRecord("tuesday", RECORD))


@pytest.mark.parametrize("kind", KINDS)
def test_only_what_a_record_can_have_is_unpacked_from_an_archive(tmp_path: Path, kind: str) -> None:
    beside = {"record/.DS_Store": b"x", "record/inner.zip": b"PK", "letters/0001.txt": b"y", "outbox/a.note": b"z"}
    path = KINDS[kind](tmp_path / "sent", {**{f"record/{name}": data for name, data in RECORD.items()}, **beside})

    assert records_at(path) == (FoundRecord("", RECORD, {".DS_Store": b"", "inner.zip": b""}),)


@pytest.mark.parametrize("kind", KINDS)
def test_an_archive_in_an_archive_is_not_opened(tmp_path: Path, kind: str) -> None:
    inner = zipped(tmp_path / "inner.zip", RECORD).read_bytes()

    assert records_at(KINDS[kind](tmp_path / "sent", {"inner.zip": inner})) == (FoundRecord("", {}),)


@pytest.mark.parametrize(
    "name", ["../0001.step", "a/../../0001.step", "/etc/0001.step", "..\\0001.step", "C:/0001.step"]
)
@pytest.mark.parametrize("kind", KINDS)
def test_a_name_that_leads_out_refuses_the_archive(tmp_path: Path, kind: str, name: str) -> None:
    assert refused(KINDS[kind](tmp_path / "sent", {**RECORD, name: b""})) == "archive-leads-out"


@pytest.mark.parametrize("kind", [tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.FIFOTYPE, tarfile.CHRTYPE])
def test_a_link_or_device_refuses_a_tar(tmp_path: Path, kind: bytes) -> None:
    path = tarred(tmp_path / "sent.tar", RECORD)
    with tarfile.open(path, "a") as archive:
        member = tarfile.TarInfo("0002.step")
        member.type, member.linkname = kind, "0001.step"
        archive.addfile(member)

    assert refused(path) == "archive-link"


def test_a_link_refuses_a_zip(tmp_path: Path) -> None:
    path = zipped(tmp_path / "sent.zip", RECORD)
    with ZipFile(path, "a") as archive:
        link = ZipInfo("0002.step")
        link.create_system, link.external_attr = 3, (stat.S_IFLNK | 0o777) << 16
        archive.writestr(link, "/etc/passwd")

    assert refused(path) == "archive-link"


@pytest.mark.parametrize("kind", KINDS)
def test_one_name_twice_refuses_an_archive(tmp_path: Path, kind: str) -> None:
    twice = {**RECORD, "./0001.step": b"another step"}

    assert refused(KINDS[kind](tmp_path / "sent", twice)) == "archive-name-twice"


@pytest.mark.parametrize(
    ("kind", "count"),
    [
        ("zip", 10_000),
        ("tar.gz", 10_001),
        pytest.param("zip", 10_001, marks=pytest.mark.long),
        pytest.param("tar.gz", 10_000, marks=pytest.mark.long),
    ],
)
def test_an_archive_has_ten_thousand_entries_at_most(tmp_path: Path, kind: str, count: int) -> None:
    many = {**RECORD, **{f"x{number}": b"" for number in range(count - len(RECORD))}}
    path = KINDS[kind](tmp_path / "sent", many)

    if count > 10_000:
        assert refused(path) == "archive-too-many"
    else:
        assert records_at(path)[0].files == RECORD


@pytest.mark.parametrize("kind", KINDS)
def test_a_file_longer_than_a_record_has_refuses_an_archive(tmp_path: Path, kind: str) -> None:
    assert (
        refused(KINDS[kind](tmp_path / "sent", {**RECORD, "0002.step": bytes(2**20 + 1)})) == "archive-entry-too-long"
    )


@pytest.mark.parametrize("kind", ["zip", "tar.gz"])
def test_more_than_a_whole_record_refuses_an_archive(tmp_path: Path, kind: str) -> None:
    long = {**RECORD, **{f"{number:04}.step": bytes(2**20) for number in range(1, 66)}}

    assert refused(KINDS[kind](tmp_path / "sent", long)) == "archive-too-long"


def test_what_a_zip_says_of_its_sizes_is_not_believed(tmp_path: Path) -> None:
    path = zipped(tmp_path / "sent.zip", {**RECORD, "0002.step": bytes(2**21)})
    size = (2**21).to_bytes(4, "little")
    path.write_bytes(path.read_bytes().replace(size, (7).to_bytes(4, "little")))

    assert refused(path) == "archive-damaged"


def test_a_tar_whose_header_says_it_is_huge_is_not_read_into_memory(tmp_path: Path) -> None:
    member = tarfile.TarInfo("long")
    member.type, member.size = tarfile.GNUTYPE_LONGNAME, 2**33
    path = tmp_path / "sent.tar"
    path.write_bytes(member.tobuf(tarfile.GNU_FORMAT) + bytes(10_240))

    assert refused(path) == "archive-too-long"


@pytest.mark.parametrize("flaw", ["password", "method", "cut", "no list", "gzip of nothing"])
def test_an_archive_that_cannot_be_read_is_refused_in_one_sentence(tmp_path: Path, flaw: str) -> None:
    path = zipped(tmp_path / "sent.zip", RECORD)
    data = bytearray(path.read_bytes())
    if flaw == "password":
        for mark, place in ((b"PK\3\4", 6), (b"PK\1\2", 8)):
            at = -1
            while (at := data.find(mark, at + 1)) >= 0:
                data[at + place] |= 1
    elif flaw == "method":
        with ZipFile(path, "w", ZIP_BZIP2) as archive:
            archive.writestr("charter.note", "a charter")
        data = bytearray(path.read_bytes())
    elif flaw == "cut":
        data = data[:-5]
    elif flaw == "no list":
        data = data[:40]
    else:
        data = bytearray(gzip.compress(b"nothing"))
    path.write_bytes(data)

    assert refused(path) == "archive-damaged"


@settings(max_examples=of(60, 150), deadline=None)
@given(data=st.data(), kind=st.sampled_from(sorted(KINDS)))
def test_a_damaged_archive_gives_records_or_a_refusal_and_nothing_else(
    data: st.DataObject, kind: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    path = KINDS[kind](tmp_path_factory.getbasetemp() / f"flipped.{kind}", RECORD)
    damaged = bytearray(path.read_bytes())
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(damaged) - 1))
        damaged[at] = data.draw(st.integers(0, 255))
    path.write_bytes(damaged[: data.draw(st.integers(0, len(damaged)))] if data.draw(st.booleans()) else damaged)

    try:
        records = records_at(path)
    except RefereeError as error:
        assert error.exit_code in (3, 4)
    else:
        assert all(isinstance(found, FoundRecord) for found in records)
