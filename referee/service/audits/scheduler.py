"""The address of a Dask scheduler that audits on other machines, and whether it may be used."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

from referee.kernel.errors import OutOfOrder, Unreadable
from referee.kernel.sentence import Sentence
from referee.record import files

_ADDRESS = re.compile(r"(?:(tcp|tls)://)?(\[[0-9A-Fa-f:.]{2,45}\]|[0-9A-Za-z][0-9A-Za-z.-]{0,252}):([0-9]{1,5})")
_LOOPBACK = re.compile(r"127(?:\.[0-9]{1,3}){3}|\[::1\]|[Ll][Oo][Cc][Aa][Ll][Hh][Oo][Ss][Tt]")
_LAST_PORT = 2**16 - 1
_LONGEST_FILE = 2**16


class Scheduler(NamedTuple):
    """Where a scheduler is called, and the file by which both sides know each other; empty on one's own machine."""

    address: str
    tls: str = ""


def scheduler_at(address: str, tls: Path | None) -> Scheduler:
    """The scheduler at an address that somebody typed: on this computer, or protected by TLS, for anyone who reaches
    one runs programs on all its machines.

    Raises:
        Unreadable: it is not an address. OutOfOrder: another computer without TLS, or only one of TLS and its file.
            FileTrouble: the file cannot be read, or others can read it.
    """
    found = _ADDRESS.fullmatch(address)
    if found is None or int(found[3]) > _LAST_PORT:
        raise Unreadable("cluster-address", found=address)
    scheme, host, port = found.groups(default="tcp")
    named = f"{scheme}://{host}:{port}"
    if scheme == "tcp":
        if _LOOPBACK.fullmatch(host) is None:
            raise OutOfOrder("cluster-open", address=named, hint=Sentence("cluster-tls-line", address=f"{host}:{port}"))
        if tls is not None:
            raise OutOfOrder("cluster-tls-unused", address=named)
        return Scheduler(named)
    if tls is None:
        raise OutOfOrder("cluster-tls-missing", address=named)
    files.read_file(tls, _LONGEST_FILE, follow=True, private=True)
    return Scheduler(named, str(tls.absolute()))
