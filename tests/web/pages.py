"""A page of `referee open` in a process of its own, and requests to it that no browser would make."""

from __future__ import annotations

import json
import os
import socket
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlencode

from tests.cli.forked_commands import Copy
from tests.cli.terminal import environment, started


@dataclass
class Served:
    """A page that runs: the home it is of, its address and port, a ticket that nobody has used yet, its process."""

    home: Path
    address: str
    port: int
    ticket: str
    process: Copy | subprocess.Popen[bytes]
    cookie: str = ""

    @property
    def origin(self) -> str:
        return f"http://{self.host}"

    @property
    def host(self) -> str:
        return f"{self.address}:{self.port}"

    def ask(
        self, path: str = "/", method: str = "GET", body: bytes | None = None, **headers: str
    ) -> tuple[int, str, Mapping[str, str]]:
        """What is answered to one request, with exactly these headers: `content_type` is Content-Type."""
        line = HTTPConnection(self.address, self.port, timeout=20)
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        if self.cookie and "cookie" not in named:
            named["cookie"] = self.cookie
        line.request(method, path, body, named)
        said = line.getresponse()
        text = said.read().decode()
        line.close()
        return said.status, text, {name.lower(): value for name, value in said.getheaders()}

    def post(self, path: str, fields: Mapping[str, str], **headers: str) -> tuple[int, str, Mapping[str, str]]:
        """A form as the page sends it."""
        given = {"origin": self.origin, "content_type": "application/x-www-form-urlencoded"} | headers
        return self.ask(path, "POST", urlencode(fields).encode(), **given)

    def json(self, path: str, body: object, **headers: str) -> tuple[int, str, Mapping[str, str]]:
        """JSON as the scripts of the page send it."""
        given = {"origin": self.origin, "content_type": "application/json"} | headers
        return self.ask(path, "POST", json.dumps(body).encode(), **given)

    def press(self, path: str, fields: Mapping[str, str]) -> str:
        """What a browser shows that sends a form: it goes where the answer leads."""
        status, text, headers = self.post(path, fields)
        return self.ask(headers["location"])[1] if status == 303 else text

    def enter(self) -> None:
        """Come in with the ticket, as a browser does."""
        status, _, headers = self.post("/enter", {"ticket": self.ticket})
        assert status == 200
        self.cookie = headers["set-cookie"].partition(";")[0]

    def raw(self, data: bytes, seconds: float = 20) -> bytes:
        """What is answered to bytes."""
        with socket.create_connection((self.address, self.port), timeout=seconds) as line:
            line.sendall(data)
            return line.recv(65536)


@contextmanager
def served(home: Path, folder: Path, *arguments: str, **more: str) -> Iterator[Served]:
    """The page of a home, opened in a folder; closed behind the block."""
    told, end = os.pipe()
    with os.fdopen(told) as lines, os.fdopen(end, "w") as out, Path(os.devnull).open("r+") as none:
        streams = none.fileno(), out.fileno(), none.fileno()
        process = started(["open", *arguments, "--json"], environment(home, **more), folder, streams)
        out.close()
        try:
            origin, _, ticket = str(json.loads(lines.readline())["address"]).partition("/#")
            address, _, port = origin.removeprefix("http://").partition(":")
            yield Served(home, address, int(port), ticket, process)
        finally:
            process.kill()
            process.wait(20)
