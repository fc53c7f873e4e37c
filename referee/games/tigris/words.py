"""The words people may type, English and Italian, and the grammar of the orders. Any unambiguous beginning will do."""

from __future__ import annotations

from typing import Final

from referee.games.tigris.board import LABELS
from referee.games.tigris.notation import A_COLOUR, A_KIND, A_NUMBER, A_ROLE, A_SPACE
from referee.kernel.grammar import Grammar, Part, Sort, Verb
from referee.kernel.grammar.particles import FROM, ITALIAN

KIND: Final = Sort(
    name="kind",
    missing=A_KIND,
    words={
        "temple": {"en": "temple temples red", "it": "tempio templi rosso rossa rossi rosse"},
        "settlement": {
            "en": "settlement settlements black",
            "it": "insediamento insediamenti colonia colonie villaggio villaggi nero nera neri nere",
        },
        "market": {"en": "market markets green", "it": "mercato mercati verde verdi"},
        "farm": {"en": "farm farms blue", "it": "fattoria fattorie campo campi blu"},
    },
    letters={"t": "temple", "s": "settlement", "i": "settlement", "m": "market", "f": "farm"},
)
ROLE: Final = Sort(
    name="role",
    missing=A_ROLE,
    words={
        "priest": {"en": "priest priests red", "it": "sacerdote sacerdoti prete rosso"},
        "king": {"en": "king kings black", "it": "re nero"},
        "trader": {
            "en": "trader traders merchant green",
            "it": "mercante mercanti commerciante commercianti verde",
        },
        "farmer": {"en": "farmer farmers blue", "it": "agricoltore agricoltori contadino contadini blu"},
    },
)
COLOUR: Final = Sort(
    name="colour",
    missing=A_COLOUR,
    words={
        "red": {
            "en": "red priest priests temple temples",
            "it": "rosso rossi rossa rosse sacerdote sacerdoti tempio templi",
        },
        "black": {
            "en": "black king kings settlement settlements",
            "it": "nero neri nera nere re insediamento insediamenti",
        },
        "green": {
            "en": "green trader traders market markets",
            "it": "verde verdi mercante mercanti commerciante mercato mercati",
        },
        "blue": {
            "en": "blue farmer farmers farm farms",
            "it": "blu agricoltore agricoltori contadino contadini fattoria fattorie",
        },
    },
)
SPACE: Final = Sort(name="space", missing=A_SPACE, labels={label.lower(): label for label in LABELS})
NUMBER: Final = Sort(name="number", missing=A_NUMBER, number=True)
WHOLE: Final = Sort(
    name="whole",
    missing=A_SPACE,
    words={
        "all": {"en": "all everything", "it": "tutto tutti tutte"},
        "but": {"en": "but except", "it": "tranne eccetto"},
        "none": {"en": "none no nothing", "it": "nessuno nessuna niente nulla"},
    },
)

ONE_SPACE: Final = Part("space")
TILES: Final = "tile tiles tessera tessere"

GRAMMAR: Final = Grammar(
    (
        Verb(
            name="place",
            words={"en": "place put lay tile", "it": "piazza posa metti tessera"},
            parts=(Part("kind"), ONE_SPACE),
            example="place temple F7",
            bare=True,
            also=("leader",),
            nouns=TILES,
        ),
        Verb(
            name="leader",
            words={"en": "leader lead move", "it": "leader disponi capo muovi sposta"},
            parts=(Part("role"), ONE_SPACE),
            example="leader king F7",
            bare=True,
            nouns="leader leaders",
        ),
        Verb(
            name="withdraw",
            words={"en": "withdraw retire recall remove", "it": "ritira rimuovi togli"},
            parts=(Part("role"),),
            example="withdraw king",
            nouns="leader leaders",
        ),
        Verb(
            name="catastrophe",
            words={"en": "catastrophe disaster destroy", "it": "catastrofe calamità distruggi"},
            parts=(ONE_SPACE,),
            example="catastrophe D4",
            nouns=TILES,
        ),
        Verb(
            name="swap",
            words={"en": "swap exchange discard", "it": "scambia cambia sostituisci scarta"},
            parts=(Part("kind", 0, 6), Part("number", 0, 6), Part("whole", 0, 1)),
            example="swap 2 farms temple",
            nouns=TILES,
        ),
        Verb(name="pass", words={"en": "pass skip", "it": "passa passo salta"}, example="pass"),
        Verb(name="end", words={"en": "end done", "it": "fine finito"}, example="end"),
        Verb(
            name="commit",
            words={
                "en": "commit add support reinforce",
                "it": "aggiungi aggiungo impegna impegno rinforza",
            },
            parts=(Part("number", 0, 1), Part("kind", 0, 6), Part("whole", 0, 1)),
            example="commit 2",
            answers=("commit",),
            bare=True,
            nouns=TILES,
        ),
        Verb(
            name="war",
            words={"en": "war fight", "it": "guerra combatti"},
            parts=(Part("colour"),),
            example="war green",
            answers=("war",),
            bare=True,
            nouns="leader leaders war guerra",
        ),
        Verb(
            name="building",
            words={"en": "building palace", "it": "palazzo edificio"},
            parts=(ONE_SPACE,),
            example="building B1",
            answers=("building",),
            bare=True,
        ),
        Verb(
            name="monument",
            words={"en": "monument", "it": "monumento"},
            parts=(Part("colour", 2, 2), Part("space", 0, 1)),
            nouns="monument monumento",
            example="monument red-blue",
            answers=("monument",),
            bare=True,
        ),
        Verb(
            name="ziggurat",
            words={"en": "ziggurat tower", "it": "ziggurat torre"},
            parts=(ONE_SPACE,),
            example="ziggurat C3",
            answers=("monument",),
            bare=True,
        ),
        Verb(
            name="decline",
            words={"en": "decline no none", "it": "rinuncia rinuncio rifiuta no niente"},
            example="decline",
            answers=("building", "monument"),
        ),
        Verb(
            name="treasure",
            words={"en": "treasure treasures take", "it": "tesoro tesori prendi"},
            parts=(Part("whole", 0, 2), Part("space", 0, 40)),
            example="treasure B2 F3",
            answers=("treasure",),
            bare=True,
            nouns="treasure treasures tesoro tesori",
        ),
        Verb(
            name="colour",
            words={"en": "colour color", "it": "colore"},
            parts=(Part("colour"),),
            example="colour red",
            answers=("colour",),
            bare=True,
        ),
    ),
    (KIND, ROLE, COLOUR, SPACE, NUMBER, WHOLE),
    {
        "en": "the a an in on onto to into at of for my please point play build hand",
        "it": f"{ITALIAN} mio mia miei mie mano punto gioca costruisci",
    },
    origins={"en": "from", "it": FROM},
)
