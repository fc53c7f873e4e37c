"""Key files: ours are read by ssh-keygen, those of ssh-keygen by us, and both verify each other's signatures."""

from __future__ import annotations

import subprocess
import sys
from base64 import b64decode, b64encode
from pathlib import Path

import pytest

from referee.crypto import keys, openssh, ssh_wire, sshsig
from referee.crypto.keys import SigningKey
from referee.kernel.errors import NotAuthentic, Unreadable
from tests.crypto.foreign_keys import protected_file
from tests.needed_tools import need

KEY = SigningKey.from_seed(bytes(range(32)))
FILE = keys.format_private(KEY, "anna")
needs_openssh = pytest.mark.needs("ssh-keygen")


def public_line(path: Path) -> bytes:
    """The key in the `.pub` file beside a private one."""
    return b64decode(path.with_suffix(".pub").read_text().split()[1])[-32:]


def ssh_keygen(*arguments: str, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(["ssh-keygen", *arguments], input=stdin, capture_output=True, check=False)


def made_by_openssh(folder: Path, *options: str) -> Path:
    path = folder / "key"
    done = ssh_keygen("-q", "-t", "ed25519", "-C", "ännä", "-f", str(path), *(options or ("-N", "")))

    assert done.returncode == 0, done.stderr
    return path


def saved(folder: Path, data: bytes) -> Path:
    path = folder / "key"
    path.write_bytes(data)
    path.chmod(0o600)
    return path


def test_a_key_file_is_read_back() -> None:
    assert keys.read_private(FILE) == KEY
    assert openssh.read_private(FILE).comment == "anna"
    assert openssh.public_of(FILE) == KEY.public


def test_a_key_file_has_the_same_bytes_every_time() -> None:
    assert keys.format_private(SigningKey.from_seed(bytes(range(32))), "anna") == FILE


@pytest.mark.parametrize("comment", ["", "a", "ab", "abc", "anna of Ulm", "ä" * 40])
def test_a_comment_of_any_length_is_padded_right(comment: str) -> None:
    assert openssh.read_private(keys.format_private(KEY, comment)).comment == comment


def test_line_ends_of_another_system_do_no_harm() -> None:
    assert keys.read_private(FILE.replace(b"\n", b"\r\n")) == KEY


def _outer(
    cipher: bytes = b"none", kdf: bytes = b"none", count: int = 1, blob: bytes | None = None, inner: bytes | None = None
) -> bytes:
    own_blob = openssh.public_blob(KEY.public)
    own_inner = (
        b"\1\2\3\4" * 2 + own_blob + ssh_wire.ssh_string(bytes(range(32)) + KEY.public) + ssh_wire.ssh_string(b"a")
    )
    own_inner += bytes(range(1, 1 + -len(own_inner) % 8))
    data = b"openssh-key-v1\0" + ssh_wire.ssh_string(cipher) + ssh_wire.ssh_string(kdf) + ssh_wire.ssh_string(b"")
    data += count.to_bytes(4, "big") + ssh_wire.ssh_string(own_blob if blob is None else blob)
    return data + ssh_wire.ssh_string(own_inner if inner is None else inner)


def _file(data: bytes) -> bytes:
    lines = ssh_wire.base64_lines(data, 70)
    return "\n".join(["-----BEGIN OPENSSH PRIVATE KEY-----", *lines, "-----END OPENSSH PRIVATE KEY-----", ""]).encode()


GOOD_INNER_END = _outer()
OTHER = SigningKey.from_seed(bytes(32))
BAD_FILES = {
    "empty": b"",
    "not a key": b"hello\n",
    "not ASCII": b"\xff" + FILE,
    "PKCS8": FILE.replace(b"OPENSSH PRIVATE", b"PRIVATE"),
    "text behind": FILE + b"x\n",
    "cut short": FILE[: len(FILE) // 2],
    "too large": FILE + b" " * 70000,
    "another magic": _file(b"x" + _outer()[1:]),
    "two keys": _file(_outer(count=2)),
    "bytes behind": _file(_outer() + b"\0"),
    "another kdf": _file(_outer(kdf=b"bcrypt")),
    "RSA key": _file(_outer(blob=ssh_wire.ssh_string(b"ssh-rsa") + ssh_wire.ssh_string(bytes(32)))),
    "security key": _file(
        _outer(blob=ssh_wire.ssh_string(b"sk-ssh-ed25519@openssh.com") + ssh_wire.ssh_string(bytes(32)))
    ),
    "31-byte key": _file(_outer(blob=ssh_wire.ssh_string(b"ssh-ed25519") + ssh_wire.ssh_string(bytes(31)))),
    "another public half outside": _file(_outer(blob=openssh.public_blob(OTHER.public))),
    "check numbers differ": FILE.replace(FILE, _file(_outer().replace(b"\1\2\3\4\1\2\3\4", b"\1\2\3\4\1\2\3\5"))),
    "wrong padding": _file(_outer()[:-1] + b"\x09"),
    "inner part cut short": _file(_outer(inner=b"\1\2\3\4\1\2\3\4")),
}


def test_the_file_the_bad_ones_are_made_from_is_good() -> None:
    assert keys.read_private(_file(_outer())) == KEY


@pytest.mark.parametrize("why", BAD_FILES)
def test_a_file_that_is_no_ed25519_key_is_refused(why: str) -> None:
    with pytest.raises(Unreadable):
        keys.read_private(BAD_FILES[why])


def test_a_file_whose_halves_belong_to_different_keys_is_refused() -> None:
    """Signing with a public half of another key would give the seed away."""
    inner = b"\1\2\3\4" * 2 + openssh.public_blob(OTHER.public)
    inner += ssh_wire.ssh_string(bytes(range(32)) + OTHER.public) + ssh_wire.ssh_string(b"a")
    inner += bytes(range(1, 1 + -len(inner) % 8))

    with pytest.raises(NotAuthentic, match="halves"):
        keys.read_private(_file(_outer(blob=openssh.public_blob(OTHER.public), inner=inner)))


@needs_openssh
def test_ssh_keygen_reads_our_key_file(tmp_path: Path) -> None:
    path = saved(tmp_path, FILE)
    shown = ssh_keygen("-y", "-f", str(path))

    assert shown.stdout.decode().split()[:2] == openssh.format_public(KEY.public, "").split()
    assert ssh_keygen("-lf", str(path)).stdout.decode().split()[1] == keys.fingerprint(KEY.public)


@needs_openssh
def test_we_read_the_key_file_of_ssh_keygen(tmp_path: Path) -> None:
    path = made_by_openssh(tmp_path)
    key = keys.read_private(path.read_bytes())

    assert key.public == public_line(path)
    assert keys.fingerprint(key.public) == ssh_keygen("-lf", str(path)).stdout.decode().split()[1]
    assert openssh.read_private(path.read_bytes()).comment == "ännä"


@needs_openssh
def test_a_signature_of_ssh_keygen_is_ours_to_the_byte(tmp_path: Path) -> None:
    path = saved(tmp_path, FILE)
    made = ssh_keygen("-q", "-Y", "sign", "-n", "move@referee.pbem", "-f", str(path), stdin=b"referee/1 move\n").stdout
    block = "".join(made.decode().split("\n")[1:-2])

    assert sshsig.read_blob(sshsig.read_base64(block)) == (
        KEY.public,
        "move@referee.pbem",
        sshsig.sign(KEY, "move@referee.pbem", b"referee/1 move\n"),
    )


@pytest.fixture(params=["the library", pytest.param("ssh-keygen", marks=needs_openssh)])
def protected(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[bytes, bytes]:
    """A key file behind the passphrase `secret`, and its public key."""
    if request.param == "the library":
        return protected_file(FILE, "secret"), KEY.public
    path = made_by_openssh(tmp_path, "-a", "1", "-N", "secret")
    return path.read_bytes(), public_line(path)


def test_a_protected_key_shows_its_public_half_without_a_passphrase(protected: tuple[bytes, bytes]) -> None:
    data, public = protected

    assert openssh.public_of(data) == public


def test_a_protected_key_without_bcrypt_names_the_extra_and_asks_for_nothing(
    protected: tuple[bytes, bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Attack 77."""
    data, _ = protected
    monkeypatch.setitem(sys.modules, "bcrypt", None)

    def never() -> str:
        raise AssertionError("asked for a passphrase that cannot be used")

    with pytest.raises(Unreadable, match=r"referee\[passphrase\]"):
        keys.read_private(data, never)


def test_a_protected_key_opens_with_its_passphrase_only(protected: tuple[bytes, bytes]) -> None:
    need("bcrypt")
    data, public = protected

    assert keys.read_private(data, lambda: "secret").public == public
    with pytest.raises(NotAuthentic, match="passphrase"):
        keys.read_private(data, lambda: "Secret")
    with pytest.raises(Unreadable, match="no terminal here"):
        keys.read_private(data)


def test_reading_a_key_does_not_load_the_slow_half_of_the_library() -> None:
    """Every command reads a key; `serialization` costs as much as one and a half empty interpreters."""
    program = (
        "import sys; from referee.crypto import keys\n"
        "key = keys.SigningKey.from_seed(bytes(range(32)))\n"
        "keys.read_private(keys.format_private(key, 'anna')).sign(b'x')\n"
        "sys.exit('cryptography.hazmat.primitives.serialization.ssh' in sys.modules)"
    )

    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


@pytest.mark.parametrize("cipher", ["3des-cbc", "aes128-ctr", "chacha20-poly1305@openssh.com", "\x1b[2J"])
def test_a_cipher_that_is_not_opened_is_named_before_anybody_is_asked(cipher: str) -> None:
    locked = (
        openssh._BEGIN
        + "\n"
        + b64encode(
            openssh._MAGIC
            + b"".join(map(ssh_wire.ssh_string, (cipher.encode(), b"bcrypt", b"")))
            + (1).to_bytes(4, "big")
            + ssh_wire.ssh_string(openssh.public_blob(KEY.public))
            + ssh_wire.ssh_string(bytes(64))
        ).decode()
        + "\n"
        + openssh._END
        + "\n"
    )

    def ask() -> str:
        raise AssertionError("nobody can open it")

    for read in (openssh.is_protected, openssh.public_of, lambda data: openssh.read_private(data, ask)):
        with pytest.raises(Unreadable) as refused:
            read(locked.encode())
        assert refused.value.code == "key-cipher" and "\x1b" not in str(refused.value)
        assert "ssh-keygen -p -Z aes256-ctr" in str(refused.value.hint)


def test_a_mark_of_an_editor_before_a_key_file_changes_nothing() -> None:
    assert keys.read_private(b"\xef\xbb\xbf" + FILE) == KEY
