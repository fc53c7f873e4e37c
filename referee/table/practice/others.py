"""The others at a practice table: they take in what the player has signed, and answer until the player is asked again.

They live in `.others` in the folder of the game: one folder of a game for the host and the programs, with a home for
each. All of them go through the doors of a real game, so a program that is killed at any point leaves what a crash
leaves there, and the next call goes on. Nothing is done twice: what a program answers follows from what it sees.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec

from referee.crypto.keys import practice_key
from referee.kernel.errors import NotAuthentic, Unreadable
from referee.kernel.sentence import Sentence
from referee.record.names import CHARTER, OTHERS, OUTBOX, PENDING, RECORD, Name, ack_name, is_ack_name, parse
from referee.record.note import SignedNote
from referee.record.store import Folder, Home
from referee.table.desk.answers import awaited
from referee.table.desk.desk import Desk
from referee.table.desk.own_keys import YOU
from referee.table.desk.pending import held
from referee.table.desk.program import program_move
from referee.table.desk.proposals import proposals
from referee.table.desk.send import Outgoing, send
from referee.table.intake.receive import receive
from referee.table.opening.deal import make_accept
from referee.table.reading.history import read_history
from referee.table.seating import author
from referee.table.step.consent import consent_note
from referee.table.step.ending import make_ack
from referee.table.step.table_lines import consent_to

HOST = "host"
_SETTINGS = "practice"


class Settings(msgspec.Struct, frozen=True):
    """What a practice game is played with: the seed of its keys, how strong the programs are; what the player was told
    by now, once for each kind of note; before which step it is being taken back, 0 for none.
    """

    seed: int
    level: str
    told: tuple[str, ...] = ()
    back: int = 0


class Others(msgspec.Struct, frozen=True):
    """The others of the game in `folder`."""

    folder: Folder

    @property
    def table(self) -> Folder:
        """The folder of the host and the programs."""
        return Folder(self.folder.path / OTHERS / "game")

    def home(self, role: str) -> Home:
        """The home of the host, or of a seat."""
        return Home(self.folder.path / OTHERS / "homes" / role)

    def desk(self, place: int, name: str) -> Desk:
        """The desk of a place: 0 for the host, 2 and on for the programs, whose seats are called so."""
        key, record = practice_key(place), self.table.record()
        return Desk(self.table, self.home(name), read_history(record, key), key, name)

    def settings(self) -> Settings:
        """What the game is played with. Raises Unreadable: somebody else has written there."""
        data = self.home(HOST).own(_SETTINGS)
        try:
            return msgspec.json.decode(data or b"", type=Settings)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise Unreadable("practice-unreadable", hint=Sentence("practise-anew")) from error

    def keep(self, settings: Settings) -> None:
        """Keep what the game is played with."""
        self.home(HOST).write_own(_SETTINGS, msgspec.json.encode(settings, order="sorted") + b"\n")

    @contextmanager
    def alone(self) -> Iterator[None]:
        """While the block runs, no other process plays for the others. Raises OutOfOrder, FileTrouble as `locked`."""
        with self.home(HOST).locked():
            yield


def others_in(folder: Path) -> Others | None:
    """The others of the game in a folder, if it is one of practice."""
    return Others(Folder(folder)) if (folder / OTHERS).is_dir() else None


def is_behind(others: Others, desk: Desk) -> bool:
    """Whether the others have something to do or to hand over: what lies here was signed and never taken in, what they
    have closed is not here, or a program is asked, as after a way back to a step of its own.
    """
    here, there = set(desk.folder.record_names()), set(others.table.record_names())
    return bool(here ^ there) or bool(_files_signed(desk)) or bool(_programs_asked(others, desk))


def _programs_asked(others: Others, desk: Desk) -> list[str]:
    """The programs for which the game waits, but for those whose answers the host has by now."""
    if desk.history.position is None or desk.position.over:
        return []
    waiting = (parse(PENDING, name) for name in others.table.list_pending())
    step = desk.position.step + 1
    came = {known.seat for known in waiting if known is not None and (known.kind, known.step) == ("answer", step)}
    return [name for name in awaited(desk) if name != desk.role and name not in came]


def go_on(others: Others, desk: Desk, lang: str) -> Desk:
    """Let the others take in what the player at `desk` has signed and answer, until the player is asked again or the
    game is over; gives the desk with what they have sent.

    Raises:
        NotAuthentic: what lies at the others is another game, or its seats are no programs.
        Unreadable, OutOfOrder, FileTrouble: what lies there is damaged, or another process is at it.
    """
    with others.alone():
        host = others.desk(0, HOST)
        _check_same(desk, host)
        host = _taken_in(host, desk, lang)
        level = others.settings().level
        seats = {name: place for place, name in enumerate(host.table.names, YOU)}
        player = str(desk.role)
        programs: dict[str, Desk] = {}
        while (due := _due(host, player)) is not None:
            name, wished = due
            programs[name] = program = programs[name].reloaded() if name in programs else others.desk(seats[name], name)
            sent = send(program, _signs(program, wished, level))
            _, host = receive(host, host.folder.read_outbox(sent.path.name), lang=lang)
        if host.history.end is not None:
            for name in host.table.names:
                if name != player and name not in host.history.acks:
                    _acknowledge(others.desk(seats[name], name), host.history.end)
        return _handed_over(desk, host)


def _check_same(desk: Desk, host: Desk) -> None:
    if not desk.table.terms.practice or host.history.signed_notes.get(CHARTER) != desk.history.signed_notes[CHARTER]:
        raise NotAuthentic("practice-of-other-game", hint=Sentence("practise-anew"))


def _files_signed(desk: Desk) -> list[str]:
    """The files that the player has signed for now: the accept, a move or consents for the next step."""
    position, seat = desk.history.position, str(desk.role)
    if position is None:
        wanted = [str(Name(OUTBOX, "accept", seat=seat))]
    else:
        step = position.step + 1
        wanted = [str(Name(OUTBOX, "move", step, seat)), str(Name(OUTBOX, "consent", step, seat, ""))]
    stems = tuple(name.rpartition(".")[0] for name in wanted)
    return [name for name in desk.folder.list_outbox() if name.startswith(stems)]


def _standing_answers(desk: Desk) -> list[str]:
    """The standing answers of the player for the next step."""
    if desk.history.position is None:
        return []
    stem = str(Name(OUTBOX, "standing", desk.position.step + 1, str(desk.role))).rpartition(".")[0]
    return [name for name in desk.folder.list_outbox() if name.startswith(stem)]


def _taken_in(host: Desk, desk: Desk, lang: str) -> Desk:
    """The host's desk once it has taken in what the player has signed."""
    if desk.history.position is not None and host.history.position is not None:
        for name in sorted(set(desk.folder.record_names()) - set(host.folder.record_names())):
            if is_ack_name(name):
                _, host = receive(host, desk.folder.read(name), lang=lang)
        if host.position.step != desk.position.step:
            return host  # the others have gone on already: what was signed here is in
    for name in (*_standing_answers(desk), *_files_signed(desk)):
        _, host = receive(host, desk.folder.read_outbox(name), lang=lang)
    return host


def _due(host: Desk, player: str) -> tuple[str, str] | None:
    """(who, to what) of the next program that has something to do: to agree to what the player asks for, or to nothing
    but to answer or accept; None once it is for the player alone.
    """
    if host.history.position is None:
        accepted = {author(signed) for signed in held(host, "accept")}
        return next(((name, "") for name in host.table.names if name not in accepted and name != player), None)
    if host.position.over:
        return None
    for line, agreed, missing in proposals(host):
        lacking = [name for name in missing if name != player]
        if player in agreed and lacking:
            return lacking[0], consent_to(line) or ""
    return next(((name, "") for name in awaited(host) if name != player), None)


def _signs(program: Desk, wished: str, level: str) -> Outgoing:
    """What a program signs: its accept, its consent to what is wished for, or its answer."""
    table, role, key = program.table, str(program.role), program.signer()
    if program.history.position is None:
        accept = make_accept(key, table)
        return Outgoing(table.offer_id, "accept", lambda _: (accept,), str(Name(OUTBOX, "accept", seat=role)))
    step = program.position.step + 1
    if wished:
        consent = consent_note(program.position, key, wished)
        name = str(Name(OUTBOX, "consent", step, role, wished.replace(" ", "-")))
        return Outgoing(None, "", lambda _: (consent,), name)
    return program_move(program, level)


def _acknowledge(program: Desk, end: SignedNote) -> None:
    """A program acknowledges the end; the record is the one that it shares with the host."""
    ack = make_ack(program.signer(), program.table, end.id)
    send(program, Outgoing(program.table.game_id, "ack", lambda _: (ack,), ack_name(str(program.role)), RECORD))


def _handed_over(desk: Desk, host: Desk) -> Desk:
    """The player's desk once everything that the others have closed and signed is here."""
    for name in sorted(set(host.folder.record_names()) - set(desk.folder.record_names())):
        _, desk = receive(desk, host.folder.read(name))
    return desk.reloaded()
