"""New keys, steps back and whatever else the table decides, as liars make it: nobody's program asks who has agreed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from hashlib import sha256
from unittest.mock import patch

from tests.support.dishonest.project import (
    HOST,
    REFEREE,
    ClosedStep,
    Consent,
    Match,
    Rekey,
    SignedNote,
    SigningKey,
    close_together,
    consent_note,
    eyes_at_table,
    make_rekey,
    read_history,
    step_name,
    test_key,
)

REASON = "lost"
MAJORITY = (("quorum", "majority"),)
ESCROW = (("escrow", "yes"),)


@contextmanager
def unasked() -> Iterator[None]:
    """Whatever a step decides, nobody has to agree to it."""
    with (
        patch("referee.protocol.agreements.decisions._check_agreement", lambda *_: None),
        patch("referee.protocol.agreements.decisions.check_secrets", lambda *_: None),
        patch("referee.session.close_step.check_consents", _read),
    ):
        yield


def _read(_: object, consents: Sequence[SignedNote]) -> tuple[Consent, ...]:
    return tuple(signed.read(Consent) for signed in consents)


def nonce_of(label: str) -> bytes:
    """16 bytes that stand for fresh random ones."""
    return sha256(f"nonce {label}".encode()).digest()[:16]


def asking(match: Match, role: str, holder: str, name: str | None = None, **values: object) -> SignedNote:
    """The note in which the key of `holder` asks for a role; `name` is what people would call another person."""
    wanted = {"reason": REASON, "name": name, **values}
    return make_rekey(match.host, test_key(holder), role, nonce_of(holder), **wanted)  # type: ignore[arg-type]


def parties(match: Match) -> tuple[str, ...]:
    """The referee and all seats, in the order of a step file."""
    return (REFEREE, *match.table.names)


def agreeing(match: Match, who: Sequence[str], to: str, rekey: SignedNote | None = None) -> tuple[SignedNote, ...]:
    """The consents of these parties to one thing in the next step, in the order of a step file."""
    note = rekey.read(Rekey) if rekey is not None else None
    signers = {party: match.keys[HOST if party == REFEREE else party] for party in parties(match)}
    return tuple(consent_note(match.host, signers[party], to, rekey=note) for party in parties(match) if party in who)


def agreeing_to_key(match: Match, who: Sequence[str], rekey: SignedNote) -> tuple[SignedNote, ...]:
    """The consents of these parties to the key of a rekey note."""
    return agreeing(match, who, f"key {rekey.id}", rekey)


def decided(
    match: Match,
    *lines: str,
    consents: Sequence[SignedNote] = (),
    rekeys: Sequence[SignedNote] = (),
    moves: Sequence[SignedNote] = (),
    key: SigningKey | None = None,
) -> ClosedStep:
    """The step in which the table decides these lines, by the host or another `key`. Raises RefereeError: the host's
    program does not close it.
    """
    signer = key or match.keys[HOST]
    return close_together(match.host, moves, match.host_eyes, signer, lines=lines, consents=consents, rekeys=rekeys)


def enter(match: Match, closed: ClosedStep) -> None:
    """A step becomes the newest one of the game."""
    match.keep(step_name(closed.position.step), closed.signed_notes)
    match.host, match.table = closed.position, closed.position.table


def enter_key(match: Match, rekey: SignedNote, consents: Sequence[SignedNote], holder: str) -> None:
    """The step that enters the key of `holder`, and what everybody can open from then on. Raises RefereeError: it is
    not closed, or does not hold in the eyes of its new holder.
    """
    role, key = rekey.read(Rekey).seat, test_key(holder)
    of_host = role == REFEREE
    enter(match, decided(match, f"key {role}", consents=consents, rekeys=[rekey], key=key if of_host else None))
    match.keys = {**match.keys, HOST if of_host else role: key}
    match.wanted.pop(role, None)
    match.waiting.pop(role, None)
    read = read_history(match.files, key, all_signatures=True)
    assert read.position is not None and read.eyes is not None
    match.eyes = {name: eyes_at_table(match.table, eyes) for name, eyes in match.eyes.items()}
    if of_host:
        match.host, match.host_eyes = read.position, read.eyes
    else:
        match.eyes[role] = read.eyes
        match.host_eyes = eyes_at_table(match.table, match.host_eyes)


def rotate(match: Match, role: str, holder: str, who: Sequence[str], name: str | None = None) -> SignedNote:
    """`role` gets the key of `holder`, as `who` agree to; the note that asked for it."""
    rekey = asking(match, role, holder, name)
    enter_key(match, rekey, agreeing_to_key(match, who, rekey), holder)
    return rekey


def pass_over(match: Match) -> str:
    """The seat that is asked is let pass; its name."""
    seat = match.asked()
    assert seat is not None
    enter(match, decided(match, f"absent {seat}"))
    return seat
