"""What the system says of a file is told in the reader's language."""

from __future__ import annotations

import errno
import os

import pytest

from referee.i18n.refusal_text import refusal_text
from referee.kernel.errors import FileTrouble
from referee.record.os_errors import os_error_reason

COMMON = ["ENOENT", "EACCES", "EPERM", "EEXIST", "ENOTDIR", "EISDIR", "ENOSPC", "EROFS", "ENAMETOOLONG", "EIO"]


def told(number: int, lang: str) -> str:
    reason = os_error_reason(OSError(number, os.strerror(number)))
    return refusal_text(FileTrouble("file-trouble", path="mail.eml", reason=reason), lang).sentence


@pytest.mark.parametrize("name", COMMON)
def test_what_often_happens_to_files_is_said_in_both_languages(name: str) -> None:
    number = getattr(errno, name)
    english, italian = told(number, "en"), told(number, "it")

    assert english == f"mail.eml: {os.strerror(number).lower()}"
    assert italian.startswith("mail.eml: ") and italian != english


def test_what_seldom_happens_is_quoted_from_the_system() -> None:
    assert told(errno.EMLINK, "it") == f"mail.eml: {os.strerror(errno.EMLINK).lower()}"
    assert told(0, "it") == f"mail.eml: {os.strerror(0).lower()}"
