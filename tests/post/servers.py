"""A mail server of Python for tests: it takes what is handed in, and keeps it."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

from tests.tools import need

PASSWORD = "canary-9f3b71c2"
"""A planted password: it may be found nowhere."""


class Taken(NamedTuple):
    """A mail that was handed in: by whom, for whom, and its bytes."""

    sender: str
    to: tuple[str, ...]
    data: bytes


class Box:
    """What was handed in; addresses that begin with `no` are refused."""

    def __init__(self) -> None:
        self.taken: list[Taken] = []
        self.logged_in: list[str] = []

    async def handle_RCPT(self, server: Any, session: Any, envelope: Any, address: str, options: Any) -> str:  # noqa: N802
        if address.startswith("no"):
            return "550 no such mailbox"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802
        self.taken.append(Taken(envelope.mail_from, tuple(envelope.rcpt_tos), envelope.content))
        return "250 OK"


def free_port() -> int:
    """A port that nobody uses now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def smtp_server() -> Iterator[tuple[Box, str]]:
    """A server on loopback that knows hanna by the planted password: its box, and how it is typed."""
    need("aiosmtpd")
    from aiosmtpd.controller import Controller
    from aiosmtpd.smtp import AuthResult, LoginPassword

    box, port = Box(), free_port()

    def knows(server: Any, session: Any, envelope: Any, mechanism: str, data: Any) -> Any:
        assert isinstance(data, LoginPassword)
        fits = (data.login, data.password) == (b"hanna", PASSWORD.encode())
        if fits:
            box.logged_in.append("hanna")
        return AuthResult(success=fits, handled=False)

    controller = Controller(
        box, hostname="127.0.0.1", port=port, authenticator=knows, auth_require_tls=False, auth_required=True
    )
    controller.start()
    try:
        yield box, f"127.0.0.1:{port}"
    finally:
        controller.stop()
