"""Which key of a home has a part in a game; and the two keys of a host who plays.

Anybody who hosts and plays has two keys in one home, which nothing ties together. What shows or moves takes the seat's,
so that no screen is made of what the host could see; what hosts takes the host's.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Literal

import msgspec
from msgspec.structs import replace

from referee.crypto.keys import SigningKey, practice_key, read_private
from referee.crypto.openssh import public_of
from referee.kernel.errors import NotAuthentic, RefereeError, Unreadable
from referee.kernel.sentence import Sentence
from referee.protocol.opening import charter
from referee.protocol.seating import REFEREE
from referee.record.file_names import CHARTER, DEAL, OFFER, OUTBOX, is_step_name, name_prefix, names_with_prefix
from referee.record.note import REKEYED, SignedNote, read_bundle
from referee.record.notes import Join, Offer, Rekey
from referee.record.notes.kinds import KEY_BRINGING
from referee.record.store import DataFolder, GameFolder

Side = Literal["shows", "plays", "hosts", "named"]
"""What a command of a host who plays is about. It `shows` something: the host's side before the deal, when there is
nothing to see, and the seat's from then on. It `plays`, or `hosts`. Or it signs what either may sign, as `named`, else
for the seat.
"""


PRACTICE, YOU = "practice", 1
"""What the key of the one who practises is called, and its place at every practice table."""


class OwnKey(msgspec.Struct, frozen=True):
    """A key with its name in the home, None for somebody without a part; `sits` is the seat of a host who plays, of
    whose two keys it is one.
    """

    name: str = ""
    key: SigningKey | None = None
    sits: str = ""


def public_keys_at_home(home: DataFolder) -> set[bytes]:
    """The public halves of all keys of a home."""
    return {public_of(home.read_key(name)) for name in home.keys()}  # noqa: SIM118


def find_own_key(
    files: Mapping[str, bytes],
    home: DataFolder,
    as_name: str | None,
    passphrase: Callable[[], str] | None,
    *,
    look_on: bool = False,
    joined: Mapping[str, bytes] | None = None,
    side: Side = "shows",
) -> OwnKey:
    """The key of the home that has a part in the record, or the one called `as_name`.

    `joined` are keys by seat that have a part although the record does not say so yet. Of several keys none is taken by
    anybody who comes to `look_on`; of a host who plays the one of the `side`.

    Raises:
        NotAuthentic: two keys have a part and none is named; there is none of that name; or it is the key of a host who
            plays, whose hands are his seat's to see.
    """
    names = home.keys()
    if as_name is not None and as_name not in names:
        code, hint = ("no-such-key", None) if names else ("no-keys-yet", Sentence("referee-key-new-name"))
        raise NotAuthentic(code, name=as_name, known=", ".join(names), hint=hint)
    public = {public_of(home.read_key(name)): name for name in names} if as_name is None or len(names) > 1 else {}
    sitting = {**(joined or {}), **keys_by_role(files)}
    found = {role: public[key] for role, key in sitting.items() if key in public}
    own = _of_both(found, _seat_of_playing_host(files, found), as_name, side, dealt=DEAL in files)
    if own is None:
        own = OwnKey(as_name if as_name is not None else _only(files, found, look_on=look_on))
    if not (own.name or as_name) and practice_key(YOU).public in sitting.values():
        return OwnKey(PRACTICE, practice_key(YOU))  # nobody's key, which no home need keep
    return replace(own, key=read_private(home.read_key(own.name), passphrase)) if own.name else own


def _only(files: Mapping[str, bytes], found: Mapping[str, str], *, look_on: bool) -> str:
    """The one key that has a part, "" for none. Raises NotAuthentic for several, louder for a host who plays unsaid."""
    names = sorted(set(found.values()))
    if len(names) > 1 and not look_on:
        seats = sorted(set(found) - {REFEREE})
        if REFEREE in found and (CHARTER in files or OFFER in files):
            told = {"seat": ", ".join(seats), "names": ", ".join(names)}
            raise NotAuthentic("host-plays-unsaid", **told, hint=Sentence("offer-to-play"))
        raise NotAuthentic("several-own-keys", names=", ".join(names), hint=Sentence("name-one"))
    return names[0] if len(names) == 1 else ""


def _seat_of_playing_host(files: Mapping[str, bytes], found: Mapping[str, str]) -> str:
    """The seat at which the host plays whose two keys were `found`; "" for nobody who plays and hosts, or unsaid."""
    seats = [role for role in found if role != REFEREE]
    offer = _offer(files) if seats and REFEREE in found else None
    if offer is None:
        return ""
    try:
        said, hides = charter.host_seat(offer), charter.offer_hides_goods(offer)
    except RefereeError:  # the history is read next, and says what is wrong
        return ""
    return said if said in seats else seats[0] if len(seats) == 1 and not hides else ""


def _of_both(found: Mapping[str, str], seat: str, as_name: str | None, side: Side, *, dealt: bool) -> OwnKey | None:
    """Which of the two keys of a host who plays at `seat` is taken; None for anybody who has not both, or names a
    third.
    """
    if not seat or as_name not in (None, found[REFEREE], found[seat]):
        return None
    host, plays = OwnKey(found[REFEREE], sits=seat), OwnKey(found[seat], sits=seat)
    if side == "shows" and dealt and as_name == host.name:
        raise NotAuthentic("host-looks-as-seat", seat=seat, name=host.name, hint=Sentence("leave-out-as"))
    if side == "named" or (side == "shows" and not dealt):
        named = as_name or (plays.name if side == "named" else host.name)
        return host if named == host.name else plays
    return host if side == "hosts" else plays


def joined_keys(folder: GameFolder) -> dict[str, bytes]:
    """The keys by seat that have joined from this folder; until there is a charter only the outbox knows of it."""
    names = names_with_prefix(folder.list_outbox(), name_prefix(OUTBOX, "join"))
    try:
        signed_notes = [signed for name in names for signed in read_bundle(folder.read_outbox(name))]
        return {signed.read(Join).seat: signed.key for signed in signed_notes if signed.type == "join"}
    except (Unreadable, NotAuthentic):
        return {}


def keys_by_role(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """The keys by role that have a part in the game, as far as the record says."""
    name = CHARTER if CHARTER in files else OFFER
    if name not in files:
        return {}
    try:
        signed_notes = read_bundle(files[name])
        found = {_role_in(signed.body): signed.key for signed in signed_notes if signed.type in KEY_BRINGING}
        for signed in _rekeys(files):
            found[signed.read(Rekey).seat] = signed.key
    except (Unreadable, NotAuthentic):
        return {}
    return found


def _role_in(body: bytes) -> str:
    """Whose note an offer or a join is: the seat in its first line of that sort, which is all that is read of it."""
    _, line, after = body.partition(b"\nseat ")
    return after.partition(b"\n")[0].decode("ascii", "replace") if line else REFEREE


def _offer(files: Mapping[str, bytes]) -> Offer | None:
    """The offer of a record; None where there is none, or none that can be read."""
    try:
        return read_bundle(files.get(OFFER) or files[CHARTER])[0].read(Offer)
    except (KeyError, IndexError, RefereeError):
        return None


def _rekeys(files: Mapping[str, bytes]) -> list[SignedNote]:
    """The new keys that the steps of a record have recorded, oldest first."""
    steps = [files[name] for name in sorted(files) if is_step_name(name) and REKEYED in files[name]]
    return [signed for data in steps for signed in read_bundle(data) if signed.type == "rekey"]
