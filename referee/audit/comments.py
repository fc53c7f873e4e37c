"""What those who sat at a table say of its steps after the end, each time in a signed note beside the record.

Nothing depends on it: an audit makes the game again without it. A comment that does not hold is named, and is not a
fault.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

import msgspec

from referee.audit.stray_files import MOST, Remark, stray_remark
from referee.kernel.errors import NotAuthentic, OutOfOrder, RefereeError, Unreadable
from referee.protocol.history.read_record import History
from referee.record.file_names import COMMENTS, parse_file_name
from referee.record.note import SignedNote, read_bundle
from referee.record.notes import Comment

MOST_COMMENTS = 100
"""So many comments of one party are kept and shown."""

LAST_NUMBER = 9999
"""No comment has a higher number: so nobody can use the numbers up. Equal numbers are ordered by seat and id."""


class ShownComment(msgspec.Struct, frozen=True):
    """A comment as it is shown."""

    step: int
    """The step that it is about."""
    seat: str
    """The seat that wrote it, or `referee`."""
    text: str
    """Its words, which nobody vouches for."""


def check_comment(history: History, signed: SignedNote) -> Comment:
    """The comment in `signed`, by the key that its party had at the end of this game.

    Raises:
        Unreadable: it has no words, or a number that none has.
        NotAuthentic: another key, or another end. OutOfOrder: no end yet, another game, or no such step.
    """
    signed.check()
    note, table = signed.read(Comment), history.table
    if table is not None and note.game != table.game_id:
        raise OutOfOrder("comment-of-other-game", seat=note.seat)
    if table is None or history.end is None or history.position is None:
        raise OutOfOrder("comment-before-end")
    if signed.key != table.party_at(note.seat).key:
        raise NotAuthentic("comment-other-key", seat=note.seat)
    if note.head != history.end.id:
        raise NotAuthentic("comment-other-end", seat=note.seat)
    if note.step > history.position.step:
        raise OutOfOrder("no-step-newest", step=note.step, newest=history.position.step)
    if not note.say or not 1 <= note.number <= LAST_NUMBER:
        raise Unreadable("comment-empty", most=LAST_NUMBER)
    return note


def read_comments(files: Mapping[str, bytes], history: History) -> tuple[tuple[SignedNote, ...], tuple[Remark, ...]]:
    """The comments that hold, each once, in the order in which they are read; and a remark on each file that is passed
    over, `MOST` at most and one more.
    """
    found: dict[str, SignedNote] = {}
    remarks: list[Remark] = []
    of = Counter[str]()
    for name, data in sorted(files.items()):
        at = f"{COMMENTS}/{name}"
        if parse_file_name(COMMENTS, name) is None:
            remarks.append(stray_remark(at, "foreign-file"))
            continue
        try:
            (signed,) = read_bundle(data)
            seat = check_comment(history, signed).seat
            if signed.id not in found and of[seat] >= MOST_COMMENTS:
                raise OutOfOrder("comments-full", seat=seat, most=MOST_COMMENTS)
        except (RefereeError, ValueError) as why:
            said = why.said if isinstance(why, RefereeError) else Unreadable("comment-alone").said
            remarks.append(stray_remark(at, "comment-passed-over", why=said))
            continue
        of[seat] += signed.id not in found
        found.setdefault(signed.id, signed)
    if len(remarks) > MOST:
        remarks[MOST:] = [stray_remark(COMMENTS, "more-foreign-files", count=len(remarks) - MOST)]
    return _sorted_comments(found.values(), history), tuple(remarks)


def _sorted_comments(signed_notes: Iterable[SignedNote], history: History) -> tuple[SignedNote, ...]:
    """By step, then by number, then as people sit, the host first."""
    table = history.table

    def place(signed: SignedNote) -> tuple[int, int, int, str]:
        note = signed.read(Comment)
        return note.step, note.number, table.place(note.seat) if table is not None else 0, signed.id

    return tuple(sorted(signed_notes, key=place))


def comment_remarks(files: Mapping[str, bytes], history: History) -> tuple[Remark, ...]:
    """What an audit says of the comments beside a record: how many hold, and which files were passed over."""
    held, remarks = read_comments(files, history)
    return (stray_remark(COMMENTS, "comments-hold", count=len(held)), *remarks) if held else remarks


def shown_comment(signed: SignedNote) -> ShownComment:
    """A comment as it is shown."""
    note = signed.read(Comment)
    return ShownComment(note.step, note.seat, " ".join(note.say))
