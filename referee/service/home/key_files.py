"""The keys in a data folder: make, import, list, and write them on paper."""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec

from referee.crypto.keys import SigningKey, fingerprint, format_private, is_test_key, read_private
from referee.crypto.openssh import format_public, is_protected, public_of
from referee.crypto.paper_key import key_of_words, paper_words
from referee.drawing.text_picture import wrap_lines
from referee.kernel.errors import NotAuthentic, OutOfOrder, Unreadable
from referee.kernel.sentence import Sentence
from referee.record import files
from referee.record.file_names import slug
from referee.record.notes.fields import DEVICES
from referee.record.store import HOSTING, DataFolder
from referee.service.reader import Reader

_NAME = re.compile(r"\A[a-z][a-z0-9-]{0,31}\Z")
_ROWS = 13
_COLUMNS = 72


class Key(msgspec.Struct, frozen=True):
    """A key of this home."""

    name: str
    """The name of the key in this home."""
    fingerprint: str
    """Its fingerprint, as `ssh-keygen` shows it."""
    public: str
    """The public key as one line of OpenSSH."""
    path: str
    """The path of the file of the private key."""
    protected: bool
    """Whether a passphrase is needed to use it."""
    test: bool = False
    """Whether it is a published test key, which everybody has."""


class Keys(msgspec.Struct, frozen=True):
    """The keys of this home."""

    keys: tuple[Key, ...]
    """Each key, by name."""


class PaperKey(msgspec.Struct, frozen=True):
    """A key that was put on paper."""

    name: str
    """The name of the key in this home."""
    fingerprint: str
    """Its fingerprint, as `ssh-keygen` shows it."""
    file: str = ""
    """The path of the sheet that was written; empty if there is none."""
    words: tuple[str, ...] = ()
    """The words of the key in their order; empty unless they were asked for."""


def write_new_key(home: DataFolder, name: str) -> SigningKey:
    """A new key, from bytes that nobody else has, kept in the home under `name`. Raises as `DataFolder.write_key`."""
    key = SigningKey.from_seed(secrets.token_bytes(32))
    home.write_key(name, format_private(key, name), format_public(key.public, name))
    return key


def make_key(reader: Reader, name: str) -> Key:
    """A new key, kept in the home under `name`. Raises as `check_new_name`."""
    check_new_name(reader, name)
    write_new_key(reader.home, name)
    return read_key(reader, name)


def import_key(reader: Reader, data: bytes, name: str, secret: str = "") -> Key:
    """The key in a file, kept in the home under `name`. `secret` is its passphrase; without, a protected file
    is kept as it is. Raises Unreadable or NotAuthentic: it holds no key, or the passphrase is wrong.
    """
    check_new_name(reader, name)
    if secret or not is_protected(data):
        read_private(data, lambda: secret)  # the whole file, not its public half alone
    reader.home.write_key(name, data, format_public(public_of(data), name))
    return read_key(reader, name)


def restore_key(reader: Reader, words: Sequence[str], name: str) -> Key:
    """The key of the words on paper, kept in the home under `name`. Raises Unreadable or NotAuthentic: they are the
    words of no key.
    """
    check_new_name(reader, name)
    key = key_of_words(words)
    reader.home.write_key(name, format_private(key, name), format_public(key.public, name))
    return read_key(reader, name)


def list_keys(reader: Reader) -> Keys:
    """All keys of the home."""
    return Keys(tuple(read_key(reader, name) for name in reader.home.keys()))  # noqa: SIM118


def read_key(reader: Reader, name: str | None = None) -> Key:
    """The key of this name, or the only one of the home. Raises NotAuthentic: there is none, or several."""
    chosen = _key_by_name(reader.home, name)
    file = reader.home.read_key(chosen)
    public, path = public_of(file), str(reader.home.path / "keys" / chosen)
    line = format_public(public, chosen)
    return Key(chosen, fingerprint(public), line, path, is_protected(file), is_test_key(public))


def paper_key(reader: Reader, name: str | None = None, secret: str = "", to: Path | None = None) -> PaperKey:
    """A key of the home as words, and on a sheet in the file `to`. Raises NotAuthentic or Unreadable: there is no such
    key, or its passphrase is not given.
    """
    chosen = _key_by_name(reader.home, name)
    key = read_private(reader.home.read_key(chosen), (lambda: secret) if secret else None)
    made = PaperKey(chosen, fingerprint(key.public), str(to or ""), paper_words(key))
    if to is not None:
        files.write_once(to, "".join(f"{line}\n" for line in sheet_lines(reader.lang, made)).encode(), 0o600)
    return made


def sheet_lines(lang: str, paper: PaperKey) -> list[str]:
    """What is written on paper: whose key it is, its words with their numbers in two columns, what they are for."""
    rows = (
        "".join(f"{at + 1:>4} {paper.words[at]:<8}" for at in range(row, len(paper.words), _ROWS)).rstrip()
        for row in range(_ROWS)
    )
    title = Sentence("paper-title", name=paper.name).told(lang)
    keep = wrap_lines(Sentence("paper-keep").told(lang), _COLUMNS)
    return [title, paper.fingerprint, "", *rows, "", *keep, f"  referee key restore {paper.name}"]


def first_key_names(reader: Reader) -> list[str]:
    """The names of the keys to begin with: not those that a host who plays has beside the reader's one."""
    names = reader.home.keys()
    return [name for name in names if not (name.endswith(HOSTING) and name.removesuffix(HOSTING) in names)]


def first_key_name(reader: Reader) -> str:
    """The name of the key to begin with, when no record says yet which one has a part.

    Raises:
        NotAuthentic: there is none, or none of the name given, or several and none is named.
    """
    names, first = reader.home.keys(), first_key_names(reader)
    name = reader.as_name or (first[0] if len(first) == 1 else None)
    if name is None:
        raise NotAuthentic(
            "several-keys-sign" if names else "no-key-yet",
            names=", ".join(first),
            hint=Sentence("name-one") if names else Sentence("referee-key-new-name"),
        )
    if name not in names:
        raise NotAuthentic("no-such-key", name=name, known=", ".join(names) or Sentence("none"))
    return name


def beginning_key_name(reader: Reader, called: str) -> str:
    """The name of the key with which somebody begins who is `called` so for people, whether it is there or is still to
    be made. Raises as `first_key_name`.
    """
    if reader.home.keys() or reader.as_name is not None:
        return first_key_name(reader)
    return slug(called) or "me"


def private_key(reader: Reader, name: str, secret: str = "") -> SigningKey:
    """A key of the home, to sign with; `secret` is its passphrase. Raises as `read_private`."""
    return read_private(reader.home.read_key(name), passphrase_of(reader, secret))


def passphrase_of(reader: Reader, secret: str) -> Callable[[], str] | None:
    """How the passphrase of a protected key is had: it came with the call, or the reader is asked for it."""
    return (lambda: secret) if secret else reader.passphrase


def check_new_name(reader: Reader, name: str, hint: Sentence | None = None) -> None:
    """Raise unless a key may be called so: Unreadable for what is not a name, OutOfOrder where a key has it already."""
    if not _NAME.match(name):
        raise Unreadable("bad-key-name", name=name, hint=hint)
    if name in DEVICES:
        raise Unreadable("key-name-device", name=name, hint=hint)
    if name in reader.home.keys():  # noqa: SIM118
        raise OutOfOrder("key-called-already", name=name, hint=Sentence("key-show", name=name))


def _key_by_name(home: DataFolder, name: str | None) -> str:
    """The key of this name, or the only one."""
    names = home.keys()
    if name is None and len(names) == 1:
        return names[0]
    if name is None or name not in names:
        raise NotAuthentic(
            "no-such-key" if name else "which-key",
            name=name,
            known=", ".join(names) or Sentence("none"),
            hint=Sentence("referee-key-show-name") if names else Sentence("referee-key-new-name"),
        )
    return name
