"""New keys as the second checker reads them: standard library only, from the protocol page."""

from __future__ import annotations

import base64

from tests.table.second_notes import Note, b64, need, raw, times

SEALED = 272  # bytes of a share, or of a secret that is handed over


def holders(options: dict[str, str], seats: list[str]) -> list[str]:
    """The seats that hold shares of the host's secret: not that of a host who plays where silence is agreed."""
    if options.get("escrow") != "yes" or options.get("deal") == "masked":
        return []
    own = options.get("host") if options.get("absence") == "agreed" else None
    return [seat for seat in seats if seat != own]


def check_handed(name: str, consents: list[Note], holding: list[str]) -> None:
    """The host hands over his secret; the seats their shares, where they have any, and nothing where not."""
    for consent in consents:
        hands = consent.one("seat") in ("referee", *holding)
        need(sealed_sizes(consent, "secret") == [SEALED] * hands, f"{name}: what a consent hands over")
    escrow = bool(holding)
    need(escrow or "referee" in {consent.one("seat") for consent in consents}, f"{name}: nobody hands anything over")


def check_shares(steps: list[tuple[str, list[Note]]], terms: Note, seats: list[str]) -> None:
    """Shares are in the deal, and in the steps that give somebody a new key: a seat's is the same again."""
    holding, bound = holders(terms.named("option"), seats), {}
    for name, notes in steps:
        note = next(note for note in notes if note.kind in ("deal", "step"))
        rekeyed = notes[0].one("seat") if notes[0].kind == "rekey" else None
        whole_row = note.kind == "deal" or rekeyed == "referee"
        whose = holding if whole_row else [seat for seat in holding if seat == rekeyed]
        found = note.named("share")
        need(sorted(found) == sorted(whose), f"{name}: shares of other seats")
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
