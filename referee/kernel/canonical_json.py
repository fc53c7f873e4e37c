"""Canonical JSON, tagged hashes and base64url: the bytes that are signed, hashed and compared; and values from JSON."""

from __future__ import annotations

import binascii
from functools import cache
from threading import RLock
from typing import Any, TypeVar

import msgspec

from referee.kernel.errors import Unreadable
from referee.kernel.hashing import sha256

_SUITE = b"referee/1 "
_encoder = msgspec.json.Encoder(order="sorted")
_MAX_INT = 2**53


def with_length(part: bytes) -> bytes:
    """`part` after its length as 8 big-endian bytes, so that joined parts cannot be cut elsewhere."""
    return len(part).to_bytes(8, "big") + part


def u64be(number: int) -> bytes:
    """`number` (0 <= number < 2**64) as 8 big-endian bytes."""
    return number.to_bytes(8, "big")


def tagged_hash(tag: str, *parts: bytes) -> bytes:
    """H(tag, parts): SHA-256 of the length-prefixed tag and parts, 32 bytes."""
    return sha256(hash_frame(tag, *parts))


def hash_frame(tag: str, *parts: bytes) -> bytes:
    """What H(tag, parts) is the SHA-256 of. With `lp(part)` after it, it is that of H(tag, parts, part)."""
    joined = [_tag_head(tag)]
    for part in parts:
        joined += (len(part).to_bytes(8, "big"), part)
    return b"".join(joined)


@cache
def _tag_head(tag: str) -> bytes:
    return with_length(_SUITE + tag.encode("ascii"))


def encode_b64(data: bytes) -> str:
    """base64url without padding; 32 bytes are always 43 characters."""
    return binascii.b2a_base64(data, newline=False).translate(_TO_URL, b"=").decode("ascii")


def decode_b64(text: str, size: int | None = None) -> bytes:
    """The bytes of `text`, base64url without padding.

    Raises:
        Unreadable: a foreign character, padding, bits left over, or not `size` bytes.
    """
    try:
        ordinary = text.encode("ascii").translate(_FROM_URL)
        data = binascii.a2b_base64(ordinary + b"=" * (-len(text) % 4), strict_mode=True)
    except (binascii.Error, UnicodeEncodeError):
        raise Unreadable("base64url-padding") from None
    if encode_b64(data) != text:  # one value has one spelling: `AAB` and `AAA` name the same bytes
        raise Unreadable("base64url-spelling")
    if size is not None and len(data) != size:
        raise Unreadable("expected-bytes-base64url", size=size, found=len(data))
    return data


# Bytes are translated, not text: that is ten times as fast, and a note holds dozens of these values.
_TO_URL = bytes.maketrans(b"+/", b"-_")
# "+", "/" and "=" of the ordinary alphabet must not pass, so they become signs that no decoder takes.
_FROM_URL = bytes.maketrans(b"-_+/=", b"+/!!!")


def canonical(value: object) -> bytes:
    """`value` as RFC 8785 JSON. Types: structs, dicts with text keys, tuples, lists, ints under 2**53, text, bool.

    Floats, sets and bytes must not occur: `check_canonical` tells, and the contract suite calls it for every state.
    """
    return _encoder.encode(value)


def check_canonical(value: object, where: str = "value") -> None:
    """Raise TypeError unless `value` holds only what `canonical` may write, naming the place in it."""
    if value is None or isinstance(value, bool):
        return
    if isinstance(value, int):
        if abs(value) >= _MAX_INT:
            raise TypeError(f"{where}: {value} does not fit 53 bits")
    elif isinstance(value, str):
        if not value.isascii():
            raise TypeError(f"{where}: {value!r} is not ASCII")
    elif isinstance(value, list | tuple):
        for index, item in enumerate(value):
            check_canonical(item, f"{where}[{index}]")
    elif isinstance(value, dict):
        for key, item in value.items():
            if not isinstance(key, str) or not key.isascii():
                raise TypeError(f"{where}: key {key!r} is not ASCII text")
            check_canonical(item, f"{where}.{key}")
    elif isinstance(value, msgspec.Struct):
        if type(value).__struct_config__.omit_defaults:
            raise TypeError(f"{where}: omits defaults")
        for field in type(value).__struct_fields__:
            check_canonical(getattr(value, field), f"{where}.{field}")
    else:
        raise TypeError(f"{where}: {type(value).__name__} is not a canonical type")


T = TypeVar("T")
_decoders: dict[Any, msgspec.json.Decoder[Any]] = {}
_building = RLock()


def decoder_of(kind: type[T]) -> msgspec.json.Decoder[T]:
    """What reads JSON as values of a type. msgspec builds what it knows of a class at its first use, and where two
    threads do that at once, the process crashes (0.22): so one of them builds it here.
    """
    found = _decoders.get(kind)
    if found is None:
        with _building:
            found = _decoders[kind] = msgspec.json.Decoder(kind)
    return found


def decode_as(kind: type[T], data: bytes) -> T:
    """The value of a type in JSON. Raises `msgspec.DecodeError` for anything else."""
    return decoder_of(kind).decode(data)


def unpack_as(kind: type[T], packed: bytes) -> T:
    """The value of a type in MessagePack. Raises `msgspec.DecodeError` for anything else."""
    decoder_of(kind)
    return msgspec.msgpack.decode(packed, type=kind)


def convert_to(kind: type[T], value: Any) -> T:
    """JSON types as a value of a type. Raises `msgspec.ValidationError` for what it does not have or allow."""
    decoder_of(kind)
    return msgspec.convert(value, kind)
