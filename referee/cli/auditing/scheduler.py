"""The address of a scheduler of other machines, and whether it may be asked."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

from referee.kernel.errors import OutOfOrder, Unreadable
from referee.kernel.sentence import Sentence
from referee.record import files

_ADDRESS = re.compile(r"(?:(tcp|tls)://)?(\[[0-9A-Fa-f:.]{2,45}\]|[0-9A-Za-z][0-9A-Za-z.-]{0,252}):([0-9]{1,5})")
_LAST_PORT = 2**16 - 1
_LONGEST_FILE = 2**16


class Scheduler(NamedTuple):
    """Where a scheduler is called, and the file by which both sides know each other; empty on one's own machine."""

    address: str
    tls: str = ""


def scheduler_at(address: str, tls: Path | None) -> Scheduler:
    """The scheduler at an address that somebody typed: on this machine, or behind TLS.

    A scheduler runs what anybody who reaches it hands over, and so do its machines; so nothing is asked of one that
    others can reach, unless both sides show the certificate of the file.

    Raises:
        Unreadable: it is no address, or the file no certificate with its key. OutOfOrder: another machine without TLS,
            TLS without the file, or the file without TLS. FileTrouble: the file cannot be read, or others can read it.
    """
    found = _ADDRESS.fullmatch(address)
    if found is None or int(found[3]) > _LAST_PORT:
        raise Unreadable("cluster-address", found=address)
    scheme, host, port = found.groups(default="tcp")
    named = f"{scheme}://{host}:{port}"
    if scheme == "tcp":
        if not _is_loopback(host.strip("[]")):
            raise OutOfOrder("cluster-open", address=named, hint=Sentence("cluster-tls-line", address=f"{host}:{port}"))
        if tls is not None:
            raise OutOfOrder("cluster-tls-unused", address=named)
        return Scheduler(named)
    if tls is None:
        raise OutOfOrder("cluster-tls-missing", address=named)
    files.read_file(tls, _LONGEST_FILE, follow=True, private=True)
    import ssl

    try:
        ssl.create_default_context(cafile=str(tls)).load_cert_chain(str(tls), password=lambda: b"")
    except (OSError, ValueError):
        raise Unreadable("cluster-tls-file", file=str(tls)) from None
    return Scheduler(named, str(tls.absolute()))


def _is_loopback(host: str) -> bool:
    from ipaddress import ip_address

    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host.lower() == "localhost"
