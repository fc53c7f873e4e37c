"""What is to be sent leaves the page whole: the link that opens a mail holds the note, or the mail is saved first."""

from __future__ import annotations

from urllib.parse import unquote

import pytest

from referee.mail.mime import MailDraft, mailto_link

pytestmark = pytest.mark.needs("starlette")


@pytest.mark.parametrize("length", range(0, 2600, 100))
def test_a_link_is_short_enough_and_holds_all_notes_or_none(length: int) -> None:
    notes = f"-----BEGIN REFEREE NOTE-----\n{'x' * length}\n-----END REFEREE NOTE-----\n"
    draft = MailDraft("a@example.org", "A", "x", "one\n\n" * 400, notes, "x.txt", "<x@referee.pbem>")
    link = mailto_link(draft, "0001.move")
    body = unquote(link.address.partition("&body=")[2])

    assert len(link.address) <= 1900
    assert (notes.strip().replace("\n", "\r\n") in body) == link.whole == (length <= 1700)
    assert ("0001.move" in body) == (not link.whole)
