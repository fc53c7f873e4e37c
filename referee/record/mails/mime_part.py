"""A part of a MIME message whose parameters may be nonsense: the standard library falls over some of them."""

from __future__ import annotations

from email.message import Message
from typing import Any


class MimePart(Message):
    """A part of a mail. A parameter that cannot be read (NUL in the name of its character set, or pieces of RFC 2231
    that do not fit together) counts as missing.
    """

    def get_boundary(self, failobj: Any = None) -> Any:
        """The line that parts the parts, or `failobj`."""
        try:
            return super().get_boundary(failobj)
        except (ValueError, TypeError):
            return failobj

    def get_content_charset(self, failobj: Any = None) -> Any:
        """The name of the character set, or `failobj`."""
        try:
            return super().get_content_charset(failobj)
        except (ValueError, TypeError):
            return failobj

    def get_filename(self, failobj: Any = None) -> Any:
        """The name of the attachment, or `failobj`."""
        try:
            return super().get_filename(failobj)
        except (ValueError, TypeError):
            return failobj
