"""Who comes in: a ticket that is good once becomes the cookie of a session; who may read the home may ask for another.

No secret is in an address that is asked for. A second `open` and the first prove to each other that they read the same
file of the home, and send nothing of it.
"""

from __future__ import annotations

import hmac
import http.client
import secrets
from collections.abc import Iterable
from ipaddress import IPv4Address
from typing import Literal
from urllib.parse import urlencode

import msgspec

from referee.kernel.canonical_json import decode_as
from referee.kernel.errors import RefereeError
from referee.record.store import DataFolder

ADDRESS = "127.0.0.1"
"""The address of this computer alone that every system has."""

Wish = Literal["open", "close"]

_FILE = "open"
_PATIENCE = 3.0
_TICKETS = 64


class RunningPage(msgspec.Struct, frozen=True):
    """What the home keeps about the page that was opened last: where it is, and a secret of 256 bits."""

    address: str
    port: int
    secret: str

    @property
    def is_local(self) -> bool:
        """Whether it is at a port of this computer alone, as every page is."""
        try:
            return IPv4Address(self.address).is_loopback and 0 < self.port < 2**16
        except ValueError:
            return False

    def proof(self, *words: str) -> str:
        """What only a reader of the home can say about these words."""
        return hmac.digest(self.secret.encode(), "\n".join(words).encode(), "sha256").hex()


def running_page(home: DataFolder) -> RunningPage | None:
    """The page that is kept, whether it still runs or not; None if the file is missing or damaged."""
    try:
        return decode_as(RunningPage, home.own(_FILE) or b"")
    except (msgspec.DecodeError, RefereeError):
        return None


def draw_address() -> str:
    """An address of this computer alone that no other page is likely to have: a browser sends a cookie to every port of
    the address that it came from.
    """
    return ".".join(("127", *(str(1 + secrets.randbelow(254)) for _ in range(3))))


def store_running_page(home: DataFolder, address: str, port: int) -> RunningPage:
    """Keep a new one. Raises FileTrouble."""
    new = RunningPage(address, port, secrets.token_urlsafe(32))
    home.write_own(_FILE, msgspec.json.encode(new, order="sorted") + b"\n")
    return new


class SessionAuth:
    """The tickets and the session of one server. Times of comparison tell nothing."""

    def __init__(self, kept: RunningPage) -> None:
        self.kept = kept
        self.session = secrets.token_urlsafe(32)
        self._tickets: dict[str, str] = {}
        self._asked: set[str] = set()

    @property
    def host(self) -> str:
        """What is in `Host` of every request that is meant for this page."""
        return f"{self.kept.address}:{self.kept.port}"

    @property
    def origin(self) -> str:
        """Where the requests of this page come from."""
        return f"http://{self.host}"

    @property
    def cookie(self) -> str:
        """The name of the cookie; where two pages must share an address, each finds its own."""
        return f"referee-{self.kept.port}"

    def ticket(self, path: str) -> str:
        """A ticket of 128 bits that leads to this path, once; the oldest of many is deleted."""
        return self._keep(secrets.token_urlsafe(16), path)

    def enter(self, ticket: str) -> str | None:
        """The path that a ticket leads to, which is worth nothing from now on; None for any other text."""
        found = [known for known in self._tickets if hmac.compare_digest(known.encode(), ticket.encode())]
        return self._tickets.pop(found[0]) if found else None

    def is_known(self, session: str) -> bool:
        """Whether this is the cookie of the session."""
        return hmac.compare_digest(self.session.encode(), session.encode())

    def lets_in(self, headers: Iterable[tuple[bytes, bytes]]) -> bool:
        """Whether a head with these headers shows the cookie of the session."""
        shown = (value.decode("latin-1") for name, value in headers if name == b"cookie")
        cookies = (part.strip().partition("=") for text in shown for part in text.split(";"))
        return any(name == self.cookie and self.is_known(value) for name, _, value in cookies)

    def answer(self, wish: str, nonce: str, path: str, proof: str) -> str | None:
        """What a second `open` is told: that this is its page, and the ticket it has worked out is good. None for
        somebody who does not know the home, or says again what was said before.
        """
        if nonce in self._asked or not hmac.compare_digest(self.kept.proof(wish, nonce, path).encode(), proof.encode()):
            return None
        self._asked.add(nonce)
        if wish == "open":
            self._keep(self.kept.proof("ticket", nonce)[:32], path)
        return self.kept.proof("answer", nonce)

    def _keep(self, ticket: str, path: str) -> str:
        while len(self._tickets) >= _TICKETS:
            del self._tickets[next(iter(self._tickets))]
        self._tickets[ticket] = path
        return ticket


def ask_running_page(kept: RunningPage, wish: Wish, path: str = "/") -> str | None:
    """Ask the running page to open at a path, or to close. Returns a ticket, or None if no page is running any more."""
    nonce = secrets.token_urlsafe(16)
    form = urlencode({"wish": wish, "nonce": nonce, "path": path, "proof": kept.proof(wish, nonce, path)})
    line = http.client.HTTPConnection(kept.address, kept.port, timeout=_PATIENCE)
    try:
        line.request("POST", "/knock", form, {"Content-Type": "application/x-www-form-urlencoded"})
        said = line.getresponse().read(200).decode("ascii", "replace")
    except (OSError, http.client.HTTPException):
        return None
    finally:
        line.close()
    is_ours = hmac.compare_digest(said.encode(), kept.proof("answer", nonce).encode())
    return kept.proof("ticket", nonce)[:32] if is_ours else None
