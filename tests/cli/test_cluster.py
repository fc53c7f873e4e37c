"""Audits on other machines: the same lines in the same order, whatever becomes of one of the machines."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from referee.cli.auditing import cluster
from referee.cli.main import run
from scripts.make_example import ROOT
from tests.needed_tools import need

GAMES = ("ur-3p", "cards-2p", "tigris-4p", "tigris-running", "nothing")


@pytest.fixture
def club(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with games, one of them with a fault, and a home without keys."""
    monkeypatch.setenv("REFEREE_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    for name in GAMES[:-1]:
        shutil.copytree(ROOT / "examples" / name, tmp_path / name)
    (tmp_path / "cards-2p" / "record" / "0007.step").unlink()
    return tmp_path


@pytest.fixture(scope="module")
def machines() -> Iterator[Any]:
    """A scheduler with two machines, each a process of its own, forked from one that has loaded the package."""
    need("distributed")
    import dask
    from distributed import LocalCluster

    with dask.config.set({"distributed.worker.multiprocessing-method": "forkserver"}):
        started = LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None, silence_logs=50)  # type: ignore[no-untyped-call]
        yield started
        started.close()


def audited(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str]:
    code = run(["audit", *words])
    return code, capsys.readouterr().out


@pytest.mark.parametrize(
    "more",
    [(), pytest.param(("--json",), marks=pytest.mark.long), pytest.param(("--lang", "it"), marks=pytest.mark.long)],
    ids=("text", "json", "italian"),
)
def test_a_cluster_says_what_one_machine_says(
    club: Path, machines: Any, capsys: pytest.CaptureFixture[str], more: tuple[str, ...]
) -> None:
    alone = audited(capsys, *GAMES, *more)

    assert audited(capsys, *GAMES, *more, "--cluster", machines.scheduler_address) == alone
    assert alone[0] == 1


def test_a_cluster_writes_the_same_index(club: Path, machines: Any, capsys: pytest.CaptureFixture[str]) -> None:
    audited(capsys, *GAMES, "--index", "alone.index")
    audited(capsys, *GAMES, "--index", "cluster.index", "--cluster", machines.scheduler_address)

    assert (club / "cluster.index").read_bytes() == (club / "alone.index").read_bytes()


def test_the_games_of_a_machine_that_stops_are_audited_by_another(
    club: Path, machines: Any, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its process is ended, by its number, as soon as the first games are back."""
    many = [name for name in GAMES for _ in range(6)]
    alone = audited(capsys, *many)
    monkeypatch.setattr(cluster, "_done", _then_stop_one(machines, cluster._done))

    assert audited(capsys, *many, "--cluster", machines.scheduler_address) == alone


def _then_stop_one(machines: Any, real: Any) -> Any:
    stopped: list[int] = []

    def done(future: Any, address: str) -> Any:
        found = real(future, address)
        if not stopped:
            stopped.append(next(iter(machines.workers.values())).pid)
            os.kill(stopped[0], signal.SIGKILL)
        return found

    return done


def test_a_machine_with_another_release_is_named(
    club: Path, machines: Any, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "__version__", "0.0.1")

    assert run(["audit", "ur-3p", "--cluster", machines.scheduler_address]) == 69
    assert re.search(r"release \S+ of this program; here it is 0\.0\.1", capsys.readouterr().err)


def test_a_scheduler_that_is_not_there_is_named(
    club: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    need("distributed")
    monkeypatch.setattr(cluster, "_PATIENCE", "1s")

    assert run(["audit", "ur-3p", "--cluster", "tcp://127.0.0.1:9"]) == 69
    assert capsys.readouterr().err.startswith("referee: no scheduler answers at tcp://127.0.0.1:9")


def test_without_the_extra_it_is_told_what_to_install(
    club: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)

    assert run(["audit", "ur-3p", "--cluster", "tcp://127.0.0.1:9"]) == 69
    assert '-m pip install "distributed>=2025.1"' in capsys.readouterr().err


def test_jobs_and_a_cluster_do_not_go_together(club: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["audit", "ur-3p", "--jobs", "2", "--cluster", "tcp://127.0.0.1:9"]) == 5


def test_an_audit_by_this_machine_loads_nothing_of_a_cluster(club: Path) -> None:
    lines = "import sys; from referee.cli.main import run; run(['audit', 'ur-3p', 'tigris-4p']); "
    loaded = subprocess.run(
        [sys.executable, "-c", f"{lines}print('distributed' in sys.modules)"],
        capture_output=True,
        text=True,
        check=True,
    )

    assert loaded.stdout.splitlines()[-1] == "False"
