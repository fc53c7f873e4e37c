"""Consents that have come: they wait in `pending/` until a step enters them, or until the game has gone on.

The host closes a step with whatever is fully agreed to. Players keep the consents of others, to see who has agreed.
"""

from __future__ import annotations

from typing import get_args

from referee.kernel.digest import sha256
from referee.kernel.errors import RefereeError
from referee.record.note import SignedNote, read_bundle, render_bundle
from referee.record.notes import Consent
from referee.record.store import Folder
from referee.table.desk.desk import Desk, pending
from referee.table.step.consent import (
    BACK,
    NO,
    check_consent,
    consent_place,
    key_meant,
    still_to_agree,
    weight,
    who_agrees,
)
from referee.table.step.table_lines import Back, End, Ended, Left, TableLine, consent_to, read_table_lines

CONSENT = "consent-"


def waiting_consents(desk: Desk) -> tuple[SignedNote, ...]:
    """The consents that still hold for the step that is asked for now, in the order of a step file; of each party its
    last word about a thing, which for a key may be a no.
    """
    position = desk.position
    words: dict[tuple[str, str], list[tuple[tuple[int, bool], SignedNote]]] = {}
    for signed in pending(desk.folder, CONSENT):
        try:
            consent = check_consent(position, signed)
        except RefereeError:  # the game has gone on
            continue
        words.setdefault((consent.seat, _thing(consent)), []).append((weight(consent), signed))
    last = [max(said, key=lambda word: word[0])[1] for said in words.values()]
    return tuple(sorted(last, key=lambda signed: consent_place(position.table, signed.read(Consent))))


def keep_consent(desk: Desk, signed: SignedNote, note: Consent, *, own: bool = False) -> bool:
    """Let a consent wait; whether it is new here. Of a party one waits for a thing: the first, and of a key the last
    word. What its `own` author has just said here is the last word in any case.
    """
    name = consent_name(note)
    known = _kept(desk.folder, name)
    if known is not None and not own and (key_meant(note) is None or weight(note) <= weight(known)):
        return False
    desk.folder.replace_pending(name, render_bundle((signed,)))
    return known != note


def consent_name(note: Consent) -> str:
    """The file in `pending/` of what a party says about a thing."""
    until = f"{note.step:04d}" if key_meant(note) is None else "key"
    return f"{CONSENT}{until}-{note.seat}-{sha256(_thing(note).encode()).hex()[:8]}.note"


def _thing(consent: Consent) -> str:
    """What a consent is about: for a key the same, whether it is agreed to or not."""
    return key_meant(consent) or consent.to


def _kept(folder: Folder, name: str) -> Consent | None:
    if name not in folder.list_pending():
        return None
    try:
        return read_bundle(folder.read_pending(name))[0].read(Consent)
    except RefereeError:  # somebody has changed it
        return None


def drop_consents(folder: Folder, step: int) -> None:
    """Remove the consents for `step` and the ones before, which are closed; words about a key hold on."""
    following = f"{CONSENT}{step + 1:04d}-"
    for name in folder.list_pending():
        if name.startswith(CONSENT) and name < following:
            folder.drop_pending(name)


def proposals(desk: Desk) -> tuple[tuple[TableLine, tuple[str, ...], tuple[str, ...]], ...]:
    """(table line, who has agreed, who has still to) for everything that somebody agrees to now."""
    given: dict[str, list[str]] = {}
    for signed in waiting_consents(desk):
        consent = signed.read(Consent)
        given.setdefault(consent.to, []).append(consent.seat)
    found = []
    for line in _lines(given):
        allowed = who_agrees(desk.position, line)[1]
        agreed = tuple(seat for seat in given[consent_to(line) or ""] if seat in allowed)
        if agreed:
            found.append((line, agreed, still_to_agree(desk.position, line, agreed)))
    return tuple(found)


def _lines(given: dict[str, list[str]]) -> list[TableLine]:
    lines: list[TableLine] = [Left(seat) for seat in given.get("left", ())]
    lines += [Ended(how) for how in get_args(End) if f"end {how}" in given]
    backs = [line for to in given if to.startswith(BACK) for line in read_table_lines((to,)) if isinstance(line, Back)]
    return [*lines, *sorted(backs, key=lambda line: line.step)]


def asked_back(desk: Desk) -> tuple[tuple[int, tuple[tuple[str, str], ...]], ...]:
    """The steps to before which somebody would go back, ascending; each with the seats that ask for it and why."""
    consents = [signed.read(Consent) for signed in waiting_consents(desk)]
    return tuple(
        (line.step, tuple((one.seat, one.reason) for one in consents if one.to == consent_to(line) and one.reason))
        for line, _, _ in proposals(desk)
        if isinstance(line, Back)
    )


def agreed_now(desk: Desk) -> tuple[TableLine, ...]:
    """What the next step decides by the consents that are here: the end of the game if all have agreed to one, else a
    step back, the one that goes furthest, else whoever leaves.
    """
    complete = [line for line, _, missing in proposals(desk) if not missing]
    alone = [line for kind in (Ended, Back) for line in complete if isinstance(line, kind)]
    if alone:
        return (alone[0],)
    names = desk.position.table.names
    left = sorted((line for line in complete if isinstance(line, Left)), key=lambda line: names.index(line.seat))
    stay = len(names) - len(desk.position.left)
    return tuple(left[: stay - 1])


def consents_to(desk: Desk, lines: tuple[TableLine, ...]) -> tuple[SignedNote, ...]:
    """The consents that stand in a step of these lines, in their order; with the noes of all to whom the host has left
    this step, if they are here.
    """
    wanted = {(name, consent_to(line)) for line in lines for name in who_agrees(desk.position, line)[1]}
    wanted |= _taken_back(desk)
    given = [(signed, signed.read(Consent)) for signed in waiting_consents(desk)]
    return tuple(signed for signed, note in given if (note.seat, note.to) in wanted)


def _taken_back(desk: Desk) -> set[tuple[str, str | None]]:
    """(seat, what it says) of the noes of all who play on to the key to which the host has left this step; none as long
    as one is missing.
    """
    position, guard = desk.position, desk.guard()
    if guard.handed != position.step + 1:
        return set()
    no = f"{NO}{guard.successor}"
    words = [signed.read(Consent) for signed in waiting_consents(desk)]
    noes = {(one.seat, one.to) for one in words if one.to == no and one.step == guard.handed}
    playing: set[tuple[str, str | None]] = {
        (name, no) for seat, name in enumerate(position.table.names) if seat not in position.left
    }
    return playing if playing <= noes else set()
