"""The page of a home in this process: its guard and all behind it, asked without a network."""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import Iterator, Mapping, MutableMapping
from contextlib import chdir, contextmanager
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlencode

from referee.cli.context import Context
from referee.cli.web.request_filter import App
from referee.cli.web.server import app_of
from referee.cli.web.session_auth import RunningPage, SessionAuth

FORM = "application/x-www-form-urlencoded"
JSON = "application/json"


class Said(NamedTuple):
    """What was answered."""

    status: int
    data: bytes
    headers: Mapping[str, str]

    @property
    def text(self) -> str:
        """The same as text."""
        return self.data.decode("utf-8", "replace")


class Page(NamedTuple):
    """A page that nobody else can reach."""

    app: App
    gate: SessionAuth

    def ask(self, path: str, method: str = "GET", body: bytes = b"", **headers: str) -> Said:
        """What is answered to one request of the page's own; `content_type` is Content-Type."""
        own = {"host": self.gate.host, "origin": self.gate.origin, "content-length": str(len(body))}
        own |= {"cookie": f"{self.gate.cookie}={self.gate.session}"}
        own |= {name.replace("_", "-"): value for name, value in headers.items()}
        return asyncio.run(_asked(self.app, path, method, body, own))

    def send(
        self, path: str, fields: Mapping[str, str], files: Mapping[str, Any] | None = None, **headers: str
    ) -> Said:
        """What is answered to a form itself; files are (name, bytes), or several of them."""
        if not files:
            return self.ask(path, "POST", urlencode(fields).encode(), content_type=FORM, **headers)
        kind, body = in_parts(fields, files)
        return self.ask(path, "POST", body, content_type=kind, **headers)

    def post(self, path: str, body: Any, **headers: str) -> Said:
        """What is answered to JSON."""
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        return self.ask(path, "POST", data, **({"content_type": JSON} | headers))

    def start(self, path: str) -> Any:
        """What the page of a room begins with, as data."""
        return json.loads(self.ask(path).text.partition('id="first">')[2].partition("</script>")[0])

    def take_in(self, *mails: bytes, **fields: str) -> Any:
        """What came of files that were dropped."""
        files = {"files": [(f"{number}.eml", data) for number, data in enumerate(mails)]}
        return json.loads(self.send("/data/take-in", fields, files).text)


def in_parts(fields: Mapping[str, str], files: Mapping[str, Any]) -> tuple[str, bytes]:
    """The content type and the body of a form with files."""
    parts = [f'name="{name}"\r\n\r\n{value}'.encode() for name, value in fields.items()]
    for name, given in files.items():
        for called, data in given if isinstance(given, list) else [given]:
            head = f'name="{name}"; filename="{called}"\r\nContent-Type: application/octet-stream\r\n\r\n'
            parts.append(head.encode() + data)
    body = b"".join(b"--edge\r\nContent-Disposition: form-data; " + part + b"\r\n" for part in parts)
    return "multipart/form-data; boundary=edge", body + b"--edge--\r\n"


async def _asked(app: App, path: str, method: str, body: bytes, headers: Mapping[str, str]) -> Said:
    raw_path, _, query = path.partition("?")
    scope: MutableMapping[str, Any] = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": method,
        "scheme": "http",
        "path": raw_path,
        "raw_path": raw_path.encode(),
        "query_string": query.encode(),
        "root_path": "",
        "headers": [(name.lower().encode(), value.encode()) for name, value in headers.items()],
    }
    told: list[MutableMapping[str, Any]] = []

    async def receive() -> MutableMapping[str, Any]:
        return {"type": "http.request", "body": body, "more_body": False}

    async def send(message: MutableMapping[str, Any]) -> None:
        told.append(message)

    await app(scope, receive, send)
    start = told[0]
    data = b"".join(each.get("body", b"") for each in told[1:])
    return Said(start["status"], data, {name.decode().lower(): value.decode() for name, value in start["headers"]})


@contextmanager
def at_home(home: Path, cwd: Path, lang: str) -> Iterator[None]:
    """In the place of somebody: what is typed or served now is theirs."""
    kept = {name: os.environ.get(name) for name in ("REFEREE_HOME", "REFEREE_LANG")}
    os.environ.update(REFEREE_HOME=str(home), REFEREE_LANG=lang)
    try:
        with chdir(cwd):
            yield
    finally:
        for name, value in kept.items():
            os.environ.pop(name) if value is None else os.environ.update({name: value})


@contextmanager
def page_of(home: Path, cwd: Path, lang: str = "en", **shared: Any) -> Iterator[Page]:
    """The page of a home, opened in a folder."""
    gate = SessionAuth(RunningPage("127.0.0.1", 1, "secret"))
    with at_home(home, cwd, lang):
        yield Page(app_of(Context(lang=lang, **shared), gate, lambda: None), gate)
