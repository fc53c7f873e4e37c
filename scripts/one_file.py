"""The program for people without Python: `python3 scripts/one_file.py DIST MADE` makes it of the wheel in DIST.

In MADE lie then, for the system on which this runs: `referee-VERSION-SYSTEM.tar.gz` (`.zip` on Windows), a folder with
a program to type, one to click, and Python inside; and `referee-VERSION-SYSTEM-PYTHON.pyz`, one file for somebody who
has that very Python. Each is unpacked in an empty place, and an evening is played with it there with nothing on the
search path; then its size and its start are measured. With `--pyz` the small one alone.

All extras are inside, for nothing can be added later. Packages come from `requirements/onefile.txt`, locked.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import json
import os
import platform
import re
import shutil
import subprocess
import sys
import tarfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Sequence
from importlib.metadata import distribution
from pathlib import Path
from tempfile import TemporaryDirectory

from environment import ONE_FILE, ROOT, enter, program

WINDOWS = os.name == "nt"
LOCK = "requirements/onefile.txt"
DISTRIBUTION = "pbem-referee"
EXTRAS = ("passphrase", "keyring", "rating")
"""What is optional elsewhere; `cluster` is for machines that have Python."""
IMPORTED = ("bcrypt", "keyring", "nacl", "openskill")
"""What no import statement of the program names where PyInstaller would see it."""
EXCLUDED = ["tkinter", "setuptools", "pkg_resources", "_distutils_hack", "pip"]
"""What the program never imports, and PyInstaller finds beside it: setuptools alone took 0.15 s of each start."""
PROGRAMS = (("main", "referee", True), ("window", "referee-table", False))
"""Each program of the folder: its module below `referee.cli`, what it is called, and whether it has a terminal."""
SPEC = """from PyInstaller.utils.hooks import collect_all, copy_metadata
datas, binaries, hidden = collect_all("referee")
datas += [row for name in {packages!r} for row in copy_metadata(name)]
datas += [({wheel!r}, "program"), ({digest!r}, "program")]
more = [*hidden, *{imported!r}]
scripts = {scripts!r}
# Modules lie as files beside both programs, which else would have all of them twice.
found = Analysis(
    [script for script, _, _ in scripts],
    datas=datas, binaries=binaries, hiddenimports=more, excludes={excluded!r}, noarchive=True
)
modules, made = PYZ(found.pure), [found.binaries, found.datas]
entries = {{path for path, _, _ in scripts}}
for script, name, console in scripts:
    begin = [row for row in found.scripts if row[1] == script or row[1] not in entries]
    made.append(EXE(modules, begin, exclude_binaries=True, name=name, console=console, strip={strip}))
COLLECT(*made, name="referee", strip={strip})
"""
MEASURED = {"--version": ["--version"], "games": ["games"], "show": ["show", "--game", "."]}
"""The commands whose start is measured, by the names under which they are told."""
ROUNDS = 5
BEGINNING = 315_576_000
"""The time of each file in an archive: in 1980, with which those of a zip begin."""
SCRIPT = re.compile(r"(?:\.\./)*(?:bin|Scripts)/")
"""How the line of a script begins in what pip has installed."""


class Failed(Exception):
    """A step did not do what it should."""


def run(*command: str | Path, cwd: Path = ROOT, env: dict[str, str] | None = None) -> str:
    """What a command prints. Raises Failed with all of it if it fails."""
    done = subprocess.run(
        [*map(str, command)],
        cwd=cwd,
        env=env,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        encoding="utf-8",
        errors="replace",
        check=False,
    )
    if done.returncode:
        said = f"{done.stdout[-3000:]}{done.stderr[-3000:]}"
        raise Failed(f"{' '.join(map(str, command))}: exit {done.returncode}\n{said}")
    return done.stdout


# What is inside


def packages_inside(name: str = DISTRIBUTION, extras: Sequence[str] = EXTRAS) -> set[str]:
    """The names of all packages that the program needs here, with these extras, as a lock file writes them."""
    from packaging.requirements import Requirement

    found, waiting = set[str](), [(name, tuple(extras))]
    while waiting:
        name, extras = waiting.pop()
        for line in distribution(name).requires or ():
            need = Requirement(line)
            if need.marker is None or any(need.marker.evaluate({"extra": extra}) for extra in ("", *extras)):
                wanted = written(need.name)
                if wanted not in found or need.extras:
                    found.add(wanted)
                    waiting.append((wanted, tuple(need.extras)))
    return found


def written(name: str) -> str:
    """The name of a package as indexes and lock files write it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def part_of_lock(lock: str, names: set[str]) -> str:
    """The lines of a lock file that pin these packages. Raises Failed: it lacks one."""
    parts = re.split(r"^(?=[a-z0-9])", lock, flags=re.MULTILINE)
    found = {written(re.split(r"[=\s;\[]", part)[0]): part for part in parts if part[:1].isalnum()}
    if missing := sorted(names - found.keys()):
        raise Failed(f"{LOCK} does not pin {', '.join(missing)}: python scripts/lock.py")
    return "".join(found[name] for name in sorted(names))


# The two forms


def make_folder(wheel: Path, place: Path) -> Path:
    """The folder with the programs and Python, made in `place`."""
    digest = place / "SHA256SUMS"
    digest.write_text(f"{hashlib.sha256(wheel.read_bytes()).hexdigest()}  {wheel.name}\n", "utf-8")
    scripts = []
    for module, name, console in PROGRAMS:
        script = place / f"{name.replace('-', '_')}_entry.py"
        script.write_text(f"from referee.cli.{module} import main\n\nmain()\n", "utf-8")
        scripts.append((str(script), name, console))
    values = {
        "packages": sorted({DISTRIBUTION, *packages_inside()}),
        "wheel": str(wheel),
        "digest": str(digest),
        "scripts": scripts,
        "imported": IMPORTED,
        "excluded": EXCLUDED,
        "strip": sys.platform == "linux" and shutil.which("strip") is not None,  # what debuggers alone read
    }
    (place / "referee.spec").write_text(SPEC.format(**values), "utf-8")
    run(sys.executable, "-m", "PyInstaller", "--noconfirm", "referee.spec", cwd=place)
    return place / "dist" / "referee"


def pack(folder: Path, stem: Path) -> Path:
    """The folder as an archive of the kind that its system opens by itself; nothing in it says when or by whom."""
    for path in (folder, *folder.rglob("*")):
        os.utime(path, (BEGINNING, BEGINNING), follow_symlinks=os.utime not in os.supports_follow_symlinks)
    if WINDOWS:
        return Path(shutil.make_archive(str(stem), "zip", folder.parent, folder.name))
    file = Path(f"{stem}.tar.gz")
    with (
        gzip.GzipFile("", "wb", 9, file.open("wb"), mtime=0) as packed,
        tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as archive,
    ):
        archive.add(folder, folder.name, filter=nobodys)
    return file


def nobodys(entry: tarfile.TarInfo) -> tarfile.TarInfo:
    """An entry of an archive without who made it, and to be read by everybody."""
    entry.uid, entry.gid, entry.uname, entry.gname = 0, 0, "", ""
    entry.mode = 0o755 if entry.isdir() or entry.mode & 0o100 else 0o644
    return entry


def install(pip: Sequence[str], wheel: Path, *more: str | Path) -> None:
    """Install a wheel by its name from the folder in which it lies: of its path pip would keep a note."""
    name = f"{DISTRIBUTION}=={wheel.name.split('-')[1]}"
    run(*pip, *more, "--no-deps", "--no-index", "--find-links", wheel.parent, name)


def drop_scripts(inside: Path) -> None:
    """Take away the scripts of packages, which nothing in one file can start, and what names them: in each stands the
    path of the Python that has made it.
    """
    shutil.rmtree(inside / ("Scripts" if WINDOWS else "bin"), ignore_errors=True)
    for record in inside.glob("*.dist-info/RECORD"):
        lines = record.read_text("utf-8").splitlines(keepends=True)
        record.write_text("".join(line for line in lines if not SCRIPT.match(line)), "utf-8", newline="")


def unpack(packed: Path, place: Path) -> None:
    """Unpack an archive as somebody does who got it."""
    if WINDOWS:
        shutil.unpack_archive(packed, place)
        return
    with tarfile.open(packed) as opened:
        opened.extractall(place, filter="data")


def make_pyz(wheel: Path, place: Path, file: Path) -> None:
    """One file that this Python runs, with all packages in it. They are unpacked at the first start."""
    lock = place / "inside.txt"
    lock.write_text(part_of_lock((ROOT / LOCK).read_text("utf-8"), packages_inside()), "utf-8")
    pip = [
        sys.executable,
        "-m",
        "pip",
        "--disable-pip-version-check",
        "install",
        "--quiet",
        "--no-deps",
        "--no-compile",
    ]
    pip += ["--target", str(place / "inside")]
    run(*pip, "--require-hashes", "-r", lock)
    install(pip, wheel)
    drop_scripts(place / "inside")
    shiv = program(Path(sys.prefix), "shiv")
    run(shiv, "--reproducible", "--compressed", "--site-packages", place / "inside", "-c", "referee", "-o", file)


# The evening


def evening(referee: Sequence[str], wheel: Path, place: Path) -> None:
    """What a newcomer does in the first ten minutes, and a secretary, with nothing on the search path.

    Raises Failed where it goes otherwise.
    """
    home = account(place)
    here = place / "here"
    here.mkdir()

    def typed(*words: str | Path, within: Path = here) -> str:
        return run(*referee, *words, cwd=within, env=home)

    def check(what: str, said: str) -> None:
        if what not in said:
            raise Failed(f"no {what!r} in: {said[-2000:]}")

    check("referee ", typed("--version"))
    games = [ROOT / "examples" / name for name in ("tigris-4p", "ur-3p")]
    audits = [json.loads(line) for line in typed("audit", *games, "--jobs", "2", "--json").splitlines()]
    if [audit["verdict"] for audit in audits] != ["clean", "clean"]:
        raise Failed(f"the examples are not clean: {audits}")
    check("TE 4.3", typed("rule", "TE 4.3", "--lang", "it"))
    check("complete", typed("completion", "bash"))
    typed("practice", "tigris", "--seed", "7")
    game = here / "practice-tigris"
    order = json.loads(typed("moves", "place", "--json", within=game))["orders"][0]
    signed = json.loads(typed("move", f"{order}; pass", "--yes", "--json", within=game))
    if signed["do"] != [order, "pass"]:
        raise Failed(f"{order}; pass was signed as {signed['do']}")
    typed("replay", "--svg", place / "game.svg", within=game)
    audit = json.loads(typed("audit", ".", "--json", within=game))
    if audit["findings"]:
        raise Failed(f"the practice game has findings: {audit['findings']}")
    check_page([*referee], game, home, typed)
    typed("program", "--to", place)
    if (place / wheel.name).read_bytes() != wheel.read_bytes():
        raise Failed("program --to has written another file than the wheel it was made of")


def check_page(referee: list[str], game: Path, home: dict[str, str], typed: object) -> None:
    """Check that `open` shows a page to nobody without a ticket, and is closed again."""
    assert callable(typed)
    pipes = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
    with subprocess.Popen([*referee, "open", "--print"], cwd=game, env=home, **pipes) as page:
        assert page.stdout is not None
        address = page.stdout.readline().decode().strip().partition("#")[0]
        try:
            with urllib.request.urlopen(address, timeout=20) as answer:  # noqa: S310 - what our own program has printed
                raise Failed(f"{address} lets anybody in: {answer.status}")
        except urllib.error.HTTPError as error:
            if error.code != 403:
                raise Failed(f"{address} answers {error.code}") from None
        finally:
            typed("open", "--close")


def account(place: Path) -> dict[str, str]:
    """The environment of somebody who has nothing: an empty home, and no program on the search path."""
    bare = place / "bare"
    bare.mkdir(parents=True)
    kept = {name: os.environ[name] for name in ("SYSTEMROOT", "TEMP", "TMP", "WINEPREFIX") if name in os.environ}
    own = {"HOME": str(place), "USERPROFILE": str(place), "REFEREE_HOME": str(place / "home"), "PATH": str(bare)}
    return {**kept, **own, "REFEREE_LANG": "en", "NO_COLOR": "1", "PYTHONUTF8": "1"}


def starts(referee: Sequence[str], place: Path) -> Iterator[tuple[str, float]]:
    """How long some commands take, in milliseconds of the processor (on Windows of the clock): the least of some
    rounds.
    """
    home = account(place)
    game = shutil.copytree(ROOT / "examples" / "tigris-4p", place / "game")
    for name, words in MEASURED.items():
        rounds = []
        for _ in range(ROUNDS):
            began = _spent()
            run(*referee, *words, cwd=game, env=home)
            rounds.append(_spent() - began)
        yield name, min(rounds) * 1000


def _spent() -> float:
    """The seconds that the commands which have ended took of the processor; on Windows those of the clock."""
    if WINDOWS:
        return time.perf_counter()
    used = os.times()
    return used.children_user + used.children_system


def size_of(path: Path) -> float:
    """The megabytes of a file, or of all files of a folder."""
    files = [path] if path.is_file() else [file for file in path.rglob("*") if file.is_file() and not file.is_symlink()]
    return sum(file.stat().st_size for file in files) / 1e6


def try_and_tell(name: str, referee: Sequence[str], wheel: Path, place: Path, sizes: str) -> None:
    """Play an evening with one form, then measure it; one line says how it went."""
    evening(referee, wheel, place / "evening")
    told = ", ".join(f"{what} {took:.0f} ms" for what, took in starts(referee, place / "starts"))
    print(f"{name}: {sizes}; an evening goes with it; {told}", flush=True)


def main(dist: Path, made: Path, *, only_pyz: bool) -> None:
    """Make both forms and try them. Raises Failed at the first thing that is not right."""
    (wheel,) = (path.resolve() for path in dist.glob("*.whl"))
    made.mkdir(parents=True, exist_ok=True)
    install(
        [sys.executable, "-m", "pip", "--disable-pip-version-check", "install", "--quiet"], wheel, "--force-reinstall"
    )
    system = f"{platform.system().lower()}-{platform.machine().lower()}"
    stem = made.resolve() / f"referee-{wheel.name.split('-')[1]}-{system}"
    with TemporaryDirectory(prefix="referee-file-", ignore_cleanup_errors=True) as name:
        place = Path(name)
        file = Path(f"{stem}-cp{sys.version_info.major}{sys.version_info.minor}.pyz")
        make_pyz(wheel, place, file)
        try_and_tell(file.name, [sys.executable, str(file)], wheel, place / "pyz", f"{size_of(file):.1f} MB")
        if only_pyz:
            return
        packed = pack(make_folder(wheel, place), stem)
        unpack(packed, place / "elsewhere")
        folder = place / "elsewhere" / "referee"
        sizes = f"{size_of(packed):.1f} MB, unpacked {size_of(folder):.1f} MB"
        inside = folder / ("referee.exe" if WINDOWS else "referee")
        try_and_tell(packed.name, [str(inside)], wheel, place / "folder", sizes)


if __name__ == "__main__":
    enter(LOCK, ONE_FILE, project=False)
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("dist", type=Path)
    parser.add_argument("made", type=Path)
    parser.add_argument("--pyz", action="store_true")
    words = parser.parse_args()
    try:
        main(words.dist, words.made, only_pyz=words.pyz)
    except Failed as failed:
        raise SystemExit(f"no file is made: {failed}") from None
