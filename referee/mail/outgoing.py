"""What one party has to tell the others by mail: a letter of the host's, or a note that a player has signed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from referee.drawing.safe_text import safe_text
from referee.drawing.svg_document import svg_of
from referee.drawing.text_picture import wrap_lines
from referee.i18n.catalogue import HOUSE, catalogue_text
from referee.kernel.canonical_json import encode_b64
from referee.kernel.errors import OutOfOrder
from referee.kernel.game import Viewer
from referee.kernel.hashing import sha256
from referee.kernel.sentence import Sentence
from referee.mail.mime import MailDraft, message_id
from referee.messages.board_text import picture_view
from referee.messages.install_lines import install_lines
from referee.messages.letters import COLUMNS, body_text, letter_name, mail_subject, step_letter, step_subject
from referee.protocol.agreements import holidays
from referee.protocol.opening.charter import title_of
from referee.protocol.seating import REFEREE, Party, Table, author_role
from referee.protocol.step.position import Position
from referee.record.file_names import CHARTER, OFFER, OUTBOX, name_prefix, names_with_prefix, step_name
from referee.record.note import BEGIN, Notes, SignedNote, read_bundle, render_bundle
from referee.record.notes import Offer
from referee.record.notes.kinds import AFTER_END, FOR_HOST, OPENING_REPLIES
from referee.session.agreements.proposals import pending_stand_ins
from referee.session.kinds import LAPSING
from referee.session.masked import automatic_notes, share_handover
from referee.session.opening.invitation import charter_letter, charter_notes, invitation_letter, typed_line
from referee.session.session import Session
from referee.session.silence import hand_on, say_words


class OutgoingMail(NamedTuple):
    """A mail before it has a reader: what it says, whom it is for, and what it answers."""

    kind: str
    note: str
    stem: str
    file: str
    """What the file of the notes is called."""
    path: str
    """Where it is in the folder of the game."""
    notes: str
    roles: tuple[str, ...]
    told: Callable[[str, str], tuple[str, str]]
    """Subject and words for a reader (a role or ""), in a language."""
    picture: Callable[[str], str] | None = None
    """An SVG in a language."""
    after: tuple[str, str] | None = None
    """The note whose letter it answers, as (kind, id), if any."""
    holds: tuple[tuple[str, str], ...] = ()
    """What other mails would bring that this one brings too, each as (kind, id)."""

    def message_ids(self, sender: str, to: str) -> tuple[str, ...]:
        """The ids of the mails from one party to another of which nothing is left to tell once this one was sent."""
        return tuple(message_id(*each, sender, to) for each in ((self.kind, self.note), *self.holds))

    def with_other(self, other: OutgoingMail) -> OutgoingMail:
        """This mail with the notes of another one for the same readers after its own."""
        holds, file = (*self.holds, (other.kind, other.note)), f"{self.stem}-all.txt"
        return self._replace(notes=self.notes + other.notes, holds=holds, file=file, path=f"letters/{file}")

    def message_id(self, sender: str, to: str) -> str:
        """The id of this mail from one party to another."""
        return message_id(self.kind, self.note, sender, to)


def step_letter_mail(session: Session, step: int) -> OutgoingMail:
    """The letter of a step, for everybody but the reader of this session.

    Raises:
        OutOfOrder: there is no such step yet.
    """
    if step not in session.seen:
        raise OutOfOrder("no-step-newest", step=step, newest=session.position.step)
    position, signed_notes = session.seen[step], session.history.signed_notes[step_name(step)]
    before = session.seen.get(step - 1)
    game = session.table.game

    def text(role: str, lang: str) -> tuple[str, str]:
        return step_subject(position, lang), _without_subject(step_letter(position, signed_notes, lang))

    def picture(lang: str) -> str:
        return svg_of(
            game.faces, position.state, picture_view(Viewer(session.table.called, lang=lang), position, before)
        )

    file, notes = letter_name(step), render_bundle(signed_notes).decode()
    drawn = picture if game.faces.drawing is not None else None
    after = ("step", before.head) if before is not None else None
    roles = _others(session)
    return OutgoingMail("step", position.head, f"{step:04d}", file, f"letters/{file}", notes, roles, text, drawn, after)


def charter_mail(session: Session) -> OutgoingMail:
    """The letter that brings the charter, for every seat."""
    signed_notes = charter_notes(session)

    def text(role: str, lang: str) -> tuple[str, str]:
        said = mail_subject("subject-charter", lang, title=session.table.title)
        return said, _without_subject(charter_letter(session.table, signed_notes, lang))

    notes, game = render_bundle(signed_notes).decode(), session.table.game_id
    return OutgoingMail("charter", game, "charter", "charter.txt", f"record/{CHARTER}", notes, _others(session), text)


def offer_mail(session: Session, host: str) -> OutgoingMail:
    """The invitation, for anybody; `host` is what the host is called."""
    offer = session.history.offer
    assert offer is not None

    def text(role: str, lang: str) -> tuple[str, str]:
        said = mail_subject("subject-invitation", lang, title=_title(session), host=host)
        return said, _without_subject(invitation_letter(offer, host, lang))

    notes = render_bundle((offer,)).decode()
    return OutgoingMail("offer", offer.id, "offer", "offer.txt", f"record/{OFFER}", notes, (), text)


def own_note_mail(session: Session) -> OutgoingMail | None:
    """What this party has signed and nobody has answered yet: the ack and what it says of the steps, the move with what
    belongs to it, the accept, the join; None if there is nothing.
    """
    names = session.folder.list_outbox()
    position = session.history.position
    role = session.role or ""
    to_all = session.history.table is not None and session.history.table.deck.moves_to == "all"
    if to_all and (position is None or not position.over):
        return _masked_parcel(session, names)
    if position is None:
        wanted = [name_prefix(OUTBOX, "accept" if session.history.table is not None else "join")]
    elif position.over:
        found = [name for sort in AFTER_END for name in names_with_prefix(names, name_prefix(OUTBOX, sort))]
        return _own_parcel(session, found[-1], _notes_in(session, found[:-1])) if found else None
    else:
        wanted = [name_prefix(OUTBOX, sort, position.step + 1, role) for sort in LAPSING]
        wanted += [_holiday_waiting(position, role, names)] if position.table.terms.holiday else []
        wanted.append(name_prefix(OUTBOX, "standing"))
    for start in wanted:
        found = names_with_prefix(names, start)
        if found:
            return _own_parcel(session, found[-1], _words_along(session), _asked_along(session))
    return None


def handed_on(session: Session) -> list[OutgoingMail]:
    """The moves of others that this party sends to all once more, and the key shares that wait."""
    table = session.history.table
    if table is None or table.deck.moves_to == "host" or not table.terms.asks_words:
        return []
    return [_handed_parcel(session, name) for name in hand_on.handed_here(session)]


def _handed_parcel(session: Session, name: str) -> OutgoingMail:
    signed = read_bundle(session.folder.read_outbox(name))
    table, step, seat = session.table, session.position.step + 1, author_role(signed[-1])

    def text(role: str, lang: str) -> tuple[str, str]:
        values = {"title": _title(session), "step": step, "name": role_display_name(table, seat, lang)}
        body = Sentence("handed-on-mail", **values).told(lang)
        return mail_subject("subject-handed", lang, **values), f"{body}\n\n    referee receive mail.eml\n\n"

    stem, notes = name.rpartition(".")[0], render_bundle(signed).decode()
    after = ("step", session.position.head)
    roles = tuple(role for role in _others(session) if role != seat)
    return OutgoingMail("handed", signed[-1].id, stem, f"{stem}.txt", f"outbox/{name}", notes, roles, text, None, after)


def _holiday_waiting(position: Position, role: str, names: Sequence[str]) -> str:
    """The file of the holiday that was declared last, or how such files begin if steps have recorded all of them."""
    entered = {f"{line.first}-{line.until}" for line in holidays.holidays_of(position, role)}
    start = name_prefix(OUTBOX, "holiday", seat=role)
    found = (
        name
        for name in names_with_prefix(names, start)
        if name.removeprefix(start).removesuffix(".note") not in entered
    )
    return max(found, default=f"{start} ")


def letter_words(letter_bytes: bytes) -> str:
    """The words of a letter without the notes after them."""
    return letter_bytes.decode().partition(f"{BEGIN}\n")[0]


def with_program(draft: MailDraft, name: str, program: bytes) -> MailDraft:
    """A mail with the program as a file beside it: its words begin with what to do with that, and with its sha256."""
    text = "\n".join([*program_words("with-program", name, program, draft.lang), "", draft.text.lstrip("\n")])
    return replace(draft, text=text, program=program, program_file=name)


def program_words(code: str, name: str, program: bytes, lang: str) -> list[str]:
    """What to do with the program as a file, by the code of where it lies, and its sha256."""
    return [
        *wrap_lines(body_text(lang, code, file=name, size=f"{len(program) / 1e6:.1f}"), COLUMNS, "", ""),
        *(typed_line(lang, one.system, one.program) for one in install_lines()),
        *wrap_lines(body_text(lang, "with-program-sum"), COLUMNS, "", ""),
        f"   {sha256(program).hex()}",
    ]


def party_of(table: Table | None, role: str) -> Party | None:
    """The party of a role, once a charter says who that is."""
    parties = (table.host, *table.seats) if table is not None else ()
    return next((party for party in parties if party.role == role), None)


def role_by_name(table: Table | None, name: str) -> str | None:
    """The role that a name (in lower case) stands for: the host, a seat, or what people call one; None for no party."""
    if name in ("host", REFEREE):
        return REFEREE
    if table is None:
        return None
    pairs = zip(table.names, table.called, strict=True)
    return next((role for role, shown in pairs if name in (role, shown.casefold())), None)


def seat_of_host(table: Table) -> str:
    """The seat whose player hosts as well, and so reads what the host gets; "" if nobody does, or somebody else has a
    new key of that seat.
    """
    seat = table.host_seat
    return seat if seat and not table.seats[table.seat(seat)].since else ""


def role_display_name(table: Table, role: str, lang: str) -> str:
    """What people call the party of a role."""
    return Sentence("the-host").told(lang) if role == REFEREE else table.called[table.seat(role)]


def _masked_parcel(session: Session, names: Sequence[str]) -> OutgoingMail | None:
    """With a masked deck, what a player has for everybody: before the deal the acceptance, the shuffle and the first
    key shares; then the move with all key shares that no step has recorded, a consent, or these key shares alone; and
    with escrow the share that a new key is owed.
    """
    position, role = session.history.position, session.role or ""
    if position is None:
        found = [
            name
            for sort in (*OPENING_REPLIES, "unlock")
            for name in names_with_prefix(names, name_prefix(OUTBOX, sort))
        ]
        if session.sits:  # the accept and the first mix travel with the charter
            found = names_with_prefix(names, name_prefix(OUTBOX, "unlock"))
        *before, last = found or [""]
        return _own_parcel(session, last, before=_notes_in(session, before)) if last else None
    shared = share_handover.share_consents_to_send(session)
    unlocks, words = (*shared, *automatic_notes.unlocks_to_send_along(session)), _words_along(session)
    for sort in LAPSING:
        if moves := names_with_prefix(names, name_prefix(OUTBOX, sort, position.step + 1, role)):
            return _own_parcel(session, moves[-1], (*unlocks, *words), _asked_along(session))
    own = names_with_prefix(names, name_prefix(OUTBOX, "unlock"))
    if not own and shared:
        return _own_parcel(session, share_handover.files_with_shares(session)[-1], shared)
    return _own_parcel(session, own[-1], unlocks) if own else None


def _words_along(session: Session) -> Notes:
    """What goes with whatever this party sends: its words about seats that are silent, and a stand-in that it has
    declared, until a step records it.
    """
    if session.history.position is None:
        return ()
    declared = tuple(one for one in pending_stand_ins(session) if author_role(one) == session.role)
    return (*declared, *(say_words.words_of_own_seat(session) if session.table.terms.asks_words else ()))


def _asked_along(session: Session) -> Notes:
    """The latest step, which goes with words: so nobody is skipped who was never asked."""
    if (
        session.history.position is None
        or not session.table.terms.asks_words
        or not say_words.words_of_own_seat(session)
    ):
        return ()
    return session.history.signed_notes[step_name(session.position.step)]


def _notes_in(session: Session, names: Sequence[str]) -> Notes:
    return tuple(signed for name in names for signed in read_bundle(session.folder.read_outbox(name)))


def _own_parcel(session: Session, name: str, along: Notes = (), before: Notes = ()) -> OutgoingMail:
    own = read_bundle(session.folder.read_outbox(name))
    known = {one.id for one in own}
    signed = (*(one for one in along if one.id not in known), *own)
    last = next((note for note in own if note.type != "standing"), own[-1])
    table, position = session.history.table, session.history.position
    step = position.step + 1 if position is not None else 0

    def text(role: str, lang: str) -> tuple[str, str]:
        title = _title(session)
        author = role_display_name(table, session.role, lang) if table is not None and session.role else _joiner(last)
        said = mail_subject(f"subject-{last.type}", lang, title=title, step=step, name=author)
        return said, f"{Sentence('own-note-mail', name=author).told(lang)}\n\n    referee receive mail.eml\n\n"

    stem, notes = name.rpartition(".")[0], render_bundle((*before, *signed)).decode()
    after = ("step", position.head) if position is not None else None
    to_all = last.type not in FOR_HOST or (table is not None and table.deck.moves_to == "all")
    roles = _others(session) if to_all else (REFEREE,)
    return OutgoingMail(
        last.type,
        _id_of_all([one for one in signed if one.key == own[-1].key]),
        stem,
        f"{stem}.txt",
        f"outbox/{name}",
        notes,
        roles,
        text,
        None,
        after,
    )


def _id_of_all(signed: Notes) -> str:
    """By what a mail of several notes is known: it is another one as soon as one more goes with it."""
    notes = [one.id for one in signed if one.type != "standing"] or [signed[-1].id]
    return notes[0] if len(notes) == 1 else encode_b64(sha256("".join(notes).encode("ascii")))


def _title(session: Session) -> str:
    if session.history.table is not None:
        return safe_text(session.history.table.title)
    assert session.history.offer is not None
    return safe_text(title_of(session.history.offer.read(Offer)))


def _joiner(signed: SignedNote) -> str:
    return safe_text(str(getattr(signed.note(), "name", "") or getattr(signed.note(), "seat", "")))


def _others(session: Session) -> tuple[str, ...]:
    own = (session.role, session.sits, REFEREE) if session.sits else (session.role,)
    own = (*own, seat_of_host(session.table))  # one person gets one mail
    return tuple(role for role in (REFEREE, *session.table.names) if role not in own)


def _without_subject(letter_bytes: bytes) -> str:
    """The words of a letter without its first line, which is the subject."""
    return letter_words(letter_bytes).partition("\n")[2].lstrip("\n")


def board_heading(lang: str) -> str:
    """The line of a letter after which its board stands."""
    return catalogue_text(HOUSE, "letter", "board", lang) or ""
