"""New keys as the second checker reads them: standard library only, from the protocol page."""

from __future__ import annotations

import base64

from tests.table.second_notes import Note, b64, check_boxes, check_key, need, raw, times

SEALED = 272  # bytes of a share, or of a secret that is handed over


def check_new_key(
    name: str, number: int, notes: list[Note], heads: list[str], game: str, keys: dict[str, bytes]
) -> None:
    """A step that gives somebody a new key: who asks, who agrees and hands over what, who signs; `keys` change."""
    rekey, *consents, step = notes
    seat, to = rekey.one("seat"), f"key {rekey.id}"
    need(step.all("table") == [["key", seat]], f"{name}: its table line")
    need(rekey.key == raw(rekey.one("key")) and rekey.key not in keys.values(), f"{name}: a key that is not new")
    check_key(rekey.key)
    check_boxes([raw(rekey.one("box"))])
    need(step.all("note") == [[note.one("seat"), note.id] for note in notes[:-1]], f"{name}: other notes than listed")
    need(all(note.kind == "consent" for note in consents) and step.kind == "step", f"{name}: other notes than consents")
    agreed = [consent.one("seat") for consent in consents]
    for note in (*consents, rekey, step):
        at = int(note.one("step"))
        need(0 < at <= number and note.one("game") == game and note.one("head") == heads[at - 1], f"{name}: the chain")
    need(int(step.one("step")) == number, f"{name}: of another step")
    for consent in consents:
        need(consent.key == keys[consent.one("seat")], f"{name}: a consent under another key")
        need(consent.all("to") == [to.split()], f"{name}: a consent to something else")
    others = {role for role in keys if role != seat}
    if seat == "referee":
        check_handed(name, consents, bool(step.all("escrow")))
        need(own_or_all(rekey, agreed, others), f"{name}: somebody has not agreed")
    else:
        need(seat in agreed or others <= set(agreed), f"{name}: somebody has not agreed")
    need(step.key == (rekey.key if seat == "referee" else keys["referee"]), f"{name}: signed by another key")
    keys[seat] = rekey.key


def own_or_all(rekey: Note, agreed: list[str], seats: set[str]) -> bool:
    """The host for a key of his own; for another person the host and all seats, or all seats with their shares."""
    return ("referee" in agreed and not rekey.all("name")) or seats <= set(agreed)


def check_handed(name: str, consents: list[Note], escrow: bool) -> None:
    """The host hands over his secret; the seats their shares, where they have any, and nothing where not."""
    for consent in consents:
        hands = consent.one("seat") == "referee" or escrow
        need(sealed_sizes(consent, "secret") == [SEALED] * hands, f"{name}: what a consent hands over")
    need(escrow or "referee" in {consent.one("seat") for consent in consents}, f"{name}: nobody hands anything over")


def check_shares(steps: list[tuple[str, list[Note]]], terms: Note, seats: list[str]) -> None:
    """Shares are in the deal, and in the steps that give somebody a new key: a seat's is the same again."""
    escrow, bound = terms.named("option").get("escrow") == "yes", {}
    for name, notes in steps:
        note = next(note for note in notes if note.kind in ("deal", "step"))
        rekeyed = notes[0].one("seat") if notes[0].kind == "rekey" else None
        whose = seats if note.kind == "deal" or rekeyed == "referee" else [rekeyed] if rekeyed else []
        whose = whose if escrow else []
        found = note.named("share")
        need(sorted(found) == sorted(map(str, whose)), f"{name}: shares of other seats")
        need(sorted({row[0] for row in note.all("escrow")}) == sorted(found), f"{name}: sealed shares of other seats")
        for seat in found:
            need(len(whole(note, "escrow", seat)) == SEALED, f"{name}: a share of another size")
        if rekeyed in found and rekeyed != "referee":
            need(found[rekeyed] == bound[rekeyed], f"{name}: another share than before")
        bound.update(found)


def check_last_box(end: Note, steps: list[tuple[str, list[Note]]], terms: Note) -> None:
    """What the end opens is the private key of the last host's box."""
    hosts = [notes[0] for _, notes in steps if notes[0].kind == "rekey" and notes[0].one("seat") == "referee"]
    if end.all("box"):
        public = times(raw(end.one("box")), 9).to_bytes(32, "little")
        need(b64(public) == (hosts[-1] if hosts else terms).one("box"), "the end opens another box")


def whole(note: Note, word: str, seat: str) -> bytes:
    """A sealed value of a map, joined from its lines."""
    return raw("".join(row[-1] for row in note.all(word) if row[0] == seat))


def sealed_sizes(note: Note, word: str) -> list[int]:
    """The bytes of a sealed value that stands once, or nothing."""
    text = "".join(row[0] for row in note.all(word))
    return [len(base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)))] if text else []
