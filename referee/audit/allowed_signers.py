"""Whose key signs what, and for which steps, as a file for `ssh-keygen`.

`ssh-keygen -Y verify` knows no steps, so the step is in the name under which a note is verified: `bert@12` is Bert at
step 12. By `*` and `?` in a name a line covers the steps of one key and no other.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from referee.crypto.openssh import format_public
from referee.drawing.safe_text import safe_text
from referee.kernel.errors import OutOfOrder
from referee.kernel.sentence import Sentence
from referee.protocol.history.valid_part import ValidPart
from referee.protocol.seating import REFEREE, KeyPeriod, Table, key_periods
from referee.record.file_names import LAST_STEP
from referee.record.note import SignedNote, namespace_of
from referee.record.notes import Rekey
from referee.record.notes.kinds import HOST, SEAT, Phase, types_of


def signer_lines(table: Table, signed_notes: Mapping[str, tuple[SignedNote, ...]]) -> tuple[tuple[KeyPeriod, str], ...]:
    """The lines of an allowed-signers file, each with the time of the key in it, in the order of `held`."""
    rekeys = [signed for notes in signed_notes.values() for signed in notes if signed.type == "rekey"]
    return tuple((time, line) for time in key_periods(table) for line in _signer_lines(table, time, rekeys))


def _signer_lines(table: Table, time: KeyPeriod, rekeys: list[SignedNote]) -> Iterator[str]:
    host, role = time.role == REFEREE, time.role
    by_seats = table.deck.shuffled_by == "seats"
    opening = _types("opening", host=host, masked=by_seats) if time.first == 0 else ()
    in_steps = _types("step", host=host, masked=by_seats)
    unrecorded = _types("unrecorded", host=host)
    after = () if time.last is not None else _types("after the end", host=host)
    if time.first == 0 and time.last is None:
        yield _signer_line((role, f"{role}@*"), (*opening, *in_steps, *unrecorded, *after), time.key)
        return
    if opening or after:
        yield _signer_line((role,), (*opening, *after), time.key)
    for signed in rekeys:
        if signed.key == time.key:
            proves = table.deck.keeper == "seats" and not host  # to the deck that the new key opens it, in a consent
            asks = (*_types("key", host=host), *(("consent",) if proves else ()))
            yield _signer_line((f"{role}@{signed.read(Rekey).step}",), asks, time.key)
    yield _signer_line(steps_as_patterns(role, time.first, time.last), in_steps, time.key)
    first, last = max(time.first - 1, 0), None if time.last is None else time.last - 1
    yield _signer_line(steps_as_patterns(role, first, last), unrecorded, time.key)


def _types(phase: Phase, *, host: bool, masked: bool = False) -> tuple[str, ...]:
    """The types of notes that the key of the host, or of a seat, signs in a phase of the game."""
    role = HOST if host else SEAT
    return types_of(lambda kind: kind.phase == phase and role in kind.signed_by and (masked or not kind.is_masked))


def _signer_line(principals: tuple[str, ...], types: tuple[str, ...], key: bytes) -> str:
    spaces = ",".join(map(namespace_of, types))
    return f'{",".join(principals)} namespaces="{spaces}" {format_public(key, "").strip()}'


def steps_as_patterns(role: str, first: int, last: int | None) -> tuple[str, ...]:
    """`role@N` for every step from `first` to `last`, as few patterns: 20 to 34 is `2?`, then `30` to `34` one by one.
    No pattern begins with a `?`, so that a number has one spelling.
    """
    last = LAST_STEP if last is None else last
    return tuple(f"{role}@{pattern}" for pattern in _patterns(first, last))


def _patterns(first: int, last: int) -> Iterator[str]:
    at = first
    while at <= last:
        size = 1
        while at and at % (10 * size) == 0 and at + 10 * size - 1 <= last and at >= 10 * size:
            size *= 10
        width = len(str(size)) - 1
        yield str(at)[: len(str(at)) - width] + "?" * width
        at += size


def signers_text(valid: ValidPart, lang: str) -> str:
    """Whose key signs which steps, as far as the record holds: lines of `ssh-keygen`, each key after a comment. Raises
    OutOfOrder: no charter tells whose keys there are.
    """
    table = valid.table
    if table is None:
        raise OutOfOrder("signers-without-charter")
    head = (Sentence("signers-of-game", title=table.title, id=table.game_id), Sentence("signers-how"))
    lines = [
        *(f"# {sentence.told(lang)}" for sentence in head),
        "#   ssh-keygen -Y verify -f allowed -I SEAT@STEP -n TYPE@referee.pbem -s sig < body",
    ]
    for time, line in signer_lines(table, valid.history.signed_notes):
        comment = f"# {_key_period_text(time, table, lang)}"
        lines += [line] if comment in lines else [comment, line]
    return "".join(f"{safe_text(line)}\n" for line in lines)


def _key_period_text(time: KeyPeriod, table: Table, lang: str) -> str:
    """For which steps somebody had a key."""
    name = Sentence("page-key-host") if time.role == REFEREE else table.called_by_seat.get(time.role, time.role)
    if time.last is not None:
        return Sentence("signers-held", name=name, first=time.first, last=time.last).told(lang)
    return Sentence("signers-holds" if time.first else "signers-whole", name=name, first=time.first).told(lang)
