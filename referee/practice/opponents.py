"""The others at a practice table: they receive what the player has signed, and answer until the player is asked again.

They live in `.others` in the folder of the game. All of them go through the doors of a real game. Nothing is done
twice: what a bot answers follows from what it sees.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec

from referee.crypto.keys import practice_key
from referee.kernel.canonical_json import decode_as
from referee.kernel.errors import NotAuthentic, Unreadable
from referee.kernel.sentence import Sentence
from referee.protocol.agreements.consent import consent_note
from referee.protocol.agreements.table_lines import consent_to
from referee.protocol.history.read_record import read_history
from referee.protocol.opening.deal import make_accept
from referee.protocol.seating import author_role
from referee.protocol.step.ending import make_ack
from referee.record.file_names import (
    CHARTER,
    OTHERS,
    OUTBOX,
    PENDING,
    RECORD,
    FileName,
    ack_name,
    is_ack_name,
    name_prefix,
    parse_file_name,
)
from referee.record.note import SignedNote, read_bundle
from referee.record.store import DataFolder, GameFolder
from referee.session.agreements.proposals import proposals
from referee.session.bot_seat import outgoing_bot_move
from referee.session.incoming import opening
from referee.session.incoming.receive import receive
from referee.session.masked import automatic_notes, pending_key_shares
from referee.session.own_keys import YOU
from referee.session.pending import pending_notes_that_hold
from referee.session.publish import sign_due_notes
from referee.session.send import OutgoingNote, send
from referee.session.session import Session, proven_notes
from referee.session.todo.waiting_for import seats_waited_for

HOST = "host"
_SETTINGS = "practice"


class PracticeSettings(msgspec.Struct, frozen=True):
    """What a practice game is played with: the seed of its keys, how strong the programs are; what the player was told
    by now, once for each kind of note; before which step it is being taken back, 0 for none.
    """

    seed: int
    level: str
    told: tuple[str, ...] = ()
    back: int = 0


class Opponents(msgspec.Struct, frozen=True):
    """The others of the game in `folder`."""

    folder: GameFolder

    @property
    def table(self) -> GameFolder:
        """The folder of the host and the programs."""
        return GameFolder(self.folder.path / OTHERS / "game")

    def home(self, role: str) -> DataFolder:
        """The home of the host, or of a seat."""
        return DataFolder(self.folder.path / OTHERS / "homes" / role)

    def session(self, place: int, name: str) -> Session:
        """The session of a place: 0 for the host, 2 and on for the programs, whose seats are called so."""
        key, record, home = practice_key(place), self.table.record(), self.home(name)
        proven = proven_notes(record, home)
        return Session(self.table, home, read_history(record, key, proven=proven), key, name, proven=proven).looking()

    def settings(self) -> PracticeSettings:
        """What the game is played with. Raises Unreadable: somebody else has written there."""
        data = self.home(HOST).own(_SETTINGS)
        try:
            return decode_as(PracticeSettings, data or b"")
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise Unreadable("practice-unreadable", hint=Sentence("practise-anew")) from error

    def keep(self, settings: PracticeSettings) -> None:
        """Keep what the game is played with."""
        self.home(HOST).write_own(_SETTINGS, msgspec.json.encode(settings, order="sorted") + b"\n")

    @contextmanager
    def alone(self) -> Iterator[None]:
        """While the block runs, no other process plays for the others. Raises OutOfOrder, FileTrouble as `locked`."""
        with self.home(HOST).locked():
            yield


def opponents_of(folder: Path) -> Opponents | None:
    """The host and bots of a practice game, by its folder; None for any other game."""
    return Opponents(GameFolder(folder)) if (folder / OTHERS).is_dir() else None


def opponents_are_due(others: Opponents, session: Session) -> bool:
    """Whether the others have something to do or to hand over: a note signed here was never received, a step that they
    have closed is not here, or a bot must answer, as after a way back to a step of its own.
    """
    here, there = set(session.folder.record_names()), set(others.table.record_names())
    asked = bool(here ^ there) or bool(_signed_files(session)) or bool(_asked_programs(others, session))
    dealt = session.history.position is not None
    return asked or (dealt and pending_key_shares.is_face_down(session.position, session.folder))


def _asked_programs(others: Opponents, session: Session) -> list[str]:
    """The programs for which the game waits, except for those whose answers the host has by now."""
    if session.history.position is None or session.position.over:
        return []
    waiting = (parse_file_name(PENDING, name) for name in others.table.list_pending())
    step = session.position.step + 1
    came = {known.seat for known in waiting if known is not None and (known.kind, known.step) == ("answer", step)}
    return [name for name in seats_waited_for(session) if name != session.role and name not in came]


def let_opponents_play(others: Opponents, session: Session, lang: str) -> Session:
    """Let the others receive what the player at `session` has signed and answer, until the player is asked again or the
    game is over; gives the session with what they have sent.

    Raises:
        NotAuthentic: the others have another game, or one whose seats are not bots.
        Unreadable, OutOfOrder, FileTrouble: what the others have is damaged, or another process is using it.
    """
    with others.alone():
        host = others.session(0, HOST)
        _check_same_game(session, host)
        host = _taken_in(host, session, lang)
        level = others.settings().level
        seats = {name: place for place, name in enumerate(host.table.names, YOU)}
        player, programs = str(session.role), dict[str, Session]()
        session, host = _keep_deck(others, programs, session, host, lang)
        while (due := _due(host, player)) is not None:
            name, wished = due
            program = _bot_session(others, programs, seats[name], name)
            sent = send(program, _signs(program, wished, level))
            _, host = receive(host, host.folder.read_outbox(sent.path.name), lang=lang)
            session, host = _keep_deck(others, programs, session, host, lang)
        if host.history.end is not None:
            for name in host.table.names:
                if name != player and name not in host.history.acks:
                    _acknowledge(others.session(seats[name], name), host.history.end)
        return _handed_over(session, host)


def _check_same_game(session: Session, host: Session) -> None:
    if (
        not session.table.terms.practice
        or host.history.signed_notes.get(CHARTER) != session.history.signed_notes[CHARTER]
    ):
        raise NotAuthentic("practice-of-other-game", hint=Sentence("practise-anew"))


def _signed_files(session: Session) -> list[str]:
    """The files that the player has signed for now: the accept, a move or consents for the next step."""
    position, seat = session.history.position, str(session.role)
    if position is None:
        wanted = [str(FileName(OUTBOX, "accept", seat=seat))]
    else:
        step = position.step + 1
        wanted = [str(FileName(OUTBOX, "move", step, seat)), str(FileName(OUTBOX, "consent", step, seat, ""))]
    stems = tuple(name.rpartition(".")[0] for name in wanted)
    return [name for name in session.folder.list_outbox() if name.startswith(stems)]


def _standing_answers(session: Session) -> list[str]:
    """The standing orders of the player for the next step."""
    if session.history.position is None:
        return []
    stem = str(FileName(OUTBOX, "standing", session.position.step + 1, str(session.role))).rpartition(".")[0]
    return [name for name in session.folder.list_outbox() if name.startswith(stem)]


def _taken_in(host: Session, session: Session, lang: str) -> Session:
    """The host's session once it has received what the player has signed."""
    if session.history.position is not None and host.history.position is not None:
        for name in sorted(set(session.folder.record_names()) - set(host.folder.record_names())):
            if is_ack_name(name):
                _, host = receive(host, session.folder.read(name), lang=lang)
        if host.position.step != session.position.step:
            return host  # the others have gone on already: what was signed here is in
    for name in (*_standing_answers(session), *_signed_files(session)):
        _, host = receive(host, session.folder.read_outbox(name), lang=lang)
    return host


def _due(host: Session, player: str) -> tuple[str, str] | None:
    """(who, to what) of the next program that has something to do: to agree to what the player asks for, or to nothing
    but to answer or accept; None once it is for the player alone.
    """
    if host.history.position is None:
        accepted = {author_role(signed) for signed in pending_notes_that_hold(host, "accept")}
        return next(((name, "") for name in host.table.names if name not in accepted and name != player), None)
    if host.position.over:
        return None
    for line, agreed, missing in proposals(host):
        lacking = [name for name in missing if name != player]
        if player in agreed and lacking:
            return lacking[0], consent_to(line) or ""
    return next(((name, "") for name in seats_waited_for(host) if name != player), None)


def _signs(program: Session, wished: str, level: str) -> OutgoingNote:
    """What a program signs: its accept, its consent to what is wished for, or its answer."""
    table, role, key = program.table, str(program.role), program.signer()
    if program.history.position is None:
        accept = make_accept(key, table)
        return OutgoingNote(table.offer_id, "accept", lambda _: (accept,), str(FileName(OUTBOX, "accept", seat=role)))
    step = program.position.step + 1
    if wished:
        consent = consent_note(program.position, key, wished)
        name = str(FileName(OUTBOX, "consent", step, role, wished.replace(" ", "-")))
        return OutgoingNote(None, "", lambda _: (consent,), name)
    return outgoing_bot_move(program, level)


def _acknowledge(program: Session, end: SignedNote) -> None:
    """A program acknowledges the end; the record is the one that it shares with the host."""
    ack = make_ack(program.signer(), program.table, end.id)
    send(program, OutgoingNote(program.table.game_id, "ack", lambda _: (ack,), ack_name(str(program.role)), RECORD))


def _bot_session(others: Opponents, programs: dict[str, Session], place: int, name: str) -> Session:
    """The session of a bot with all that has arrived; `programs` are those that were opened by now."""
    programs[name] = programs[name].reloaded() if name in programs else others.session(place, name)
    return programs[name]


def _keep_deck(
    others: Opponents, programs: dict[str, Session], session: Session, host: Session, lang: str
) -> tuple[Session, Session]:
    """The sessions of the player and of the host once every seat of a masked deck has shuffled it and sent the key
    shares it owes: each does so as soon as everything that comes before is there. With any other deck nothing is to be
    done.
    """
    if host.table.deck.keeper == "host":
        return session, host
    step = host.history.position.step if host.history.position is not None else None
    if step is not None and (session.history.position is None or session.position.step < step):
        session = _handed_over(session, host)
    going = True
    while going:
        going = bool(sign_due_notes(session))
        for place, name in enumerate(host.table.names[1:], YOU + 1):
            going = bool(sign_due_notes(_bot_session(others, programs, place, name))) or going
        host, session = _pass_on_keys(session.folder, host, lang), _pass_on_keys(host.folder, session, lang)
        automatic_notes.check_early_shuffles(host)
        if host.history.position is None and opening.deal_if_complete(host, lang):
            host = host.reloaded()
            session, going = _handed_over(session, host), True
    return session, host


def _pass_on_keys(source: GameFolder, target: Session, lang: str) -> Session:
    """The session of `target` once what the other side's outbox holds for the deck waits there as well."""
    waiting = (name for name in target.folder.list_pending() if _is_of_deck(PENDING, name))
    here = {signed.id for name in waiting for signed in read_bundle(target.folder.read_pending(name))}
    for name in source.list_outbox():
        data = source.read_outbox(name) if _is_of_deck(OUTBOX, name) else b""
        if data and read_bundle(data)[-1].id not in here:
            _, target = receive(target, data, lang=lang)
    return target.reloaded()


def _is_of_deck(place: str, name: str) -> bool:
    """Whether a file holds a shuffle or key shares."""
    return name.startswith((name_prefix(place, "mix"), name_prefix(place, "unlock")))


def _handed_over(session: Session, host: Session) -> Session:
    """The player's session once everything that the others have closed and signed is here."""
    for name in sorted(set(host.folder.record_names()) - set(session.folder.record_names())):
        _, session = receive(session, host.folder.read(name))
    return session.reloaded()
