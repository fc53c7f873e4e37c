"""A note beside a record, changed on its way."""

from __future__ import annotations

from collections.abc import Iterator

from referee.kernel.errors import RefereeError
from referee.record.mails.unwrap import unwrap
from referee.record.note import SignedNote
from referee.session.session import Session
from referee.session.sign_claim import keep_beside


def taken_though_changed(session: Session, claim: SignedNote) -> Iterator[tuple[list[object], tuple[SignedNote, ...]]]:
    """What a session keeps of a claim in which one byte was changed, and the notes it was read as: for every 23rd byte,
    as far as nothing is refused.
    """
    text = claim.armoured().encode()
    for at in range(30, len(text) - 30, 23):
        mail = text[:at] + bytes([text[at] ^ (1 + at * 37 % 127)]) + text[at + 1 :]
        try:
            changed = unwrap(mail).signed_notes
            kept = [keep_beside(session, signed, ()) for signed in changed if signed.armoured() != claim.armoured()]
        except RefereeError:
            continue
        yield kept, tuple(changed)
