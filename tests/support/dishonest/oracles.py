"""What must not be in a record that holds, told without the code that checks records wherever that is possible."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from tests.support.dishonest.project import (
    CHARTER,
    DEAL,
    HOST,
    PACK,
    STEP,
    ClosedStep,
    Consent,
    Eyes,
    Move,
    Party,
    Position,
    RefereeError,
    SignedNote,
    SigningKey,
    Standing,
    Step,
    Table,
    close_deal,
    close_together,
    eyes_of_key,
    group,
    key_shares_of,
    masking,
    own_game_secret,
    public_counts,
    read_charter,
    read_history,
    seed_shares_by_seat,
    step_name,
    test_key,
)
from tests.support.dishonest.signing import notes_of
from tests.support.dishonest.story import Story


def difference(story: Story, files: Mapping[str, bytes]) -> str:
    """Where a record differs from the one that honest hosts make of the same notes of the others, or nothing."""
    notes, key = notes_of(files), story.signers[test_key(HOST).public]
    table = read_charter(notes[CHARTER], files.get(PACK))
    accepts, mixes = (tuple(signed for signed in notes[DEAL] if signed.type == word) for word in ("accept", "mix"))
    eyes = eyes_of_key(table, key, seed_shares_by_seat(table, accepts))
    closed = close_deal(table, accepts, eyes, key, mixes)
    for name in sorted(name for name in notes if name[0].isdigit()):
        if name != DEAL:
            before, key = key, story.signers[next(signed.key for signed in notes[name] if signed.type == STEP)]
            try:
                closed = _closed_again(closed.position, notes[name], eyes, key)
            except RefereeError as refusal:
                return f"{name}: an honest host refuses it: {refusal}"
            if key.public != before.public:  # another host, who sees from here on what was handed over
                until = {other: data for other, data in files.items() if not other[0].isdigit() or other <= name}
                eyes = read_history(until, key).eyes or eyes
        for ours, theirs in zip(closed.signed_notes, notes[name], strict=False):
            if ours.id != theirs.id:
                return f"{name}: the {ours.type} is not what follows from the shares and orders"
        if len(closed.signed_notes) != len(notes[name]):
            return f"{name}: notes too many or too few"
    return ""


def _closed_again(position: Position, notes: Sequence[SignedNote], eyes: Eyes, key: SigningKey) -> ClosedStep:
    """The step as an honest host closes it who has got the same notes and decides the same."""
    by_type: dict[str, list[SignedNote]] = {}
    for signed in notes:
        by_type.setdefault(signed.type, []).append(signed)
    step = by_type[STEP][0].note()
    assert isinstance(step, Step)
    return close_together(
        position,
        by_type.get("move", ()),
        eyes,
        key,
        by_type.get("standing", ()),
        lines=step.table,
        consents=by_type.get("consent", ()),
        rekeys=by_type.get("rekey", ()),
        unlocks=by_type.get("unlock", ()),
    )


def untrue_deck(files: Mapping[str, bytes]) -> str:
    """Where a masked deck, or what was shown of it, differs from what all secrets together say of it, or nothing."""
    history = read_history(files)
    if history.table is None or history.table.deck.name == "open" or history.position is None:
        return ""
    table, locks = history.table, key_shares_of(history.position)
    secrets = [secret_of(table, name) for name in table.names]
    for party in table.seats:
        if party.since and not _proven(files, table, party):
            return f"{party.role} has a key that has proven nothing"
    for seat, secret in locks.opened.items():
        if secret != secrets[seat]:
            return f"what is open of {table.names[seat]} is not behind its deck key"
    if {*locks.opened} - {*locks.gone} or {*locks.told} - {*locks.opening}:
        return "a seat is open that is not gone"
    labels, tiles = table.piles[0].labels(), masking.tile_points(table.charter, table.piles[0].name, len(locks.deck))
    known = masking.by_point(tiles)
    tokens = [masking.token_of(entry, [masking.own_share(x, entry) for x in secrets], known) for entry in locks.deck]
    if {*tokens} != {*range(len(tiles))}:
        return "the deck is not one of each tile"
    for at, kind in locks.shown.items():
        if kind != labels[tokens[at] or 0]:
            return f"the tile at {at} was shown as {kind}"
    for secret, row in zip(secrets, locks.shares, strict=True):
        for at, share in row.items():
            if group.written(share) != group.written(masking.own_share(secret, locks.deck[at])):
                return f"a lock at {at} is none"
    held = [at for hand in public_counts(history.position.knowledge).hands for at in hand]
    return "" if len({*held, *locks.shown}) == len(held) + len(locks.shown) else "a tile lies in two places"


def _proven(files: Mapping[str, bytes], table: Table, party: Party) -> bool:
    """Whether a new key of a seat stands in its step with an equation that holds for it and the deck key alone."""
    said = [signed for signed in notes_of(files)[step_name(party.since)] if signed.key == party.key]
    for proof in [note.pok for note in (signed.note() for signed in said) if isinstance(note, Consent)]:
        challenge, answer = (int.from_bytes(part, "little") for part in ((proof or b"")[:32], (proof or b"")[32:]))
        shown = answer - challenge * secret_of(table, party.role)
        named = (table.charter, party.role.encode(), party.key, table.deck_keys[table.seat(party.role)])
        if group.hashed("pok", *named, group.written(group.times_base(shown))) == challenge:
            return True
    return False


def secret_of(table: Table, role: str) -> int:
    """The deck secret of a seat."""
    return masking.deck_secret(own_game_secret(table.opening, test_key(role)))


def answered_unasked(files: Mapping[str, bytes]) -> str:
    """An answer in the name of a seat whose own word does not stand behind it, or nothing.

    Behind it stands an order of a note entered, a sealed line that is opened, or a standing note: the one that the
    seat's last move named, or one that it signed for a later step than that move. A new key ends it, and a step back if
    it was given since. For whoever is let pass or has left nobody answers.
    """
    held = Held([{}])
    notes = notes_of(files)
    for name in sorted(name for name in notes if name[0].isdigit() and name != DEAL):
        found = _unasked(held, [signed for signed in notes[name] if signed.type != "end"])
        if found:
            return f"{name}: {found}"
    return ""


@dataclass
class Held:
    """The standing note that holds for each seat after each step, when each seat moved last, and who has left."""

    after: list[dict[str, str | None]]
    moved: dict[str, int] = field(default_factory=dict)
    left: set[str] = field(default_factory=set)


def _unasked(held: Held, signed_notes: Sequence[SignedNote]) -> str:
    step = next(note for note in (signed.note() for signed in signed_notes) if isinstance(note, Step))
    standing = _ended(held, step)
    held.after.append(standing)
    moves = []
    for signed in signed_notes:
        note = signed.note()
        if isinstance(note, Standing):
            if note.step <= held.moved.get(note.seat, 0) and _named(signed_notes, note.seat) != signed.id:
                return f"the standing answers of {note.seat} are older than its last move"
            standing[note.seat] = signed.id
        elif isinstance(note, Move):
            if note.standing not in (None, standing.get(note.seat)):
                return f"the standing answers that {note.seat} names were never entered"
            standing[note.seat], held.moved[note.seat] = note.standing, note.step
            moves.append(note)
    passed = held.left | {line.partition(" ")[2] for line in step.table if line.startswith("absent ")}
    for seat in _answered(step, moves) if moves else ():
        if standing.get(seat) is None and seat not in passed:
            return f"{seat} answers by standing answers that it had ended or never gave"
    return ""


def _ended(held: Held, step: Step) -> dict[str, str | None]:
    """What holds before the notes of a step are entered."""
    standing = dict(held.after[-1])
    for word, _, rest in (line.partition(" ") for line in step.table):
        if word == "back":
            then = held.after[int(rest) - 1]
            standing = {seat: named if named == then.get(seat) else None for seat, named in standing.items()}
        elif word in ("left", "key"):
            standing[rest] = None
            held.left |= {rest} if word == "left" else set()
    return standing


def _named(notes: Sequence[SignedNote], seat: str) -> str | None:
    """The standing note that the move of `seat` among these notes names."""
    moves = [note for note in (signed.note() for signed in notes) if isinstance(note, Move)]
    return next((note.standing for note in moves if note.seat == seat), None)


def _answered(step: Step, moves: Sequence[Move]) -> list[str]:
    """The seats for which a step carries out an order that stands in no note and in no line opened."""
    opened = [(line.seat, line.text.removeprefix("win ").removeprefix("lose ")) for line in step.order]
    seats = []
    for did in step.did[sum(len(move.do) for move in moves) :]:
        if (did.seat, did.order) in opened:
            opened.remove((did.seat, did.order))
        else:
            seats.append(did.seat)
    return seats
