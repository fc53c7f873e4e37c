"""The words people may type, English and Italian, and the grammar of the orders over a pack.

Places, technologies and all else of the pack are named by code, or by name in either language; any unambiguous
beginning will do.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Final

from referee.games.civilization.data import KINDS, LAST_ERA, LETTER, RESOURCES
from referee.games.civilization.pack.entries import Card, Entry
from referee.games.civilization.questions import EVERY
from referee.games.civilization.world import World
from referee.kernel.grammar import Grammar, Part, Sort, Verb
from referee.kernel.grammar.particles import FROM, ITALIAN
from referee.kernel.grammar.vocabulary import Spellings, healed
from referee.kernel.requests import TURN

BOX: Final = (TURN, "box")
ANY: Final = (TURN, *EVERY)

_KINDS: Final[Mapping[str, Spellings]] = {
    "inf": {"en": "inf infantry", "it": "fanteria fanterie fante fanti"},
    "cav": {"en": "cav cavalry", "it": "cavalleria cavallerie cavalieri"},
    "art": {"en": "art artillery", "it": "artiglieria artiglierie"},
    "fle": {"en": "fle fleet fleets ship", "it": "flotta flotte nave"},
    "air": {"en": "air aircraft plane planes", "it": "aereo aerei aviazione"},
    "col": {"en": "col colonist colonists settler", "it": "colono coloni"},
}

PLACED: Final = (Part("place", 1, 2), Part("sign", 0, 1))
ORIGINS: Final = Part("from", 0, 12)
UNITS: Final = (Part("kind", 0, 12), Part("old", 0, 12))

_VERBS: Final = (
    Verb(
        name="take",
        words={"en": "take", "it": "prendi prendo gioca gioco prendere giocare"},
        parts=(Part("card"),),
        example="take c106",
        answers=("card",),
        bare=True,
        also=("pick",),
        nouns="card carta",
    ),
    Verb(
        name="settle",
        words={"en": "settle", "it": "insedia insedio insediare"},
        parts=(Part("place"),),
        example="settle gan",
        answers=("settle",),
        bare=True,
    ),
    Verb(
        name="tech",
        words={
            "en": "tech technology discover learn research",
            "it": "tecnologia scopri scopro ricerca scoprire ricerco ricercare",
        },
        parts=(Part("technology"), Part("sign", 0, 1), Part("place", 0, 1)),
        example="tech mat",
        answers=(*BOX, "technology"),
        bare=True,
    ),
    Verb(
        name="buy",
        words={"en": "buy purchase recruit", "it": "compra compro recluta comprare recluto reclutare"},
        parts=(Part("kind"), *PLACED),
        example="buy inf gan",
        answers=BOX,
        also=("tech", "build"),
    ),
    Verb(
        name="attack",
        words={
            "en": "attack conquer invade",
            "it": "attacca attacco conquista conquisto attaccare conquistare",
        },
        parts=(Part("place", 1, 12), *UNITS, Part("letter", 0, 12), Part("number", 0, 6), ORIGINS),
        example="attack gob 2i+a",
        answers=BOX,
    ),
    Verb(
        name="place",
        words={
            "en": "place put",
            "it": "piazza metti colloca piazzo piazzare metto mettere colloco collocare",
        },
        parts=(Part("kind", 0, 1), *PLACED),
        example="place inf gan",
        answers=("place", *BOX, "colonists"),
        bare=True,
    ),
    Verb(
        name="colonist",
        words={"en": "colonist colonise colonize", "it": "colono colonizza colonizzo colonizzare"},
        parts=PLACED,
        example="colonist gan",
        answers=("colonists", *BOX),
    ),
    Verb(
        name="march",
        words={
            "en": "march move go sail fly",
            "it": "marcia muovi muovo sposta naviga vola marcio marciare muovere sposto spostare navigo navigare "
            "volo volare",
        },
        parts=(Part("place", 2, 12), *UNITS, ORIGINS),
        example="march mis app:i sie:c",
        answers=BOX,
    ),
    Verb(
        name="upgrade",
        words={
            "en": "upgrade renew modernize modernise",
            "it": "aggiorna rinnova aggiorno aggiornare rinnovo rinnovare",
        },
        parts=(Part("place", 0, 12), *UNITS, Part("every", 0, 1)),
        example="upgrade gan:i",
        answers=BOX,
    ),
    Verb(
        name="found",
        words={"en": "found", "it": "fonda fondo fondare"},
        parts=PLACED,
        example="found gan",
        answers=BOX,
        nouns="settlement village insediamento villaggio",
    ),
    Verb(
        name="grow",
        words={
            "en": "grow enlarge",
            "it": "ingrandisci ingrandisco cresci migliora ingrandire cresco crescere miglioro migliorare",
        },
        parts=PLACED,
        example="grow gan",
        answers=("growth", *BOX),
        nouns="settlement insediamento",
    ),
    Verb(
        name="build",
        words={"en": "build", "it": "costruisci costruisco costruire"},
        parts=(Part("structure"), Part("sign", 0, 1), Part("place", 0, 1)),
        example="build lib",
        answers=BOX,
        nouns="structure struttura",
    ),
    Verb(
        name="choose",
        words={"en": "choose", "it": "scegli scelgo scegliere"},
        parts=(Part("number"),),
        example="choose 1",
        answers=BOX,
        also=("pick",),
        nouns="card carta",
    ),
    Verb(name="skip", words={"en": "skip next", "it": "salta salto avanti saltare"}, example="skip", answers=BOX),
    Verb(
        name="pass",
        words={"en": "pass nothing done none", "it": "passa passo nulla niente fatto passare"},
        example="pass",
        answers=(*BOX, "place", "colonists", "growth", "peek", "strike", "symbol"),
    ),
    Verb(
        name="peek",
        words={"en": "peek spy look", "it": "spia spio guarda spiare guardo guardare"},
        parts=(Part("place"),),
        example="peek gan",
        answers=("peek",),
        bare=True,
    ),
    Verb(
        name="strike",
        words={"en": "strike destroy", "it": "colpisci distruggi colpisco colpire distruggo distruggere"},
        parts=(Part("place"),),
        example="strike gan",
        answers=("strike",),
        bare=True,
    ),
    Verb(
        name="symbol",
        words={"en": "symbol announce", "it": "simbolo annuncia annuncio annunciare"},
        parts=(Part("resource"),),
        example="symbol wine",
        answers=("symbol",),
        bare=True,
    ),
    Verb(
        name="pick",
        words={"en": "pick", "it": "pesca pesco pescare"},
        parts=(Part("card", 1, 2),),
        example="pick c106 > c105",
        answers=("pick",),
        bare=True,
        nouns="card carta",
    ),
    Verb(
        name="change",
        words={"en": "change", "it": "resto"},
        parts=(Part("way"), Part("place", 0, 1)),
        example="change place gan",
        answers=ANY,
    ),
    Verb(
        name="excess",
        words={"en": "excess keep", "it": "eccesso tieni tengo tenere"},
        parts=(Part("stays"),),
        example="excess newest",
        answers=ANY,
    ),
    Verb(
        name="end",
        words={"en": "end declare", "it": "fine dichiara dichiaro dichiarare"},
        parts=(Part("when"),),
        example="end if-leading",
        answers=ANY,
    ),
    Verb(
        name="vote",
        words={"en": "vote", "it": "voto vota votare"},
        parts=(Part("answer"),),
        example="vote yes",
        answers=ANY,
    ),
)

_FILLERS: Final = {
    "en": "the a an in on onto to at of for my up with from by my please card and",
    "it": f"{ITALIAN} {FROM} mi se mio mia miei mie",
}


def _spelled(entry: Entry) -> Spellings:
    """The words for an entry of the pack: its code, and its names without blanks and in their parts at a stroke. The
    code of a resource is its English name.
    """
    italian = _names(entry.it) if entry.id in RESOURCES else (entry.id, *_names(entry.it))
    return {"en": " ".join((entry.id, *_names(entry.en))), "it": " ".join(italian)}


def _names(name: str) -> tuple[str, ...]:
    plain = healed(name)
    squeezed = re.sub(r"[^\w/-]+", "", plain)
    parts = [re.sub(r"\W+", "", part) for part in plain.split("/")] if "/" in plain else []
    return tuple(dict.fromkeys(word for word in (squeezed, re.sub(r"\W+", "", plain), *parts) if word))


def _sort(name: str, missing: str, entries: Iterable[Entry]) -> Sort:
    """A sort of things of the pack; a name that several of them have is left out."""
    listed = list(entries)
    uses = Counter(
        word for entry in listed for word in {w for table in _spelled(entry).values() for w in table.split()}
    )
    found: dict[str, Spellings] = {}
    for entry in listed:
        clear = {
            lang: " ".join(word for word in table.split() if uses[word] == 1 or word == entry.id)
            for lang, table in _spelled(entry).items()
        }
        found[entry.id] = {lang: table for lang, table in clear.items() if table}
    return Sort(name=name, missing=missing, words=found)


def _cards(cards: Iterable[Card]) -> Sort:
    listed = list(cards)
    named = _sort("card", "civilization/expected-card", listed)
    clear = {
        code: {lang: table.removeprefix(code).strip() for lang, table in tables.items()}
        for code, tables in named.words.items()
    }
    words = {code: {lang: table for lang, table in tables.items() if table} for code, tables in clear.items()}
    labels = {card.id: card.id for card in listed}
    return Sort(name="card", missing=named.missing, words=words, labels=labels)


@lru_cache(maxsize=8)
def grammar_of(world: World) -> Grammar:
    """The grammar of the orders over a pack."""
    pack = world.components.pack
    resources = [marker for marker in pack.markers if marker.id in RESOURCES]
    sorts = (
        _cards(pack.cards),
        _sort("place", "civilization/expected-place", (*pack.territories, *pack.seas)),
        _sort("technology", "civilization/expected-technology", pack.technologies),
        _sort("structure", "civilization/expected-structure", pack.structures),
        _sort("resource", "civilization/expected-resource", resources),
        Sort(name="kind", missing="civilization/expected-kind", words=_KINDS),
        Sort(
            name="old",
            missing="civilization/expected-kind",
            labels={
                f":{LETTER[kind]}{era or ''}": f"{kind}{era or ''}" for kind in KINDS for era in range(LAST_ERA + 1)
            },
        ),
        Sort(
            name="letter",
            missing="civilization/expected-kind",
            labels={LETTER[kind]: kind for kind in KINDS},
        ),
        Sort(
            name="from",
            missing="civilization/expected-place",
            labels=dict.fromkeys(("from", *FROM.split()), "from"),
        ),
        Sort(name="sign", missing="civilization/expected-sign", labels={"+c": "+c", "-c": "-c"}),
        Sort(name="number", missing="civilization/expected-number", number=True),
        Sort(name="every", missing="civilization/expected-kind", words={"all": {"en": "all", "it": "tutti tutte"}}),
        Sort(
            name="way",
            missing="civilization/expected-way",
            words={
                "auto": {"en": "auto automatic", "it": "automatico"},
                "place": {
                    "en": "place put",
                    "it": "piazza metti colloca piazzo piazzare metto mettere colloco collocare",
                },
                "remove": {"en": "remove", "it": "togli rimuovi tolgo togliere rimuovo rimuovere"},
            },
        ),
        Sort(
            name="stays",
            missing="civilization/expected-stays",
            words={
                "strongest": {"en": "strongest", "it": "più-forte forte"},
                "newest": {"en": "newest", "it": "più-nuova nuova recente"},
            },
        ),
        Sort(
            name="when",
            missing="civilization/expected-when",
            words={
                "never": {"en": "never", "it": "mai"},
                "if-leading": {"en": "if-leading leading", "it": "in-testa testa vantaggio"},
                "now": {"en": "now game", "it": "ora subito"},
            },
        ),
        Sort(
            name="answer",
            missing="civilization/expected-answer",
            words={"yes": {"en": "yes", "it": "sì"}, "no": {"en": "no", "it": "no"}},
        ),
    )
    return Grammar(_VERBS, sorts, _FILLERS)
