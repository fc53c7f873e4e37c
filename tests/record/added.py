"""Notes of games that ask several seats at once, cover places or are played from a pack; consistent with one another.

What is sealed, pinned and proved in them is that of the vectors of the storey below (`tests/crypto/vectors`).
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from referee.kernel.canonical_json import decode_b64
from referee.record.note import SignedNote
from referee.record.notes import (
    AnyNote,
    Charter,
    Consent,
    Did,
    Entered,
    Move,
    Next,
    Offer,
    Opened,
    Order,
    Proof,
    Rekey,
    Rules,
    Step,
)
from tests.crypto.vectors_of import vectors
from tests.record.examples import FULL, SMALL, key_of, name, signed_example, word

MADE = vectors("additions")
RULES = Rules("claims", 1, word("rules"))
OPTION = (("deal", "open"), ("pack", MADE["pack"]["hash"]))
PARTIES = ("referee", "anna", "bert", "carl")


def signed_addition(note: AnyNote) -> SignedNote:
    """A note of `ADDED`, signed by the test key of its author."""
    return signed_example(note, by=note.seat if isinstance(note, Move | Consent) else "referee")


def _move(answer: Any) -> Move:
    return Move(
        game=MADE["game"],
        step=answer["step"],
        seat=answer["seat"],
        head=answer["head"],
        pin=tuple(bytes.fromhex(pin) for pin in answer["pins"]),
        seal=bytes.fromhex(answer["sealed"]),
    )


def _opened(line: str) -> Opened:
    _, seat, step, number, salt = line.split(" ")
    return Opened(seat, int(step), int(number), decode_b64(salt))


def _order(line: str) -> Order:
    _, seat, step, number, text = line.split(" ", 4)
    return Order(seat, int(step), int(number), text)


def _proof(line: str) -> Proof:
    _, pile, position, token, salt = line.split(" ")
    return Proof(pile, int(position), int(token), decode_b64(salt))


def _charter() -> Charter:
    full = FULL["charter"]
    assert isinstance(full, Charter)
    return replace(
        full,
        attempt=1,
        rules=RULES,
        option=OPTION,
        seat=("anna", "bert", "carl"),
        join={party: name(f"join {party}") for party in PARTIES[1:]},
        key={party: key_of(party).public for party in PARTIES},
        box={party: word(f"box {party}") for party in PARTIES},
        lock={party: word(f"lock {party}") for party in PARTIES},
    )


def _offer() -> Offer:
    small = SMALL["offer"]
    assert isinstance(small, Offer)
    return replace(small, rules=RULES, seats=3, option=OPTION)


def _offer_again() -> Offer:
    full = FULL["offer"]
    assert isinstance(full, Offer)
    option = (("absence", "agreed"), ("deal", "masked"), ("host", "anna"))
    return replace(full, seats=2, option=option, olddeck=word("old deck secret"))


def _host_asks() -> Rekey:
    full = FULL["rekey"]
    assert isinstance(full, Rekey)
    return replace(full, seat="referee", name="Bert", plays="bert")


def _replaced() -> Step:
    """Another host, without a seat of which nothing was heard."""
    small, asks = SMALL["step"], _host_asks()
    assert isinstance(small, Step)
    said = [
        Consent(game=asks.game, step=asks.step, seat=seat, head=asks.head, to=to)
        for seat in ("bert", "carl")
        for to in (f"key {signed_example(asks).id}", "unheard dora")
    ]
    listed = (("referee", signed_example(asks)), *((one.seat, signed_example(one, by=one.seat)) for one in said))
    return replace(
        small,
        step=asks.step,
        head=asks.head,
        note=tuple(Entered(seat, signed.id) for seat, signed in listed),
        table=("key referee without dora",),
        did=(),
        event=(),
    )


def _peek() -> Step:
    peek = MADE["peek"]
    return Step(
        game=MADE["game"],
        step=peek["step"],
        head=peek["head"],
        note=(Entered(peek["seat"], name("move")),),
        did=(Did(peek["seat"], f"peek {peek['place']}"),),
        state=word("state 16"),
        event=(f"peeked {peek['seat']} {peek['place']}",),
        next=tuple(Next(answer["seat"], "claim") for answer in MADE["answers"]),
        hand={peek["seat"]: bytes.fromhex(peek["sealed"])},
    )


ANSWERS = {answer["seat"]: _move(answer) for answer in MADE["answers"]}
"""By seat, in the order in which the question names them: clockwise from bert, whose turn it is."""


def _closing() -> Step:
    answers, covered = MADE["answers"], MADE["covered"]
    orders = tuple(_order(line) for answer in answers for line in answer["order"])
    return Step(
        game=MADE["game"],
        step=17,
        head=answers[0]["head"],
        note=tuple(Entered(seat, signed_addition(ANSWERS[seat]).id) for seat in sorted(ANSWERS)),
        opened=tuple(_opened(line) for answer in answers for line in answer["opened"]),
        order=orders,
        did=tuple(Did(order.seat, order.text) for order in orders),
        show=tuple((row["place"], kind) for row, kind in zip(covered, ("gold", "tin"), strict=True)),
        proof=tuple(_proof(row["proof"]) for row in covered),
        state=word("state 17"),
        event=(
            "claimed bert low",
            "claimed anna red",
            "revealed low gold",
            "hidden low",
            "revealed red tin",
            "hidden red",
        ),
        next=(Next("carl", "turn"),),
    )


ADDED: dict[str, AnyNote] = {
    "offer with a pack": _offer(),
    "charter with a pack": _charter(),
    "step of a peek that asks three seats": _peek(),
    **{f"answer of {seat}": move for seat, move in ANSWERS.items()},
    "step that closes the question": _closing(),
    "offer that shows a deck secret": _offer_again(),
    "request of a host who plays": _host_asks(),
    "word about a seat": Consent(game=name("game"), step=52, seat="carl", head=name("head"), to="unheard dora"),
    "step without a seat": _replaced(),
}
