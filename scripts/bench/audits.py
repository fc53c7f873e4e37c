"""An audit in this process, and what it is measured against: the same signatures checked by the library alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from hashlib import sha256, sha512

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from referee.audit.recompute import audit
from referee.crypto.ssh_wire import ssh_string
from referee.record.note import read_bundle
from referee.service.audits.audit_many import spare_threads
from scripts.bench.clock import Source, cpu_of, spent_by, two_loops
from scripts.bench.recordings import Files

Bare = tuple[Callable[[bytes, bytes], None], bytes, bytes]
"""A key's own method that verifies, the signature, and the bytes that it signs."""


def bare_checks(files: Files) -> list[Bare]:
    """Every signature of a record as the library takes it: keys read, bodies hashed and framed before any clock."""
    keys: dict[bytes, Ed25519PublicKey] = {}
    checks = []
    for name in sorted(files):
        for signed in read_bundle(files[name]):
            if signed.key not in keys:
                keys[signed.key] = Ed25519PublicKey.from_public_bytes(signed.key)
            message = _signed_bytes(signed.namespace, signed.body)
            checks.append((keys[signed.key].verify, signed.signature, message))
    return checks


def _signed_bytes(namespace: str, body: bytes) -> bytes:
    # PROTOCOL.sshsig of OpenSSH, "Signed Data"; written out here, so that no change of ours can alter the measure.
    fields = (namespace.encode("ascii"), b"", b"sha512", sha512(body).digest())
    return b"SSHSIG" + b"".join(map(ssh_string, fields))


def check_bare(checks: Sequence[Bare]) -> None:
    """Check every signature, one after another. Raises what the library raises if one is wrong."""
    for verify, signature, message in checks:
        verify(signature, message)


def audited(name: str, game: Callable[[], Files]) -> Source:
    """Seconds of the audit of a game, of its bare checks, of hashing and checking alone, and of the short audit.

    CPU is that of an audit in one thread, the clock that of one with as many threads as the command gives it.
    """
    files, threads = game(), spare_threads()
    checks = bare_checks(files)
    bodies = [signed.body for name in sorted(files) for signed in read_bundle(files[name])]

    def floor() -> None:
        for body in bodies:
            sha256(body).digest()
            sha512(body).digest()
        check_bare(checks)

    def source() -> dict[str, float]:
        whole = spent_by(lambda: audit(files, threads=threads))
        bare = spent_by(lambda: check_bare(checks))
        return {
            f"audit{name}": cpu_of(lambda: audit(files)),
            f"verify{name}": bare.cpu,
            f"audit{name} wall": whole.wall,
            f"verify{name} wall": bare.wall,
            f"bytes{name}": cpu_of(floor),
            f"audit{name} last": cpu_of(lambda: audit(files, last_signatures=True)),
            f"loops audit{name}": two_loops(),
        }

    return source
