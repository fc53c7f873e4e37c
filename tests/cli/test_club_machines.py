"""What docs/club.md has several machines type: it runs, and nothing of it listens beyond the address that it names."""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from tests.needed_tools import need

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "club.md").read_text("utf-8")
BLOCKS = [block for block in re.findall(r"```sh\n(.*?)```", PAGE, re.DOTALL) if "dask" in block or "openssl" in block]
LOOPBACK = "127.0.0.1"


def free_port() -> int:
    with socket.create_server((LOOPBACK, 0)) as found:
        return int(found.getsockname()[1])


def listening(group: int) -> set[str]:
    """The addresses at which the processes of a group wait for others, as the system tells them."""
    sockets = set()
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if os.getpgid(int(process.name)) == group:
                sockets |= {str(file.readlink()) for file in (process / "fd").iterdir()}
        except OSError:  # it has gone meanwhile
            continue
    rows = [line.split() for name in ("tcp", "tcp6") for line in Path(f"/proc/net/{name}").read_text().splitlines()[1:]]
    waiting = {row[1].partition(":")[0] for row in rows if row[3] == "0A" and f"socket:[{row[9]}]" in sockets}
    return {socket.inet_ntoa(bytes.fromhex(host)[::-1]) if len(host) == 8 else host for host in waiting}


@contextmanager
def started(line: str) -> Iterator[int]:
    """The group of the processes that a line starts; they are ended with it."""
    words = [str(Path(sys.executable).with_name("dask")), *line.split()[1:]]
    with subprocess.Popen(
        words, start_new_session=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as process:
        try:
            yield process.pid
        finally:
            process.terminate()
            process.wait(20)


def waited_for(port: int) -> None:
    for _ in range(300):
        with socket.socket() as asked:
            if asked.connect_ex((LOOPBACK, port)) == 0:
                return
        time.sleep(0.1)


def audited(words: list[str], clean: int) -> bool:
    """Whether an audit by a cluster is clean; the machines need a moment to join it."""
    for _ in range(120):
        done = subprocess.run(
            [sys.executable, "-m", "referee", *words], check=False, capture_output=True, text=True, timeout=60
        )
        if "no computer has joined" not in done.stderr:
            return done.returncode == 0 and done.stdout.count(": clean") == clean
        time.sleep(0.5)
    return False


def test_the_page_has_the_lines() -> None:
    assert [block.count("\n") for block in BLOCKS] == [3, 2, 3]


@pytest.mark.parametrize("safe", [pytest.param(False, marks=pytest.mark.long), True], ids=["loopback", "tls"])
def test_the_lines_run_and_nothing_listens_elsewhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, safe: bool
) -> None:
    """Those of one machine alone, without TLS, in a long run: test_cluster.py has such a cluster, too."""
    need("distributed", "/proc", *(("openssl",) if safe else ()))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("REFEREE_HOME", str(tmp_path / "home"))
    if safe:
        subprocess.run(["/bin/sh", "-e", "-c", BLOCKS[1]], check=True, capture_output=True)
    for name in ("ur-3p", "cards-2p"):
        shutil.copytree(ROOT / "examples" / name, Path("games", f"{name}.zip"))
    port = free_port()
    text = re.sub(r"192\.168\.1\.[56]", LOOPBACK, BLOCKS[2 if safe else 0])
    scheduler, worker, audit = text.replace("8786", str(port)).replace("8787", str(free_port())).splitlines()

    with ExitStack() as running:
        groups = [running.enter_context(started(scheduler))]
        waited_for(port)
        groups.append(running.enter_context(started(worker)))
        games = sorted(map(str, Path("games").iterdir()))
        assert audited(
            [word for words in audit.split()[1:] for word in (games if "*" in words else [words])], len(games)
        )
        assert [listening(group) for group in groups] == [{LOOPBACK}] * 2
