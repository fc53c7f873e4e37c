"""Notes signed after a game has ended: the acknowledgement of its end, and comments on its steps."""

from __future__ import annotations

from referee.drawing.safe_text import safe_text
from referee.kernel.errors import OutOfOrder
from referee.protocol.step.ending import make_ack
from referee.record.file_names import OUTBOX, RECORD, ack_name
from referee.record.note import SignedNote
from referee.record.notes import Comment, End
from referee.service.answers import check_current, check_digest
from referee.service.ask import Ask
from referee.service.signed_notes import Signed, ask_of, send_current, signed_of
from referee.service.table import OpenTable
from referee.session.send import OutgoingNote, SentNote
from referee.session.sign_comment import comment_note, send_comment


def ask_acknowledge(table: OpenTable) -> Ask:
    """Which end a player would acknowledge: its step, and who came where. Raises OutOfOrder: the game goes on, or the
    reader is its host.
    """
    session, end = table.session, _end_of_game(table)
    if session.is_host:
        raise OutOfOrder("players-acknowledge-end")
    called, role = session.table.called_by_seat, session.role or "-"
    ranks = sorted(end.read(End).rank, key=lambda rank: rank.place)
    places = ", ".join(f"{rank.place}. {safe_text(called[rank.seat])}" for rank in ranks)
    sentence = table.sentence("you-acknowledge", title=session.table.title, seat=safe_text(called.get(role, role)))
    told = table.sentence("end-of-step", step=session.position.step, places=places)
    return ask_of(table, sentence, {"end": end.id}, then=[f"{table.sentence('label-end')}  {told}"])


def acknowledge(table: OpenTable, digest: str) -> Signed:
    """The acknowledgement, signed and recorded, with a copy to send. Raises Changed: `digest` is of another end; and as
    `ask_acknowledge`.
    """
    check_current(table)
    check_digest(ask_acknowledge(table), digest)
    session, end = table.session, _end_of_game(table)
    name, game = ack_name(session.role or ""), session.table.game_id
    going = OutgoingNote(game, "ack", lambda _: (make_ack(session.signer(), session.table, end.id),), name, RECORD)
    sent = send_current(table, going)
    session.folder.write_outbox(name, session.folder.read(name))  # every file to send is in one folder
    return signed_of(SentNote(sent.note, session.folder.path / OUTBOX / name), "all", game=game)


def _end_of_game(table: OpenTable) -> SignedNote:
    _ = table.session.table
    if table.session.history.end is None:
        raise OutOfOrder("game-not-over")
    return table.session.history.end


def ask_comment(table: OpenTable, step: int, text: str) -> Ask:
    """What would be said of a step to everybody. Raises as `comment_note`."""
    return _comment_ask(table, comment_note(table.session, table.session.signer(), step, text), text)


def comment(table: OpenTable, step: int, text: str, digest: str) -> Signed:
    """A comment, signed and kept, with a file to send. Raises Changed: `digest` is of another one; and as
    `comment_note`.
    """
    check_current(table)
    session = table.session
    signed = comment_note(session, session.signer(), step, text)
    check_digest(_comment_ask(table, signed, text), digest)
    return signed_of(send_comment(session, signed), "all", game=session.table.game_id)


def _comment_ask(table: OpenTable, signed: SignedNote, text: str) -> Ask:
    step = signed.read(Comment).step
    return ask_of(table, table.sentence("you-comment", step=step, text=safe_text(text)), {"note": signed.id})
