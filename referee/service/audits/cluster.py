"""Audits on other machines: a running scheduler of `distributed` hands out batches of games, and brings them back in
order. It is an extra, for clubs whose games fill more than one computer.
"""

from __future__ import annotations

import logging
import ssl
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple, TypeVar

from referee import __version__
from referee.crypto.extras import how_to_add
from referee.kernel.errors import Unreadable, Unsupported
from referee.service.audits.scheduler import Scheduler

Done = TypeVar("Done")

_PATIENCE = "10s"
"""For so long a scheduler is called before it counts as not there."""


class Batch(NamedTuple):
    """What a computer brings back: its release of this program, and the result of each path."""

    release: str
    done: tuple[Any, ...]


def on_cluster(
    scheduler: Scheduler, audited: Callable[[str], Done], paths: Sequence[str], batch_of: Callable[[int], int]
) -> Iterator[Done]:
    """The result of each path, in the order of the paths, from the machines of a scheduler.

    `batch_of` tells how many paths are handed over at a time, from how many cores there are. Those of a computer that
    stops are given to another one. `audited` and what it gives are pickled, so all these must be one's own.

    Raises:
        Unsupported: the extra is not installed, nobody answers there, no computer has joined, one of them runs another
            release, or the cluster gave up.
    """
    client, address = _connect(scheduler), scheduler.address
    try:
        cores = sum(client.ncores().values())
        if not cores:
            raise Unsupported("cluster-empty", address=address)
        size = batch_of(cores)
        batches = [tuple(paths[start : start + size]) for start in range(0, len(paths), size)]
        waiting = client.map(_audit_batch, [audited] * len(batches), batches, pure=False)
        waiting.reverse()
        while waiting:  # results that were reported are dropped, so that they are kept nowhere
            yield from _batch_result(waiting.pop(), address)
    finally:
        client.close()


def _connect(scheduler: Scheduler) -> Any:
    file = scheduler.tls
    if file:
        _check_certificate(file)
    try:
        from distributed import Client, Security
    except ImportError:
        raise Unsupported("cluster-extra-missing", hint=how_to_add("cluster")) from None
    logging.getLogger("distributed").setLevel(logging.CRITICAL)  # what is wrong is said in a sentence
    try:
        # The same file is the key, its certificate, and the only one that the other side may show.
        shown: dict[str, Any] = {f"tls_{what}": file for what in ("ca_file", "client_cert", "client_key")}
        make: Any = Security  # without types, as the next one
        connect: Any = Client
        security = make(**shown, require_encryption=True) if file else None
        return connect(scheduler.address, security=security, timeout=_PATIENCE, set_as_default=False)
    except (OSError, ValueError):
        raise Unsupported("cluster-unreachable", address=scheduler.address) from None


def _check_certificate(file: str) -> None:
    """Raises Unreadable: the file holds no certificate, or not its key, or a key with a passphrase."""
    try:
        ssl.create_default_context(cafile=file).load_cert_chain(file, password=lambda: b"")
    except (OSError, ValueError):
        raise Unreadable("cluster-tls-file", file=file) from None


def _audit_batch(audited: Callable[[str], Done], paths: Sequence[str]) -> Batch:
    return Batch(__version__, tuple(map(audited, paths)))


def _batch_result(future: Any, address: str) -> tuple[Any, ...]:
    try:
        batch: Batch = future.result()
    except Exception as error:  # an audit raises nothing: this is the cluster's own
        raise Unsupported("cluster-failed", address=address, found=f"{type(error).__name__}: {error}") from None
    if batch.release != __version__:
        raise Unsupported("cluster-other-release", address=address, here=__version__, there=batch.release)
    return batch.done
