"""The running program as one file that somebody else can install: a wheel, the same bytes on every machine.

It is made of what was installed, file by file, each compared with what RECORD says of it; pip, pipx and uv install the
same files and keep the same digests. What an installer writes for its own use is left out.
"""

from __future__ import annotations

import csv
import hashlib
import io
import sys
import zipfile
import zlib
from base64 import urlsafe_b64encode
from collections.abc import Mapping
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from referee.kernel import DISTRIBUTION
from referee.kernel.errors import NotAuthentic, Unreadable, Unsupported
from referee.kernel.sentence import Sentence
from referee.messages.install_lines import FILE
from referee.record import files

_OF_INSTALLERS = frozenset({"INSTALLER", "REQUESTED", "RECORD", "direct_url.json", "uv_cache.json", "uv_build.json"})
SUMS = "SHA256SUMS"
"""The file with the sum of the wheel, beside it, in a program that has Python inside."""
_TAGS = "-py3-none-any.whl"
_DAY = (1980, 1, 1, 0, 0, 0)
_LARGEST = 2**25
_LARGEST_INSIDE = 2**27


class ProgramFile(NamedTuple):
    """The program as a file."""

    name: str
    data: bytes
    parts: Mapping[str, bytes]

    @property
    def sha256(self) -> str:
        """The digest by which anyone who gets the file knows it."""
        return hashlib.sha256(self.data).hexdigest()


class Installed(NamedTuple):
    """What is installed: the files of the wheel by their names in it, and the names of those that were changed."""

    head: str
    parts: Mapping[str, bytes]
    changed: tuple[str, ...]


def find_distribution() -> Distribution:
    """The installed program. Raises Unsupported: it runs from a folder where nobody has installed it."""
    try:
        return distribution(DISTRIBUTION)
    except PackageNotFoundError:
        raise Unsupported("program-not-installed", hint=Sentence("build-the-wheel")) from None


def running_program() -> ProgramFile:
    """The program that runs here, as a file. Raises Unsupported or NotAuthentic: it is not here as it was packed."""
    if getattr(sys, "frozen", False):
        return wheel_inside(Path(sys._MEIPASS) / "program")  # type: ignore[attr-defined]  # PyInstaller's
    return make_program_file(read_installation(find_distribution()))


def wheel_inside(folder: Path) -> ProgramFile:
    """The wheel that is in a program which has Python inside, with its sum: the maker of that program has put both
    there.

    Raises:
        NotAuthentic: it is not the one of the sum beside it. FileTrouble: one of the two is missing.
    """
    data = files.read_file(folder / FILE, _LARGEST, follow=True)
    found = ProgramFile(FILE, data, {})
    if files.read_file(folder / SUMS, _LARGEST, follow=True).decode("ascii", "replace").split()[:1] != [found.sha256]:
        raise NotAuthentic("program-changed", name=FILE, count=1, hint=Sentence("install-again"))
    return found._replace(parts=read_wheel(folder / FILE))


def read_installation(found: Distribution) -> Installed:
    """What is installed, as far as it is as its RECORD says.

    Raises:
        Unsupported: it was installed without RECORD, as packagers of a system do, or from a folder that is worked on.
    """
    record = found.read_text("RECORD")
    if not record:
        raise Unsupported("program-without-record")
    head = FILE.removesuffix(_TAGS)  # not of METADATA, which may be what was changed
    parts, changed = dict[str, bytes](), list[str]()
    # `files` of Python 3.12 leaves out what is missing without a word.
    for written, digest, _ in (row for row in csv.reader(record.splitlines()) if len(row) == 3):
        name = PurePosixPath(written.replace("\\", "/"))
        target = _name_in_wheel(name, head)
        if target is None:
            continue
        data = _read_part(found, written, name)
        if data is None or digest != f"sha256={_digest(data)}":
            changed.append(target)
        else:
            parts[target] = data
    if not any(name.startswith("referee/") for name in (*parts, *changed)):
        raise Unsupported("program-from-checkout", hint=Sentence("build-the-wheel"))
    return Installed(head, parts, tuple(sorted(changed)))


def make_program_file(installed: Installed) -> ProgramFile:
    """The wheel of what is installed. Raises NotAuthentic: a file is not as it was installed."""
    if installed.changed:
        first, count = installed.changed[0], len(installed.changed)
        raise NotAuthentic("program-changed", name=first, count=count, hint=Sentence("install-again"))
    parts = dict(sorted(installed.parts.items()))
    rows = io.StringIO()
    record = f"{installed.head}.dist-info/RECORD"
    writer = csv.writer(rows, lineterminator="\n")
    writer.writerows((name, f"sha256={_digest(data)}", len(data)) for name, data in parts.items())
    writer.writerow((record, "", ""))
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as wheel:
        for name, data in (parts | {record: rows.getvalue().encode()}).items():
            entry = zipfile.ZipInfo(name, _DAY)
            entry.compress_type, entry.external_attr, entry.create_system = zipfile.ZIP_DEFLATED, 0o644 << 16, 3
            wheel.writestr(entry, data, compresslevel=9)
    return ProgramFile(f"{installed.head}{_TAGS}", packed.getvalue(), parts)


def read_wheel(path: Path) -> dict[str, bytes]:
    """What is in a wheel, by name, except for its own list of that.

    Raises:
        Unreadable: it is not a wheel, or a larger one than this program could be. FileTrouble: it cannot be read.
    """
    data = files.read_file(path, _LARGEST, follow=True)
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as wheel:
            entries = [entry for entry in wheel.infolist() if not entry.is_dir()]
            if sum(entry.file_size for entry in entries) > _LARGEST_INSIDE:
                raise Unreadable("program-no-wheel", file=str(path))
            found = {entry.filename: wheel.read(entry) for entry in entries}
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError, EOFError, ValueError, OSError):
        raise Unreadable("program-no-wheel", file=str(path)) from None
    return {name: content for name, content in found.items() if not name.endswith(".dist-info/RECORD")}


def differing_parts(found: Mapping[str, bytes], parts: Mapping[str, bytes]) -> tuple[str, ...]:
    """The names of what a wheel has otherwise than the running program, lacks, or has besides, sorted."""
    return tuple(sorted(name for name in found.keys() | parts.keys() if found.get(name) != parts.get(name)))


def _name_in_wheel(name: PurePosixPath, head: str) -> str | None:
    """What an installed file is called in the wheel; None of what installers make anew, as the command itself."""
    if name.suffix == ".pyc":
        return None
    if name.parts[0] == "referee":
        return str(name)
    if name.parts[0] == f"{head}.dist-info":
        return None if name.name in _OF_INSTALLERS else str(name)
    if "share" in name.parts:
        return f"{head}.data/data/{'/'.join(name.parts[name.parts.index('share') :])}"
    return None


def _read_part(found: Distribution, written: str, name: PurePosixPath) -> bytes | None:
    """The bytes of an installed file. What is beside the packages, pages of `man`, `pip install --target` puts below
    them.
    """
    places = [Path(str(found.locate_file(written)))]
    if "share" in name.parts:
        places.append(Path(str(found.locate_file("/".join(name.parts[name.parts.index("share") :])))))
    place = next((place for place in places if place.is_file()), None)
    return None if place is None else files.read_file(place, _LARGEST, follow=True)


def _digest(data: bytes) -> str:
    return urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
