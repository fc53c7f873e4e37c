"""The words people may type, English and Italian, and the grammar of the orders. Any unambiguous beginning will do."""

from __future__ import annotations

from typing import Final

from referee.games.ur.board import CELLS
from referee.games.ur.state import EXCHANGE, PLACE, SHARE
from referee.kernel.grammar import Grammar, Part, Sort, Verb
from referee.kernel.grammar.particles import FROM, ITALIAN
from referee.kernel.requests import TURN

A_TILE: Final = "ur/expected-tile"
A_FACE: Final = "ur/expected-face"
A_COUNT: Final = "ur/expected-number-cubes"
THE_SPARE: Final = "ur/bad-tile-or-spare"

SORTS: Final = (
    Sort(name="cell", missing=A_TILE, labels={name: name for name in CELLS}),
    Sort(
        name="face",
        missing=A_FACE,
        words={
            "A": {"en": "a agriculture", "it": "a agricoltura"},
            "T": {"en": "t trade commerce", "it": "t commercio"},
            "W": {"en": "w war", "it": "w guerra"},
            "C": {"en": "c culture", "it": "c cultura"},
            "P": {"en": "p politics", "it": "p politica"},
        },
    ),
    Sort(name="spare", missing=THE_SPARE, words={"spare": {"en": "spare", "it": "riserva avanzata"}}),
    Sort(name="sparing", missing=A_COUNT, words={"sparing": {"en": "sparing", "it": "parca"}}),
    Sort(name="sign", missing=A_COUNT, labels={"=": "="}),
    Sort(name="number", missing=A_COUNT, number=True),
)

ALL: Final = len(CELLS)
TILES: Final = (Part("cell", 1, ALL),)
AMOUNTS: Final = (Part("cell", 0, ALL), Part("number", 0, ALL))
STEPS: Final = (Part("cell", 1, 2 * ALL), Part("number", 0, ALL))
TAKEN: Final = (Part("cell", 0, 1), Part("face", 0, 1), Part("spare", 0, 1))
TIMES: Final = "x"
CUBES: Final = f"cube cubes cubetto cubetti tile tessera {TIMES}"

GRAMMAR: Final = Grammar(
    (
        Verb(
            name="place",
            words={"en": "place", "it": "piazza colloca posa"},
            parts=TILES,
            example="place c4",
            answers=(PLACE,),
            bare=True,
            nouns=CUBES,
        ),
        Verb(
            name="exchange",
            words={"en": "exchange", "it": "cambia"},
            parts=TAKEN,
            example="exchange c4 W",
            answers=(EXCHANGE,),
            nouns=CUBES,
        ),
        Verb(
            name="keep",
            words={"en": "keep", "it": "tieni tengo mantieni mantengo"},
            example="keep",
            answers=(EXCHANGE,),
            nouns=CUBES,
        ),
        Verb(
            name="agriculture",
            words={"en": "agriculture farm", "it": "agricoltura"},
            parts=(*AMOUNTS, Part("sparing", 0, 1)),
            example="agriculture",
            nouns=TIMES,
        ),
        Verb(
            name="trade",
            words={"en": "trade commerce", "it": "commercio"},
            parts=AMOUNTS,
            example="trade",
            nouns=TIMES,
        ),
        Verb(
            name="war",
            words={"en": "war attack", "it": "guerra attacca attacco"},
            parts=STEPS,
            example="war b3>c3:2",
            nouns=TIMES,
        ),
        Verb(
            name="culture",
            words={"en": "culture", "it": "cultura"},
            parts=AMOUNTS,
            example="culture",
            nouns=TIMES,
        ),
        Verb(
            name="politics",
            words={"en": "politics redistribute", "it": "politica ridistribuisci"},
            parts=(*STEPS, Part("sign", 0, ALL)),
            example="politics b3>b2:2",
            nouns=TIMES,
        ),
        Verb(
            name="put",
            words={"en": "put", "it": "metti"},
            parts=AMOUNTS,
            example="put c4:1",
            answers=(SHARE,),
            nouns=CUBES,
        ),
        Verb(
            name="enough",
            words={"en": "enough stop", "it": "basta"},
            example="enough",
            answers=(SHARE,),
        ),
        Verb(name="add", words={"en": "add", "it": "aggiungi"}, parts=TILES, example="add c4", nouns=CUBES),
        Verb(
            name="found",
            words={"en": "found settle occupy", "it": "fonda occupa"},
            parts=TILES,
            example="found c4",
            nouns=CUBES,
        ),
        Verb(
            name="ziggurat",
            words={"en": "ziggurat build", "it": "ziggurat costruisci"},
            parts=TILES,
            example="ziggurat b3",
            nouns="ziggurat ziggurats",
        ),
        Verb(
            name="enter",
            words={"en": "enter reenter", "it": "rientra entra"},
            parts=TILES,
            example="enter c4",
            nouns=CUBES,
        ),
        Verb(
            name="pass",
            words={"en": "pass nothing", "it": "passa passo nulla niente"},
            example="pass",
            answers=(TURN, EXCHANGE),
        ),
        Verb(
            name="swap",
            words={"en": "swap take", "it": "scambia sostituisci prendi"},
            parts=TAKEN,
            example="swap a4 P",
            answers=(TURN, EXCHANGE),
            nouns=CUBES,
        ),
    ),
    SORTS,
    {
        "en": "the a an in on onto to at of for my please up with give back from",
        "it": f"{ITALIAN} {FROM} mio mia miei mie verso do",
    },
)
