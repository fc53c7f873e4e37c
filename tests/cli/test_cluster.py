"""Audits on other machines: the same lines in the same order, whatever becomes of one of the machines."""

from __future__ import annotations

import datetime
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
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from referee.cli.main import run
from referee.service.audits import cluster
from tests.long_runs import of
from tests.needed_tools import need
from tests.support import ROOT

GAMES = ("ur-3p", "cards-2p", *of((), ("tigris-4p", "tigris-running")), "nothing")


@pytest.fixture
def club(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with games, one of them with a fault, and a home without keys."""
    monkeypatch.setenv("REFEREE_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    for name in ("ur-3p", "cards-2p", "tigris-4p", "tigris-running"):
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


@pytest.mark.long
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


@pytest.mark.long
def test_the_games_of_machines_that_stop_are_audited_by_others(
    club: Path, machines: Any, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The processes of both are ended, by their numbers, each as soon as more games are back."""
    many = [name for name in GAMES for _ in range(6)]
    alone = audited(capsys, *many)
    running = [machine.pid for machine in machines.workers.values()]
    monkeypatch.setattr(cluster, "_batch_result", _then_stop_one(running, cluster._batch_result))

    assert audited(capsys, *many, "--cluster", machines.scheduler_address) == alone
    assert running == []


def _then_stop_one(running: list[int], real: Any) -> Any:
    def done(future: Any, address: str) -> Any:
        found = real(future, address)
        if running:
            os.kill(running.pop(), signal.SIGKILL)
        return found

    return done


def test_a_machine_with_another_release_is_named(
    club: Path, machines: Any, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "__version__", "0.0.1")

    assert run(["audit", "ur-3p", "--cluster", machines.scheduler_address]) == 69
    assert re.search(r"release \S+ of referee; this one runs 0\.0\.1", capsys.readouterr().err)


def test_a_scheduler_that_is_not_there_is_named(
    club: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    need("distributed")
    monkeypatch.setattr(cluster, "_PATIENCE", "1s")

    assert run(["audit", "ur-3p", "--cluster", "tcp://127.0.0.1:9"]) == 69
    assert capsys.readouterr().err.startswith("referee: no scheduler responds at tcp://127.0.0.1:9")


def test_without_the_extra_it_is_told_what_to_install(
    club: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)

    assert run(["audit", "ur-3p", "--cluster", "tcp://127.0.0.1:9"]) == 69
    assert '-m pip install "distributed>=2025.1"' in capsys.readouterr().err


def test_jobs_and_a_cluster_do_not_go_together(club: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["audit", "ur-3p", "--jobs", "2", "--cluster", "tcp://127.0.0.1:9"]) == 5


def test_an_audit_by_this_machine_loads_nothing_of_a_cluster(club: Path) -> None:
    lines = "import sys; from referee.cli.main import run; run(['audit', 'ur-3p', 'cards-2p']); "
    loaded = subprocess.run(
        [sys.executable, "-c", f"{lines}print('distributed' in sys.modules)"],
        capture_output=True,
        text=True,
        check=True,
    )

    assert loaded.stdout.splitlines()[-1] == "False"


@pytest.mark.parametrize(
    ("words", "code", "told"),
    [
        *(
            ((address,), 5, "is another computer, and without TLS")
            for address in (
                *("tcp://192.168.1.5:8786", "192.168.1.5:8786", "tcp://0.0.0.0:8786", "tcp://[::]:8786"),
                *("tcp://example.org:1", "tcp://127.0.0.1.example.org:1", "tcp://localhost.example.org:1"),
            )
        ),
        (("tls://192.168.1.5:8786",), 5, "needs --tls FILE"),
        (("tcp://127.0.0.1:9", "--tls", "club.pem"), 5, "--tls would do nothing"),
        *(
            ((address,), 3, "--cluster takes tcp://127.0.0.1:8786")
            for address in (
                *(
                    "",
                    "tcp://127.0.0.1",
                    "ucx://127.0.0.1:9",
                    "inproc://127.0.0.1:9",
                    "http://127.0.0.1:9",
                    "TCP://a:9",
                ),
                *(
                    "tcp://me@127.0.0.1:9",
                    "tcp://127.0.0.1:99999",
                    "tcp://127.0.0.1:9/x",
                    "tcp://127.0.0.1:9\n",
                    "-x:1",
                ),
            )
        ),
    ],
)
def test_another_machine_is_called_with_tls_or_not_at_all(
    club: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    words: tuple[str, ...],
    code: int,
    told: str,
) -> None:
    """The package that would call it is not even loaded."""
    monkeypatch.setitem(sys.modules, "distributed", None)

    assert run(["audit", "ur-3p", f"--cluster={words[0]}", *words[1:]]) == code
    assert told in " ".join(capsys.readouterr().err.split())


@pytest.mark.parametrize("address", ["127.0.0.1:9", "tcp://localhost:9", "tcp://127.9.9.9:9", "tcp://[::1]:9"])
def test_the_own_machine_is_called_as_it_is(
    club: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)

    assert run(["audit", "ur-3p", "--cluster", address]) == 69


def test_the_file_goes_with_a_cluster(club: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["audit", "ur-3p", "--tls", "club.pem"]) == 2


def certificate(path: Path, passphrase: bytes = b"") -> Path:
    """A file with a new key and its certificate, as docs/club.md makes one."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "club")])
    day = datetime.datetime(2020, 1, 1, tzinfo=datetime.UTC)
    made = x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key())
    made = made.serial_number(x509.random_serial_number()).not_valid_before(day)
    made = made.not_valid_after(day.replace(year=2120)).add_extension(x509.BasicConstraints(True, None), critical=True)
    hidden = serialization.BestAvailableEncryption(passphrase) if passphrase else serialization.NoEncryption()
    pem, form = serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8
    text = key.private_bytes(pem, form, hidden) + made.sign(key, hashes.SHA256()).public_bytes(pem)
    path.touch(mode=0o600)
    path.write_bytes(text)
    return path


@pytest.mark.parametrize(
    ("name", "code", "told"),
    [
        ("missing", 74, "missing"),
        ("open", 74, "chmod 600"),
        ("empty", 3, "must hold a certificate and its key"),
        ("hidden", 3, "must hold a certificate and its key"),
        ("other", 3, "must hold a certificate and its key"),
    ],
)
def test_a_file_that_keeps_nobody_out_is_refused(
    club: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, name: str, code: int, told: str
) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    certificate(club / "open").chmod(0o644)
    (club / "empty").touch(mode=0o600)
    certificate(club / "hidden", b"secret")
    key, cert = certificate(club / "one").read_text(), certificate(club / "two").read_text()
    (club / "other").touch(mode=0o600)
    (club / "other").write_text(key.partition("-----BEGIN CERT")[0] + cert[cert.index("-----BEGIN CERT") :])

    if name == "open":
        need("a POSIX system")
    assert run(["audit", "ur-3p", "--cluster", "tls://127.0.0.1:9", "--tls", name]) == code
    assert told in " ".join(capsys.readouterr().err.split())


def test_with_the_file_a_cluster_answers_and_without_it_nobody(
    club: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    need("distributed")
    from distributed import LocalCluster, Security

    monkeypatch.setattr(cluster, "_PATIENCE", "3s")
    alone = audited(capsys, *GAMES)
    own, other = str(certificate(club / "club.pem")), str(certificate(club / "other.pem"))
    shown = Security(
        tls_ca_file=own,
        require_encryption=True,
        **{  # type: ignore[no-untyped-call]
            f"tls_{role}_{part}": own for role in ("scheduler", "worker", "client") for part in ("cert", "key")
        },
    )
    with LocalCluster(  # type: ignore[no-untyped-call]
        n_workers=1,
        threads_per_worker=1,
        processes=False,
        protocol="tls",
        security=shown,
        dashboard_address=None,
        silence_logs=50,
    ) as started:
        address = started.scheduler_address
        assert audited(capsys, *GAMES, "--cluster", address, "--tls", own) == alone
        assert run(["audit", "ur-3p", "--cluster", address, "--tls", other]) == 69
        assert run(["audit", "ur-3p", "--cluster", address.replace("tls:", "tcp:")]) == 69
