"""Games whose deck nobody sees, as the second checker reads them: who has mixed and unlocked, and what is nowhere.

Standard library only. The equations of mixes, locks and keys are not computed here: `tests/crypto` has them twice.
"""

from __future__ import annotations

from collections.abc import Sequence

from tests.table.second_notes import L, Note, add, need, raw

HIDDEN = ("opened", "order", "show", "proof", "hand", "share", "escrow", "bag", "pin", "seal", "standing")


def is_masked(terms: Note) -> bool:
    return terms.named("option").get("deal") == "masked"


def has_escrow(terms: Note) -> bool:
    return terms.named("option").get("escrow") == "yes"


def check_mixes(charter: list[Note], deal: list[Note]) -> None:
    """Every seat has mixed once, in order, each on the mix before; the deal quotes them and the charter the keys."""
    *joins, rules = charter[1:]
    keys = {join.one("seat"): join.one("deck") for join in joins}
    need(rules.named("deck") == keys, "the charter quotes other decks")
    mixes, head = [note for note in deal if note.kind == "mix"], rules.id
    for join, mix in zip(joins, mixes, strict=True):
        need(mix.one("seat") == join.one("seat") and mix.key == join.key, "a mix of another seat")
        need(mix.one("game") == rules.id and mix.one("head") == head, "a mix on another deck")
        shared = sorted({*keys} - {mix.one("seat")}) if has_escrow(rules) else []
        need([*mix.named("share")] == [*mix.named("escrow")] == shared, "shares of a mix")
        need(len({*mix.named("share").values()}) == len(shared), "one share for two seats")
        head = mix.id
    need(deal[-1].named("mix") == dict(sorted((mix.one("seat"), mix.id) for mix in mixes)), "the deal quotes others")


def check_unlocked(steps: list[tuple[str, list[Note]]], size: int, seats: list[str]) -> None:
    """Of each seat a position is unlocked once, in seat order; nothing is sealed, and no tile is played twice."""
    locked: dict[str, set[int]] = {seat: set() for seat in seats}
    played: set[int] = set()
    check_shown_secret(steps, seats)
    for name, notes in steps:
        told = [note for note in notes if note.kind != "mix"]
        need(not any(note.all(word) for note in told for word in HIDDEN), f"{name}: something that is hidden")
        unlocks = [note for note in notes if note.kind == "unlock"]
        order = [(seats.index(note.one("seat")), note.id) for note in unlocks]
        need(order == sorted(set(order)), f"{name}: unlocks out of order")
        for note in unlocks:
            places = {int(row[1]) + at for row in note.all("lock") for at in range(int(row[2]))}
            new = places - locked[note.one("seat")]
            need(all(at < size for at in places) and (new or note.all("open")), f"{name}: an unlock of nothing new")
            locked[note.one("seat")] |= new
        for note in notes:
            for row in note.all("give") if note.kind == "move" else []:
                others = [seat for seat in seats if seat != note.one("seat")]
                at, gone = int(row[1]), opened(steps, name, len(seats))
                need(all(at in locked[seat] for seat in others if seat not in gone), f"{name}: a dark tile is played")
                played.add(at)


def opened(steps: list[tuple[str, list[Note]]], until: str, seats: int) -> set[str]:
    """The seats whose deck secret all know by a step: it was shown, or all shares of it were."""
    shown: dict[str, set[str]] = {}
    for name, notes in steps:
        for note in notes if name <= until else []:
            for row in note.all("open") if note.kind == "unlock" else []:
                shown.setdefault(row[0], set()).add(note.one("seat"))
    return {seat for seat, by in shown.items() if seat in by or len(by) == seats - 1}


def check_shown_secret(steps: list[tuple[str, list[Note]]], seats: list[str]) -> None:
    """Who shows the own deck secret is gone by an earlier step, and whose share is shown was opened by one."""
    gone, out = dict.fromkeys(seats, len(steps)), dict.fromkeys(seats, len(steps))
    for number, (name, notes) in enumerate(steps):
        for note in notes:
            for row in note.all("open") if note.kind == "unlock" else []:
                since = gone if row[0] == note.one("seat") else out
                need(since[row[0]] < int(note.one("step")), f"{name}: something is shown too early")
            for line in note.all("table") if note.kind == "step" else []:
                if line[0] in ("left", "open"):
                    gone[line[1]] = min(gone[line[1]], number)
                if line[0] == "open":
                    out[line[1]] = min(out[line[1]], number)


BASE = (
    15112221349535400772501151409588531511454012693041857206046113283949847762202,
    46316835694926478169428394003475163141307993866256225615783033603165251855960,
)
"""The point B of the curve, as RFC 8032 has it."""


def deck_key(secret: bytes) -> bytes:
    """x B, in 32 bytes."""
    total, point, factor = (0, 1), BASE, int.from_bytes(secret, "little")
    need(len(secret) == 32 and factor < L, "a deck secret in another spelling")
    while factor:
        total, point, factor = (add(total, point) if factor & 1 else total), add(point, point), factor >> 1
    return (total[1] | (total[0] & 1) << 255).to_bytes(32, "little")


def check_given_up(offer: Note, rules: Note) -> None:
    """An offer that voids a masked charter whose host plays shows the deck secret of his seat; no other one does."""
    seat = rules.named("option").get("host", "") if is_masked(rules) and offer.all("voids") else ""
    shown = offer.all("olddeck")
    need(len(shown) == bool(seat), "a deck secret that is missing, or that nobody asks for")
    need(not seat or deck_key(raw(offer.one("olddeck"))) == raw(rules.named("deck")[seat]), "another deck secret")


def check_handed(name: str, notes: list[Note], seat: str, others: Sequence[str] = ()) -> list[Note]:
    """The old key of a seat hands over, or with escrow all `others` their shares, and its new key proves; nobody else
    does, and nothing for the host's. Gives the consents but the proof.
    """
    consents = [note for note in notes if note.kind == "consent"]
    proofs = [note for note in consents if note.all("pok")]
    need(proofs == (consents[-1:] if seat else []), f"{name}: a key that proves nothing, or a proof for nothing")
    need(all(proof.one("seat") == seat for proof in proofs), f"{name}: a proof of another seat")
    plain = [note for note in consents if not note.all("pok")]
    giving = [note.one("seat") for note in plain if note.all("secret")]
    by_shares = bool(others) and giving == [other for other in others if other != seat]
    asked = [note.one("seat") for note in plain if note.one("seat") == seat]
    need(giving == asked or (by_shares and not asked), f"{name}: what a consent hands over")
    return plain
