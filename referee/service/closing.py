"""The end of a game: the yes of its host to what ends it, the acknowledgement, and comments on its steps."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from referee.drawing.safe_text import safe_text
from referee.kernel.errors import OutOfOrder, RefereeError
from referee.mail.inbox import NamedMail, newest_mails, watched_folders
from referee.mail.prefilter import filter_note_mails
from referee.protocol.step.ending import make_ack
from referee.record.file_names import OUTBOX, RECORD, ack_name
from referee.record.note import SignedNote
from referee.record.notes import Comment, End
from referee.service.answers import check_current, check_digest, table_stamp
from referee.service.ask import Ask
from referee.service.errors import Stale
from referee.service.home.shared_folders import goes_by_shared_folder, put_in_shared_folder
from referee.service.incoming.intake import take_in
from referee.service.incoming.parcels import notes_of_mail
from referee.service.signed_notes import Signed, ask_of, send_current, signed_of
from referee.service.table import OpenTable, hosts_table
from referee.session.send import OutgoingNote, SentNote
from referee.session.session import Session
from referee.session.sign_comment import comment_note, send_comment


def ask_end(table: OpenTable) -> Ask | None:
    """The end of the game that a move or a consent brings which waits here for the yes of the reader, its host; None
    where none does. What ends no game is received by that, as by any look into a shared folder.
    """
    taken = take_in(table, mails) if (mails := _waiting_mails(hosts_table(table))) else ()
    return next((one.ask for one in taken if one.ask is not None), None)


def publish_end(table: OpenTable, digest: str) -> None:
    """Publish the step that ends the game. Raises Changed: `digest` is of another end; Stale: none waits any more."""
    ask = ask_end(table)
    if ask is not None:
        check_digest(ask, digest)
        take_in(table, _waiting_mails(hosts_table(table)), (digest,))
    now = hosts_table(table).session.reloaded()
    if not now.position.over:
        raise Stale(table_stamp(table))
    put_in_shared_folder(now)


def _waiting_mails(table: OpenTable) -> tuple[NamedMail, ...]:
    """What is in the outbox of a host who plays and in the shared folders and may be part of the next step."""
    session = table.session
    if not session.is_host or session.history.position is None or session.position.over:
        return ()
    entered = {one.id for notes in session.history.signed_notes.values() for one in notes}

    def waits(signed: SignedNote) -> bool:
        note = signed.note() if signed.is_readable and signed.id not in entered else None
        step, game = getattr(note, "step", None), getattr(note, "game", "")
        return game == session.table.game_id and step in (None, session.position.step + 1)

    return tuple(mail for mail in _mails_here(session) if any(map(waits, notes_of_mail(mail))))


def _mails_here(session: Session) -> Iterator[NamedMail]:
    """What a host who plays has to send, and what is in the shared folders of the home if the game goes through one."""
    names = session.folder.list_outbox() if session.sits else ()
    yield from (NamedMail(name, session.folder.read_outbox(name)) for name in names)
    for place in map(Path, watched_folders(session.home).shared) if goes_by_shared_folder(session) else ():
        with suppress(RefereeError):
            yield from filter_note_mails(newest_mails(place)).mails


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
