"""Mail servers for tests, on loopback: one of Python that takes mails, and Dovecot, in which they lie."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from tests.needed_tools import need

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


DOVECOT = """\
base_dir = {folder}/run
state_dir = {folder}/run
log_path = {folder}/log
protocols = imap
listen = 127.0.0.1
{tls}
disable_plaintext_auth = no
default_internal_user = {user}
default_internal_group = {group}
default_login_user = {user}
first_valid_uid = 1
mail_location = maildir:~/Maildir
passdb {{
  driver = static
  args = password={password}
}}
userdb {{
  driver = static
  args = uid={user} gid={group} home={folder}/box{user_folder}
}}
service imap-login {{
  chroot =
  inet_listener imap {{
    port = {port}
  }}
  inet_listener imaps {{
    port = 0
  }}
}}
service anvil {{
  chroot =
}}
service stats {{
  chroot =
}}
"""


@cache
def account_of_server() -> tuple[str, str]:
    """The user and group under which the server runs: nobody's for root, who may keep no mails. By number where the
    system has no name for them, as in a container that was started for a number.
    """
    import grp
    import pwd

    user = pwd.getpwnam("nobody").pw_uid if os.geteuid() == 0 else os.geteuid()
    group = pwd.getpwnam("nobody").pw_gid if os.geteuid() == 0 else os.getegid()
    with suppress(KeyError):
        return pwd.getpwuid(user).pw_name, grp.getgrgid(group).gr_name
    return str(user), str(group)


class Mailbox(NamedTuple):
    """A mailbox on a real server: how the server is typed, and the folder in which it keeps mails."""

    typed: str
    folder: Path

    def put(self, name: str, data: bytes) -> None:
        """Let a mail arrive. No two may have one name: the server remembers what it has seen of each."""
        name = f"{time.monotonic_ns()}.{name}"
        path = self.folder / "tmp" / name
        path.write_bytes(data)
        if os.geteuid() == 0:
            shutil.chown(path, *account_of_server())
        path.rename(self.folder / "new" / name)


@contextmanager
def imap_server(tls: tuple[Path, Path] | None = None) -> Iterator[Mailbox]:
    """Dovecot on loopback, as an ordinary user, that knows everybody by the planted password; all share one mailbox.
    `tls` is a certificate and its key, with which it offers STARTTLS.
    """
    with _dovecot({"": ""}, tls) as (typed, boxes):
        yield Mailbox(typed, boxes[""])


@contextmanager
def _dovecot(users: Mapping[str, str], tls: tuple[Path, Path] | None = None) -> Iterator[tuple[str, dict[str, Path]]]:
    """The server, as it is typed, and the Maildir of each user; the values are their folders."""
    need("dovecot")
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
        folder, port = Path(name), free_port()
        folder.chmod(0o755)
        boxes = {user: folder / "box" / place / "Maildir" for user, place in users.items()}
        for box in boxes.values():
            for part in ("new", "cur", "tmp"):
                (box / part).mkdir(parents=True)
        if os.geteuid() == 0:
            for path in (folder / "box", *(folder / "box").rglob("*")):
                shutil.chown(path, *account_of_server())
        config, own = folder / "dovecot.conf", "" if "" in users else "/%n"
        offered = f"ssl = yes\nssl_cert = <{tls[0]}\nssl_key = <{tls[1]}" if tls is not None else "ssl = no"
        user, group = account_of_server()
        values = {"tls": offered, "folder": folder, "port": port, "password": PASSWORD, "user": user, "group": group}
        config.write_text(DOVECOT.format(**values, user_folder=own))
        server = subprocess.Popen(["dovecot", "-F", "-c", str(config)], stderr=subprocess.DEVNULL)
        try:
            _wait_for(port)
            yield f"127.0.0.1:{port}", boxes
        finally:
            server.terminate()
            server.wait(20)


class Office(NamedTuple):
    """Both servers, as they are typed; the mailbox of each user, and every mail that was handed in."""

    smtp: str
    imap: str
    boxes: Mapping[str, Mailbox]
    taken: list[Taken]


class _Delivering:
    """What is handed in is put into the mailbox of its recipient."""

    def __init__(self, boxes: Mapping[str, Mailbox]) -> None:
        self.boxes, self.taken = boxes, list[Taken]()

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802
        self.taken.append(Taken(envelope.mail_from, tuple(envelope.rcpt_tos), envelope.content))
        for address in envelope.rcpt_tos:
            self.boxes[address.partition("@")[0]].put(str(len(self.taken)), envelope.content)
        return "250 OK"


@contextmanager
def post_office(users: Sequence[str]) -> Iterator[Office]:
    """A post office on loopback: each user hands in and fetches under an own name, by the planted password."""
    need("aiosmtpd", "dovecot")
    from aiosmtpd.controller import Controller
    from aiosmtpd.smtp import AuthResult

    def knows(server: Any, session: Any, envelope: Any, mechanism: str, data: Any) -> Any:
        return AuthResult(success=data.login.decode() in users and data.password == PASSWORD.encode(), handled=False)

    with _dovecot({user: user for user in users}) as (imap, folders):
        boxes = {user: Mailbox(imap, folder) for user, folder in folders.items()}
        delivering, port = _Delivering(boxes), free_port()
        controller = Controller(
            delivering, hostname="127.0.0.1", port=port, authenticator=knows, auth_require_tls=False, auth_required=True
        )
        controller.start()
        try:
            yield Office(f"127.0.0.1:{port}", imap, boxes, delivering.taken)
        finally:
            controller.stop()


def _wait_for(port: int) -> None:
    for _ in range(200):
        with suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            return
        time.sleep(0.05)
    raise AssertionError("the server does not answer")
