"""The words people may type, English and Italian, and the grammar of the orders. Any unambiguous beginning will do."""

from __future__ import annotations

from typing import Final

from referee.games.cards.board import COLUMNS, PLACES, SLOTS
from referee.games.cards.notation import A_COLUMN, A_COUNT, A_HEAD, A_KIND, A_LEADER, A_PLACE, A_SHIP, A_SLOT, AN_ANSWER
from referee.kernel.grammar import Grammar, Part, Sort, Verb
from referee.kernel.grammar.particles import FROM, ITALIAN

PAIRS: Final = {spelled: slot for slot in SLOTS for spelled in (slot.lower(), slot.replace("-", "").lower())}
_IN_COLUMNS: Final = tuple(place for place in PLACES if "-" not in place)

SORTS: Final = (
    Sort(
        name="leader",
        missing=A_LEADER,
        words={
            "king": {"en": "king kings", "it": "re"},
            "priest": {"en": "priest priests", "it": "sacerdote sacerdoti prete"},
            "farmer": {"en": "farmer farmers peasant", "it": "contadino contadini agricoltore agricoltori"},
            "trader": {"en": "trader traders merchant", "it": "mercante mercanti commerciante commercianti"},
        },
    ),
    Sort(
        name="kind",
        missing=A_KIND,
        words={
            "black": {"en": "black settlement settlements k", "it": "nera nero nere neri colonizzazione"},
            "red": {"en": "red temple temples r", "it": "rossa rosso rosse rossi tempio templi"},
            "blue": {"en": "blue farm farms b", "it": "blu agricoltura"},
            "green": {"en": "green market markets g", "it": "verde verdi commercio"},
        },
    ),
    Sort(
        name="ship",
        missing=A_SHIP,
        words={
            "blue-black": {"en": "black", "it": "nera nero"},
            "blue-green": {"en": "green", "it": "verde"},
            "blue-red": {"en": "red", "it": "rossa rosso"},
        },
        labels={
            f"{first}-{second}": ship
            for ship, words in (
                ("blue-black", ("black", "nera", "nero")),
                ("blue-green", ("green", "verde")),
                ("blue-red", ("red", "rossa", "rosso")),
            )
            for word in words
            for blue in ("blue", "blu")
            for first, second in ((blue, word), (word, blue))
        },
    ),
    Sort(
        name="place",
        missing=A_PLACE,
        labels={**{place.lower(): place for place in _IN_COLUMNS}, **PAIRS},
    ),
    Sort(name="slot", missing=A_SLOT, labels=PAIRS),
    Sort(
        name="column",
        missing=A_COLUMN,
        labels={column.lower(): column for column in COLUMNS} | {place.lower(): place[0] for place in _IN_COLUMNS},
    ),
    Sort(
        name="head",
        missing=A_HEAD,
        labels={word: f"{column}0" for column in COLUMNS for word in (column.lower(), f"{column.lower()}0")},
    ),
    Sort(name="number", missing=A_COUNT, number=True),
    Sort(
        name="say",
        missing=AN_ANSWER,
        words={
            "yes": {"en": "yes y", "it": "sì"},
            "no": {"en": "no none nothing n", "it": "no niente nessuno nessuna"},
        },
    ),
    Sort(
        name="whole",
        missing=AN_ANSWER,
        words={"all": {"en": "all everything", "it": "tutto tutti tutte"}},
    ),
)

CARDS: Final = "card cards carta carte"
SAID: Final = Part("say", 0, 1)

GRAMMAR: Final = Grammar(
    (
        Verb(
            name="leader",
            words={"en": "leader", "it": "leader capo dinasta"},
            parts=(Part("leader"), Part("place")),
            example="leader king C3",
            bare=True,
            nouns="leader leaders",
        ),
        Verb(
            name="withdraw",
            words={"en": "withdraw remove retract", "it": "ritira togli rimuovi ritirare togliere"},
            parts=(Part("leader"),),
            example="withdraw king",
            nouns="leader leaders",
        ),
        Verb(
            name="card",
            words={"en": "card", "it": "carta"},
            parts=(Part("kind"), Part("column")),
            example="card green C",
            bare=True,
            nouns=CARDS,
        ),
        Verb(
            name="connect",
            words={
                "en": "connect connector link join bridge",
                "it": "collega collegare connetti connettore unisci ponte",
            },
            parts=(Part("slot"), Part("kind", 0, 1)),
            example="connect C-D red",
            bare=True,
            nouns=CARDS,
        ),
        Verb(
            name="catastrophe",
            words={"en": "catastrophe disaster calamity", "it": "calamità catastrofe"},
            parts=(Part("place"),),
            example="catastrophe C3",
            nouns=CARDS,
        ),
        Verb(name="pass", words={"en": "pass end stop done", "it": "passo passa fine basta"}, example="pass"),
        Verb(
            name="score",
            words={"en": "score point points", "it": "segna punto punti"},
            parts=(SAID,),
            example="score yes",
            answers=("score",),
            bare=True,
            nouns="point punto",
        ),
        Verb(
            name="commit",
            words={"en": "commit send", "it": "impegna schiera combatti"},
            parts=(Part("number", 0, 1), SAID),
            example="commit 2",
            answers=("commit",),
            bare=True,
            nouns=CARDS,
        ),
        Verb(
            name="war",
            words={"en": "war next conflict fight", "it": "guerra conflitto prossimo"},
            parts=(Part("kind"),),
            example="war green",
            answers=("war",),
            bare=True,
            nouns="war conflict guerra conflitto",
        ),
        Verb(
            name="convert",
            words={"en": "convert conversion", "it": "converti conversione"},
            parts=(SAID,),
            example="convert yes",
            answers=("convert",),
            bare=True,
        ),
        Verb(
            name="swap",
            words={"en": "swap exchange treasure", "it": "scambia scambio tesoro"},
            parts=(Part("head", 0, 1), SAID),
            example="swap C0",
            answers=("swap",),
            bare=True,
            nouns="treasure tesoro",
        ),
        Verb(
            name="ship",
            words={"en": "ship boat build", "it": "nave costruisci vara"},
            parts=(Part("ship", 0, 1), Part("place", 0, 1), SAID),
            example="ship blue-black C3",
            answers=("ship",),
            bare=True,
            nouns="ship nave",
        ),
        Verb(
            name="income",
            words={"en": "income earn", "it": "rendita incasso incassa"},
            parts=(Part("number", 0, 6), Part("kind", 0, 6), SAID, Part("whole", 0, 1)),
            example="income blue green",
            answers=("income",),
            bare=True,
            nouns=CARDS,
        ),
        Verb(
            name="decline",
            words={"en": "decline", "it": "rinuncia rinuncio rifiuta"},
            example="decline",
            answers=("swap", "ship", "income"),
        ),
    ),
    SORTS,
    {
        "en": "the an a in on onto to into at of for my please play place put move column cards hand",
        "it": f"{ITALIAN} mio mia miei mie gioca metti piazza posa sposta muovi disponi colonna carte mano",
    },
    origins={"en": "from", "it": FROM},
    breaks={"en": "and then with", "it": "e ed poi quindi con"},
)
