"""Mailbox names as IMAP wants them: ASCII, and all other characters in modified UTF-7 (RFC 3501, 5.1.3), as
`Gr&APYA3w-e`.
"""

from __future__ import annotations

import re
from base64 import b64decode, b64encode
from binascii import Error

_ENCODED = re.compile(r"&([A-Za-z0-9+,]*)-")
_PLAIN = re.compile(r"[ -~]*")
_FOREIGN = re.compile(r"&|[^ -~]+")


def mailbox_name_for_server(name: str) -> str:
    """A mailbox name as it is said to a server; one that is in its form already stays as it is."""
    return name if _is_said(name) else _FOREIGN.sub(lambda part: f"&{_encode_name(part[0])}-", name)


def _encode_name(text: str) -> str:
    if text == "&":
        return ""
    return b64encode(text.encode("utf-16-be", "surrogatepass")).decode("ascii").rstrip("=").replace("/", ",")


def _is_said(name: str) -> bool:
    """Whether a name is printable ASCII in which each `&` begins a part that can be read."""
    if not _PLAIN.fullmatch(name) or "&" in _ENCODED.sub("", name):
        return False
    return all(_is_readable(part[1]) for part in _ENCODED.finditer(name))


def _is_readable(part: str) -> bool:
    """Whether the inside of an encoded part is the one spelling of a text; nothing is `&` itself."""
    try:
        text = b64decode(part.replace(",", "/") + "=" * (-len(part) % 4), validate=True).decode("utf-16-be")
    except (Error, UnicodeDecodeError):
        return False
    return not part or (text != "&" and _encode_name(text) == part and not _PLAIN.fullmatch(text))
