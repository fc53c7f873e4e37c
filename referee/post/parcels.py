"""What one party has to tell the others by mail: a letter of the host's, or a note that a player has signed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from referee.drawing.document import svg_of
from referee.drawing.safe import safe_text
from referee.kernel.canon import b64
from referee.kernel.digest import sha256
from referee.kernel.errors import OutOfOrder
from referee.kernel.game import View
from referee.kernel.sentence import Sentence
from referee.post.drafts import message_id
from referee.record.names import CHARTER, OFFER, OUTBOX, beginning, begins, step_name
from referee.record.note import BEGIN, Notes, SignedNote, read_bundle, render_bundle
from referee.record.notes import Offer
from referee.table.desk.desk import Desk
from referee.table.desk.invitation import charter_letter, charter_notes, invitation
from referee.table.opening.charter import title_of
from referee.table.seating import REFEREE, Party, Table, author
from referee.table.step.position import Position
from referee.table.telling.boards import picture_view
from referee.table.telling.letters import letter, letter_name, step_subject, subject
from referee.words.catalogue import HOUSE, entry

_SUBJECTS = {
    "join": "subject-join",
    "accept": "subject-accept",
    "mix": "subject-mix",
    "unlock": "subject-unlock",
    "move": "subject-move",
    "standing": "subject-standing",
    "ack": "subject-ack",
    "comment": "subject-comment",
    "consent": "subject-consent",
}
"""What the subject of a player's mail says, by the type of its note."""

_TO_ALL = ("accept", "ack", "comment", "consent", "mix", "unlock")


class Parcel(NamedTuple):
    """A mail before it has a reader: what it tells, whom it is for, and what it answers.

    `told` gives subject and words for a reader (a role or ""), in a language; `picture` an SVG in a language.
    `after` is the note whose letter it answers, as (kind, id), if any. `file` is what the file of the notes is called,
    `path` where it lies in the folder of the game.
    """

    kind: str
    note: str
    stem: str
    file: str
    path: str
    notes: str
    roles: tuple[str, ...]
    told: Callable[[str, str], tuple[str, str]]
    picture: Callable[[str], str] | None = None
    after: tuple[str, str] | None = None

    def message_id(self, sender: str, to: str) -> str:
        """The id of this mail from one party to another."""
        return message_id(self.kind, self.note, sender, to)


def letter_of(desk: Desk, step: int) -> Parcel:
    """The letter of a step, for everybody but the reader of this desk.

    Raises:
        OutOfOrder: there is no such step yet.
    """
    if step not in desk.seen:
        raise OutOfOrder("no-step-newest", step=step, newest=desk.position.step)
    position, signed_notes = desk.seen[step], desk.history.signed_notes[step_name(step)]
    before = desk.seen.get(step - 1)
    game = desk.table.game

    def told(role: str, lang: str) -> tuple[str, str]:
        return step_subject(position, lang), _without_subject(letter(position, signed_notes, lang))

    def picture(lang: str) -> str:
        return svg_of(game.faces, position.state, picture_view(View(desk.table.called, lang=lang), position, before))

    file, notes = letter_name(step), render_bundle(signed_notes).decode()
    drawn = picture if game.faces.drawing is not None else None
    after = ("step", before.head) if before is not None else None
    roles = _others(desk)
    return Parcel("step", position.head, f"{step:04d}", file, f"letters/{file}", notes, roles, told, drawn, after)


def charter_of(desk: Desk) -> Parcel:
    """The letter that brings the charter, for every seat."""
    signed_notes = charter_notes(desk)

    def told(role: str, lang: str) -> tuple[str, str]:
        said = subject("subject-charter", lang, title=desk.table.title)
        return said, _without_subject(charter_letter(desk.table, signed_notes, lang))

    notes, game = render_bundle(signed_notes).decode(), desk.table.game_id
    return Parcel("charter", game, "charter", "charter.txt", f"record/{CHARTER}", notes, _others(desk), told)


def offer_of(desk: Desk, host: str) -> Parcel:
    """The invitation, for anybody; `host` is what the host is called."""
    offer = desk.history.offer
    assert offer is not None

    def told(role: str, lang: str) -> tuple[str, str]:
        said = subject("subject-invitation", lang, title=_title(desk), host=host)
        return said, _without_subject(invitation(offer, host, lang))

    notes = render_bundle((offer,)).decode()
    return Parcel("offer", offer.id, "offer", "offer.txt", f"record/{OFFER}", notes, (), told)


def own_note(desk: Desk) -> Parcel | None:
    """What this party has signed and nobody has answered yet: the ack and what it says of the steps, the move with what
    belongs to it, the accept, the join; None if there is nothing.
    """
    names = desk.folder.list_outbox()
    position = desk.history.position
    role = desk.role or ""
    masked = desk.history.table is not None and desk.history.table.masked
    if masked and (position is None or not position.over):
        return _masked_parcel(desk, names)
    if position is None:
        wanted = [begins(OUTBOX, "accept" if desk.history.table is not None else "join")]
    elif position.over:
        found = [name for sort in ("ack", "comment") for name in beginning(names, begins(OUTBOX, sort))]
        return _own_parcel(desk, found[-1], _notes_in(desk, found[:-1])) if found else None
    else:
        wanted = [begins(OUTBOX, sort, position.step + 1, role) for sort in ("move", "consent")]
        wanted += [_holiday_waiting(position, role, names)] if position.table.terms.holiday else []
        wanted.append(begins(OUTBOX, "standing"))
    for start in wanted:
        found = beginning(names, start)
        if found:
            return _own_parcel(desk, found[-1], _words_along(desk), _asked_along(desk))
    return None


def handed_on(desk: Desk) -> list[Parcel]:
    """The moves of others that this party sends to all once more, and the locks that wait."""
    table = desk.history.table
    if table is None or not table.masked or table.terms.absence != "agreed":
        return []
    from referee.table.desk.handing import handed_here  # few tables ask for words

    return [_handed_parcel(desk, name) for name in handed_here(desk)]


def _handed_parcel(desk: Desk, name: str) -> Parcel:
    signed = read_bundle(desk.folder.read_outbox(name))
    table, step, seat = desk.table, desk.position.step + 1, author(signed[-1])

    def told(role: str, lang: str) -> tuple[str, str]:
        values = {"title": _title(desk), "step": step, "name": called(table, seat, lang)}
        text = Sentence("handed-on-mail", **values).told(lang)
        return subject("subject-handed", lang, **values), f"{text}\n\n    referee receive mail.eml\n\n"

    stem, notes = name.rpartition(".")[0], render_bundle(signed).decode()
    after = ("step", desk.position.head)
    roles = tuple(role for role in _others(desk) if role != seat)
    return Parcel("handed", signed[-1].id, stem, f"{stem}.txt", f"outbox/{name}", notes, roles, told, None, after)


def _holiday_waiting(position: Position, role: str, names: Sequence[str]) -> str:
    """The file of the holiday that was declared last, or how such files begin if steps have entered all of them."""
    from referee.table.step.holidays import holidays_of  # few tables have them

    entered = {f"{line.first}-{line.until}" for line in holidays_of(position, role)}
    start = begins(OUTBOX, "holiday", seat=role)
    found = (name for name in beginning(names, start) if name.removeprefix(start).removesuffix(".note") not in entered)
    return max(found, default=f"{start} ")


def human(letter_bytes: bytes) -> str:
    """The words of a letter without the notes after them."""
    return letter_bytes.decode().partition(f"{BEGIN}\n")[0]


def party_of(table: Table | None, role: str) -> Party | None:
    """The party of a role, once a charter says who that is."""
    parties = (table.host, *table.seats) if table is not None else ()
    return next((party for party in parties if party.role == role), None)


def role_called(table: Table | None, name: str) -> str | None:
    """The role that a name (in lower case) stands for: the host, a seat, or what people call one; None for no party."""
    if name in ("host", REFEREE):
        return REFEREE
    if table is None:
        return None
    pairs = zip(table.names, table.called, strict=True)
    return next((role for role, shown in pairs if name in (role, shown.casefold())), None)


def called(table: Table, role: str, lang: str) -> str:
    """What people call the party of a role."""
    return Sentence("the-host").told(lang) if role == REFEREE else table.called[table.seat(role)]


def _masked_parcel(desk: Desk, names: Sequence[str]) -> Parcel | None:
    """What a player of a masked game has for everybody: before the deal the accept, the mix and the first locks; then
    the move with all locks that no step has entered, a consent, or these locks alone; and with escrow the share that a
    new key is owed.
    """
    position, role = desk.history.position, desk.role or ""
    if position is None:
        found = [name for sort in ("accept", "mix", "unlock") for name in beginning(names, begins(OUTBOX, sort))]
        if desk.sits:  # the accept and the first mix travel with the charter
            found = beginning(names, begins(OUTBOX, "unlock"))
        *before, last = found or [""]
        return _own_parcel(desk, last, _notes_in(desk, before)) if last else None
    from referee.table.desk.sharing import shared_in, shares_along  # few games are masked
    from referee.table.desk.unlocks import along_with_move

    shared = shares_along(desk)
    unlocks, words = (*shared, *along_with_move(desk)), _words_along(desk)
    for sort in ("move", "consent"):
        if moves := beginning(names, begins(OUTBOX, sort, position.step + 1, role)):
            return _own_parcel(desk, moves[-1], (*unlocks, *words), _asked_along(desk))
    own = beginning(names, begins(OUTBOX, "unlock"))
    if not own and shared:
        return _own_parcel(desk, shared_in(desk)[-1], shared)
    return _own_parcel(desk, own[-1], unlocks) if own else None


def _words_along(desk: Desk) -> Notes:
    """The words of this party about seats that are silent: they go with whatever it sends."""
    if desk.history.table is None or desk.table.terms.absence != "agreed":
        return ()
    from referee.table.desk.silence import words_made  # few tables ask for words

    return words_made(desk)


def _asked_along(desk: Desk) -> Notes:
    """The newest step, which goes with words: so nobody is let pass who was never asked."""
    return desk.history.signed_notes[step_name(desk.position.step)] if _words_along(desk) else ()


def _notes_in(desk: Desk, names: Sequence[str]) -> Notes:
    return tuple(signed for name in names for signed in read_bundle(desk.folder.read_outbox(name)))


def _own_parcel(desk: Desk, name: str, along: Notes = (), before: Notes = ()) -> Parcel:
    own = read_bundle(desk.folder.read_outbox(name))
    known = {one.id for one in own}
    signed = (*(one for one in along if one.id not in known), *own)
    last = next((note for note in signed if note.type != "standing"), signed[-1])
    table, position = desk.history.table, desk.history.position
    step = position.step + 1 if position is not None else 0

    def told(role: str, lang: str) -> tuple[str, str]:
        title = _title(desk)
        author = called(table, desk.role, lang) if table is not None and desk.role else _joining(last)
        said = subject(_SUBJECTS[last.type], lang, title=title, step=step, name=author)
        return said, f"{Sentence('own-note-mail', name=author).told(lang)}\n\n    referee receive mail.eml\n\n"

    stem, notes = name.rpartition(".")[0], render_bundle((*before, *signed)).decode()
    after = ("step", position.head) if position is not None else None
    to_all = last.type in _TO_ALL or (table is not None and table.masked)
    roles = _others(desk) if to_all else (REFEREE,)
    return Parcel(
        last.type,
        _id_of_all([one for one in signed if one.key == own[-1].key]),
        stem,
        f"{stem}.txt",
        f"outbox/{name}",
        notes,
        roles,
        told,
        None,
        after,
    )


def _id_of_all(signed: Notes) -> str:
    """By what a mail of several notes is known: it is another one as soon as one more goes with it."""
    notes = [one.id for one in signed if one.type != "standing"] or [signed[-1].id]
    return notes[0] if len(notes) == 1 else b64(sha256("".join(notes).encode("ascii")))


def _title(desk: Desk) -> str:
    if desk.history.table is not None:
        return safe_text(desk.history.table.title)
    assert desk.history.offer is not None
    return safe_text(title_of(desk.history.offer.read(Offer)))


def _joining(signed: SignedNote) -> str:
    return safe_text(str(getattr(signed.note(), "name", "") or getattr(signed.note(), "seat", "")))


def _others(desk: Desk) -> tuple[str, ...]:
    own = (desk.role, desk.sits, REFEREE) if desk.sits else (desk.role,)
    return tuple(role for role in (REFEREE, *desk.table.names) if role not in own)


def _without_subject(letter_bytes: bytes) -> str:
    """The words of a letter without its first line, which is the subject."""
    return human(letter_bytes).partition("\n")[2].lstrip("\n")


def board_heading(lang: str) -> str:
    """The line of a letter after which its board stands."""
    return entry(HOUSE, "letter", "board", lang) or ""
