"""Mail is sent and fetched through TLS: with a certificate that this machine trusts, and with no other."""

from __future__ import annotations

import datetime
import ipaddress
import ssl
from collections.abc import Iterator
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from referee.kernel.errors import FileTrouble
from referee.mail.accounts import Account, Password, Server
from referee.mail.imap import open_mailbox
from referee.mail.smtp import smtp_connection, submit_mail
from tests.needed_tools import need
from tests.post.servers import PASSWORD, free_port, imap_server


@pytest.fixture(scope="module")
def authority(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A certificate for this machine that has signed itself, and its key; both made here and thrown away."""
    folder = tmp_path_factory.mktemp("tls")
    folder.chmod(0o755)
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "a test authority")])
    begin = datetime.datetime(2020, 1, 1, tzinfo=datetime.UTC)
    here = [x509.DNSName("localhost"), x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(begin)
        .not_valid_after(begin.replace(year=2120))
        .add_extension(x509.SubjectAlternativeName(here), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    kind = serialization.Encoding.PEM
    (folder / "cert.pem").write_bytes(certificate.public_bytes(kind))
    form, no_password = serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    (folder / "key.pem").write_bytes(key.private_bytes(kind, form, no_password))
    return folder / "cert.pem", folder / "key.pem"


class Heard:
    """What a server was told: users with their passwords, and mails."""

    def __init__(self) -> None:
        self.users: list[str] = []
        self.mails: list[bytes] = []

    async def handle_DATA(self, server: object, session: object, envelope: object) -> str:  # noqa: N802
        self.mails.append(envelope.content)  # type: ignore[attr-defined]
        return "250 OK"


@pytest.fixture
def smtp(authority: tuple[Path, Path]) -> Iterator[tuple[Heard, Server]]:
    """A server that takes mails through STARTTLS alone."""
    need("aiosmtpd")
    from aiosmtpd.controller import Controller
    from aiosmtpd.smtp import AuthResult

    heard, port = Heard(), free_port()
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(*authority)

    def knows(server: object, session: object, envelope: object, mechanism: str, data: object) -> AuthResult:
        heard.users.append(data.login.decode())  # type: ignore[attr-defined]
        return AuthResult(success=data.password == PASSWORD.encode(), handled=False)  # type: ignore[attr-defined]

    controller = Controller(
        heard, hostname="127.0.0.1", port=port, tls_context=context, require_starttls=True, authenticator=knows
    )
    controller.start()
    try:
        yield heard, Server("localhost", port)
    finally:
        controller.stop()


@pytest.fixture
def trusted(authority: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch) -> None:
    """This machine trusts the authority of the test, and sees a server elsewhere in it."""
    monkeypatch.setenv("SSL_CERT_FILE", str(authority[0]))
    monkeypatch.setattr(Server, "is_loopback", False)


def mail() -> object:
    from email.message import EmailMessage

    made = EmailMessage()
    made["From"], made["To"], made["Subject"] = "hanna@example.org", "anna@example.org", "step 1"
    made.set_content("your move\n")
    return made


@pytest.mark.usefixtures("trusted")
def test_a_mail_goes_out_through_tls_to_a_server_that_is_trusted(smtp: tuple[Heard, Server]) -> None:
    heard, server = smtp
    with smtp_connection(server, "hanna", Password(PASSWORD)) as client:
        assert isinstance(client.sock, ssl.SSLSocket)
        submit_mail(client, server, mail(), "hanna@example.org", "anna@example.org")  # type: ignore[arg-type]

    assert heard.users == ["hanna"]
    assert [b"your move" in data for data in heard.mails] == [True]


def test_a_server_that_nobody_vouches_for_gets_no_password_and_no_mail(
    smtp: tuple[Heard, Server], monkeypatch: pytest.MonkeyPatch
) -> None:
    heard, server = smtp
    monkeypatch.setattr(Server, "is_loopback", False)
    with pytest.raises(FileTrouble) as refusal, smtp_connection(server, "hanna", Password(PASSWORD)):
        pass

    assert refusal.value.code == "server-trouble"
    assert (heard.users, heard.mails) == ([], [])


@pytest.mark.needs("dovecot")
@pytest.mark.usefixtures("trusted")
def test_a_mailbox_is_looked_through_by_tls(authority: tuple[Path, Path]) -> None:
    with imap_server(authority) as box:
        box.put("1", b"Subject: step 1\n\nyour move\n")
        host, _, port = box.typed.partition(":")
        server = Server("localhost" if host == "127.0.0.1" else host, int(port))
        with open_mailbox(server, Account(user="hanna", imap=server), Password(PASSWORD)) as inside:
            assert isinstance(inside.client.sock, ssl.SSLSocket)
            assert [data for _, data in inside.after(0)] == [b"Subject: step 1\r\n\r\nyour move\r\n"]
