"""Consents that have come: they wait in `pending/` until a step enters them, or until the game has gone on.

The host closes a step with whatever is fully agreed to. Players keep the consents of others, to see who has agreed.
"""

from __future__ import annotations

from typing import get_args

from referee.kernel.errors import RefereeError
from referee.record.note import SignedNote, render_bundle
from referee.record.notes import Consent
from referee.record.store import Folder
from referee.table.desk.desk import Desk, pending, tag_of
from referee.table.step.decisions import BACK, KEY, check_consent, consent_place, still_to_agree, who_agrees
from referee.table.step.table_lines import Back, End, Ended, Left, TableLine, consent_to, read_table_lines

CONSENT = "consent-"


def waiting_consents(desk: Desk) -> tuple[SignedNote, ...]:
    """The consents that still hold for the step that is asked for now, in the order of a step file; one copy of each
    word of each party.
    """
    position = desk.position
    found = {}
    for signed in pending(desk.folder, CONSENT):
        try:
            found[consent_place(position.table, check_consent(position, signed))] = signed
        except RefereeError:  # the game has gone on
            continue
    return tuple(found[place] for place in sorted(found))


def keep_consent(desk: Desk, signed: SignedNote, note: Consent) -> bool:
    """Let a consent wait; whether it is new here."""
    until = "key" if note.to.startswith(KEY) else f"{note.step:04d}"
    return desk.folder.write_pending(f"{CONSENT}{until}-{note.seat}-{tag_of(signed)}.note", render_bundle((signed,)))


def drop_consents(folder: Folder, step: int) -> None:
    """Remove the consents for `step` and the ones before, which are closed; those to a key hold on."""
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
    """The consents that stand in a step of these lines, in their order."""
    wanted = {(name, consent_to(line)) for line in lines for name in who_agrees(desk.position, line)[1]}
    return tuple(
        signed for signed in waiting_consents(desk) if (signed.read(Consent).seat, signed.read(Consent).to) in wanted
    )
