"""A comment about to be signed, and those that are kept here."""

from __future__ import annotations

from referee.audit.comments import LAST_NUMBER, MOST_COMMENTS, check_comment, read_comments
from referee.crypto.keys import SigningKey
from referee.kernel.errors import NotAuthentic, OutOfOrder, Unreadable
from referee.record.file_names import comment_name
from referee.record.note import SignedNote, render_bundle, sign_note
from referee.record.notes import COMMENT_MOST, Comment
from referee.record.notes.escaping import text_lines
from referee.session.send import OutgoingNote, SentNote, send
from referee.session.session import Session

_COLUMNS = 68


def stored_comments(session: Session) -> tuple[SignedNote, ...]:
    """The comments that are kept here and hold, in the order in which they are read; none before the end."""
    return read_comments(session.folder.comments(), session.history)[0] if session.history.end is not None else ()


def comment_note(session: Session, key: SigningKey, step: int, text: str) -> SignedNote:
    """The comment of the reader's party on a step. The same words again are the same note.

    Raises:
        OutOfOrder: the game has not ended, there is no such step, or too many were written.
        Unreadable: it says nothing, or too much. NotAuthentic: the reader did not sit at this table.
    """
    end, role = session.history.end, session.role
    if end is None:
        hint = "referee jot TEXT" if session.history.position is not None else None
        raise OutOfOrder("comment-before-end", hint=hint)
    if role is None:
        raise NotAuthentic("key-without-seat")
    lines = text_lines(text, _COLUMNS)
    if len(lines) > COMMENT_MOST:
        raise Unreadable("comment-too-long", found=len(lines), most=COMMENT_MOST)
    others = [signed.read(Comment) for signed in stored_comments(session)]
    own = [note for note in others if note.seat == role]
    same = next((note for note in own if (note.step, note.say) == (step, lines)), None)
    if same is None and len(own) >= MOST_COMMENTS:
        raise OutOfOrder("comments-full", seat=session.table.person(role), most=MOST_COMMENTS)
    number = min(LAST_NUMBER, 1 + max((note.number for note in others if note.step == step), default=0))
    note = same or Comment(game=session.table.game_id, step=step, seat=role, head=end.id, number=number, say=lines)
    signed = sign_note(note, key)
    check_comment(session.history, signed)
    return signed


def send_comment(session: Session, signed: SignedNote) -> SentNote:
    """Write the file that is sent, and keep the comment here. Raises as `send`."""
    note = signed.read(Comment)
    name = comment_name(note.step, note.seat, signed.body)
    sent = send(session, OutgoingNote(session.table.game_id, "", lambda _: (signed,), name))
    store_comment(session, signed)
    return sent


def store_comment(session: Session, signed: SignedNote) -> str:
    """Keep a comment that holds; the name of its file in `comments/`."""
    note = signed.read(Comment)
    name = comment_name(note.step, note.seat, signed.body)
    session.folder.write_comment(name, render_bundle((signed,)))
    return name
