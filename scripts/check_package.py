"""Try what a stranger will get: `python3 scripts/check_package.py` builds the sdist and the wheel of a copy of the
project, asks twine about both, installs each with pip, pipx and uv, audits an example and opens the page with what is
installed, and runs tests from the unpacked sdist. The wheel is installed by the lines of the README in an account that
has nothing but Python, where an evening is played with it then (scripts/newcomers.py).

Packages come from `requirements/package.txt`, locked. With `--quick` one install alone, the wheel by pip, and no tests.
Else what people get who have no Python is made of the wheel and played with, too (scripts/one_file.py). With `--keep
FOLDER` the two files of a release are put there, with the same bytes whenever they are made of the same sources: the
wheel as `referee program` writes it from what was installed, the sdist without times and owners.
"""

from __future__ import annotations

import gzip
import json
import os
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path
from tempfile import TemporaryDirectory

import newcomers
from environment import PACKAGE, ROOT, enter, program

EXAMPLE = ROOT / "examples" / "tigris-4p"
TESTS = ("tests/kernel", "tests/crypto", "tests/test_man.py", "tests/test_generated.py", "tests/test_package.py")
"""What is run from the sdist: tests that read vectors, examples, schemas and pages, and one more build."""


class Failed(Exception):
    """A step did not do what it should."""


def run(*command: str | Path, cwd: Path = ROOT, **more: str) -> str:
    """What a command prints. Raises Failed with all of it if it fails."""
    named = [str(word) for word in command]
    bare = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "VIRTUAL_ENV"))}
    done = subprocess.run(
        named, cwd=cwd, env=bare | more, text=True, check=False, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )
    if done.returncode != 0:
        raise Failed(f"{' '.join(named)}: exit {done.returncode}\n{done.stdout[-4000:]}")
    return done.stdout


def copy_of_project(place: Path) -> Path:
    """A copy without what work leaves behind, because a build does."""
    left = ("__pycache__", "*.egg-info", ".*_cache", ".hypothesis", ".git", ".venv*", "build", "dist")
    return Path(shutil.copytree(ROOT, place / "source", ignore=shutil.ignore_patterns(*left)))


def build(place: Path) -> tuple[Path, Path]:
    """The sdist and the wheel made from it, as any packager makes them; twine finds nothing wrong with them."""
    source = copy_of_project(place)
    run(sys.executable, "-m", "build", "--outdir", place / "dist", source)
    made = sorted((place / "dist").iterdir())
    said = run(sys.executable, "-m", "twine", "check", "--strict", *made)
    if said.count("PASSED") != 2 or "warning" in said.lower():
        raise Failed(said)
    wheel, sdist = sorted(made, key=lambda path: path.suffix != ".whl")
    return sdist, wheel


def check_whole(sdist: Path) -> None:
    """Check that the sdist holds every tracked file, where this is a work tree of git."""
    if not (ROOT / ".git").exists() or shutil.which("git") is None:
        print("no work tree of git: the files of the sdist are not compared")
        return
    tracked = set(run("git", "-c", "core.quotepath=off", "ls-files").splitlines())
    with tarfile.open(sdist) as opened:
        missing = tracked - {name.partition("/")[2] for name in opened.getnames()}
    if missing:
        raise Failed(f"not in the sdist: {', '.join(sorted(missing)[:20])}")


def by_pip(package: Path, place: Path) -> Path:
    """Install by pip, in a new environment; where the program lies."""
    run(sys.executable, "-m", "venv", place)
    run(program(place, "python"), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", f"{package}")
    return program(place, "referee")


def by_pipx(package: Path, place: Path) -> Path:
    """Install by pipx, as a player does."""
    folders = {"PIPX_HOME": str(place / "pipx"), "PIPX_BIN_DIR": str(place / "bin"), "PIPX_MAN_DIR": str(place / "man")}
    run(sys.executable, "-m", "pipx", "install", "--python", sys.executable, package, **folders)
    if os.name == "posix" and not (place / "man" / "man1" / "referee.1").exists():
        raise Failed("pipx has not put the pages for man in their place")
    return place / "bin" / ("referee.exe" if os.name == "nt" else "referee")


def by_uv(package: Path, place: Path) -> Path:
    """Install by uv, as a player does."""
    folders = {"UV_TOOL_DIR": str(place / "uv"), "UV_TOOL_BIN_DIR": str(place / "bin")}
    uv = program(Path(sys.prefix), "uv")
    run(uv, "tool", "install", "--no-cache", "--no-config", "--python", sys.executable, package, **folders)
    return place / "bin" / ("referee.exe" if os.name == "nt" else "referee")


WAYS = {"pip": by_pip, "pipx": by_pipx, "uv": by_uv}


def check_installed(referee: Path, place: Path) -> None:
    """Check that the program, with nothing of the project near it, audits an example and shows a board."""
    home = {"REFEREE_HOME": str(place / "home"), "REFEREE_LANG": "en", "COLUMNS": "80"}
    copy = shutil.copytree(EXAMPLE, place / "game")
    said = run(referee, "audit", copy, "--json", cwd=place, **home)
    if json.loads(said)["verdict"] != "clean":
        raise Failed(f"{referee} audit\n{said}")
    run(referee, "show", "--game", copy, cwd=place, **home)
    run(referee, "rule", "TE 4.3", "--lang", "it", cwd=place, **home)
    check_page(referee, place, home)


def check_page(referee: Path, place: Path, home: dict[str, str]) -> None:
    """Check that `open` shows its address and is closed again, with what the plain install has."""
    with subprocess.Popen(
        [referee, "open", "--print"], cwd=place, env=os.environ | home, stdout=subprocess.PIPE
    ) as page:
        said = page.stdout.readline() if page.stdout else b""
        closed = run(referee, "open", "--close", cwd=place, **home)
    if b"http://127." not in said:
        raise Failed(f"{referee} open --print\n{said!r}\n{closed}")


def play_mailed_program(referee: Path, place: Path) -> None:
    """Play an evening with somebody who has nothing but Python, pipx, and the mail of a host."""
    sys.path.insert(0, str(ROOT))  # the check of the package runs where the project is not installed
    from tests.support import mailed_program

    accounts = {name: newcomers.account(place / name, Path(sys.prefix), ("pipx",)) for name in ("hanna", "anna")}
    try:
        mailed_program.play_installed(referee, accounts)
    except mailed_program.Failed as failed:
        raise Failed(failed) from None


def check_sdist(sdist: Path, place: Path) -> None:
    """Run tests in the unpacked sdist, in the environment that it makes for itself."""
    with tarfile.open(sdist) as opened:
        opened.extractall(place, filter="data")
    (folder,) = place.iterdir()
    print(run(sys.executable, "scripts/test.py", "--some", *TESTS, cwd=folder).splitlines()[-1])


def keep_release(sdist: Path, referee: Path, folder: Path) -> None:
    """Put the two files of a release into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    run(referee, "program", "--to", folder, cwd=referee.parent, REFEREE_HOME=str(referee.parent / "no-home"))
    write_sdist(sdist, folder / sdist.name)


def write_sdist(sdist: Path, file: Path) -> None:
    """Write an sdist anew, with the same bytes whoever has built it of the same sources, and when."""
    with (
        tarfile.open(sdist) as built,
        gzip.GzipFile("", "wb", 9, file.open("wb"), mtime=0) as packed,
        tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as kept,
    ):
        for entry in sorted(built.getmembers(), key=lambda entry: entry.name):
            entry.mtime, entry.uid, entry.gid, entry.uname, entry.gname, entry.pax_headers = 0, 0, 0, "", "", {}
            entry.mode = 0o755 if entry.isdir() or entry.mode & 0o100 else 0o644
            kept.addfile(entry, built.extractfile(entry) if entry.isfile() else None)


def main(quick: bool, keep: Path | None = None) -> None:
    """Do all of it in a temporary folder. Raises Failed at the first thing that is not right."""
    with TemporaryDirectory(prefix="referee-package-") as name:
        place = Path(name)
        kept = keep or place / "kept"
        sdist, wheel = build(place)
        check_whole(sdist)
        print(f"built, and twine agrees: {sdist.name}, {wheel.name}", flush=True)
        for way in ("pip",) if quick else WAYS:
            here = place / f"{way}-wheel"
            referee = newcomers.install(way, wheel, here, Path(sys.prefix))
            check_installed(referee, here)
            print(f"{way} installs {wheel.name} as the README says; an audit with it is clean", flush=True)
            if way == "pip" and (keep is not None or not quick):
                keep_release(sdist, referee, kept)
            for page in () if quick else newcomers.EVENINGS[way]:
                newcomers.play_evening(ROOT / "tests" / "evening" / page, referee)
                print(f"{page} goes with it as it is told", flush=True)
            if way == "uv":
                play_mailed_program(referee, place / "mailed")
                print("a friend without the program installs it from the mail of a host, and plays", flush=True)
        for way in () if quick else WAYS:
            here = place / f"{way}-sdist"
            here.mkdir()
            check_installed(WAYS[way](sdist, here / "env" if way == "pip" else here), here)
            print(f"{way} installs {sdist.name}; an audit with it is clean", flush=True)
        if not quick:
            (place / "unpacked").mkdir()
            check_sdist(sdist, place / "unpacked")
            print(*run(sys.executable, "scripts/one_file.py", kept, place / "made").splitlines()[-2:], sep="\n")


if __name__ == "__main__":
    enter("requirements/package.txt", PACKAGE, project=False)
    try:
        words = sys.argv[1:]
        main("--quick" in words, Path(words[words.index("--keep") + 1]).resolve() if "--keep" in words else None)
    except (Failed, newcomers.Failed) as failed:
        raise SystemExit(f"the package is not right: {failed}") from None
