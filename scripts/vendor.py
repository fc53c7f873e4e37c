"""Compare the code of others in `referee/web/code/vendor` with what was published: `python3 scripts/vendor.py --check`
fetches each package by npm, and compares the archive with its integrity and each file with its SHA-256. Without
`--check` the files are written as they were published.
"""

from __future__ import annotations

import subprocess
import sys
import tarfile
import tomllib
from base64 import b64encode
from collections.abc import Iterator, Mapping
from hashlib import sha256, sha512
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

FOLDER = Path(__file__).resolve().parent.parent / "referee" / "web" / "code" / "vendor"
LIST = "vendor.toml"


def packages(folder: Path = FOLDER) -> list[dict[str, Any]]:
    """What `vendor.toml` says of each package."""
    found: list[dict[str, Any]] = tomllib.loads((folder / LIST).read_text("utf-8"))["package"]
    return found


def differences(folder: Path = FOLDER) -> Iterator[str]:
    """What of the folder is not as `vendor.toml` says; nothing is fetched."""
    listed = {name: file["sha256"] for package in packages(folder) for name, file in package["files"].items()}
    there = {path.name for path in folder.iterdir()} - {LIST}
    yield from (f"{name} is not in {LIST}" for name in sorted(there - listed.keys()))
    for name, digest in listed.items():
        if name not in there:
            yield f"{name} is missing"
        elif sha256((folder / name).read_bytes()).hexdigest() != digest:
            yield f"{name} is not what was published"


def published(package: Mapping[str, Any], place: Path) -> Iterator[tuple[str, bytes]]:
    """The files of a package as npm gives them, each with its name here. Raises ValueError: the archive is another."""
    wanted = f"{package['name']}@{package['version']}"
    command = ["npm", "pack", wanted, "--silent", "--ignore-scripts", "--pack-destination", str(place)]
    subprocess.run(command, cwd=place, check=True, stdout=subprocess.DEVNULL)
    archive = place / f"{package['name']}-{package['version']}.tgz"
    if f"sha512-{b64encode(sha512(archive.read_bytes()).digest()).decode()}" != package["integrity"]:
        raise ValueError(f"{wanted}: the archive is not the one of {LIST}")
    with tarfile.open(archive) as opened:
        for name, file in package["files"].items():
            found = opened.extractfile(f"package/{file['path']}")
            assert found is not None
            yield name, found.read()


def main(arguments: list[str]) -> int:
    """Compare, or write."""
    wrong = []
    with TemporaryDirectory() as place:
        for package in packages():
            for name, data in published(package, Path(place)):
                if "--check" not in arguments:
                    (FOLDER / name).write_bytes(data)
                elif (FOLDER / name).read_bytes() != data:
                    wrong.append(f"{name} differs from {package['name']} {package['version']}")
    wrong += differences()
    print("\n".join(wrong) or "as published")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
