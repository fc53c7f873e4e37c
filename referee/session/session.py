"""One party at one game: the folder, the home, the reader's key, and the history as this party sees it.

A session holds no state of its own: everything is rebuilt from the folder and one key.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import msgspec
from msgspec.structs import replace

from referee.crypto import boxes, curve25519
from referee.crypto.keys import SigningKey, fingerprint, read_private
from referee.crypto.openssh import public_of
from referee.kernel.errors import NotAuthentic, OutOfOrder, Unreadable
from referee.kernel.goods import OwnGoods
from referee.kernel.sentence import Sentence, in_language
from referee.protocol.history import key_history, safety_words
from referee.protocol.history.read_record import History, Seen, continue_history, read_history, record_positions
from referee.protocol.seating import REFEREE, Eyes, Table
from referee.protocol.step.position import Position
from referee.record.file_names import CHARTER, PACK, Files, is_ack_name, step_name
from referee.record.note import REKEYED, read_bundle, render_bundle
from referee.record.notes import Charter, NoteId
from referee.record.notes.kinds import PROVEN
from referee.record.store import DataFolder, GameFolder
from referee.session import checkpoint, heal_record, signing_guard
from referee.session.masked import pending_key_shares
from referee.session.own_keys import OwnKey, Side, find_own_key, joined_keys, keys_by_role

if TYPE_CHECKING:
    from referee.protocol.history.key_history import NewKey
    from referee.protocol.history.safety_words import Comparison
    from referee.session.signing_guard import SigningGuard


T = TypeVar("T")

EVERY = 8
"""So many steps are read before what was read is kept, and again before it is kept anew."""


class KnownRecord(msgspec.Struct, frozen=True):
    """A record as a process has read it with one key: `looked` is the step up to which its home was asked for it."""

    files: Files
    history: History
    seen: Seen
    looked: int

    def later(self, files: Files) -> Mapping[str, bytes] | None:
        """What the record has got since; None where it must be read anew."""
        if self.history.position is None or step_name(self.looked + EVERY) in files:
            return None
        if any(files.get(name) != data for name, data in self.files.items()):
            return None
        later = {name: data for name, data in files.items() if name not in self.files}
        return None if any(REKEYED in data for data in later.values()) else later


KnownRecords = dict[tuple[Path, bytes], KnownRecord]
"""What a process has read, by folder and key: who goes on for long opens the same session again and again."""


class Session(msgspec.Struct, frozen=True):
    """A party at a game."""

    folder: GameFolder
    home: DataFolder
    history: History
    key: SigningKey | None = None
    """None for a reader without a key."""
    key_name: str = ""
    """The name of the key in the home."""
    passphrase: Callable[[], str] | None = None
    """Asks for the passphrase of a key."""
    sits: str = ""
    """The seat of a host who plays, whose other key is in this home as well: `turned` is his other side."""
    proven: set[NoteId] = set()
    """With a masked deck the notes whose equations have held on this computer, which the home remembers."""
    seen: Seen = {}
    """The positions after the deal and each step, as they were when they were read."""
    known: KnownRecords = {}
    """What has been read, from either side."""

    @property
    def table(self) -> Table:
        """The table. Raises OutOfOrder before there is a charter."""
        return self._known_part(self.history.table)

    @property
    def position(self) -> Position:
        """The position now. Raises OutOfOrder before the deal."""
        return self._known_part(self.history.position)

    @property
    def eyes(self) -> Eyes:
        """What this party can open. Raises OutOfOrder before there is a charter."""
        return self._known_part(self.history.eyes)

    def _known_part(self, value: T | None) -> T:
        """`value`, once the game is that far. Raises OutOfOrder: it has no folder, no charter, or no deal yet."""
        if value is not None:
            return value
        if self.history.offer is None:
            raise OutOfOrder("no-game-folder", hint=Sentence("name-folder-game"))
        if self.history.table is None:
            raise OutOfOrder("no-charter-yet", hint=Sentence("host-makes-charter"))
        raise OutOfOrder("nothing-dealt-yet", hint=Sentence("every-seat-accepts-first"))

    @property
    def role(self) -> str | None:
        """`referee`, the reader's seat's name, or None for somebody without a part in this game."""
        if self.key is None:
            return None
        if self.history.table is not None:
            party = self.history.table.party(self.key.public)
            return party.role if party is not None else None
        offer = self.history.offer
        return REFEREE if offer is not None and offer.key == self.key.public else None

    @property
    def own(self) -> OwnGoods | None:
        """What the reader's seat knows, or None for somebody without a seat. Raises OutOfOrder before the deal."""
        seat = self.eyes.seat
        return self.position.knowledge.own(seat) if seat is not None else None

    def called(self, lang: str) -> str:
        """The title of the table, in the reader's language where nobody has given it one. Raises OutOfOrder."""
        table = self.table
        return Sentence("practice-title").told(lang) if table.terms.practice else in_language(table.title, lang)

    @property
    def is_host(self) -> bool:
        """Whether this party is the referee of the game."""
        return self.role == REFEREE

    def turned(self) -> Session:
        """The session of the other side, of a host who plays: his own seat's for the host's, and the other way
        round.
        """
        side: Side = "plays" if self.is_host else "hosts"
        return open_session(self.folder, self.home, passphrase=self.passphrase, side=side, known=self.known)

    def signer(self) -> SigningKey:
        """The reader's key, to sign with.

        Raises:
            NotAuthentic: there is none, or the folder shows another history than the one seen before.
            OutOfOrder: the folder ends before the latest step seen.
        """
        if self.key is None:
            raise self._no_key()
        self.check_history()
        return self.key

    @property
    def lost(self) -> NewKey | None:
        """What has replaced a key of this home without its consent, None for nothing (`lost_key`)."""
        has_former = self.history.table is not None and self.history.table.former
        return key_history.lost_key(self.history, self.home) if has_former else None

    def _no_key(self) -> NotAuthentic:
        """The refusal for somebody without a key in the game; louder for whose key the others have replaced."""
        if self.lost is None:
            at = self.history.position  # a seat gets another key while it plays, if its tiles can be read with that
            gets = at is not None and not at.over and (at.table.deck.keeper == "host" or at.table.deck_escrow)
            return NotAuthentic("no-own-key-here", hint=Sentence("own-key-or-rekey" if gets else "own-key-by-name"))
        return key_history.lost_key_refusal(self.table, self.lost)

    def check_history(self) -> None:
        """Check that this folder continues the history that was seen here before.

        Raises:
            NotAuthentic: it is another history.
            OutOfOrder: it is an older one: a backup, or a folder that somebody has put back.
        """
        self.check_newest()
        if self.history.table is not None:
            self.guard().check(self.history.position.past.heads if self.history.position is not None else ())

    def check_newest(self) -> None:
        """Check that the folder has not gone on since it was read.

        Raises:
            OutOfOrder: another process has received a charter, a deal or a step.
        """
        later = set(self.folder.record_names()) - self.history.signed_notes.keys() - {PACK}
        newest = max((name for name in later if not is_ack_name(name)), default=None)
        if newest is not None:
            raise OutOfOrder("game-gone-meanwhile", name=newest, hint=Sentence("look-then-repeat"))

    def check_memory(self) -> None:
        """Check that this computer knows what it has signed in this game; asked of the host before each step.

        Raises:
            OutOfOrder: it does not, so that the latest step must come from a player first.
        """
        if self.guard() == signing_guard.SigningGuard():
            raise OutOfOrder("memory-missing", hint=Sentence("fetch-newest-step"))

    def host_key(self) -> SigningKey:
        """The referee's key; what he may sign with it is for his guard to say. Raises NotAuthentic for anybody else."""
        if self.key is None or not self.is_host:
            raise NotAuthentic("only-host-can")
        return self.key

    def mover(self) -> SigningKey:
        """The reader's key, to sign a move or a standing note with.

        Raises:
            NotAuthentic, OutOfOrder: as `signer`, or the four words stand against it (`check_word_comparison`).
        """
        position, key, role = self.position, self.signer(), self.role
        if role is not None and role != REFEREE:
            safety_words.check_word_comparison(position, role, self.word_comparisons())
        return key

    def word_comparisons(self) -> dict[str, str]:
        """How this party stands with each other one by the four words; nothing for somebody who is not a party."""
        if self.role is None or self.key is None:
            return {}
        if not self.table.former:
            return safety_words.comparison_by_party(self.table, self.role, self.guard().heard, self.home.known_keys())
        agreed = key_history.keys_agreed_to(key_history.new_keys(self.history), self.role, self.key.public)
        return safety_words.comparison_by_party(
            self.table, self.role, self.guard().heard, self.home.known_keys(), agreed
        )

    def keep_comparison(self, names: Sequence[str], verdict: Comparison) -> None:
        """Remember a verdict on the words of these parties; the keys of those heard as equal are known from then on.

        Raises:
            OutOfOrder: another process of this home works on the game.
        """
        with self.home.locked(self.table.game_id):
            guard = self.guard()
            heard = [party for party in safety_words.other_parties(self.table, self.role) if party.role in names]
            self.write_guard(
                replace(guard, heard={**guard.heard, **dict.fromkeys(map(safety_words.comparison_key, heard), verdict)})
            )
            if verdict == "equal":
                self.home.remember_keys([(fingerprint(party.key), party.role) for party in heard])

    def guard(self, game_id: str | None = None, *, role: str | None = None) -> SigningGuard:
        """What this party has signed in this game, or in the game or offer given, or in another role."""
        name = f"guard-{role}" if role is not None else self._guard_name()
        guard = signing_guard.read_guard(self.home.guard(game_id or self.table.game_id, name))
        table, own = self.history.table, self.key.public if self.key is not None else b""
        party = table.party(own) if table is not None and role is None else None
        if table is None or party is None:
            return guard
        return guard.under_key_of(max(party.since, table.host.since))

    def write_guard(self, guard: SigningGuard, game_id: str | None = None) -> None:
        """Keep the guard, before what it guards is written anywhere else; a player keeps the charter beside it.

        Only under the lock of the game (`change_guard`, `send`, `publish`): what another process kept would be lost.
        The charter is public. It is what the next offer of the same referee is held against.
        """
        table = self.history.table
        if table is not None and self.role in table.names and self.home.guard(table.game_id, CHARTER) is None:
            if self.history.pack is not None:
                self.home.write_guard(table.game_id, self.history.pack, PACK)
            self.home.write_guard(table.game_id, render_bundle(self.history.signed_notes[CHARTER]), CHARTER)
        self.home.write_guard(game_id or self.table.game_id, signing_guard.write_guard(guard), self._guard_name())

    def change_guard(self, change: Callable[[SigningGuard], SigningGuard], game_id: str | None = None) -> None:
        """Read the guard, change it and keep it, while no other process of this home does; not inside a lock.

        Raises:
            OutOfOrder: another process works on this game for too long.
        """
        with self.home.locked(game_id or self.table.game_id):
            before = self.guard(game_id)
            after = change(before)
            if after != before:
                self.write_guard(after, game_id)

    def looking(self) -> Session:
        """The same session; with a masked deck it also has what its reader sees by now, and the notes that held as the
        record was read.
        """
        history = self.history
        if history.table is None or history.table.deck.keeper == "host":
            return self
        notes = (signed for signed_notes in history.signed_notes.values() for signed in signed_notes)
        self.keep_proven([signed.id for signed in notes if signed.type in PROVEN])
        if history.position is None:
            return self
        now = pending_key_shares.seen_with_pending_key_shares(self.position, self.folder, self.eyes)
        return replace(self, history=replace(history, position=now))

    def keep_proven(self, ids: Iterable[NoteId]) -> None:
        """Remember that, with a masked deck, the equations of these notes have held here."""
        more = set(ids) - self.proven
        if more:
            self.proven.update(more)
            data = "".join(f"{note_id}\n" for note_id in sorted(self.proven)).encode("ascii")
            self.home.write_guard(self.table.game_id, data, _PROVEN)

    def _guard_name(self) -> str:
        return f"guard-{self.role or self.key_name or 'reader'}"

    def reloaded(self) -> Session:
        """The same session with what has arrived in the folder since. Files of a record are written once, so only new
        ones are read, and only new positions are `seen` anew. A key that has no part before the offer or charter came
        is found now.
        """
        if self.key is None and self.history.table is None:
            return open_session(self.folder, self.home, passphrase=self.passphrase)
        names, known = set(self.folder.record_names()) - {PACK}, self.history.signed_notes.keys()
        if self.history.position is None or not names >= known:
            history = read_history(
                self.folder.record(), self.key, watch=record_positions(self.seen), proven=self.proven
            )
            return replace(self, history=history).looking()
        later = {name: self.folder.read(name) for name in sorted(names - known)}
        if any(REKEYED in data for data in later.values()):
            return self._under_new_keys()
        return replace(self, history=continue_history(self.history, later, watch=record_positions(self.seen))).looking()

    def _under_new_keys(self) -> Session:
        """The same session after a new key: who hosts now sees all from the first step on, who hosted before no
        more.
        """
        files, newest = self.folder.record(), self.position.step

        def later(position: Position) -> None:
            if position.step > newest:
                self.seen[position.step] = position

        own = OwnKey(self.key_name, self.key, self.sits)
        if own.key is None or own.key.public not in keys_by_role(files).values():
            own = find_own_key(files, self.home, None, self.passphrase, side="hosts" if self.is_host else "shows")
        history = read_history(files, own.key, watch=later, proven=self.proven)
        return replace(self, key=own.key, key_name=own.name, sits=own.sits, history=history).looking()


def open_session(
    folder: GameFolder,
    home: DataFolder,
    *,
    as_name: str | None = None,
    passphrase: Callable[[], str] | None = None,
    look_on: bool = False,
    side: Side = "shows",
    whole: bool = False,
    known: KnownRecords | None = None,
) -> Session:
    """The session for a folder, under the key of the home that has a part in the game, or the one called `as_name`;
    a reader who comes to `look_on` takes none of several. A host who plays has two, and takes the one of the `side`.
    Who looks at the `whole` way reads it from the beginning: that is as quick as to recall each position of it. What is
    `known` is not read again, as long as all bytes of it are those that were read.

    Raises:
        NotAuthentic: two keys of the home have a part, none is named, and one is needed.
        Unreadable, NotAuthentic, OutOfOrder, IllegalMove: the record does not hold.
    """
    files = folder.record()
    joined = joined_keys(folder) if CHARTER not in files else {}
    own = find_own_key(files, home, as_name, passphrase, look_on=look_on, joined=joined, side=side)
    proven = set[NoteId]()

    def read() -> tuple[History, Seen]:
        _let_in(files, home)
        proven.update(proven_notes(files, home))
        seen: Seen = {}
        try:
            return read_history(files, own.key, watch=record_positions(seen), proven=proven), seen
        except (Unreadable, NotAuthentic) as refusal:
            raise heal_record.with_cure(refusal, files) from refusal.__cause__

    known = {} if known is None else known
    address = (folder.path, own.key.public if own.key is not None else b"")
    before = known.get(address)
    later = before.later(files) if before is not None else None
    if before is not None and later is not None:
        proven.update(proven_notes(files, home))
        seen = before.seen
        history = continue_history(replace(before.history, proven=proven), later, watch=record_positions(seen))
    elif whole or own.key is None or step_name(EVERY - 1) not in files:
        before, (history, seen) = None, read()
    else:
        before, (history, seen) = None, checkpoint.read_from_checkpoint(home, files, own, EVERY, read)
    step = history.position.step if history.position is not None else 0
    known[address] = KnownRecord(files, history, copy(seen), before.looked if before is not None else step)
    return Session(folder, home, history, own.key, own.name, passphrase, own.sits, proven, seen, known).looking()


def proven_notes(files: Files, home: DataFolder) -> set[NoteId]:
    """With a masked deck, the notes whose equations have held on this computer; otherwise none."""
    try:
        charter = read_bundle(files.get(CHARTER, b""))[-1]
        kept = home.guard(charter.id, _PROVEN) if charter.read(Charter).deck else None
    except (Unreadable, NotAuthentic):  # the history is read next, and says what is wrong
        return set()
    return set((kept or b"").decode("ascii", "replace").split())


_PROVEN = "proven"


def _let_in(files: Files, home: DataFolder) -> None:
    """Let in the keys and boxes of a charter that this home has kept: each was checked before it was kept."""
    try:
        signed_notes = read_bundle(files.get(CHARTER, b""))
        if home.guard(signed_notes[-1].id, CHARTER) != files[CHARTER]:
            return
        charter = signed_notes[-1].read(Charter)
    except (Unreadable, NotAuthentic):  # the history is read next, and says what is wrong
        return
    curve25519.remember_checked_points(charter.key.values())
    boxes.remember_checked_boxes(charter.box.values())


def home_key_for(session: Session, public: bytes) -> tuple[str, SigningKey] | None:
    """(name, key) of the key of this home whose public one is `public`, whether it has a part now or had one before."""
    name = home_key_name_for(session, public)
    return (name, read_private(session.home.read_key(name), session.passphrase)) if name is not None else None


def home_key_name_for(session: Session, public: bytes) -> str | None:
    """The name of the key of this home whose public one is `public`."""
    home, names = session.home, session.home.keys()
    return next((name for name in names if public_of(home.read_key(name)) == public), None)
