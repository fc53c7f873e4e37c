"""A mail server that goes wrong once, at the request and in the way that a test says, and else does as it should."""

from __future__ import annotations

import re
import socketserver
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import ClassVar

REQUESTS = ("CAPABILITY", "LOGIN", "EXAMINE", "UID SEARCH", "UID FETCH", "LOGOUT")
"""What is asked in one look, in this order."""
WAYS = ("NO", "BAD", "nothing", "NIL", "BYE", "gone", "lines between", "another mail")
"""How an answer may go wrong: refused, misunderstood, OK without what was asked for, or with NIL for it; the server
takes its leave, or is gone; or there is more in the answer than was asked for.
"""
_BETWEEN = b"* 3 EXISTS\r\n* 1 RECENT\r\n* 2 FETCH (FLAGS (\\Seen) UID 12)\r\n* OK [ALERT] hello\r\n"


class Server(socketserver.ThreadingTCPServer):
    """The server: mails by their numbers, and what goes wrong at which request, the how many-th time it is made."""

    allow_reuse_address = True
    daemon_threads = True

    def __init__(self, mails: Mapping[int, bytes]) -> None:
        super().__init__(("127.0.0.1", 0), _Session)
        self.mails = dict(mails)
        self.wrong: tuple[str, str, int] | None = None
        self.asked: list[str] = []

    def way(self, request: str) -> str:
        """In which way this request goes wrong now, "" for none."""
        if self.wrong is None or self.wrong[0] != request:
            return ""
        _, way, left = self.wrong
        self.wrong = (request, way, left - 1) if left else None
        return "" if left else way


class _Session(socketserver.StreamRequestHandler):
    server: Server
    timeout = 20
    _done: ClassVar[Mapping[str, bytes]] = {
        "CAPABILITY": b"* CAPABILITY IMAP4rev1\r\n",
        "LOGIN": b"",
        "EXAMINE": b"* FLAGS ()\r\n* 2 EXISTS\r\n* OK [UIDVALIDITY 7] as ever\r\n",
        "LOGOUT": b"* BYE until soon\r\n",
    }

    def handle(self) -> None:
        self.wfile.write(b"* OK here\r\n")
        while line := self.rfile.readline().decode("latin-1").rstrip("\r\n"):
            tag, _, rest = line.partition(" ")
            request = next((name for name in REQUESTS if rest.upper().startswith(name)), rest.upper())
            self.server.asked.append(request)
            if not self._answer(tag.encode(), request, rest):
                return

    def _answer(self, tag: bytes, request: str, rest: str) -> bool:
        """Answer a request; whether the server goes on."""
        way = self.server.way(request)
        if way in ("BYE", "gone"):
            self.wfile.write(b"* BYE not now\r\n" if way == "BYE" else b"")
            return False
        if way in ("NO", "BAD"):
            self.wfile.write(tag + f" {way} Some messages could not be FETCHed (Failure)\r\n".encode())
            return True
        if way in ("lines between", "another mail"):
            self.wfile.write(_BETWEEN)
        if way == "another mail" and request == "UID FETCH":
            self.wfile.write(b"* 9 FETCH (UID 99 BODY[]<0> {5}\r\ncake\n)\r\n")
        if way != "nothing":
            self.wfile.write(self._told(request, rest, "NIL" if way == "NIL" else ""))
        self.wfile.write(tag + b" OK done\r\n" + (b"* 1 RECENT\r\n" if way == "lines between" else b""))
        return request != "LOGOUT"

    def _told(self, request: str, rest: str, instead: str) -> bytes:
        if request == "UID SEARCH":
            first, _, last = rest.rpartition(" ")[2].partition(":")
            ends = max(self.server.mails) if last == "*" else 0
            wanted = {int(one) for one in first.split(",")} if not last else set(range(int(first), ends + 1)) | {ends}
            found = " ".join(str(number) for number in sorted(self.server.mails) if number in wanted)
            return b"* SEARCH\r\n" if instead else f"* SEARCH {found}\r\n".encode()
        if request == "UID FETCH":
            number = int(rest.split()[2])
            most = re.search(r"<0\.([0-9]+)>", rest)
            data = self.server.mails[number][: int(most[1]) if most else None]
            head = f"* {number} FETCH (UID {number} BODY[]<0> "
            return f"{head}NIL)\r\n".encode() if instead else f"{head}{{{len(data)}}}\r\n".encode() + data + b")\r\n"
        return b"" if instead else self._done.get(request, b"")


@contextmanager
def odd_server(mails: Mapping[int, bytes]) -> Iterator[tuple[Server, str]]:
    """The server on loopback, and how it is typed."""
    with Server(mails) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
        thread.start()
        try:
            yield server, f"127.0.0.1:{server.server_address[1]}"
        finally:
            server.shutdown()
            thread.join()
