"""One small and one full note of each type, signed by test keys; the vectors of this storey are made from them."""

from __future__ import annotations

from hashlib import sha256

from referee.crypto.boxes import clamp_scalar
from referee.crypto.keys import SigningKey
from referee.kernel.canonical_json import encode_b64
from referee.record.note import SignedNote, sign_note
from referee.record.notes import (
    Accept,
    Ack,
    Answer,
    AnyNote,
    At,
    Bot,
    Charter,
    Claim,
    Comment,
    Consent,
    Deal,
    Did,
    End,
    Entered,
    Join,
    Mix,
    Move,
    Next,
    Offer,
    Opened,
    Order,
    Proof,
    Range,
    Rank,
    Rekey,
    Rules,
    Standing,
    Step,
    Unlock,
)


def word(text: str) -> bytes:
    """32 bytes that a word stands for."""
    return sha256(text.encode()).digest()


def name(text: str) -> str:
    """An id that a word stands for."""
    return encode_b64(word(text))


def key_of(party: str) -> SigningKey:
    """The test key of a party."""
    return SigningKey.from_seed(word(f"referee test key {party}"))


def long(text: str, blocks: int = 1) -> bytes:
    """Bytes as long as a sealed value of so many blocks."""
    return (word(text) * 40)[: 16 + 256 * blocks]


def plain(text: str, size: int) -> bytes:
    """So many bytes of a value that is not sealed."""
    return (word(text) * (size // 32 + 1))[:size]


PARTIES = ("referee", "anna", "bert")
RULES = Rules("tigris", 1, word("rules"))
SALT = word("salt")[:16]

SMALL: dict[str, AnyNote] = {
    "offer": Offer(
        rules=RULES,
        seats=2,
        attempt=1,
        nonce=word("nonce")[:16],
        key=key_of("referee").public,
        box=word("box"),
        lock=word("lock"),
        tosslock=word("tosslock"),
    ),
    "join": Join(
        offer=name("offer"),
        seat="a",
        name="A",
        nonce=word("nonce")[:16],
        key=key_of("anna").public,
        box=word("box"),
        lock=word("lock"),
    ),
    "charter": Charter(offer=name("offer"), attempt=1, rules=RULES),
    "accept": Accept(game=name("game"), head=name("game"), seat="anna", open=word("r")),
    "deal": Deal(game=name("game"), step=0, head=name("game"), toss=word("toss"), state=word("state")),
    "move": Move(game=name("game"), step=1, seat="anna", head=name("head")),
    "mix": Mix(game=name("game"), pile="tiles", seat="anna", head=name("game"), deck=bytes(64), proof=bytes(32)),
    "unlock": Unlock(game=name("game"), step=0, seat="anna", head=name("mix of bert")),
    "standing": Standing(game=name("game"), step=1, seat="anna", head=name("head")),
    "step": Step(game=name("game"), step=1, head=name("head"), state=word("state")),
    "end": End(game=name("game"), step=99, head=name("head"), reason="temples"),
    "ack": Ack(game=name("game"), seat="anna", head=name("end")),
    "claim": Claim(game=name("game"), step=1, seat="anna", head=name("head")),
    "answer": Answer(game=name("game"), step=1, seat="referee", head=name("head"), claim=name("claim")),
    "comment": Comment(game=name("game"), step=0, seat="referee", head=name("end"), number=1, say=("Well played",)),
    "consent": Consent(game=name("game"), step=1, seat="referee", head=name("head"), to=f"key {name('rekey')}"),
    "rekey": Rekey(
        game=name("game"),
        step=1,
        seat="anna",
        head=name("head"),
        nonce=word("nonce")[:16],
        key=key_of("anna").public,
        box=word("box"),
        reason="lost",
    ),
}

NAMING: dict[str, AnyNote] = {
    "offer": Offer(
        rules=RULES,
        title="Venerdì, \u00e0 quattro \\ 🎲",
        seats=4,
        option=(("board", "standard"), ("deal", "open")),
        attempt=1,
        nonce=word("nonce")[:16],
        key=key_of("referee").public,
        box=word("box"),
        lock=word("lock"),
        tosslock=word("tosslock"),
    ),
    "move": Move(
        game=name("game"), step=17, seat="anna", head=name("head"), standing=name("standing"), do=("place temple F7",)
    ),
    "step": Step(
        game=name("game"),
        step=52,
        head=name("head"),
        note=(Entered("referee", name("consent")), Entered("anna", name("consent of anna"))),
        table=("time 2026-11-21T18:00Z", "absent bert", "left carl", "end draw", "back 40"),
        did=(Did("bert", "pass"),),
        state=word("state"),
    ),
}
"""Notes with a field that the full ones lack."""

BACK: dict[str, AnyNote] = {
    "consent": Consent(
        game=name("game"), step=43, seat="anna", head=name("head"), to="back 40", reason="L9, not J9 \\ sorry \u2192"
    ),
    "step": Step(
        game=name("game"),
        step=43,
        head=name("head"),
        note=(Entered("anna", name("consent of anna")), Entered("bert", name("consent of bert"))),
        table=("time 2026-11-21T18:00Z", "back 40"),
        state=word("state"),
        next=(Next("bert", "turn"),),
    ),
}
"""Notes of a step back: who asks for it says why, and the step that goes back."""

BOXES: dict[str, AnyNote] = {
    "claim": Claim(
        game=name("game"),
        step=44,
        seat="anna",
        head=name("head"),
        note=(name("step 19"),),
        box=clamp_scalar(word("box of anna")),
        say=("The hand line of step 19 does not open.",),
    )
}
"""A claim that opens the box of a key that was replaced."""

PROGRAM: dict[str, AnyNote] = {
    "join": Join(
        offer=name("offer"),
        seat="bert",
        name="Bert",
        bot=Bot("good", 1),
        nonce=word("nonce of bert")[:16],
        key=key_of("bert").public,
        box=word("box of bert"),
        lock=word("lock of bert"),
    )
}
"""A join of a seat for which a program answers."""

HOSTING: dict[str, AnyNote] = {
    "deal": Deal(
        game=name("game"),
        step=0,
        head=name("game"),
        toss=word("toss"),
        state=word("state"),
        share={"anna": word("share of anna"), "bert": word("share of bert")},
        escrow={"anna": long("escrow of anna", 1), "bert": long("escrow of bert", 1)},
    ),
    "consent": Consent(
        game=name("game"), step=52, seat="anna", head=name("head"), to=f"key {name('rekey')}", secret=long("secret", 1)
    ),
    "rekey": Rekey(
        game=name("game"),
        step=52,
        seat="referee",
        head=name("head"),
        name="Gina",
        nonce=word("nonce")[:16],
        key=key_of("gina").public,
        box=word("box"),
        reason="the host is gone",
    ),
    "step": Step(
        game=name("game"),
        step=52,
        head=name("head"),
        note=(Entered("referee", name("rekey")), Entered("anna", name("consent of anna"))),
        table=("key referee",),
        state=word("state"),
        share={"anna": word("share of anna")},
        escrow={"anna": long("escrow of anna", 1)},
    ),
}
"""Notes of a game whose host changes, and whose seats hold shares of what the host keeps shut."""

MASKED: dict[str, AnyNote] = {
    "join": Join(
        offer=name("offer"),
        seat="anna",
        name="Anna",
        nonce=word("nonce")[:16],
        key=key_of("anna").public,
        box=word("box"),
        lock=word("lock"),
        deck=word("deck key"),
        pok=plain("pok", 64),
    ),
    "charter": Charter(
        offer=name("offer"),
        attempt=1,
        rules=RULES,
        option=(("board", "standard"), ("deal", "masked")),
        seat=("bert", "anna"),
        join={party: name(f"join {party}") for party in PARTIES[1:]},
        key={party: key_of(party).public for party in PARTIES},
        box={party: word(f"box {party}") for party in PARTIES},
        lock={party: word(f"lock {party}") for party in PARTIES},
        deck={party: word(f"deck key {party}") for party in PARTIES[1:]},
    ),
    "deal": Deal(
        game=name("game"),
        step=0,
        head=name("game"),
        toss=word("toss"),
        accept={party: name(f"accept {party}") for party in PARTIES[1:]},
        mix={party: name(f"mix {party}") for party in PARTIES[1:]},
        first="bert",
        state=word("state"),
        event=("drew anna 6", "drew bert 6"),
        next=(Next("bert", "turn"),),
    ),
    "move": Move(
        game=name("game"),
        step=17,
        seat="anna",
        head=name("head"),
        do=("place temple F7", "swap 2"),
        give=(At("tiles", 4),),
        drop=(At("tiles", 9), At("tiles", 12)),
        locks=plain("lock", 96),
    ),
    "consent": Consent(
        game=name("game"), step=52, seat="anna", head=name("head"), to=f"key {name('rekey')}", pok=plain("pok", 64)
    ),
}
"""Notes of a game whose deck nobody sees, beside those that only such a game has."""

FULL: dict[str, AnyNote] = {
    "offer": Offer(
        rules=RULES,
        seats=4,
        option=(("board", "standard"), ("deal", "open"), ("language", "en")),
        attempt=2,
        voids=name("old charter"),
        why="carl lost his key \\ sorry",
        oldopen=word("old r"),
        oldtoss=word("old toss"),
        nonce=word("nonce")[:16],
        key=key_of("referee").public,
        box=word("box"),
        lock=word("lock"),
        tosslock=word("tosslock"),
    ),
    "join": Join(
        offer=name("offer"),
        seat="abcdefghij-9",
        name="Ånna Đorđević 🎲",
        nonce=word("nonce")[:16],
        key=key_of("anna").public,
        box=word("box"),
        lock=word("lock"),
    ),
    "charter": Charter(
        offer=name("offer"),
        attempt=2,
        rules=RULES,
        option=(("board", "standard"), ("deal", "open")),
        seat=("bert", "anna"),
        join={party: name(f"join {party}") for party in PARTIES[1:]},
        key={party: key_of(party).public for party in PARTIES},
        box={party: word(f"box {party}") for party in PARTIES},
        lock={party: word(f"lock {party}") for party in PARTIES},
    ),
    "accept": Accept(game=name("game"), head=name("game"), seat="abcdefghij-9", open=word("r")),
    "deal": Deal(
        game=name("game"),
        step=0,
        head=name("game"),
        toss=word("toss"),
        accept={party: name(f"accept {party}") for party in PARTIES[1:]},
        first="bert",
        bag=(*(("bag", word(f"bag {position}")) for position in range(3)), ("salt", word("salt 0"))),
        show=(("track:1", "farm"), ("track:2", "mine")),
        proof=(Proof("bag", 0, 142, SALT), Proof("salt", 1, 0, SALT)),
        state=word("state"),
        event=("drew anna 6", "drew bert 6"),
        next=(Next("bert", "turn"),),
        hand={party: long(f"hand {party}") for party in PARTIES[1:]},
    ),
    "move": Move(
        game=name("game"),
        step=17,
        seat="anna",
        head=name("head"),
        instead=(name("earlier"),),
        do=("place temple F7", "leader farmer G4", "x" * 48),
        pin=tuple(word(f"pin {line}") for line in range(4)),
        seal=long("seal"),
        say=("Grüße aus Ulm!", "C:\\temp {curly}", "x" * 68, "…"),
    ),
    "mix": Mix(
        game=name("game"),
        pile="tiles",
        seat="abcdefghij-9",
        head=name("mix of bert"),
        deck=plain("deck", 64 * 5),
        proof=plain("proof", 32 * 21),
        share={"anna": word("share of anna"), "bert": word("share of bert")},
        escrow={"anna": long("escrow of anna", 1), "bert": long("escrow of bert", 1)},
    ),
    "unlock": Unlock(
        game=name("game"),
        step=17,
        seat="abcdefghij-9",
        head=name("head"),
        lock=(Range("salt", 0, 1), Range("tiles", 12, 6), Range("tiles", 19, 1)),
        locks=plain("locks", 96 * 8),
        open={"anna": word("deck secret of anna"), "bert": word("share of bert")},
    ),
    "standing": Standing(
        game=name("game"),
        step=17,
        seat="abcdefghij-9",
        head=name("head"),
        pin=tuple(word(f"pin {line}") for line in range(4)),
        seal=long("seal", 2),
    ),
    "step": Step(
        game=name("game"),
        step=9999,
        head=name("head"),
        note=(Entered("anna", name("move")), Entered("bert", name("answer"))),
        opened=(Opened("anna", 17, 1, SALT), Opened("abcdefghij-9", 9999, 12, SALT)),
        order=(Order("anna", 17, 1, "win place settlement B10"), Order("abcdefghij-9", 9999, 12, "x" * 44)),
        did=(Did("bert", "commit 1"), Did("anna", "place settlement B10")),
        show=(("B10", "mine"),),
        proof=(Proof("bag", 12, 3, SALT),),
        state=word("state"),
        event=("revolt king anna 1 bert 1", "won anna 3 2"),
        next=(Next("anna", "monument"), Next("bert", "commit")),
        hand={"anna": long("hand", 2)},
    ),
    "end": End(
        game=name("game"),
        step=99,
        head=name("head"),
        rank=(Rank("anna", 1, "12 9 4"), Rank("bert", 2)),
        open=word("r0"),
        box=word("box"),
        reason="temples",
    ),
    "ack": Ack(game=name("game"), seat="abcdefghij-9", head=name("end")),
    "claim": Claim(
        game=name("game"),
        step=9999,
        seat="abcdefghij-9",
        head=name("head"),
        note=tuple(name(f"note {number}") for number in range(16)),
        seen=tuple(name(f"seen {number}") for number in range(16)),
        proof=Proof("tiles", 152, 152, SALT),
        opened=Opened("abcdefghij-9", 9999, 10, SALT),
        order=Order("abcdefghij-9", 9999, 10, "x" * 44),
        say=("The host passed my line over.", "\u00e8 cos\u00ec"),
    ),
    "answer": Answer(
        game=name("game"),
        step=9999,
        seat="abcdefghij-9",
        head=name("head"),
        claim=name("claim"),
        seen=tuple(name(f"seen {number}") for number in range(16)),
        say=("I have it from Bert's own mail.",),
    ),
    "comment": Comment(
        game=name("game"),
        step=9999,
        seat="abcdefghij-9",
        head=name("end"),
        number=9999,
        say=("\u00e8 cos\u00ec", *(f"line {number}" for number in range(2, 17))),
    ),
    "consent": Consent(game=name("game"), step=9999, seat="abcdefghij-9", head=name("head"), to="back 9999"),
    "rekey": Rekey(
        game=name("game"),
        step=9999,
        seat="abcdefghij-9",
        head=name("head"),
        name="Emil B\u00f6hm",
        nonce=word("nonce")[:16],
        key=key_of("anna").public,
        box=word("box"),
        seen=tuple(name(f"seen {number}") for number in range(16)),
        reason="Bert sagt, er h\u00f6rt auf",
    ),
}

EVERY = (SMALL, FULL, NAMING, BACK, HOSTING, BOXES, MASKED, PROGRAM)
"""All of them."""

_REFEREE_SIGNS = ("offer", "charter", "deal", "step", "end")


def signed_example(note: AnyNote, by: str = "anna") -> SignedNote:
    """`note`, signed by the test key of the referee or of a player."""
    by_referee = note.type in _REFEREE_SIGNS or getattr(note, "seat", "") == "referee"
    return sign_note(note, key_of("referee" if by_referee else by))
